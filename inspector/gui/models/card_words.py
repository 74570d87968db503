"""The words of the session card: a row each, made of parts that may be links, with what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from inspector.gui.language import number, tr
from inspector.gui.models.figures import cost_words
from inspector.impact.finding import Sure
from inspector.model import Basis
from inspector.reconstruct.ending import Way
from inspector.workbench.card import Card, Looked, Sentence
from inspector.workbench.highlights import Highlight
from inspector.workbench.selection import Focus

JUDGE, REVIEW, FIX = "judge", "review", "fix"
ROWS = 3
"""Lines below the first one."""
_SIGNS = {
    Way.FINISHED: ("●", "good"),
    Way.STOPPED: ("■", "warning"),
    Way.FAILED: ("▲", "error"),
    Way.UNFINISHED: ("◐", "warning"),
    Way.UNKNOWN: ("○", "muted"),
}
"""By how it ended: the sign and its colour."""
_LEAST = 4
_BETWEEN = " · "


@dataclass(frozen=True, slots=True)
class Part:
    """Some words of a line. ``to`` is the selection they lead to, ``verb`` what else they do, if anything."""

    words: str
    to: dict[str, Any] = field(default_factory=dict)
    verb: str = ""
    listed: bool = False
    """One of several that stand beside each other: the last of them go where there is no room."""
    strong: bool = False


Line = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class CardRow:
    """A sentence with its sign ahead of it, how sure it is or what else belongs to it, and the next action."""

    sign: str
    said: Line
    note: str = ""
    actions: Line = ()
    role: str = "muted"
    """The colour of the sign, as a role of the theme."""

    def text(self) -> str:
        """All of it in one line, without the links."""
        parts = (f"{self.sign} {plain(self.said)}".strip(), self.note, *(part.words for part in self.actions))
        return _BETWEEN.join(filter(None, parts))


def rows(
    card: Card, found: tuple[Highlight, ...], unjudged: int, none: str, *, is_followed: bool = False
) -> tuple[CardRow, ...]:
    """How it ended and what was looked at, or why there is ``none``; then three rows of losses and what stands out.

    A log that ``is_followed`` has not ended.
    """
    told = [_sentence(one, str(place), can_judge=unjudged > 1) for place, one in enumerate(card.sentences, start=1)]
    if card.looked is not None and not told:
        told.append(CardRow("–", (Part(looked_words(card.looked, none)),)))
    rest = [_highlight(one) for one in found]
    if len(told) < ROWS and rest:
        told.append(CardRow("", _joined(tr("Also found: "), rest)))
    return (_first(card, unjudged, is_followed), *told)


def way_words(way: Way) -> str:
    """How a session ended, in a word or two."""
    return {
        Way.FINISHED: tr("Finished"),
        Way.STOPPED: tr("Stopped by the user"),
        Way.FAILED: tr("Failed"),
        Way.UNFINISHED: tr("Ended unfinished"),
        Way.UNKNOWN: tr("Outcome unknown"),
    }[way]


def looked_words(looked: Looked, none: str) -> str:
    """What is said where nothing was found that losses led to, and at what was looked."""
    if not looked.compactions:
        shown = tr("The plot shows how full the context was, Context what it held.")
        return looked.note or f"{none} {shown}"
    if looked.unjudged == looked.compactions:
        why = looked.note.partition(";")[0].removeprefix(tr("Cannot be assessed: "))
        return tr("What is missing is not known: {why}.").format(why=why[:1].lower() + why[1:].rstrip("."))
    at = tr("looked at 1 compaction") if looked.compactions == 1 else tr("looked at {n} compactions")
    if not looked.statements:
        return tr("The user said nothing before a compaction that could be looked for ({at})").format(
            at=at.format(n=number(looked.compactions))
        )
    said = tr("1 thing the user said") if looked.statements == 1 else tr("{m} things the user said")
    seen = f"{at}, {said}".format(n=number(looked.compactions), m=number(looked.statements))
    if looked.unjudged:
        seen += tr("; {n} of the compactions could not be read").format(n=number(looked.unjudged))
    if looked.undecided:
        seen += tr("; of {n} things nobody can tell").format(n=number(looked.undecided))
    if not looked.harmed and (looked.unjudged or looked.undecided):
        return tr("No sentence of the user's is known to be missing ({seen})").format(seen=seen)
    if not looked.harmed:
        return tr("Every sentence of the user's stands there, all or in part ({seen})").format(seen=seen)
    missing = tr("1 thing the user said may have to be put back")
    if looked.harmed > 1:
        missing = tr("{k} things the user said may have to be put back").format(k=number(looked.harmed))
    return tr("{missing}; no repeated work was found afterwards ({seen})").format(missing=missing, seen=seen)


def fitted(line: Line, width: Callable[[str], int], elided: Callable[[str, int], str], room: int) -> Line:
    """A line within ``room`` pixels: of what is only listed the last goes, then the longest parts are elided.

    Those that lead somewhere come first, since the words between them may say that something was not.
    """
    parts = list(line)
    if not parts:
        return ()

    def over() -> int:
        return sum(width(one.words) for one in parts) - room

    while over() > 0 and len(parts) > 3 and parts[-1].listed:
        del parts[-2:]
    every, half = range(len(parts)), room // (2 * len(parts))
    leading = [place for place in every if parts[place].to] or every
    for places, least in ((leading, half), (every, half), (every, width("…") * _LEAST)):
        for _ in range(4 * len(parts)):
            longest = max(places, key=lambda place: width(parts[place].words))
            one = parts[longest]
            if over() <= 0 or width(one.words) <= least:
                break
            left = max(width(one.words) - over(), width(one.words) * 2 // 3, least)
            parts[longest] = replace(one, words=elided(one.words, left))
    return tuple(parts)


def plain(line: Line) -> str:
    """A line without its links."""
    return "".join(part.words for part in line)


def _first(card: Card, unjudged: int, is_followed: bool) -> CardRow:
    ending = card.ending
    told = [Part(tr("So far") if is_followed else way_words(ending.way), strong=True), Part(f": {ending.why}")]
    if ending.item is not None:
        told += [Part(" "), Part(f"#{number(ending.item)}", _selection(Focus(item=ending.item)))]
    many = tr("Judge {n} compactions…").format(n=number(unjudged))
    judge = Part(tr("Judge 1 compaction…") if unjudged == 1 else many, {}, JUDGE)
    several = tr("{n} compactions").format(n=number(card.compactions))
    figures = (
        (tr("1 compaction") if card.compactions == 1 else several) if card.compactions else "",
        card.lasted,
        cost_words(card.bill)[0],
        tr("not read by a model") if unjudged else "",
    )
    sign, role = _SIGNS[Way.UNKNOWN if is_followed else ending.way]
    return CardRow(sign, tuple(told), _BETWEEN.join(filter(None, figures)), (judge,) if unjudged else (), role)


def _sentence(one: Sentence, sign: str, *, can_judge: bool) -> CardRow:
    about = {"compaction": one.compaction, "fact": one.fact or None, "claim": None}
    parts, end = [], 0
    for place in one.links:
        parts.append(Part(one.words[end : place.start]))
        parts.append(Part(one.words[place.start : place.end], {"item": None, **_selection(place.focus), **about}))
        end = place.end
    parts.append(Part(one.words[end:]))
    known = {Sure.CERTAIN: tr("certain"), Sure.LIKELY: tr("likely"), Sure.POSSIBLE: tr("possible")}[one.sure]
    if about["fact"]:
        actions = [Part(tr("Export a fix…"), {**_selection(one.focus), **about}, FIX)]
    else:
        actions = [Part(tr("Show"), {"item": None, **_selection(one.focus), **about})]
    if can_judge:
        judge = tr("Judge ┊C{n}…").format(n=number(one.compaction))
        actions.append(Part(judge, {"compaction": one.compaction}, JUDGE))
    return CardRow(sign, tuple(part for part in parts if part.words), known, tuple(actions))


def _highlight(one: Highlight) -> Part:
    parts = {name: value for name, value in asdict(one.focus).items() if value is not None}
    if one.focus.fact is not None or one.focus.claim is not None:
        return Part(words(one), {"fact": None, "claim": None, **parts}, REVIEW, listed=True)
    return Part(words(one), parts, listed=True)


def _joined(title: str, parts: list[Part]) -> Line:
    def all_of() -> Iterator[Part]:
        yield Part(title)
        for place, part in enumerate(parts):
            if place:
                yield Part(_BETWEEN)
            yield part

    return tuple(all_of())


def _selection(focus: Focus) -> dict[str, Any]:
    """The selection that a link makes; what was selected before would else say where "now" is."""
    return {"request": None, **{name: value for name, value in asdict(focus).items() if value is not None}}


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
            tr("1 compaction fired again within 2 requests"),
            tr("{amount} compactions fired again within 2 requests"),
        ),
        "ineffective": (
            tr("1 compaction freed almost nothing"),
            tr("{amount} compactions freed almost nothing"),
        ),
    }
