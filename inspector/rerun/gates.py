"""Gates for a build: which variants kept too little, or less than another, by more than chance.

The compactions are the ones that were asked for, so chance is in the repeats alone: the interval of a figure is the
95 % interval of its mean over these compactions, from how far repeats of one compaction lie apart. What undecided facts
leave open widens it. A variant misses a gate where its whole interval does. One that has no result on a compaction
cannot pass.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from inspector.errors import UsageError
from inspector.model.run import Score
from inspector.rerun.column import Column, Variant
from inspector.rerun.library import RECORDED
from inspector.rerun.prompts import Prompt
from inspector.rerun.scored import WORSE_BY, ScoredRun
from inspector.rerun.scorer import Scorer
from inspector.rerun.scorers import SCORERS
from inspector.rerun.scorers.facts import BANKED
from inspector.rerun.scorers.headline import HEADLINE
from inspector.rerun.scores import compare, scores_of, t95
from inspector.wording.units import counted


@dataclass(frozen=True, slots=True)
class Gates:
    """What a build holds variants to."""

    under: float | None = None
    """The share that each has to keep; None for no such bar."""
    worse_than: str = ""
    """``recorded`` or a variant's name: none may be worse than that; "" for no such bar."""
    banked: bool = False
    """Whether the facts are those of a bank: the share is then of their words, otherwise a judge's headline."""

    @property
    def wanted(self) -> bool:
        """Whether there is any."""
        return self.under is not None or bool(self.worse_than)

    @property
    def share(self) -> Scorer:
        """The figure that ``under`` is about."""
        return BANKED if self.banked else HEADLINE


@dataclass(frozen=True, slots=True, eq=False)
class Contender:
    """One variant: its name, and for each compaction the results of its repeats."""

    key: str
    name: str
    asks: bool
    """Whether a model writes: otherwise each repeat is the same, and one is enough."""
    cells: tuple[tuple[ScoredRun, ...], ...]

    @property
    def failed(self) -> list[str]:
        """Why there is no result on some compactions."""
        return [_why(cell) for cell in self.cells if all(result.compared.run.error for result in cell)]


def contenders(cases: Sequence[Sequence[Column]], name: Callable[[Column], str]) -> list[Contender]:
    """Every variant over all compactions: each case holds the columns of one compaction."""
    found: dict[str, list[Column | None]] = {}
    for place, columns in enumerate(cases):
        for column in columns:
            found.setdefault(column.key, [None] * len(cases))[place] = column
    made, times = [], dict[str, int]()
    for key, cells in found.items():
        first = next(cell for cell in cells if cell is not None)
        title = name(first)
        times[title] = times.get(title, 0) + 1
        unique = title if times[title] == 1 else f"{title} #{times[title]}"
        results = tuple(() if cell is None else cell.results for cell in cells)
        made.append(Contender(key, unique, first.variant.asks_model, results))
    return made


def names_of(variant: Variant, prompt: Prompt | None) -> frozenset[str]:
    """What a variant can be called: its strategy, its model, its prompt with or without the version."""
    named = (prompt.name, prompt.label) if prompt is not None else ()
    return frozenset((variant.strategy.id, variant.model, variant.prompt, *named)) - {""}


def find_baseline(name: str, known: Mapping[str, Collection[str]]) -> str:
    """The key of the variant that is meant: ``recorded`` itself, or a name that only one variant has.

    ``known`` has the names of each variant by key. Raises UsageError before anything is paid for.
    """
    if name in ("", RECORDED):
        return name
    meant = [key for key, names in known.items() if name in names]
    if len(meant) == 1:
        return meant[0]
    offered = sorted({one for names in known.values() for one in names})
    why = "names several columns" if meant else "is no column of this experiment"
    raise UsageError(f"“{name}” {why}, so nothing can be held against it.",
                     hint=f"Name one by what only it has: {', '.join((RECORDED, *offered))}.")  # fmt: skip


def check_gates(gates: Gates, variants: Iterable[Variant], *, is_judged: bool) -> None:
    """Raise UsageError where nothing could decide: no judge, or a model that answers once, which has no interval."""
    if not is_judged and (gates.worse_than or (gates.under is not None and not gates.banked)):
        raise UsageError(
            "That words stand in a text does not tell what it says: only a judge can say which column keeps less.",
            hint="Name a judge (--judge, in a file judge:), or hold them to a bank (--facts, in a file facts:).",
        )
    asked = [one.repeats for one in variants if one.asks_model]
    if not gates.wanted or not asked:
        return
    if min(asked) < 2:
        raise UsageError(
            "A gate on one answer of a model would be decided by chance.", hint="Ask at least twice (--repeat 3)."
        )


