"""The session card: how a session ended, at most three sentences on what followed losses, and what was looked at."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from inspector.impact.finding import Finding, Kind, Sure
from inspector.measure.bill import Bill
from inspector.model.shown import Shown
from inspector.reconstruct.compactions import ALL_WENT_BACK, UNDONE
from inspector.reconstruct.ending import Ending, ending_of
from inspector.report.judged import GroupName
from inspector.survival.shares import SPOKEN
from inspector.wording.paths import from_folder
from inspector.wording.times import elapsed
from inspector.wording.units import counted
from inspector.workbench.document import Document
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import judged, to_put_back
from inspector.workbench.selection import Focus

if TYPE_CHECKING:
    # The window shows the card before anything was looked for.
    from inspector.impact.look import Consequences

MOST = 3
_LONGEST = 90
_NAME = 48
_INTO = re.compile(r"^cd \S+ && ")
_SURE = {Sure.CERTAIN: 0, Sure.LIKELY: 1, Sure.POSSIBLE: 2}
_AGAIN = {
    Kind.REREAD: ("read again", "other file", "other files"),
    Kind.REPEAT: ("done again", "other step", "other steps"),
    Kind.RETRY: ("tried again", "other attempt", "other attempts"),
}
"""By kind: what was done, and what the second and further ones are called."""
_WORK = {*_AGAIN, Kind.MISTAKE}


@dataclass(frozen=True, slots=True)
class CardLink:
    """Words of a sentence that lead somewhere; ``start`` and ``end`` are half-open characters of it."""

    start: int
    end: int
    focus: Focus


@dataclass(frozen=True, slots=True)
class Sentence:
    """One consequence in plain words. ``focus`` is where the whole sentence leads."""

    words: str
    compaction: int
    sure: Sure
    """Of several things that are told at once, as of the least sure."""
    focus: Focus
    links: tuple[CardLink, ...]
    findings: tuple[Finding, ...]
    """None where only the work shows it, behind a compaction that nobody can read."""

    @property
    def fact(self) -> str:
        """The id of the fact it hangs on; "" where it hangs on none."""
        return self.findings[0].fact if self.findings else ""


@dataclass(frozen=True, slots=True)
class Looked:
    """At what was looked before anything was said of losses."""

    compactions: int
    """Without those before which the session went back."""
    unjudged: int
    """Of these, those of which nothing or little could be judged."""
    note: str
    """Why the first of those could not, or why there is none to look at."""
    statements: int
    """Of the human, each once, however many compactions it stood before."""
    harmed: int
    """Facts that were lost or changed while they mattered, by the same count as everywhere."""
    undecided: int = 0
    """Of the statements, those of which nobody can tell behind a compaction whether they stand there."""


@dataclass(frozen=True, slots=True)
class Card:
    """What a person who opens a session wants first."""

    ending: Ending
    sentences: tuple[Sentence, ...]
    looked: Looked | None
    """None until the consequences are known: until then no sentences do not mean that there are none."""
    compactions: int
    """Those known by now."""
    lasted: str
    """From the first recorded time to the last, pauses included; "" where the log does not tell."""
    bill: Bill


def card(document: Document, judgements: Judgements | None = None) -> Card:
    """The card as far as it is known; sentences come once the consequences are ready."""
    return Card(
        ending_of(document.session),
        sentences(document)[:MOST],
        _looked(document, judgements or Judgements()) if document.consequences is not None else None,
        len(document.compactions),
        elapsed(document.session.started, document.session.ended),
        document.bill,
    )


def harm_count(document: Document, judgements: Judgements) -> int:
    """How many facts may have to be put back, all compactions together: what every place that gives a total says."""
    return sum(len(to_put_back(outcome, judgements)) for outcome in document.comparison or ())


def _looked(document: Document, judgements: Judgements) -> Looked:
    outcomes = [one for one in document.comparison or () if one.compaction.outcome != UNDONE]
    stood = sum(one.outcome != UNDONE for one in document.compactions)
    rows = [row for one in outcomes for row in judged(one, judgements, SPOKEN) if row.is_counted]
    return Looked(
        stood,
        sum(bool(one.note) for one in outcomes),
        next((one.note for one in outcomes if one.note), "" if stood or not document.compactions else ALL_WENT_BACK),
        len({row.fact.id for row in rows}),
        harm_count(document, judgements),
        len({row.fact.id for row in rows if row.group is GroupName.UNDECIDED}),
    )


def sentences(document: Document) -> tuple[Sentence, ...]:
    """All that is known of what followed losses, the most telling first; what the user named is for a look only."""
    found = _sentences(document.consequences or (), document.session.cwd)
    return tuple(sentence for _, sentence in sorted(found, key=lambda pair: pair[0]))


class _Writer:
    """A sentence under construction, with its links."""

    def __init__(self) -> None:
        self.words = ""
        self.links: list[CardLink] = []

    def say(self, words: str, focus: Focus | None = None) -> _Writer:
        """Add words; with ``focus`` they are a link."""
        start = len(self.words)
        self.words += words
        if focus is not None:
            self.links.append(CardLink(start, len(self.words), focus))
        return self

    def done(self, compaction: int, sure: Sure, focus: Focus, findings: Sequence[Finding]) -> Sentence:
        """The sentence."""
        return Sentence(f"{self.words}.", compaction, sure, focus, tuple(self.links), tuple(findings))


def _sentences(found: Sequence[Consequences], cwd: str) -> Iterator[tuple[tuple[int, int, float], Sentence]]:
    """Sentences with what orders them: what was done again, how sure, and minus what it cost."""
    for one in found:
        findings = [finding for finding in one.findings if finding.named is None]
        broken = [finding for finding in findings if finding.kind is Kind.BROKEN]
        for finding in broken:
            yield (0, _SURE[finding.sure], -2.0), _broken(finding)
        told = {finding.fact for finding in broken if len(finding.evidence) > 2}
        findings = [finding for finding in findings if finding.kind is not Kind.SAID or finding.fact not in told]
        for item in dict.fromkeys(finding.item for finding in findings if finding.kind is Kind.SAID):
            said = [finding for finding in findings if finding.kind is Kind.SAID and finding.item == item]
            yield (0, _SURE[said[0].sure], -float(len(said))), _said(said)
        for finding in findings:
            if finding.kind is Kind.ASKED:
                yield (2, _SURE[finding.sure], 0.0), _asked(finding)
            if finding.kind is Kind.LOOP:
                yield (1, _SURE[finding.sure], 0.0), _looped(finding)
        work = [finding for finding in findings if finding.kind in _WORK]
        if work:
            yield (4, 0, -float(one.cost.tokens or 0)), _again(one, work, cwd)
        # What was fetched again is said by the work that was done again, where that is told.
        elif fetched := Counter(trace.shown for trace in one.unread)[Shown.FETCHED]:
            yield (4, 1, -float(fetched)), _unread(one, fetched)


def _said(said: Sequence[Finding]) -> Sentence:
    """What the user said again in one message: the first sentence by its words, the rest by their number."""
    first, number, more = said[0], said[0].compaction, len(said) - 1
    line = _Writer().say(f"“{_short(first.text)}”", Focus(item=first.said))
    line.say(f" and {counted(more, 'other sentence')} were" if more else " was")
    line.say(" not word for word in the context after ")
    line.say(f"compaction {number}", Focus(compaction=number)).say("; ")
    line.say(f"the user said {'them' if more else 'it'} again", Focus(item=first.item))
    return line.done(number, first.sure, Focus(compaction=number, item=first.item), said)


def _broken(finding: Finding) -> Sentence:
    """A rule that was said, did not stand there any more, was broken, and, where it was, said again."""
    number, (_, act, *again) = finding.compaction, finding.evidence
    line = (
        _Writer().say(f"“{_short(finding.subject)}”", Focus(item=finding.said)).say(", as a judge reads it, was not ")
    )
    line.say("in the context as it was said after ").say(f"compaction {number}", Focus(compaction=number)).say("; ")
    line.say(f"it was broken ({finding.text})", Focus(item=act))
    if again:
        line.say(", and ").say("said again", Focus(item=again[0]))
    return line.done(number, finding.sure, Focus(compaction=number, item=act), (finding,))


def _asked(finding: Finding) -> Sentence:
    number = finding.compaction
    line = _Writer().say(f"“{_short(finding.text)}”", Focus(item=finding.said)).say(" was answered before ")
    line.say(f"compaction {number}", Focus(compaction=number)).say(", and ").say(
        "asked again", Focus(item=finding.item)
    )
    return line.done(number, finding.sure, Focus(compaction=number, item=finding.item), (finding,))


def _unread(one: Consequences, fetched: int) -> Sentence:
    number = one.compaction.number
    first = next(trace for trace in one.unread if trace.shown is Shown.FETCHED)
    line = (
        _Writer()
        .say("What ")
        .say(f"compaction {number}", Focus(compaction=number))
        .say(" left in the context cannot be read; ")
    )
    facts = "1 fact was" if fetched == 1 else f"{fetched:,} facts were"
    line.say("after it ").say(f"{facts} {Shown.FETCHED}", Focus(item=first.item))
    return line.done(number, Sure.LIKELY, Focus(compaction=number, item=first.item), ())


def _looped(finding: Finding) -> Sentence:
    place = Focus(compaction=finding.compaction, item=finding.item)
    line = _Writer().say(f"Compaction {finding.compaction}", Focus(compaction=finding.compaction)).say(": ")
    line.say((finding.why[:1].lower() + finding.why[1:]).removesuffix("."), Focus(item=finding.item))
    return line.done(finding.compaction, finding.sure, place, (finding,))


def _again(one: Consequences, work: Sequence[Finding], cwd: str) -> Sentence:
    number = one.compaction.number
    told = [_named([each for each in work if each.kind is kind], cwd, *words) for kind, words in _AGAIN.items()]
    told = [*filter(None, told), *_mistakes([each for each in work if each.kind is Kind.MISTAKE])]
    place = Focus(compaction=number, item=work[0].item)
    line = _Writer().say("After ").say(f"compaction {number}", Focus(compaction=number)).say(", ")
    line.say(" and ".join(filter(None, (", ".join(told[:-1]), told[-1]))), Focus(item=work[0].item))
    if one.cost.tokens:
        line.say(f" (about {one.cost.tokens:,} tokens)")
    return line.done(number, max((finding.sure for finding in work), key=list(Sure).index), place, work)


def _named(work: Sequence[Finding], cwd: str, done: str, other: str, others: str) -> str:
    """Work of one kind: the first by its name, the rest by their number; "" where there is none."""
    if not work:
        return ""
    subject = from_folder(work[0].subject, cwd)
    first = PurePath(subject).name if work[0].kind is Kind.REREAD else f"“{_short(_INTO.sub('', subject), _NAME)}”"
    if len(work) == 1:
        return f"{first} was {done}"
    # Only what nothing else explains is among these.
    rest = f"at least 1 {other}" if len(work) == 2 else f"at least {len(work) - 1} {others}"
    return f"{first} and {rest} were {done}"


def _mistakes(work: Sequence[Finding]) -> Iterator[str]:
    if work:
        name = PurePath(work[0].subject).name
        first = (
            f"“{_short(work[0].text, _NAME)}”"
            if work[0].text
            else f"edit of {name}, refused since it counted as not read"
        )
        made = f"{counted(len(work), 'call')} failed on what had been known"
        yield f"{made} ({first})"


def _short(words: str, most: int = _LONGEST) -> str:
    words = " ".join(words.split()).rstrip(" .")
    if len(words) <= most:
        return words
    from inspector.secrets.find import part_of

    end = words.rfind(" ", most // 2 + 1, most - 1)
    # A word that takes most of the room is cut itself.
    return part_of(words, 0, end if end > 0 else most - 1) + "…"
