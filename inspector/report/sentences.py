"""What a report says of a compaction, a curve or a session in sentences, the same in every format for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from inspector.model import Verdict
from inspector.model.shown import NEEDED, Shown
from inspector.reconstruct.compactions import ALL_WENT_BACK, UNDONE
from inspector.report.work import count_words
from inspector.survival.outcome import IS_ENCRYPTED
from inspector.survival.shares import GONE, SPOKEN
from inspector.wording.damage import never_compacted
from inspector.wording.times import duration
from inspector.wording.units import UNKNOWN, counted, is_known, number, percent, place, tokens
from inspector.wording.verdicts import NOTHING_SAID, reader_words

if TYPE_CHECKING:
    from inspector.report.document import Figure
    from inspector.report.survey import SessionRow
    from inspector.report.told import Passage, ToldCompaction, ToldFact
    from inspector.survival.shares import Share

ENTERED = "entered"
"""Of the group of those that are there, how many are so by a person's verdict."""
_PLACES = 3
_NOTHING = "Nothing was found that had to be done, asked or said again"
_ENCRYPTED = "cannot be told: its summary is encrypted"


def places(passages: Iterable[Passage]) -> str:
    """Where passages stand, each place once, three at most."""
    found = dict.fromkeys(place(one.line, one.item) for one in passages)
    return ", ".join([*found][:_PLACES]) or UNKNOWN


def used_again(share: Share) -> str:
    """How many of those that the work used again are there, behind the count of all; "" where none was."""
    return f"; of the {share.used} that were used again {share.used_kept} there" if share.used else ""


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


def said_before(one: ToldCompaction) -> str:
    """How much of what the human said before a compaction stands there."""
    if one.outcome == "failed":
        return "It failed: nothing was removed, so nothing could be lost."
    spoken = [fact for fact in one.facts if fact.is_spoken]
    told = Counter(fact.group for fact in spoken)
    told[ENTERED] = sum(fact.group == "there" and fact.entered is not None for fact in spoken)
    judge = reader_words(one.judge, is_partial=one.partial) if any(fact.judged for fact in spoken) else ""
    verdicts = [fact.verdict for fact in one.harms]
    return said_words(one.number, told, verdicts, "The user", judge=judge, is_unread=bool(one.unjudged))


def said_words(
    number: int,
    told: Mapping[str, int],
    harms: Sequence[Verdict],
    who: str,
    *,
    judge: str = "",
    is_unread: bool = False,
    bank: str = "",
) -> str:
    """The same of sentences counted by group; ``harms``: what a judge or the reviewer calls lost or changed.

    ``judge`` is the model that read some of them. ``bank`` names the file that the sentences are from; "" for those
    that ``who`` said.
    """
    absent, earlier, undecided = (told.get(name, 0) for name in ("absent", "earlier", "undecided"))
    there, part, entered, done = (told.get(name, 0) for name in ("there", "part", ENTERED, "done"))
    said = there + part + absent + earlier + undecided + len(harms)
    if not said and is_unread:
        return f"This log has no sentence from before compaction {number} that could be looked for."
    if not said:
        return f"{who} said nothing before compaction {number} that could be looked for."
    head = f"{who} said {counted(said, 'thing')} before compaction {number}."
    if done:
        head = f"{head[:-1]}, and {done:,} that no longer {'matters' if done == 1 else 'matter'}."
    if bank:
        head = f"{bank} has {counted(said, 'sentence')}; behind compaction {number}:"
    if is_unread:
        if not there:
            return f"{head} Where they stand nobody can tell."
        rest = "" if there == said else "; of the others nobody can tell"
        return f"{head} {_opened(there)} word for word{rest}."
    if judge:
        unsure = f", {undecided:,} undecided" if undecided else ""
        left = [f"{n:,} {words}" for n, words in ((absent, "not there"), (part, "in part")) if n]
        rest = f" Of what it does not quote: {', '.join(left)}." if left else ""
        return f"{head} Read by {judge}: {harm_words(harms)}{unsure}.{rest}"
    more = f"; {_count(earlier, 'did', 'did')} not stand there before it either" if earlier else ""
    more += f"; {_count(undecided, 'cannot', 'cannot')} be looked for" if undecided else ""
    more += f". The reviewer says: {harm_words(harms)}" if harms else ""
    missing = f", {_count(absent, 'does', 'do')} not" if absent else "" if earlier or undecided else ", none is absent"
    by_verdict = f", {entered:,} by {'your' if who == 'You' else 'the reviewer’s'} verdict" if entered else ""
    return f"{head} {_opened(there - entered)} word for word{by_verdict}, {part or 'none'} in part{missing}{more}."


def _opened(n: int) -> str:
    """So many stand there, at the head of a sentence."""
    words = _count(n, "stands there", "stand there")
    return f"{words[:1].upper()}{words[1:]}"