def missed(
    told: Sequence[Contender],
    recorded: Sequence[ScoredRun],
    gates: Gates,
    baseline: str = "",
    held: Container[str] | None = None,
) -> list[tuple[str, str]]:
    """Each gate that a variant missed: its name, and a sentence with the figure, the interval and the bar.

    ``recorded`` has a result for each compaction; ``baseline`` is the key that ``find_baseline`` gave; ``held`` are the
    keys of those that are held to gates, None for all.
    """
    lines: list[tuple[str, str]] = []
    against = Contender(RECORDED, RECORDED, False, tuple((result,) for result in recorded))
    against = next((one for one in told if one.key == baseline), against)
    for one in told:
        if held is not None and one.key not in held:
            continue
        if one.failed:
            where = f"{len(one.failed)} of {counted(len(one.cells), 'compaction')}"
            lines.append((one.name, f"no result on {where}, so it cannot pass. {one.failed[0]}"))
            continue
        if gates.under is not None:
            lines += [(one.name, why) for why in _under(one, gates, gates.under)]
        if gates.worse_than and one is not against:
            lines += [(one.name, why) for why in _worse(one, against)]
    return lines


def _under(one: Contender, gates: Gates, bar: float) -> list[str]:
    figure = estimate(one, gates.share)
    if figure.value is None:
        return [f"{_title(figure)} is not known, so it cannot pass. {figure.detail}"]
    low_enough = figure.value if figure.high is None else figure.high
    if low_enough >= bar:
        return []
    return [f"{_title(figure)} {_words(figure)} is under the bar of {bar:.0%}."]


def _worse(one: Contender, against: Contender) -> list[str]:
    lines = []
    for scorer in (scorer for scorer in SCORERS if scorer.metric in WORSE_BY):
        figure, bar = estimate(one, scorer), estimate(against, scorer)
        if figure.value is None or bar.value is None:
            continue
        if compare(figure, bar) == "worse":
            lines.append(f"{_title(figure)} {_words(figure)} is worse than {against.name}: {_words(bar)}.")
    return lines


def estimate(one: Contender, scorer: Scorer) -> Score:
    """A figure over all compactions with its interval; a single answer of a model has none."""
    cells = [[score for score in _scores(cell, scorer) if score.value is not None] for cell in one.cells]
    first = next((score for cell in cells for score in cell), None)
    if first is None or not all(cells):
        whole = [score for cell in one.cells for score in _scores(cell, scorer)]
        detail = whole[0].detail if whole else "No judge has read it."
        return Score(metric=scorer.metric, value=None, unit=scorer.unit, detail=detail)
    values = [[score.value for score in cell if score.value is not None] for cell in cells]
    value = fmean(map(fmean, values))
    half = _half(values) if one.asks else 0.0
    below, above = (fmean(fmean(_open(score, end) for score in cell) for cell in cells) for end in ("low", "high"))
    low, high = (None, None) if half is None else (value - below - half, value + above + half)
    n = sum(map(len, values))
    return replace(first, value=value, low=low, high=high, n=n, recorded=None)


def _half(values: Sequence[Sequence[float]]) -> float | None:
    """Half of the interval of the mean over compactions, by how far repeats of each lie apart, taken together."""
    freedom = sum(len(cell) - 1 for cell in values)
    if not freedom:
        return None
    spread = sum((value - fmean(cell)) ** 2 for cell in values for value in cell) / freedom
    return t95(freedom) * math.sqrt(spread * sum(1 / len(cell) for cell in values)) / len(values)


def _open(score: Score, end: str) -> float:
    """How far undecided facts leave a figure open, below or above."""
    bound = getattr(score, end)
    return 0.0 if bound is None or score.value is None else abs(bound - score.value)


def _scores(results: Iterable[ScoredRun], scorer: Scorer) -> list[Score]:
    """Of a judge alone, but for the words of a bank: what was not read cannot be held against what was."""
    whole = (result.compared for result in results if not result.compared.run.error)
    known = (one for one in whole if one.by is not None or scorer is BANKED)
    return [score for one in known for score in scores_of((one,), (scorer,))]


def _why(cell: Sequence[ScoredRun]) -> str:
    return next((result.compared.run.error for result in cell if result.compared.run.error), "It was not run there.")


def _title(score: Score) -> str:
    return score.metric.replace("_", " ")


def _words(score: Score) -> str:
    shown = f"{{:.{0 if score.unit == 'share' else 3}{'%' if score.unit == 'share' else 'g'}}}"
    told = shown.format(score.value)
    if score.low is None or score.high is None or score.low == score.high:
        return told
    runs = f", {counted(score.n, 'run')}" if score.n > 1 else ""
    return f"{told} ({shown.format(score.low)} to {shown.format(score.high)}{runs})"
