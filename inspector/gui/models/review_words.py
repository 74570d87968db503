"""The lines above and below a review: what was compacted, how many facts fared how, what share was kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.gui.language import number, tr
from inspector.gui.models.compactions import change_in_tokens, is_guessed, name
from inspector.gui.models.figures import basis_words, unknown
from inspector.gui.models.verdicts import kind_title
from inspector.model import Compaction, FactKind, Verdict
from inspector.report.summary_call import call_words
from inspector.survival.outcome import Outcome
from inspector.survival.shares import SPOKEN, Share, shares
from inspector.wording.compactions import sentences
from inspector.workbench.document import Document
from inspector.workbench.jobs import Progress, making_many
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import KINDS, adopt, count, judged


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
    """``34 facts · 8 lost · 1 altered · 2 unsupported``: the human's words that still mattered, then evidence."""
    facts = judged(outcome, judgements)
    counts = count(one for one in facts if one.fact.kind in SPOKEN)
    work = count(one for one in facts if one.fact.kind not in SPOKEN)
    missed = sum(one.is_held_back and one.is_live and one.survival.unsure is Verdict.LOST for one in facts)
    parts = [
        tr("1 fact") if counts.live == 1 else tr("{n} facts").format(n=number(counts.live)),
        tr("{n} contradicted").format(n=number(counts.contradicted)) if counts.contradicted else "",
        _gone(tr("{n} lost"), counts.lost, outcome),
        _gone(tr("{n} altered"), counts.altered, outcome),
        tr("{n} weakened").format(n=number(counts.weakened)) if counts.weakened else "",
        tr("{n} not found").format(n=number(missed)) if missed else "",
        tr("{n} undecided").format(n=number(counts.undecided - missed)) if counts.undecided > missed else "",
        # Where no judge read it, nobody knows.
        tr("{n} unsupported").format(n=number(len(outcome.claims))) if outcome.claims or outcome.by_judge else "",
    ]
    if work.live:
        used = sum(one.is_harm for one in facts if one.fact.kind not in SPOKEN)
        told = [
            tr("{n} contradicted").format(n=number(work.contradicted)) if work.contradicted else "",
            _gone(tr("{n} not there"), work.lost, outcome),
            tr("{n} altered").format(n=number(work.altered)) if work.altered else "",
            tr("{n} weakened").format(n=number(work.weakened)) if work.weakened else "",
            tr("{n} undecided").format(n=number(work.undecided)) if work.undecided else "",
            tr("{n} of these needed again").format(n=number(used)) if used else "",
        ]
        fared = ", ".join(part for part in told if part)
        several = tr("{n} facts from the work").format(n=number(work.live))
        evidence = tr("1 fact from the work") if work.live == 1 else several
        parts.append(f"{evidence}: {fared}" if fared else evidence)
    return " · ".join(part for part in parts if part)


def _gone(words: str, n: int, outcome: Outcome) -> str:
    """How many; "" for none where what came after cannot be judged, since nobody knows that it was none."""
    return words.format(n=number(n)) if n or not outcome.note else ""


@dataclass(frozen=True, slots=True)
class Figures:
    """How the facts of a compaction fared, in words."""

    counts: str
    shares: str
    all_shares: str
    """With those of the evidence."""


def figures_of(outcome: Outcome, judgements: Judgements, progress: Progress) -> Figures:
    """The lines below a review; of tens of thousands of facts this takes a moment. Raises Cancelled."""
    progress.report(0.0, tr("Counting facts"))
    with making_many():
        counts = counts_words(outcome, judgements)
        progress.check()
        by_kind = shares(adopt(outcome, judgements))
    open_ = any(one.live and one.unsure is not None for one in outcome.survivals)
    kept = tr("kept, of the facts that could be decided: {shares}") if open_ else tr("kept: {shares}")
    human, every = _shares(by_kind, SPOKEN, kept), _shares(by_kind, KINDS, kept, with_interval=True)
    if not human:
        # What was kept word for word is known all the same, and listed.
        opaque = tr("no share: it is not known what was lost here")
        human = opaque if outcome.note else tr("no share: nothing that mattered could be judged")
    if any(by_kind[kind].n for kind in by_kind.keys() - set(SPOKEN)):
        every = f"{every} · {tr('all facts from the work are counted')}"
    return Figures(counts, human, every)


def _shares(by_kind: Mapping[str, Share], kinds: Sequence[FactKind], kept: str, *, with_interval: bool = False) -> str:
    """The share kept of each kind with n, and, where wanted, its interval; what was not judged is in none of them."""
    found = []
    for kind in kinds:
        share = by_kind.get(kind.value)
        if share is not None and share.n:
            words = (
                tr("{kind} {percent} % of {n} [{low}–{high} %]") if with_interval else tr("{kind} {percent} % of {n}")
            )
            found.append(
                words.format(
                    kind=kind_title(kind).lower(),
                    percent=round(100 * share.kept / share.n),
                    n=number(share.n),
                    low=round(100 * share.low),
                    high=round(100 * share.high),
                )
                + _used_again(share)
            )
    if not found:
        return ""
    return f"{kept.format(shares=' · '.join(found))} · {tr('text survival, not recall')}"


def _used_again(share: Share) -> str:
    if not share.used:
        return ""
    return tr(", of those used again {kept} of {n}").format(kept=number(share.used_kept), n=number(share.used))
