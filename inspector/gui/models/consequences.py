"""What followed the compactions as table columns, and the word for each kind of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from inspector.gui.language import number, tr
from inspector.gui.models.figures import seconds
from inspector.gui.models.table import TableColumn
from inspector.impact.finding import Finding, Kind, Sure
from inspector.wording.paths import from_folder

_ORDER = tuple(Sure)
_FIRST = frozenset({Kind.SAID, Kind.BROKEN, Kind.ASKED})
_ROLES = {Kind.SAID: "accent", Kind.LOOP: "error"}


def by_weight(found: Iterable[Finding]) -> list[Finding]:
    """What was said or asked again ahead of work done again.

    What the user named comes last: they may have asked for it.
    """

    def weight(one: Finding) -> tuple[bool, bool, int, int, int]:
        named = one.named is not None
        return (named, one.kind not in _FIRST, one.compaction, _ORDER.index(one.sure), one.item)

    return sorted(found, key=weight)


def columns(color: Callable[[str], object], folder: Callable[[], str] = str) -> tuple[TableColumn, ...]:
    """The columns; ``color`` gives that of a role, ``folder`` the project's, from which paths are drawn."""
    return (
        TableColumn(tr("Compaction"), lambda one: f"┊C{one.compaction}", lambda one: one.compaction),
        TableColumn(
            tr("What"),
            lambda one: kind_word(one.kind),
            lambda one: kind_word(one.kind),
            color=lambda one: color(_ROLES.get(one.kind, "text")),
        ),
        TableColumn(tr("Certainty"), lambda one: sure_word(one.sure), lambda one: _ORDER.index(one.sure)),
        TableColumn(tr("Item"), lambda one: f"#{number(one.item)}", lambda one: one.item, right=True),
        TableColumn(tr("Evidence"), evidence, lambda one: one.evidence),
        TableColumn(tr("Took"), cost, lambda one: one.cost.tokens if one.cost else None, right=True),
        TableColumn(
            tr("Subject"),
            subject,
            subject,
            tip=lambda one: f"{subject(one)}\n{one.why}",
            drawn=lambda one: from_folder(subject(one), folder()),
        ),
    )


def kind_word(kind: Kind) -> str:
    """What happened, in two words."""
    return {
        Kind.REREAD: tr("read again"),
        Kind.REPEAT: tr("done again"),
        Kind.RETRY: tr("tried again"),
        Kind.ASKED: tr("asked again"),
        Kind.MISTAKE: tr("known mistake"),
        Kind.SAID: tr("said again"),
        Kind.BROKEN: tr("rule broken"),
        Kind.LOOP: tr("compacted again at once"),
    }[kind]


def led_words(led: Iterable[Finding]) -> str:
    """What followed a loss, in order of the log: ``→ read again #391 → said again #402``; of several the first."""
    places: dict[Kind, int] = {}
    for one in led:
        places.setdefault(one.kind, one.item)
    return " ".join(f"→ {kind_word(kind)} #{number(item)}" for kind, item in places.items())


def sure_word(sure: Sure) -> str:
    """How sure it is."""
    return {Sure.CERTAIN: tr("certain"), Sure.LIKELY: tr("likely"), Sure.POSSIBLE: tr("possible")}[sure]


def evidence(one: Finding) -> str:
    """The items that it rests on: ``#2 → #169``."""
    return " → ".join(f"#{number(item)}" for item in one.evidence)


def cost(one: Finding) -> str:
    """What it took, as far as the log tells; "" where it took nothing that can be counted."""
    if one.cost is None:
        return ""
    parts = [
        tr("≈{n} tokens").format(n=number(one.cost.tokens)) if one.cost.tokens is not None else "",
        seconds(one.cost.seconds) if one.cost.seconds is not None else "",
        f"${one.cost.dollars:.2f}" if one.cost.dollars is not None and one.cost.dollars >= 0.005 else "",
    ]
    return " · ".join(part for part in parts if part)


def subject(one: Finding) -> str:
    """What it is about, on one line."""
    return " ".join(one.subject.split())[:500]
