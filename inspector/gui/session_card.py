"""The card above the plot: how the session ended, and what losses led to, in at most three sentences with links."""

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
from inspector.model import Basis
from inspector.workbench.bench import Bench
from inspector.workbench.card import Card, Health, Sentence, card
from inspector.workbench.document import Document, Stage
from inspector.workbench.ending import UNTOLD, End, ending
from inspector.workbench.selection import Focus

_MOST_NAMED = 3
_WELL = ("ok", "done")
_STAGES = (Stage.RECONSTRUCT, Stage.AFTERMATH)
_EMPTY = Card((), ())
_ROOM = 3
"""Lines that the card of a compacted session has from the first paint on."""
_SIGNS = {
    End.FINISHED: ("●", "good"),
    End.WAITING: ("●", "accent"),
    End.STOPPED: ("●", "warning"),
    End.FAILED: ("●", "error"),
    End.ABANDONED: ("◐", "warning"),
    End.UNKNOWN: ("○", "muted"),
}
"""A sign and its colour; the words beside it say the same."""
_JUDGE = "judge"


class SessionCard(LinkBar):
    """How the session ended, what losses led to, and, where nobody judged the compactions, how to have that done."""

    judge_asked = Signal()
    """Every compaction is to be judged."""

    def __init__(self, bench: Bench, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(tr("How it ended, and why"), tr("Hide how it ended, and why"), 4, parent)
        self._bench, self._theme = bench, theme
        self._card = _EMPTY
        self._ending = UNTOLD
        self._targets: list[dict[str, Any]] = []
        self._unjudged = 0
        self.setAccessibleName(tr("How it ended, and why"))
        bench.opened.connect(lambda _: self.refresh())
        bench.advanced.connect(lambda stage: self.refresh() if stage in _STAGES else None)
        bench.closed.connect(self.refresh)
        theme.changed.connect(self._write)
        self.refresh()

    def has_words(self) -> bool:
        """Whether a session is open: how it ended is said of every one, if only that it is not known."""
        return self._bench.document is not None

    def text(self) -> str:
        """What it says, a line each, without the links."""
        lines = [f"{one.words} {_trail_words(one)}".strip() for one in self._card.chains]
        first = filter(None, (self._end_words(), health_words(self._card.health), *self._offer()))
        return "\n".join(filter(None, (" · ".join(first), *lines, self._quiet())))

    def refresh(self) -> None:
        """Say what is known by now."""
        document = self._bench.document
        # Before the aftermath is known, an empty card would read as "nothing happened".
        is_known = document is not None and document.aftermath is not None
        self._ending = ending(document.session, document.bodies.text) if document is not None else UNTOLD
        self._card = card(document) if document is not None and is_known else _EMPTY
        self._unjudged = unjudged(document) if document is not None and is_known else 0
        self.keep_room(1 if document is None or not document.compactions else _ROOM)
        self._write()

    def follow(self, link: str) -> None:
        """Select where a link leads, and the chain that it belongs to; or ask for a judge."""
        if link == _JUDGE:
            self.judge_asked.emit()
            return
        self._bench.selection.select(**self._targets[int(link)])

    def _write(self) -> None:
        self._targets = []
        first = self._first()
        lines = [
            f"{place}. {self._sentence(one)} {muted(self._theme, self._trail(one))}"
            for place, one in enumerate(self._card.chains, start=1)
        ]
        quiet = self._quiet()
        lines += [muted(self._theme, escape(quiet))] if quiet else []
        self._text.setText("<br>".join([first, *lines]))
        self._text.setAccessibleDescription(self.text())
        self._show()

    def _first(self) -> str:
        told = self._ending
        sign = f'<span style="color:{self._theme.role(_SIGNS[told.end][1]).name()}">{_SIGNS[told.end][0]}</span>'
        words = f"<b>{escape(end_word(told.end))}</b>"
        why = escape(self._why())
        if told.item is not None:
            why = self._link(self._why(), {"item": told.item, "fact": None, "claim": None})
        parts = [f"{sign} {words}", *([why] if self._why() else []), *self._health(), *self._offer_links()]
        return " · ".join(parts)

    def _end_words(self) -> str:
        return " · ".join(filter(None, (end_word(self._ending.end), self._why())))

    def _why(self) -> str:
        """Why it is said to have ended so, and how that is known; "" where the log does not tell the end."""
        if self._ending.end is End.UNKNOWN:
            return ""
        how = tr("recorded") if self._ending.basis is Basis.RECORDED else tr("inferred")
        return f"{self._ending.why} [{how}]"

    def _quiet(self) -> str:
        """Where no finding stands: that none explains the end, and what was looked at; or that it is looked for."""
        document = self._bench.document
        if document is None or not document.compactions or self._card.chains:
            return ""
        if document.aftermath is None:
            return tr("Looking at what the compactions led to…")
        looked = sum(len(one.facts) for one in document.comparison or ())
        words = tr("No loss explains what happened here (looked at {c} and {f}).")
        c = tr("1 compaction") if len(document.compactions) == 1 else tr("{n} compactions")
        return words.format(c=c.format(n=number(len(document.compactions))), f=tr("{n} facts").format(n=number(looked)))

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

    def _health(self) -> Iterator[str]:
        """Compactions that did not go well: that the others ran is nothing to be told first."""
        for one in _bad(self._card.health):
            yield self._link(_went(one), {**_parts(one.focus), "fact": None, "claim": None})

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
    """How the compactions went that did not go well."""
    return " · ".join(map(_went, _bad(health)))


def _went(one: Health) -> str:
    return f"┊C{one.compaction} {outcome_words(one.went)}"


def _bad(health: tuple[Health, ...]) -> tuple[Health, ...]:
    return tuple(one for one in health if one.went not in _WELL)[:_MOST_NAMED]


def end_word(end: End) -> str:
    """How a session ended, in a word or two."""
    return {
        End.FINISHED: tr("Finished"),
        End.WAITING: tr("Waits for an answer"),
        End.STOPPED: tr("Stopped by the user"),
        End.FAILED: tr("Failed"),
        End.ABANDONED: tr("Ends in the middle of work"),
        End.UNKNOWN: tr("How it ended is not in this log"),
    }[end]


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
