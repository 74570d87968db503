"""Simulate: a strategy rolled over a whole recorded session. It decides when; the recorded answers are used again.

The agent would have acted otherwise with another context. What is simulated is what it would have had before it at
each of its recorded steps, not what it would have done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from inspector.measure.calibrate import Calibration
from inspector.measure.price import price_of
from inspector.model import Call, Request, Session, Usage
from inspector.model.run import Run
from inspector.reconstruct.compactions import Compactions
from inspector.reconstruct.replay import Replay
from inspector.rerun.caution import Caution
from inspector.rerun.engine import NEEDS_A_MODEL, Find, recount, run_strategy
from inspector.rerun.estimate import estimator, total
from inspector.rerun.fates import Gone, fates, tally, whole_session
from inspector.rerun.material import Limits, Material
from inspector.rerun.prune import prune
from inspector.rerun.rolling import Rolling, with_summaries_of
from inspector.rerun.strategy import Fraction, Rule, Strategy, Trigger
from inspector.rerun.summarize import Summarizer
from inspector.rerun.trigger import Moment, fires
from inspector.rerun.unlogged import RollingOverhead, unlogged_of
from inspector.rerun.view import Entry, Library, holders, seconds

SUMMARY_TOKENS = 4_000
"""What a summary is taken to be long where neither the session nor the strategy tells."""


@dataclass(frozen=True, slots=True)
class Step:
    """One request of the session, as it would have been."""

    number: int
    prompt: int
    """Prompt tokens; estimated."""
    reused: int
    """The part that a cache could have given back."""
    fired: bool
    recorded: int | None


@dataclass(frozen=True, slots=True)
class Fired:
    """One compaction of the simulation."""

    request: int
    """Number of the request before which it happened."""
    reason: str
    before: int
    after: int
    run: Run


@dataclass(frozen=True, slots=True)
class Simulation:
    """A whole session under another strategy."""

    strategy: Strategy
    steps: tuple[Step, ...]
    compactions: tuple[Fired, ...]
    peak: int
    prompts: int
    """All prompt tokens together."""
    billed: int
    """Those that no cache gave back, the summaries' own among them."""
    cost: float | None
    """US dollars by list price; None where a model has none."""
    fates: dict[str, int]
    """Facts of the whole session by where they stand at its end."""
    over: int
    """Requests that would not have fitted the window."""
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Sums:
    steps: list[Step] = field(default_factory=list)
    fired: list[Fired] = field(default_factory=list)
    folded: set[int] = field(default_factory=set)
    silent: set[int] = field(default_factory=set)
    billed: int = 0
    cost: float | None = 0.0
    over: int = 0
    unwritten: int = 0
    """Requests of which the log does not tell how much the model wrote."""
    stood_in: bool = False


def simulate(
    strategy: Strategy,
    library: Library,
    compactions: Compactions,
    calibration: Calibration,
    window: int | None,
    *,
    trigger: float | None = None,
    summarizer: Summarizer | None = None,
    find: Find | None = None,
) -> Simulation:
    """Roll a strategy over a session. ``trigger`` takes the place of its own rules: a share of the window."""
    if trigger is not None:
        strategy = replace(strategy, trigger=Trigger(any=(Rule(fraction=Fraction(trigger)),)))
    session = library.session
    found = whole_session(session, lambda item: library.entry(item.number).text)
    facts = (*found.facts, *found.evidence) if found else ()
    base = Material(
        session=session,
        compaction=0,
        entries=(),
        limits=Limits(window),
        calibration=calibration,
        library=library,
        facts=found.facts if found else (),
        live=frozenset(name for name, live in found.live.items() if live.live) if found else frozenset(),
        evidence=found.evidence if found else (),
    )
    beyond = RollingOverhead(unlogged_of(session, Replay(session), library.counts, calibration, compactions))
    length = summary_tokens(strategy, library, compactions)
    roll = _Roll(strategy, base, Rolling(library, compactions), beyond, length)
    roll.run(summarizer, find)
    sums = roll.sums
    gone = Gone(frozenset(sums.folded), frozenset(sums.silent))
    return Simulation(
        strategy=strategy,
        steps=tuple(sums.steps),
        compactions=tuple(sums.fired),
        peak=max((step.prompt for step in sums.steps), default=0),
        prompts=sum(step.prompt for step in sums.steps),
        billed=sums.billed,
        cost=sums.cost,
        fates=tally(fates(facts, roll.rolling.entries, gone, holders(session))),
        over=sums.over,
        notes=_notes(strategy, roll, window),
    )


