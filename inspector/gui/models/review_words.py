"""The lines above a review: what was compacted, how many sentences stand there, and what a judge's verdicts come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inspector.gui.language import exact, number, tr
from inspector.gui.models.compactions import change_in_tokens, is_guessed, name
from inspector.gui.models.figures import basis_words, unknown
from inspector.gui.models.verdicts import kind_title
from inspector.model import Compaction, FactKind
from inspector.report.judged import GroupName
from inspector.report.summary_call import call_words
from inspector.survival.outcome import Outcome
from inspector.survival.shares import SPOKEN, Share, shares
from inspector.wording.compactions import sentences
from inspector.wording.verdicts import NOT_LOST
from inspector.workbench.document import Document
from inspector.workbench.jobs import Progress, making_many
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import KINDS, adopt, count, judged, outcome_at, to_put_back
from inspector.workbench.sign_off import SignOff

if TYPE_CHECKING:
    from inspector.workbench.contrast import SentenceRow
    from inspector.workbench.experiments import Ready


def head_words(document: Document, compaction: Compaction) -> str:
    """``┊C2 of 3 · auto · model · 164,213 → ≈31,402 · prompt: not in this log``."""
    record = compaction.record
    which = tr("{name} of {n}").format(name=name(compaction), n=number(len(document.compactions)))
    kind = record.kind if record.kind != "unknown" else tr("kind: {x}").format(x=unknown())
    trigger = record.trigger if record.trigger != "unknown" else tr("trigger: {x}").format(x=unknown())
    prompt = unknown() if record.prompt is None else f"#{number(record.prompt)}"
    parts = [
        which,
        kind,
        trigger,
        record.model or tr("model: {x}").format(x=unknown()),
        change_in_tokens(compaction),
        tr("prompt: {x}").format(x=prompt),
    ]
    if is_guessed(compaction):
        parts.insert(1, tr("inferred from the drop"))
    if compaction.outcome != "ok":
        parts.append(compaction.outcome)
    return " · ".join(parts)


def head_tip(document: Document, compaction: Compaction) -> str:
    """How the sizes before and after are known, and the call that wrote the summary where the log holds it."""
    before, after = basis_words(compaction.before), basis_words(compaction.after)
    lines = [tr("before: {words}").format(words=before), tr("after: {words}").format(words=after)]
    return "\n".join(filter(None, (*lines, *sentences(compaction.record), call_words(document.session, compaction))))


def counts_words(outcome: Outcome, judgements: Judgements) -> str:
    """``You said 31 things before compaction 2. 19 stand there word for word, 4 in part, 8 do not.``

    What a judge or the user says of some of them comes first.
    """
    rows = judged(outcome, judgements)
    counts, done = count(rows), sum(one.group is GroupName.DONE for one in rows)
    at = number(outcome.compaction.number)
    if not counts.said:
        return tr("You said nothing before compaction {c} that can be looked for.").format(c=at)
    said = tr("You said 1 thing before compaction {c}.")
    if counts.said > 1:
        said = tr("You said {n} things before compaction {c}.").format(n=number(counts.said), c="{c}")
    if done:
        more = tr("and 1 that no longer matters") if done == 1 else tr("and {n} that no longer matter")
        said = f"{said[:-1]}, {more.format(n=number(done))}."
    is_told = outcome.judgement is not None or bool(judgements.entered_at(outcome.compaction.number))
    there = (tr("1 stands there"), tr("{n} stand there"))
    if not is_told:
        there = (tr("1 stands there word for word"), tr("{n} stand there word for word"))
    known = (
        (_alike(tr("{n} contradicted")), counts.contradicted),
        (_alike(tr("{n} lost")), counts.lost),
        (_alike(tr("{n} altered")), counts.altered),
        (_alike(tr("{n} weakened")), counts.weakened),
        (there, counts.there),
        (_alike(tr("{n} in part")), counts.part),
        ((tr("1 does not"), tr("{n} do not")), counts.absent),
        (_alike(tr("{n} did not before either")), counts.earlier),
        (_alike(tr("{n} undecided") if is_told else tr("of {n} nobody can tell")), counts.undecided),
    )
    # What comes behind it is short for it.
    is_short = bool(counts.part or counts.absent or counts.earlier)
    none = tr("none stands there") if is_told else tr("none stands there word for word")
    shown = [(words, n) for words, n in known if n or (words is there and is_short)]
    parts = [words[n != 1].format(n=number(n)) if n else none for words, n in shown]
    words = said.format(c=at)
    stand = ", ".join(parts)
    words = f"{words} {stand[:1].upper()}{stand[1:]}." if parts else words
    if not outcome.claims:
        return words
    claims = tr("The summary says 1 thing that the history does not.")
    if len(outcome.claims) > 1:
        claims = tr("The summary says {n} things that the history does not.").format(n=number(len(outcome.claims)))
    return f"{words} {claims}"


def beside_words(ready: Ready, rows: Sequence[SentenceRow], judgements: Judgements) -> str:
    """Which others a review counts beside the sentences that are compared; "" where it counts the same."""
    # Only Compare counts both: a review does not wait for what reruns rest on.
    from inspector.workbench.contrast import counted_in_review

    outcome = outcome_at(ready.document, ready.compaction.number)
    if outcome is None or not rows:
        return ""
    review, n = counted_in_review(rows, outcome, judgements), len(rows)
    known = (
        (review.earlier, tr("1 that was not there before either"), tr("{n} that were not there before either")),
        (review.unnamed, tr("1 that the model did not name"), tr("{n} that the model did not name")),
        (review.read, tr("1 judged by a model or by you"), tr("{n} judged by a model or by you")),
    )
    more = [(one if k == 1 else many).format(n=number(k)) for k, one, many in known if k]
    if not more and not review.done:
        return ""
    done = tr("{k} of these ({n} no longer mattered)") if review.done else tr("{k} of these")
    told = ", ".join((done.format(k=number(n - review.done), n=number(review.done)), *more))
    return tr("Review counts {n}: {told}.").format(n=number(review.n), told=told)


def record_words(record: SignOff) -> str:
    """``reviewed 20 Nov 2026 07:31:00 · 12 put back, 1 left as it is · note``."""
    words = tr("reviewed {when} · {back} put back, {accepted} left as it is").format(
        when=exact(record.signed), back=number(record.restored), accepted=number(len(record.decisions.accepted))
    )
    return f"{words} · {record.note}" if record.note else words


def signed_words(record: SignOff, outcome: Outcome, judgements: Judgements) -> str:
    """When a compaction was reviewed, and on how many sentences not there or changed the user decided nothing."""
    chosen = record.decisions
    decided = chosen.accepted | chosen.restored | chosen.edited.keys()
    left = sum(one.entered is None and one.fact.id not in decided for one in to_put_back(outcome, judgements))
    when = tr("reviewed {when}").format(when=exact(record.signed))
    return tr("{when}; {n} without your decision").format(when=when, n=number(left)) if left else when


def _alike(words: str) -> tuple[str, str]:
    """Words for one that are those for several."""
    return words, words


@dataclass(frozen=True, slots=True)
class Figures:
    """How the facts of a compaction fared, in words."""

    counts: str
    more: str
    """What a judge's verdicts come to; without a judge what it means that words are not there."""
    every: str
    """That with the work."""


