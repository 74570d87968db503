"""Figures about what became of the facts, and about what the summary claims. Without a judge, words alone are counted.

The text that was written and the whole new context are two figures: what a strategy keeps beside a summary, such as the
newest messages or pinned rules, says nothing of the prompt that the summary came from.
"""

from __future__ import annotations

from collections.abc import Iterable

from inspector.model import Basis, Survival, Verdict
from inspector.rerun.compared import ComparedRun, is_written
from inspector.rerun.scorer import RunFigure, Scorer, is_kept, spoken, still_matters


def _in_summary(compared: ComparedRun) -> RunFigure:
    """The share of the human's live statements that the summary alone holds."""
    if not any(is_written(piece) for piece in compared.run.slices):
        return RunFigure(None, detail="No summary was written.")
    if compared.note or not compared.alone:
        return RunFigure(None, detail=compared.note or "The summary cannot be compared by itself.")
    there = [survival for survival in compared.alone if survival.before or survival.basis is not Basis.COUNTED]
    return _share(compared, there, "live statement of the user")


def _statements(compared: ComparedRun) -> RunFigure:
    """The share of the human's live statements that the whole new context holds."""
    return _share(compared, spoken(compared), "live statement of the user")


def _used_again(compared: ComparedRun) -> RunFigure:
    """Of the files, commands, results and names that the work used again behind the compaction, the share that is left.

    All else that the work showed is left out: most of it nobody needs any more.
    """
    pairs = zip(compared.facts, compared.survivals, strict=True)
    return _share(
        compared, [survival for fact, survival in pairs if fact.needed_later], "thing that the work used again"
    )


def _all(compared: ComparedRun) -> RunFigure:
    """The share of all facts that the whole new context holds: of those that a bank names, each counts one."""
    return _share(compared, compared.survivals, "fact of the bank")


def _share(compared: ComparedRun, survivals: Iterable[Survival], what: str) -> RunFigure:
    """Of what still matters and was decided, the share that is kept; undecided ones open its bounds."""
    live = [survival for survival in survivals if still_matters(survival)]
    if not live:
        return RunFigure(None, detail=f"There is no {what}.")
    kept = sum(is_kept(compared, survival) for survival in live)
    unsure = sum(survival.verdict is Verdict.UNDECIDED for survival in live)
    decided = len(live) - unsure
    if not decided:
        return RunFigure(None, detail=f"{unsure} of {unsure} are undecided: no {what} could be compared.")
    if not unsure:
        return RunFigure(kept / decided, decided, detail=f"{kept} of {decided}")
    low, high = kept / len(live), (kept + unsure) / len(live)
    return RunFigure(kept / decided, decided, detail=f"{kept} of {decided}; {unsure} undecided", low=low, high=high)


def _contradicted(compared: ComparedRun) -> RunFigure:
    """How many statements of the human the new context has the opposite of."""
    if not compared.survivals:
        return RunFigure(None, detail=compared.note or "There are no facts.")
    told = spoken(compared)
    return RunFigure(float(sum(one.verdict is Verdict.CONTRADICTED for one in told)), len(told))


def _unsupported(compared: ComparedRun) -> RunFigure:
    """Unsupported and contradicted claims together, as a judge names them; without a summary there are none."""
    if not any(is_written(piece) for piece in compared.run.slices):
        return RunFigure(None, detail="There is no summary to check.")
    if compared.note:
        return RunFigure(None, detail=compared.note)
    if compared.by is None:
        return RunFigure(None, detail="Only a judge can tell what the history does not support.")
    contradicted = sum(claim.kind == "contradicted" for claim in compared.claims)
    return RunFigure(float(len(compared.claims)), detail=f"{contradicted} contradicted" if contradicted else "")


IN_SUMMARY = Scorer("in_summary", "share", "higher", _in_summary)
STATEMENTS = Scorer("statements_kept", "share", "higher", _statements)
USED_AGAIN = Scorer("used_again", "share", "higher", _used_again)
BANKED = Scorer("facts_kept", "share", "higher", _all)
"""Only where facts are those of a bank."""
CONTRADICTED = Scorer("contradicted", "facts", "lower", _contradicted, by_judge=True)
UNSUPPORTED = Scorer("unsupported_claims", "claims", "lower", _unsupported, by_judge=True)
