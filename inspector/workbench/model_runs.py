"""Runs that ask a model: what would be sent and to whom, and, with consent, the sending."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from inspector.ask.answers import AnswerStore, InMemory
from inspector.ask.asker import Asker, asker_for
from inspector.ask.preview import Preview, total
from inspector.ask.redact import Secret
from inspector.ask.sending import Sending
from inspector.ask.spending import SetPrice, Spending
from inspector.ask.stop import Stop
from inspector.llm.chat import ChatModel
from inspector.llm.guard import Guarded, Wait
from inspector.llm.loop import Loop
from inspector.llm.models import key_of, keyless, open_chat, unpriced
from inspector.measure.price import Price
from inspector.model import Usage
from inspector.rerun.column import Variant
from inspector.rerun.experiment import Laboratory, run_in_turn, trials_of
from inspector.rerun.library import Strategies
from inspector.rerun.preview import preview
from inspector.rerun.prompts import Prompts
from inspector.rerun.scored import ScoredRun
from inspector.store.reruns import Reruns
from inspector.store.sent import SentLog
from inspector.workbench.experiments import Ready
from inspector.workbench.jobs import Progress

CAP = 2.0
"""US dollars that a session's reruns may cost until the user says otherwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Outgoing:
    """What running a variant would send, before anything is sent."""

    key: str
    """Of the column."""
    compaction: int
    title: str
    """The strategy, or what else it is about."""
    variant: Variant | None
    """None for what no column runs: a judge's questions."""
    destination: str
    credentials: str
    """Where the model's key comes from, or that none is needed; never the key."""
    sent: tuple[Sending, ...]
    """The requests of one repeat, in order."""
    requests: int
    """Of all repeats."""
    answered: int
    """Of these, how many were answered before and are not asked again."""
    tokens: int
    """Of all requests that are sent."""
    answers: int
    """Tokens that may be written."""
    price: Price
    secrets: tuple[Secret, ...]
    trouble: str = ""
    """Why it cannot be sent as it is, such as a context over the model's window; "" where it can."""
    keyless: str = ""
    """Why nobody would answer: a key that the model needs and that is nowhere; "" where somebody may."""

    unpriced: str = ""
    """Why no price is known; "" where one is."""

    @property
    def can_be_sent(self) -> bool:
        """Whether consent to send it means anything."""
        return not self.trouble and not self.keyless


class ModelRuns:
    """Talks to models for the columns. Its thread begins with the first question, or the first look at one."""

    def __init__(self, prompts: Callable[[], Prompts], reruns: Reruns | None = None) -> None:
        self.prompts = prompts
        self.spending = Spending(CAP)
        self._uncapped = Spending()
        self._answers: AnswerStore = reruns or InMemory()
        self._askers: dict[str, Asker] = {}
        self._loop: Loop | None = None
        self._lock = threading.Lock()

    def __call__(
        self,
        ready: Ready,
        variant: Variant,
        strategies: Strategies,
        progress: Progress,
        stop: Stop,
        *,
        retry: bool = False,
    ) -> tuple[ScoredRun, ...]:
        """Run a variant, all repeats, on this thread. Raises InspectorError; whoever calls has got consent.

        ``retry`` asks again what failed although it was paid for.
        """
        laboratory = self._laboratory(strategies, self.asker(variant.model, retry=retry))
        trials = trials_of([ready.subject], [variant], laboratory.prompts)
        return run_in_turn(laboratory, trials, lambda words: progress.report(0.0, words), stop)

    def dry_run(
        self, ready: Ready, key: str, variant: Variant, strategies: Strategies, *, retry: bool = False
    ) -> Outgoing:
        """What a variant would send; nothing is. Reads and counts the whole context. Raises UsageError."""
        chat = open_chat(variant.model)
        laboratory = self._laboratory(strategies, self.asker(variant.model, retry=retry))
        seen = [preview(laboratory, trial) for trial in trials_of([ready.subject], [variant], laboratory.prompts)]
        told = outgoing_of(seen, key, ready.compaction.number, variant.strategy.id, chat)
        return replace(told, variant=variant)

    @property
    def spent(self) -> float:
        """US dollars so far, as far as prices are known."""
        return self.spending.spent + self._uncapped.spent

    @property
    def unpriced(self) -> int:
        """Requests whose price is not known."""
        return self.spending.unknown + self._uncapped.unknown

    @property
    def is_asking(self) -> bool:
        """Whether a question was sent and its answer is not there yet."""
        return bool(self.spending.promised_tokens or self._uncapped.promised_tokens)

    def close(self) -> None:
        """Hang up and end the thread."""
        with self._lock:
            if self._loop is not None:
                self._loop.close()
                self._loop = None
                self._askers.clear()

    def _laboratory(self, strategies: Strategies, asker: Asker) -> Laboratory:
        return Laboratory(
            loop=asker.loop,
            prompts=self.prompts(),
            asker=lambda name: asker,
            find=strategies.named,
            strict=True,
        )

    def asker(self, model: str, *, retry: bool = False) -> Asker:
        """The way to a model by its name. Raises UsageError for one that leads nowhere."""
        with self._lock:
            if model not in self._askers:
                self._loop = self._loop or Loop()
                self._askers[model] = asker_for(model, self._loop, self._answers, self.spending, note=SentLog().note)
            asker = self._askers[model]
            # A cap cannot be held where no price is known; whoever consented was told.
            known = asker.price(Usage(1, 0, 0, 1)).dollars is not None
            return replace(asker, retry=retry, spending=self.spending if known else self._uncapped)

    def waits(self, model: str) -> Wait | None:
        """The pause before a model is asked again; None where none was wanted."""
        asker = self._askers.get(model)
        return asker.chat.queue.wait if asker is not None and isinstance(asker.chat, Guarded) else None

    def set_price(self, price: SetPrice) -> None:
        """From now on, what the user says that a model costs; in the place of what they said before."""
        rest = (one for one in self.spending.prices if one.model != price.model)
        self.spending.prices = (*rest, price)


def outgoing_of(seen: Sequence[Preview], key: str, compaction: int, title: str, chat: ChatModel) -> Outgoing:
    """What all repeats would send; they ask the same, so that the first is shown."""
    first, dollars = seen[0], total(seen)
    return Outgoing(
        key=key,
        compaction=compaction,
        title=title,
        variant=None,
        destination=chat.destination,
        credentials=key_of(chat),
        sent=first.sent,
        requests=sum(one.requests for one in seen),
        answered=sum(one.answered for one in seen),
        tokens=sum(one.input for one in seen),
        answers=sum(one.output for one in seen),
        price=Price(dollars, next((one.checked for one in seen if one.checked), "")),
        secrets=first.secrets,
        trouble=f"{first.problem} {first.hint}".strip(),
        keyless=keyless(chat),
        unpriced=unpriced(chat) if dollars is None else "",
    )
