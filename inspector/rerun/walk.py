"""The walk of a simulation: through a recorded session call by call, firing where the strategy says so."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from inspector.measure.price import price_of
from inspector.model import Call, Request, Session, Usage
from inspector.model.run import Run
from inspector.read.times import epoch_seconds
from inspector.rerun.engine import NEEDS_A_MODEL, Find, run_strategy
from inspector.rerun.estimate import estimator, total
from inspector.rerun.guard import Caution
from inspector.rerun.material import Limits, Material
from inspector.rerun.prune import prune
from inspector.rerun.simulated_context import SimulatedContext, with_summaries_of
from inspector.rerun.slices import recount
from inspector.rerun.strategy import Strategy
from inspector.rerun.trigger import Moment, fires
from inspector.rerun.unlogged import SimulatedOverhead


@dataclass(frozen=True, slots=True)
class SimulatedRequest:
    """One request of the session, as it would have been."""

    number: int
    prompt: int
    """Prompt tokens; estimated."""
    fired: bool
    reused: int
    """The part that a cache could have given back."""
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


@dataclass(slots=True)
class Sums:
    """What a simulation has come to so far."""

    steps: list[SimulatedRequest] = field(default_factory=list)
    fired: list[Fired] = field(default_factory=list)
    folded: set[int] = field(default_factory=set)
    silent: set[int] = field(default_factory=set)
    billed: int = 0
    cost: float | None = 0.0
    over: int = 0
    unwritten: int = 0
    """Requests of which the log does not tell how much the model wrote."""
    stood_in: bool = False


class Walk:
    """One simulation under way."""

    def __init__(
        self,
        strategy: Strategy,
        base: Material,
        context: SimulatedContext,
        beyond: SimulatedOverhead,
        length: int,
        find: Find | None = None,
    ) -> None:
        self.strategy = strategy
        self.base = base
        self.context = context
        self.beyond = beyond
        self.length = length
        self._find = find
        self.sums = Sums()
        self._steps_of_request = tuple(step for step in strategy.prune if step.when == "request")
        self._estimate = estimator(strategy.estimator, base.calibration.ratio)
        self._before: float | None = None
        self.caution = Caution(strategy.guard)
        self._since = 0
        """Requests that were sent since it last fired."""

    def run(self) -> None:
        """Walk the whole session."""
        session: Session = self.base.session
        for index, op in enumerate(session.ops):
            if type(op) is not Call:
                self.context.take(index, op)
                continue
            request = session.requests[op.request]
            if not request.thread and not request.purpose:
                self._request(request)

    def _tokens(self) -> int:
        return self._prompt(self.context.counted)

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
            return total(self.context.entries, self._estimate) + self._unlogged()
        return self._tokens()

    def _request(self, request: Request) -> None:
        context = self.context
        self.beyond.before(request.number)
        if self._steps_of_request:
            pruned = prune(context.entries, self._steps_of_request, self._estimate).entries
            if any(new is not old for new, old in zip(pruned, context.entries, strict=True)):
                context.become(recount(self.base, pruned))
        now = epoch_seconds(request.started)
        idle = now - self._before if now is not None and self._before is not None else None
        self._before = now if now is not None else self._before
        limits = replace(self.base.limits, used=self._tokens())
        moment = Moment(self._seen(), context.entries, idle, context.prompted)
        only_masks = self._steps_of_request and self.strategy.trigger.any == ("always",)
        reason = "" if only_masks else fires(self.strategy.trigger, moment, limits)
        fired = bool(reason) and self._compact(request, reason, limits)
        self._since = 1 if fired else self._since + 1
        self._sent(request, fired)

    def _compact(self, request: Request, reason: str, limits: Limits) -> bool:
        if not self.caution.may_fire(self._since if self.sums.fired else None):
            return False
        last = max((entry.item or 0 for entry in self.context.entries), default=0)
        material = replace(
            self.base,
            compaction=len(self.sums.fired) + 1,
            entries=tuple(self.context.entries),
            limits=limits,
            calibration=replace(self.base.calibration, overhead=float(self._unlogged())),
            before=None,
            facts=tuple(fact for fact in self.base.facts if fact.quotes[0].item <= last),
            evidence=tuple(fact for fact in self.base.evidence if fact.quotes[0].item <= last),
        )
        before = self._tokens()
        strategy = self.strategy
        if self.caution.only_fallback and self._find is not None:
            strategy = self._find(strategy.guard.fallback)
        done = run_strategy(strategy, material, find=self._find)
        self.caution.failed(done.run.error not in ("", NEEDS_A_MODEL))
        if not done.run.changed or done.run.error not in ("", NEEDS_A_MODEL):
            self.caution.refused(done.refused)
            return False
        entries = with_summaries_of(done.entries, self.length)
        if strategy.guard.inflate == "reject" and self._prompt(sum(entry.counted for entry in entries)) > before:
            self.caution.refused(True)
            return False
        self.context.become(entries, carried=True)
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
        reused = round(self.base.calibration.ratio * self.context.reused())
        reused = min(prompt, reused + self._unlogged()) if self.sums.steps else 0
        recorded = request.usage.prompt if request.usage else None
        self.sums.steps.append(SimulatedRequest(request.number, prompt, fired, reused, recorded))
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
