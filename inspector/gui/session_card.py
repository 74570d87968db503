"""The card above the plot: why it failed, in at most three sentences with links, and how each compaction went."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from html import escape
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from inspector.gui.language import number, tr
from inspector.gui.models.compactions import outcome_words
from inspector.gui.stands_out import link, muted
from inspector.gui.theme import Theme
from inspector.gui.widgets.link_bar import LinkBar
from inspector.workbench.bench import Bench
from inspector.workbench.card import Card, Health, Sentence, card
from inspector.workbench.document import Document, Stage
from inspector.workbench.selection import Focus

_MOST_NAMED = 8
_WELL = ("ok", "done")
_STAGES = (Stage.RECONSTRUCT, Stage.AFTERMATH)
_EMPTY = Card((), ())
_JUDGE = "judge"


class SessionCard(LinkBar):
    """The reasons, and the compactions in a line; where nobody judged them, how to have that done."""

    judge_asked = Signal()
    """Every compaction is to be judged."""

    def __init__(self, bench: Bench, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(tr("Why did it fail?"), tr("Hide why it failed"), 4, parent)
        self._bench, self._theme = bench, theme
        self._card = _EMPTY
        self._targets: list[dict[str, Any]] = []
        self._unjudged = 0
        self.setAccessibleName(tr("Why did it fail?"))
        bench.opened.connect(lambda _: self.refresh())
        bench.advanced.connect(lambda stage: self.refresh() if stage in _STAGES else None)
        bench.closed.connect(self.refresh)
        theme.changed.connect(self._write)
        self.refresh()

    def has_words(self) -> bool:
        """Whether there is something to explain or to offer: a chain, a compaction that did not go well, a judge."""
        return (
            bool(self._unjudged) or bool(self._card.chains) or any(one.went not in _WELL for one in self._card.health)
        )

    def text(self) -> str:
        """What it says, a line each, without the links."""
        lines = [f"{one.words} {_trail_words(one)}".strip() for one in self._card.chains]
        last = " · ".join(part for part in (health_words(self._card.health), *self._offer()) if part)
        return "\n".join([*lines, last])

    def refresh(self) -> None:
        """Say what is known by now."""
        document = self._bench.document
        # Before the aftermath is known, an empty card would read as "nothing happened".
        is_known = document is not None and document.aftermath is not None
        self._card = card(document) if document is not None and is_known else _EMPTY
        self._unjudged = unjudged(document) if document is not None and is_known else 0
        self._write()

    def follow(self, link: str) -> None:
        """Select where a link leads, and the chain that it belongs to; or ask for a judge."""
        if link == _JUDGE:
            self.judge_asked.emit()
            return
        self._bench.selection.select(**self._targets[int(link)])

    def _write(self) -> None:
        self._targets = []
        title = f"<b>{escape(self.tr('Why did it fail?'))}</b> &nbsp; " if self._card.chains else ""
        lines = [f"{title}{self._health()}"] if self._card.health else []
        lines += [
            f"{place}. {self._sentence(one)} {muted(self._theme, self._trail(one))}"
            for place, one in enumerate(self._card.chains, start=1)
        ]
        self._text.setText("<br>".join(lines))
        self._text.setAccessibleDescription(self.text())
        self._show()

    def _sentence(self, one: Sentence) -> str:
        parts, end = [], 0
        for place in one.links:
            words = one.words[place.start : place.end]
            parts += [escape(one.words[end : place.start]), self._link(words, _parts(place.focus, one))]
            end = place.end
        return "".join([*parts, escape(one.words[end:])])

    def _trail(self, one: Sentence) -> str:
        if not _is_chain(one):
            return ""
        return " → ".join(self._link(place_name(to.focus), _parts(to.focus, one)) for to in one.links)

    def _health(self) -> str:
        named, rest = _named(self._card.health)
        parts = [self._link(_went(one), {**_parts(one.focus), "fact": None, "claim": None}) for one in named]
        parts += map(escape, rest)
        words = f"{muted(self._theme, escape(self.tr('Compactions:')))} {' · '.join(parts)}"
        return " · ".join((words, *self._offer_links()))

    def _offer(self) -> tuple[str, ...]:
        """That nobody judged, and what can be done about it; nothing where a judge was here, or has nothing to do."""
        if not self._unjudged:
            return ()
        many = tr("Judge {n} compactions…").format(n=number(self._unjudged))
        return tr("not judged by a model"), tr("Judge 1 compaction…") if self._unjudged == 1 else many

    def _offer_links(self) -> Iterator[str]:
        if self._unjudged:
            words, verb = self._offer()
            yield muted(self._theme, escape(words))
            yield link(self._theme, _JUDGE, verb)

    def _link(self, words: str, parts: dict[str, Any]) -> str:
        self._targets.append(parts)
        return link(self._theme, len(self._targets) - 1, words)


def unjudged(document: Document) -> int:
    """How many compactions a model could judge, where it judged none."""
    return 0 if document.judgements else sum(not one.note for one in document.comparison or ())


def place_name(focus: Focus) -> str:
    """``┊C2`` or ``#169``; a compaction may come with the item where its loss was noticed."""
    return f"┊C{focus.compaction}" if focus.compaction is not None else f"#{number(focus.item or 0)}"


def health_words(health: tuple[Health, ...]) -> str:
    """How the compactions went; of many, those that went well are only counted."""
    named, rest = _named(health)
    return " · ".join([*map(_went, named), *rest])


def _went(one: Health) -> str:
    return f"┊C{one.compaction} {outcome_words(one.went)}"


def _named(health: tuple[Health, ...]) -> tuple[tuple[Health, ...], list[str]]:
    """Those that are named, and how many others went well, as far as that is known."""
    if len(health) <= _MOST_NAMED:
        return health, []
    bad = tuple(one for one in health if one.went not in _WELL)[:_MOST_NAMED]
    counts = ((tr("{n} others ok"), "ok"), (tr("{n} others done, freed not in this log"), "done"))
    others = [(words, sum(one.went == way for one in health)) for words, way in counts]
    return bad, [words.format(n=number(n)) for words, n in others if n]


def _is_chain(one: Sentence) -> bool:
    return one.findings[0].said is not None and len(one.links) > 1


def _trail_words(one: Sentence) -> str:
    return " → ".join(place_name(to.focus) for to in one.links) if _is_chain(one) else ""


def _parts(focus: Focus, of: Sentence | None = None) -> dict[str, Any]:
    """The selection that a link makes: its place, and the fact that its chain is about."""
    parts: dict[str, Any] = {name: value for name, value in asdict(focus).items() if value is not None}
    # What was selected before would else say where "now" is.
    parts.setdefault("request", None)
    if of is not None:
        parts |= {"compaction": of.findings[0].compaction, "fact": of.findings[0].fact or None, "claim": None}
        parts.setdefault("item", None)
    return parts
