"""What a report says of a compaction, a curve or a session in sentences, the same in every format for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from inspector.model import Verdict
from inspector.model.shown import NEEDED, Shown
from inspector.report.work import count_words
from inspector.survival.outcome import IS_ENCRYPTED
from inspector.survival.shares import GONE
from inspector.wording.damage import never_compacted
from inspector.wording.times import duration
from inspector.wording.units import UNKNOWN, counted, is_known, number, percent, place, tokens

if TYPE_CHECKING:
    from inspector.report.document import Figure, Kept, Passage, ToldCompaction
    from inspector.report.survey import SessionRow
    from inspector.survival.shares import Share

_PLACES = 3
_ENCRYPTED = "cannot be assessed: its summary is encrypted"
_NOT_SURE = "not found, or told in ways that may differ, too unsurely to hold it against a summary"


def places(passages: Iterable[Passage]) -> str:
    """Where passages stand, each place once, three at most."""
    found = dict.fromkeys(place(one.line, one.item) for one in passages)
    return ", ".join([*found][:_PLACES]) or UNKNOWN


def used_again(share: Share | Kept) -> str:
    """How what the work used again fared, behind the share of all that it showed; "" where none was."""
    return f"; {share.used_kept} of the {share.used} that were used again kept" if share.used else ""


def compaction_words(one: ToldCompaction) -> str:
    """Tokens, window and duration of a compaction as far as known, what is not, its sort, and how many items went."""
    figures = (
        ("tokens before", one.before.value, f"{tokens(one.before)} tokens before{_by_its_record(one)}"),
        ("tokens after", one.after.value, f"{tokens(one.after)} tokens after"),
        ("how full the window was", one.share, f"window {percent(one.share)} full"),
        ("duration", one.seconds, f"duration {duration(one.seconds)}"),
    )
    sorts = (("kind", one.kind, one.kind), ("trigger", one.trigger, f"trigger {one.trigger}"))
    told = ", ".join(words for _, value, words in figures if value is not None)
    unknown = [name for name, value, _ in figures if value is None]
    unknown += [name for name, word, _ in sorts if not is_known(word)]
    sort = [*(words for _, word, words in sorts if is_known(word)), f"outcome {one.went} ({one.basis.value})"]
    sentences = (
        told,
        f"Not in this log: {', '.join(unknown)}" if unknown else "",
        ", ".join(sort),
        _moved(one),
    )
    return " ".join(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences if sentence)


def curve_words(figure: Figure) -> str:
    """What the curve shows, and how its height is known."""
    what = "Prompt tokens of every request"
    if not figure.bands:
        return f"{what} as recorded."
    if all(prompt is None for prompt in figure.prompt):
        # The size of a prompt may be told elsewhere, such as by a compaction, and is larger then.
        return f"{what}, estimated from the text in the log, which records none: what it does not hold is missing."
    beyond = "kinds are estimated, “unlogged” is what was recorded beyond them"
    return f"{what}, by what they consisted of: {beyond}."


def _moved(one: ToldCompaction) -> str:
    if one.removed is None:
        return ""
    return f"{counted(one.removed, 'item')} left the context, {number(one.kept)} stayed, {number(one.inserted)} came in"


def _by_its_record(one: ToldCompaction) -> str:
    """What the record of the compaction itself says of the size before, where the last prompt says otherwise."""
    told = one.reported_before
    return "" if told is None or told == one.before.value else f" in the last prompt ({told:,} by its own record)"


def nothing_stands_out(compactions: Sequence[ToldCompaction], damaged: bool = False) -> str:
    """What is said where nothing was lost, as far as anything could be judged."""
    if not compactions:
        return never_compacted(damaged)
    judged = [one for one in compactions if not one.unjudged]
    if not judged:
        why = compactions[0].unjudged
        return why if why == IS_ENCRYPTED else f"What was lost could not be judged. {why}"
    rest = len(compactions) - len(judged)
    more = f"; {counted(rest, 'compaction')} could not be" if rest else ""
    unsure = sum(_not_found(one) for one in judged)
    if unsure:
        return f"No loss is sure in what could be judged{more}. {counted(unsure, 'statement')} {_NOT_SURE}."
    return f"No loss was found in what could be judged{more}."


def _not_found(one: ToldCompaction) -> int:
    """How many statements that still mattered the rules do not find, or find changed, and are not sure of it."""
    return sum(fact.unsure is not None and fact.live for fact in one.facts)


def nothing_followed(compactions: Sequence[ToldCompaction]) -> str:
    """What is said where nothing was found that losses led to."""
    if compactions and all(one.unjudged for one in compactions):
        return "Nothing was found that hangs on a loss; what was lost could not be judged."
    return "No consequence of a loss was found."


def losses_in(row: SessionRow) -> str:
    """How many losses a session had, and where they could not be judged; "" for one that could not be read."""
    if row.error:
        return ""
    unjudged = sum(bool(one.unjudged) for one in row.rounds)
    losses = sum(len(one.losses) for one in row.rounds)
    shown = _shown_in(row)
    if unjudged and unjudged == len(row.rounds) and not losses:
        return f"could not be judged{shown}"
    return f"{losses:,} ({unjudged:,} of {len(row.rounds):,} not judged{shown})" if unjudged else f"{losses:,}"


def _shown_in(row: SessionRow) -> str:
    """What the work shows behind compactions that nobody can read, where it shows anything telling."""
    told = Counter[str]()
    for one in row.rounds:
        told.update(dict(one.work.counts) if one.work is not None else {})
    telling = [(shown.value, told[shown.value]) for shown in (*NEEDED, Shown.KNOWN) if told[shown.value]]
    return f"; the work shows {count_words(telling)}" if telling else ""


def harm_counts(one: ToldCompaction) -> str:
    """How much was lost, in words."""
    if one.unjudged and not one.harms:
        # Nothing was found because little could be looked at.
        why = _ENCRYPTED if one.unjudged == IS_ENCRYPTED else "could not be judged"
        return f"{why}; the work shows {count_words(one.work.counts)}" if one.work and one.work.counts else why
    lost = sum(fact.verdict in GONE for fact in one.harms)
    contradicted = sum(fact.verdict is Verdict.CONTRADICTED for fact in one.harms)
    changed = len(one.harms) - lost - contradicted
    parts = [
        f"{contradicted} contradicted" if contradicted else "",
        f"{lost} lost" if lost else "",
        f"{changed} altered or weakened" if changed else "",
    ]
    if not one.harms and (unsure := _not_found(one)):
        return f"none that is sure, {unsure} not found"
    if not one.harms and any(fact.verdict in GONE and fact.live for fact in one.facts):
        # Of what the work showed; nothing of it was used again.
        return "none that was missed"
    return ", ".join(filter(None, parts)) or "no loss found"
