"""The words of the session card: a line each, made of parts that may be links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from inspector.gui.language import number, tr
from inspector.gui.models.figures import cost_words
from inspector.gui.models.highlight_words import words
from inspector.impact.finding import Sure
from inspector.reconstruct.ending import Ending, Way
from inspector.wording.verdicts import NEVER_COMPACTED
from inspector.workbench.card import Card, Looked, Sentence
from inspector.workbench.highlights import Highlight
from inspector.workbench.selection import Focus

JUDGE, REVIEW, FIX = "judge", "review", "fix"
ROWS = 3
"""Lines below the first one."""
_DOTS = {Way.FINISHED: "●", Way.STOPPED: "■", Way.FAILED: "▲", Way.UNFINISHED: "◐", Way.UNKNOWN: "○"}
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


Line = tuple[Part, ...]


def lines(card: Card, found: tuple[Highlight, ...], unjudged: int) -> tuple[Line, ...]:
    """How it ended and what was looked at; then what losses led to, and what else stands out, three lines at most."""
    told = [_sentence(one, can_judge=unjudged > 1) for one in card.chains]
    if card.looked is not None and not told:
        told.append((Part(looked_words(card.looked)),))
    rest = [_highlight(one) for one in found]
    if len(told) < ROWS and rest:
        told.append(_joined(tr("Stands out: "), rest))
    return (_first(card, unjudged), *told)


def ending_words(ending: Ending) -> str:
    """How it ended, and how that is known."""
    way = {
        Way.FINISHED: tr("Finished"),
        Way.STOPPED: tr("Stopped by the user"),
        Way.FAILED: tr("Failed"),
        Way.UNFINISHED: tr("Ended unfinished"),
        Way.UNKNOWN: tr("Not known how it ended"),
    }[ending.way]
    return f"{_DOTS[ending.way]} {way}: {ending.why}"


def looked_words(looked: Looked) -> str:
    """What is said where nothing was found that losses led to, and at what was looked."""
    if not looked.compactions:
        return NEVER_COMPACTED
    if looked.unjudged == looked.compactions:
        return tr("What was lost could not be judged: no summary can be read.")
    at = tr("looked at 1 compaction") if looked.compactions == 1 else tr("looked at {n} compactions")
    said = tr("1 statement") if looked.statements == 1 else tr("{m} statements")
    seen = f"{at}, {said}".format(n=number(looked.compactions), m=number(looked.statements))
    if looked.unjudged:
        seen += tr("; {n} cannot be read").format(n=number(looked.unjudged))
    if looked.harmed:
        several = tr("No consequence of the {k} losses is in this log").format(k=number(looked.harmed))
        none = tr("No consequence of the 1 loss is in this log") if looked.harmed == 1 else several
    else:
        none = tr("No loss explains this run")
    return f"{none} ({seen})"


def fitted(line: Line, width: Callable[[str], int], elided: Callable[[str, int], str], room: int) -> Line:
    """The line within ``room`` pixels: of what is only listed the last goes, then the longest parts are elided."""
    parts = list(line)

    def over() -> int:
        return sum(width(one.words) for one in parts) - room

    while over() > 0 and len(parts) > 3 and parts[-1].listed:
        del parts[-2:]
    for least in (room // (2 * len(parts)), width("…") * _LEAST):
        for _ in range(4 * len(parts)):
            if over() <= 0:
                break
            longest = max(range(len(parts)), key=lambda place: width(parts[place].words))
            one = parts[longest]
            left = max(width(one.words) - over(), width(one.words) * 2 // 3, least)
            parts[longest] = replace(one, words=elided(one.words, left))
    return tuple(parts)


def plain(line: Line) -> str:
    """A line without its links."""
    return "".join(part.words for part in line)


def _first(card: Card, unjudged: int) -> Line:
    told = [Part(ending_words(card.ending))]
    if card.ending.item is not None:
        told += [Part(" "), Part(f"#{number(card.ending.item)}", _selection(Focus(item=card.ending.item)))]
    figures = filter(None, (card.lasted, cost_words(card.bill)[0]))
    told += [Part(f"{_BETWEEN}{words}") for words in figures]
    if unjudged:
        many = tr("Judge {n} compactions…").format(n=number(unjudged))
        told += [
            Part(tr(" · not judged by a model · ")),
            Part(tr("Judge 1 compaction…") if unjudged == 1 else many, {}, JUDGE),
        ]
    return tuple(told)


def _sentence(one: Sentence, *, can_judge: bool) -> Line:
    about = {"compaction": one.compaction, "fact": one.fact or None, "claim": None}
    parts, end = [], 0
    for place in one.links:
        parts.append(Part(one.words[end : place.start]))
        parts.append(Part(one.words[place.start : place.end], {"item": None, **_selection(place.focus), **about}))
        end = place.end
    parts.append(Part(f"{one.words[end:]} "))
    known = {Sure.CERTAIN: tr("sure"), Sure.LIKELY: tr("likely"), Sure.POSSIBLE: tr("possible")}[one.sure]
    parts.append(Part(f"{known} · "))
    if about["fact"]:
        parts.append(Part(tr("Export a fix"), {**_selection(one.focus), **about}, FIX))
    else:
        parts.append(Part(tr("Show"), {"item": None, **_selection(one.focus), **about}))
    if can_judge:
        judge = tr("Judge ┊C{n}…").format(n=number(one.compaction))
        parts += [Part(_BETWEEN), Part(judge, {"compaction": one.compaction}, JUDGE)]
    return tuple(part for part in parts if part.words)


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