def harm_words(verdicts: Sequence[Verdict]) -> str:
    """How many were contradicted, lost, altered or weakened."""
    lost = sum(verdict in GONE for verdict in verdicts)
    contradicted = sum(verdict is Verdict.CONTRADICTED for verdict in verdicts)
    changed = len(verdicts) - lost - contradicted
    parts = [
        f"{contradicted} contradicted" if contradicted else "",
        f"{lost} lost" if lost else "",
        f"{changed} altered or weakened" if changed else "",
    ]
    return ", ".join(filter(None, parts)) or "nothing lost or changed"


def missing_words(fact: ToldFact) -> str:
    """What does not stand there of a sentence that stands there in part."""
    return f"not there: {', '.join(fact.missing)}" if fact.missing else "all of its words, but not in one piece"


def _count(n: int, one: str, more: str) -> str:
    return f"{n:,} {more}" if n > 1 else f"{'1' if n else 'none'} {one}"


def nothing_stands_out(compactions: Sequence[ToldCompaction], damaged: bool = False, edits: int = 0) -> str:
    """What is said where there is no headline, as far as anything could be looked at."""
    if not compactions:
        return never_compacted(damaged, edits)
    compactions = [one for one in compactions if one.outcome != UNDONE]
    if not compactions:
        return ALL_WENT_BACK
    readable = [one for one in compactions if not one.unjudged]
    if not readable:
        why = compactions[0].unjudged
        return why if why == IS_ENCRYPTED else f"Where what was said stands cannot be told. {why}"
    rest = len(compactions) - len(readable)
    more = f"; of {counted(rest, 'compaction')} that cannot be told" if rest else ""
    if all(one.judge for one in readable):
        return f"The judge names nothing that was lost or changed{more}."
    told = Counter(fact.group for one in readable for fact in one.facts if fact.is_spoken and fact.group != "folded")
    if not told:
        return f"The user said nothing that could be looked for{more}."
    if told.keys() == {"earlier"}:
        return f"Of what the user said nothing stood there before a compaction either{more}."
    how = f"{told['there'] or 'none'} word for word, {told['part'] or 'none'} in part"
    if told["undecided"]:
        return f"No sentence is known to be missing: {how}; of {told['undecided']:,} nobody can tell{more}."
    return f"Every sentence that stood there before a compaction stands there behind it: {how}{more}."


def nothing_followed(compactions: Sequence[ToldCompaction]) -> str:
    """What is said where nothing was found that was done, asked or said again."""
    if compactions and all(one.unjudged for one in compactions):
        return f"{_NOTHING}; where what was said stands cannot be told."
    return f"{_NOTHING}."


def losses_in(row: SessionRow) -> str:
    """How many sentences are not there, or lost or changed as a judge says; "" where nothing was compacted or read."""
    if row.error or not row.rounds:
        return ""
    if all(one.outcome == "failed" for one in row.rounds):
        return "nothing removed"
    unread = sum(bool(one.unjudged) for one in row.rounds)
    losses = sum(len(one.losses) for one in row.rounds)
    shown = _shown_in(row)
    if unread and unread == len(row.rounds) and not losses:
        return f"cannot be told{shown}"
    said = any(kept.n for one in row.rounds for kept in one.kept if kept.kind in SPOKEN)
    if not (said or losses or unread):
        return NOTHING_SAID
    return f"{losses:,} ({unread:,} of {len(row.rounds):,} unread{shown})" if unread else f"{losses:,}"


def _shown_in(row: SessionRow) -> str:
    """What the work shows behind compactions that nobody can read, where it shows anything telling."""
    told = Counter[str]()
    for one in row.rounds:
        told.update(dict(one.work.counts) if one.work is not None else {})
    telling = [(shown.value, told[shown.value]) for shown in (*NEEDED, Shown.KNOWN) if told[shown.value]]
    return f"; the work shows {count_words(telling)}" if telling else ""


def harm_counts(one: ToldCompaction) -> str:
    """What of the human's words is not there, or was lost or changed as a judge says, in a few words."""
    if one.outcome == "failed":
        return "nothing removed"
    if one.outcome == UNDONE:
        return "undone"
    if one.unjudged and not one.harms:
        # Nothing was found because little could be looked at.
        why = _ENCRYPTED if one.unjudged == IS_ENCRYPTED else "cannot be told"
        return f"{why}; the work shows {count_words(one.work.counts)}" if one.work and one.work.counts else why
    verdicts = [fact.verdict for fact in one.harms]
    if one.judge:
        return harm_words(verdicts)
    told = Counter(fact.group for fact in one.facts if fact.is_spoken)
    parts = [harm_words(verdicts)] if verdicts else []
    parts += [f"{told['absent']:,} not there"] if told["absent"] else []
    parts += [f"{told['part']:,} in part"] if told["part"] else []
    parts += [f"{told['undecided']:,} undecided"] if told["undecided"] else []
    rest = "nothing more missing" if told["earlier"] else "all there" if told["there"] else NOTHING_SAID
    return ", ".join(parts) or rest
