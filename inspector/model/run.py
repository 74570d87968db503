"""A compaction made again: by which strategy, what the new context consists of, and how it did."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from inspector.model.basis import Basis, TokenCount
from inspector.model.record import record
from inspector.model.session import ItemKind, Origin, Usage
from inspector.model.settings import UNSET, Settings
from inspector.model.source import Quote


class State(StrEnum):
    """What a piece of a new context is to the history it was made from."""

    VERBATIM = "verbatim"
    TRUNCATED = "truncated"
    MASKED = "masked"
    PARAPHRASED = "paraphrased"
    """A model's words for it."""
    POINTER = "pointer"
    """Only the place where it can be read again."""
    RESTORED = "restored"
    """Put back from what the session itself showed of a file."""
    SYNTHETIC = "synthetic"
    """The strategy's own words, from no part of the history."""
    OPAQUE = "opaque"
    """A summary that cannot be read, or that no model was there to write."""


class Selection(StrEnum):
    """How truly a strategy picks what stays, as the agent does that it is named after.

    It says nothing of the words that ask for a summary: that is ``Wording``.
    """

    EXACT = "exact"
    """The rules of its source, step by step."""
    CLOSE = "close"
    """Its rules as far as they are known; details differ."""
    STAND_IN = "stand-in"
    """The agent's own way is not public: the nearest that can be run."""
    OWN = "own"
    """No agent's."""


class Wording(StrEnum):
    """Whose prompt asks for a summary."""

    AGENT = "agent"
    """The agent's own, word for word: from its log, or from where it is installed."""
    OURS = "ours"
    """A template that ships with this program."""
    YOURS = "yours"
    """The user's."""


class Needs(StrEnum):
    """Whether a strategy can run without a model."""

    NONE = "none"
    REQUIRED = "required"
    OPAQUE = "opaque"
    """The provider writes what nobody can read; a model's text stands in for it."""


@record
class Slice:
    """One piece of a new context, in order, with where it comes from.

    ``sources`` are the passages of the recorded items behind it; none for what is synthetic. ``item`` is the item
    it stands for (whole, shortened or masked), None for new text. ``tokens`` are counted, not calibrated.
    """

    slot: str
    kind: ItemKind
    origin: Origin
    state: State
    text: str
    tokens: int
    sources: tuple[Quote, ...] = ()
    item: int | None = None
    tool: str = ""
    call_id: str = ""
    why: str = ""
    """The stage and rule that made it other than verbatim."""


@record
class Drop:
    """An item that left the context, and which stage and rule let it go."""

    item: int
    stage: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategySpec:
    """Everything needed to run a variant again."""

    id: str
    hash: str
    """Of the parameters: the same hash gives the same context, but for the model's answer."""
    selection: Selection
    needs: Needs
    params: str = ""
    """The strategy's document as JSON."""
    prompt: str = ""
    """Name and version of the prompt; "" where none was used."""
    model: str = ""
    focus: str = ""
    """What the user asked to preserve."""
    settings: Settings = UNSET
    """Of each request: maximum output, temperature, effort, seed, as far as they were set."""
    wording: tuple[Wording, ...] = field(default=(), compare=False)
    """Of the prompts that asked, each once; none where nothing was asked.

    It follows from ``prompt``: runs that were kept before it was written down are the same as now.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One strategy, run once on the context of one compaction."""

    id: str
    spec: StrategySpec
    compaction: int
    slices: tuple[Slice, ...]
    dropped: tuple[Drop, ...]
    """Left without going through a summary."""
    folded: tuple[int, ...]
    """Items that the summary was made from."""
    silent: tuple[int, ...]
    """Items that are neither kept, nor folded, nor dropped by a rule: lost without anyone having decided it."""
    before: TokenCount
    after: TokenCount
    text: str = ""
    """The summary, where there is one to read."""
    usage: Usage | None = None
    cost: float | None = None
    """US dollars for the model's answers, by list price; 0 where no model was called."""
    cost_recorded: float | None = None
    """US dollars that the log records for the compaction's own requests; None where it does not, and for all others."""
    seconds: float | None = None
    """That the model took for all its answers: no waiting in a queue, no pause before a further try. 0 where none was
    asked; None where one was and nobody knows."""
    changed: bool = True
    """False where the strategy found nothing to do."""
    error: str = ""
    """Why there is no result, such as the want of a model; "" where there is one."""
    notes: tuple[str, ...] = ()
    recorded: tuple[int, int] | None = None
    """Of what the log says was done, the prompt tokens before and after as recorded; None where either is not, and
    for all other runs. ``before`` and ``after`` are estimated in each of them, so that they compare."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One figure about a run, or about the repeats of one variant."""

    metric: str
    value: float | None
    """None where it does not apply; ``detail`` says why."""
    low: float | None = None
    high: float | None = None
    """The 95 % interval of the mean over repeats; of one run the bounds that undecided facts leave, or for a part of
    the facts the 95 % interval of its share; else None."""
    n: int = 0
    """What the figure rests on: facts, or repeats where there are several."""
    unit: str = ""
    basis: Basis = Basis.INFERRED
    detail: str = ""
    recorded: float | None = None
    """What the log records, beside an estimate that compares with those of other variants; else None."""