def summary_tokens(strategy: Strategy, library: Library, compactions: Compactions) -> int:
    """How long a summary is taken to be: as the session's own were, within what the strategy allows."""
    numbers = [one.record.summary for one in compactions.all if one.record.readable and one.record.summary]
    known = [library.entry(number).counted for number in numbers]
    length = round(median(known)) if known else SUMMARY_TOKENS
    longest = strategy.summarize.out if strategy.summarize and strategy.summarize.out is not None else length
    return min(length, longest)


class _Roll:
    """One simulation under way."""

    def __init__(
        self, strategy: Strategy, base: Material, rolling: Rolling, beyond: RollingOverhead, length: int
    ) -> None:
        self.strategy = strategy
        self.base = base
        self.rolling = rolling
        self.beyond = beyond
        self.length = length
        self.sums = _Sums()
        self._steps_of_request = tuple(step for step in strategy.prune if step.when == "request")
        self._estimate = estimator(strategy.estimator, base.calibration.ratio)
        self._before: float | None = None
        self._caution = Caution(strategy.guard)
        self._since = 0
        """Requests that were sent since it last fired."""

    @property
    def caution_notes(self) -> list[str]:
        """What has to be said about when it was not tried any more."""
        return self._caution.notes

    def run(self, summarizer: Summarizer | None, find: Find | None) -> None:
        """Walk the whole session."""
        session: Session = self.base.session
        for index, op in enumerate(session.ops):
            if type(op) is not Call:
                self.rolling.take(index, op)
                continue
            request = session.requests[op.request]
            if not request.thread and not request.purpose:
                self._request(request, summarizer, find)

    def _tokens(self) -> int:
        return self._prompt(self.rolling.counted)

    def _counted(self, entries: Sequence[Entry]) -> int:
        return self._prompt(sum(entry.counted for entry in entries))

    def _prompt(self, counted: int) -> int:
        return max(0, round(self.base.calibration.ratio * counted + self.beyond.tokens))

    def _unlogged(self) -> int:
        return max(0, round(self.beyond.tokens))

    def _seen(self) -> int:
        """The tokens that the agent goes by: some look at the last request alone, some at their own guess."""
        counter = self.strategy.trigger.counter
        if counter == "last_usage":
            return self.sums.steps[-1].prompt if self.sums.steps else 0
        if counter == "estimate":
            return total(self.rolling.entries, self._estimate) + self._unlogged()
        return self._tokens()

    def _request(self, request: Request, summarizer: Summarizer | None, find: Find | None) -> None:
        rolling = self.rolling
        self.beyond.before(request.number)
        if self._steps_of_request:
            pruned = prune(rolling.entries, self._steps_of_request, self._estimate).entries
            if any(new is not old for new, old in zip(pruned, rolling.entries, strict=True)):
                rolling.become(recount(self.base, pruned))
        now = seconds(request.started)
        idle = now - self._before if now is not None and self._before is not None else None
        self._before = now if now is not None else self._before
        limits = replace(self.base.limits, used=self._tokens())
        moment = Moment(self._seen(), rolling.entries, idle, rolling.prompted)
        only_masks = self._steps_of_request and self.strategy.trigger.any == ("always",)
        reason = "" if only_masks else fires(self.strategy.trigger, moment, limits)
        fired = bool(reason) and self._compact(request, reason, limits, summarizer, find)
        self._since = 1 if fired else self._since + 1
        self._sent(request, fired)

    def _compact(
        self, request: Request, reason: str, limits: Limits, summarizer: Summarizer | None, find: Find | None
    ) -> bool:
        if not self._caution.may_fire(self._since if self.sums.fired else None):
            return False
        last = max((entry.item or 0 for entry in self.rolling.entries), default=0)
        material = replace(
            self.base,
            compaction=len(self.sums.fired) + 1,
            entries=tuple(self.rolling.entries),
            limits=limits,
            calibration=replace(self.base.calibration, overhead=float(self._unlogged())),
            facts=tuple(fact for fact in self.base.facts if fact.quotes[0].item <= last),
            evidence=tuple(fact for fact in self.base.evidence if fact.quotes[0].item <= last),
        )
        before = self._tokens()
        strategy = self.strategy
        if self._caution.only_fallback and find is not None:
            strategy = find(strategy.guard.fallback)
        done = run_strategy(strategy, material, summarizer, find)
        self._caution.failed(done.run.error not in ("", NEEDS_A_MODEL))
        if not done.run.changed or done.run.error not in ("", NEEDS_A_MODEL):
            self._caution.refused(done.refused)
            return False
        entries = with_summaries_of(done.entries, self.length)
        if strategy.guard.inflate == "reject" and self._counted(entries) > before:
            self._caution.refused(True)
            return False
        self.rolling.become(entries, carried=True)
        self.beyond.cut()
        run = done.run
        self.sums.folded.update(run.folded)
        self.sums.silent.update(run.silent)
        self.sums.fired.append(Fired(request.number, reason, before, self._tokens(), run))
        if strategy.summarize is not None and run.folded:
            self._pay_for_summary(request, before, run)
        return True

    def _pay_for_summary(self, request: Request, before: int, run: Run) -> None:
        wanted = self.strategy.summarize
        assert wanted is not None
        self.sums.stood_in = self.sums.stood_in or not run.text
        # A request with the same front is mostly read from the cache; a text made of it is not.
        cached = before if wanted.input == "prefix" else 0
        self._pay(request, before - cached, cached, self.length)

    def _sent(self, request: Request, fired: bool) -> None:
        prompt = self._tokens()
        reused = round(self.base.calibration.ratio * self.rolling.reused())
        reused = min(prompt, reused + self._unlogged()) if self.sums.steps else 0
        recorded = request.usage.prompt if request.usage else None
        self.sums.steps.append(Step(request.number, prompt, reused, fired, recorded))
        window = self.base.limits.window
        self.sums.over += window is not None and prompt > window
        written = request.usage.output if request.usage else None
        self.sums.unwritten += written is None
        self._pay(request, prompt - reused, reused, written or 0)

    def _pay(self, request: Request, fresh: int, cached: int, output: int) -> None:
        self.sums.billed += fresh
        model = request.model
        writes = price_of(model, Usage(0, 0, 1, 0)).dollars is not None
        usage = Usage(0, cached, fresh, output) if writes else Usage(fresh, cached, 0, output)
        dollars = price_of(model, usage).dollars
        self.sums.cost = None if dollars is None or self.sums.cost is None else self.sums.cost + dollars


def _notes(strategy: Strategy, roll: _Roll, window: int | None) -> tuple[str, ...]:
    notes = ["The recorded steps are used again; with another context the agent would have acted otherwise."]
    if roll.sums.stood_in:
        notes.append(f"Each summary is taken to be {roll.length:,} tokens long; what it would say needs a model.")
    notes += roll.caution_notes
    if window is None:
        notes.append("The window is not known, so no rule on it can fire.")
    if roll.sums.unwritten and roll.sums.cost is not None:
        many = f"{roll.sums.unwritten:,} of {len(roll.sums.steps):,} requests"
        notes.append(f"How much the model wrote is not in this log for {many}; the price leaves it out.")
    if roll.sums.over:
        notes.append(f"{roll.sums.over} requests would not fit the window.")
    if strategy.prune and any(rule == "always" for rule in strategy.trigger.any):
        notes.append("Clearing results changes the front of the prompt, which a cache then no longer gives back.")
    return tuple(notes)