def figures_of(outcome: Outcome, judgements: Judgements, progress: Progress) -> Figures:
    """The lines above a review; of tens of thousands of facts this takes a moment. Raises Cancelled."""
    progress.report(0.0, tr("Counting facts"))
    with making_many():
        words, counts = counts_words(outcome, judgements), count(judged(outcome, judgements))
        progress.check()
        by_kind = shares(adopt(outcome, judgements))
    told, work = _shares(by_kind, SPOKEN - {FactKind.SAID}), _shares(by_kind, frozenset(KINDS) - SPOKEN)
    kept = tr("kept in the text, as judged: {shares} · not what a model recalls").format(shares=told) if told else ""
    missing = counts.part + counts.absent + counts.earlier
    meaning = tr(NOT_LOST) if missing and outcome.judgement is None else ""
    there = tr("There, of what the work showed: {shares}").format(shares=work) if work else ""
    return Figures(words, kept or meaning, "\n".join(filter(None, (kept or meaning, there))))


def _shares(by_kind: Mapping[str, Share], kinds: AbstractSet[FactKind]) -> str:
    """The share kept of each kind with n; what was not decided is in none of them."""
    found = []
    for kind in KINDS:
        share = by_kind.get(kind.value)
        if kind in kinds and share is not None and share.n:
            words = tr("{kind} {percent} % of {n}")
            percent = round(100 * share.kept / share.n)
            words = words.format(kind=kind_title(kind).lower(), percent=percent, n=number(share.n))
            found.append(words + _used_again(share))
    return " · ".join(found)


def _used_again(share: Share) -> str:
    if not share.used:
        return ""
    return tr(", of those used again {kept} of {n}").format(kept=number(share.used_kept), n=number(share.used))
