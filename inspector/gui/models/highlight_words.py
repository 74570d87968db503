"""A highlight as people read it: what stands out in a session, in a few words each."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.gui.language import number, tr
from inspector.model import Basis
from inspector.workbench.highlights import Highlight


def words(one: Highlight) -> str:
    """A highlight as people read it; what was not recorded says so."""
    alone, several = _texts()[_key(one)]
    text = alone if one.amount == 1 else several
    said = text.format(amount=number(one.amount), word=one.word, share=round(one.amount * 100))
    said += "".join(_besides(one))
    how = {Basis.INFERRED: tr("inferred"), Basis.JUDGED: tr("judged")}.get(one.basis)
    # Words that are not there are counted.
    return f"{said}, {how}" if how and one.code != "absent" else said


def _key(one: Highlight) -> str:
    if one.code == "outcome":
        return one.word
    return f"{one.code}_rules" if one.rules and one.rules == one.amount else one.code


def _besides(one: Highlight) -> Iterator[str]:
    """Of facts: how many of these are constraints, and how many there are at other compactions."""
    if 0 < one.rules < one.amount:
        yield tr(" (1 constraint)") if one.rules == 1 else tr(" ({n} constraints)").format(n=number(one.rules))
    if one.elsewhere:
        yield tr(", {n} more at other compactions").format(n=number(one.elsewhere))


def _texts() -> dict[str, tuple[str, str]]:
    """For each code and outcome the text for one and for several."""
    largest = tr("largest compaction ┊C{word}: {amount} tokens freed")
    unseen = tr("≈{amount} tokens that are not in this log were added at request {word}")
    share = tr("one item ({word}) fills about {share} % of the last context")
    return {
        "contradicted": (tr("1 fact contradicted at ┊C{word}"), tr("{amount} facts contradicted at ┊C{word}")),
        "lost": (tr("1 fact lost at ┊C{word}"), tr("{amount} facts lost at ┊C{word}")),
        "changed": (
            tr("1 fact altered or weakened at ┊C{word}"),
            tr("{amount} facts altered or weakened at ┊C{word}"),
        ),
        "contradicted_rules": (
            tr("1 constraint contradicted at ┊C{word}"),
            tr("{amount} constraints contradicted at ┊C{word}"),
        ),
        "lost_rules": (tr("1 constraint lost at ┊C{word}"), tr("{amount} constraints lost at ┊C{word}")),
        "changed_rules": (
            tr("1 constraint altered or weakened at ┊C{word}"),
            tr("{amount} constraints altered or weakened at ┊C{word}"),
        ),
        "absent": (
            tr("1 thing you said is not there after ┊C{word}"),
            tr("{amount} things you said are not there after ┊C{word}"),
        ),
        "claims": (
            tr("1 claim of the summary of ┊C{word} not supported by the history"),
            tr("{amount} claims of the summary of ┊C{word} not supported by the history"),
        ),
        "compaction": (largest, largest),
        "unseen": (unseen, unseen),
        "big_item": (share, share),
        "errors": (tr("1 tool error"), tr("{amount} tool errors")),
        "errors_after": (tr("1 tool error after ┊C{word}"), tr("{amount} tool errors after ┊C{word}")),
        "unreadable": (
            tr("1 compaction whose summary cannot be read"),
            tr("{amount} compactions whose summary cannot be read"),
        ),
        "failed": (tr("1 compaction failed"), tr("{amount} compactions failed")),
        "inflated": (tr("1 compaction left more than before"), tr("{amount} compactions left more than before")),
        "loop": (
            tr("1 compaction fired again before useful work"),
            tr("{amount} compactions fired again before useful work"),
        ),
        "ineffective": (
            tr("1 compaction freed almost nothing"),
            tr("{amount} compactions freed almost nothing"),
        ),
    }
