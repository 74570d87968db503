"""Runs that ask a model: what would be sent and to whom, and, with leave, the sending."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from inspector.errors import Cancelled, InspectorError, UsageError
from inspector.llm.chat import ChatModel
from inspector.llm.guard import Guarded
from inspector.llm.loop import Loop
from inspector.llm.models import guarded, key_of, keyless, open_chat, unpriced
from inspector.measure.price import Price
from inspector.model import Usage
from inspector.model.answer import RawAnswer
from inspector.rerun import experiment
from inspector.rerun.answers import Answers, InMemory
from inspector.rerun.arms import Arm
from inspector.rerun.asker import Asker, Stop, price_for
from inspector.rerun.experiment import Cell, Laboratory, Scene
from inspector.rerun.injection import Risk
from inspector.rerun.library import Strategies
from inspector.rerun.model_summarizer import Sending
from inspector.rerun.preview import Preview, preview, total
from inspector.rerun.prompts import RECORDED, Prompt, Prompts, recorded_prompt
from inspector.rerun.redact import Secret
from inspector.rerun.scores import scores_of
from inspector.rerun.spending import Spending
from inspector.store.shelf import Shelf
from inspector.workbench.experiments import Ready, Variant
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
    """None for what no column runs: probe questions."""
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
    """All requests of all repeats."""
    answers: int
    """Tokens that may be written."""
    price: Price
    secrets: tuple[Secret, ...]
    risks: tuple[Risk, ...]
    trouble: str = ""
    """Why it cannot be sent as it is, such as a context over the model's window; "" where it can."""
    keyless: str = ""
    """Why nobody would answer: a key that the model needs and that is nowhere; "" where somebody may."""

    unpriced: str = ""
    """Why no price is known; "" where one is."""

    @property
    def can_be_sent(self) -> bool:
        """Whether leave to send it means anything."""
        return not self.trouble and not self.keyless


class ModelRuns:
    """Talks to models for the columns. Its thread begins with the first question, or the first look at one."""

    def __init__(self, prompts: Callable[[], Prompts], shelf: Shelf | None = None) -> None:
        self.prompts = prompts
        self.spending = Spending(CAP)
        self._uncapped = Spending()
        self._shelf = shelf
        self._answers: Answers = shelf or InMemory()
        self._chats: dict[str, Guarded] = {}
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
    ) -> tuple[Arm, ...]:
        """Run a variant, all repeats, on this thread. Raises InspectorError; whoever calls has got leave.

        ``retry`` asks again what failed although it was paid for.
        """
        asker = self.asker(variant.model, retry=retry)
        laboratory = self._laboratory(strategies, asker)
        arms = []
        for nth in range(variant.repeats):
            said: list[str] = []

            def hear(piece: str, said: list[str] = said) -> None:
                said.append(piece)
                if not stop.asked:
                    progress.report(0.0, "".join(said))

            judged = laboratory.run(self._cell(ready, variant, nth), hear, stop)
            if stop.asked:
                raise Cancelled("Stopped.")
            # A strategy's fallback would run in the place of an answer; its figures are not those of this column.
            if asker.failure is not None:
                raise asker.failure
            if judged.run.error:
                raise UsageError(judged.run.error)
            arms.append(Arm(judged, scores_of((judged,))))
        return tuple(arms)

    def dry_run(
        self, ready: Ready, key: str, variant: Variant, strategies: Strategies, *, retry: bool = False
    ) -> Outgoing:
        """What a variant would send; nothing is. Reads and counts the whole context. Raises UsageError."""
        chat = open_chat(variant.model)
        laboratory = self._laboratory(strategies, self.asker(variant.model, retry=retry))
        cells = [self._cell(ready, variant, nth) for nth in range(variant.repeats)]
        seen = [preview(laboratory, cell) for cell in cells]
        told = outgoing_of(seen, key, ready.compaction.number, variant.strategy.id, chat)
        return replace(told, variant=variant)

    @property
    def spent(self) -> float:
        """US dollars so far, as far as prices are known."""
        return self.spending.spent + self._uncapped.spent

    @property
    def unpriced(self) -> int:
        """Answers whose price is not known."""
        return self.spending.unknown + self._uncapped.unknown

    def close(self) -> None:
        """Hang up and end the thread."""
        with self._lock:
            if self._loop is not None:
                self._loop.close()
                self._loop = None

    def _laboratory(self, strategies: Strategies, asker: Asker) -> Laboratory:
        return Laboratory(
            loop=asker.loop,
            prompts=self.prompts(),
            asker=lambda name: asker,
            find=strategies.named,
            used=self._keep_prompt,
        )

    def _keep_prompt(self, prompt: Prompt) -> None:
        if self._shelf is not None:
            # The run names its version; without the text it still stands.
            with suppress(InspectorError):
                self._shelf.keep_prompt(prompt.version, prompt.name, prompt.text, prompt.plain)

    def asker(self, model: str, *, retry: bool = False) -> _Noting:
        """The way to a model by its name. Raises UsageError for one that leads nowhere."""
        with self._lock:
            if model not in self._chats:
                self._chats[model] = guarded(open_chat(model))
            chat = self._chats[model]
            if self._loop is None:
                self._loop = Loop()
            loop = self._loop
        known = price_for(chat.chat, Usage(1, 0, 0, 1)).dollars is not None
        # A cap cannot be held where no price is known; whoever gave leave was told.
        spending = self.spending if known else self._uncapped
        return _Noting(chat, loop, self._answers, lambda usage: price_for(chat.chat, usage), spending, retry)

    def _cell(self, ready: Ready, variant: Variant, nth: int) -> Cell:
        return cell_of(ready, variant, self.prompts(), nth)


def outgoing_of(seen: Sequence[Preview], key: str, compaction: int, title: str, chat: ChatModel) -> Outgoing:
    """What all repeats would send; they ask the same, so that the first is shown."""
    first, dollars = seen[0], total(seen)
    return Outgoing(
        key,
        compaction,
        title,
        None,
        chat.destination,
        key_of(chat),
        first.sent,
        sum(one.requests for one in seen),
        sum(one.answered for one in seen),
        sum(one.input for one in seen),
        sum(one.output for one in seen),
        Price(dollars, next((one.checked for one in seen if one.checked), "")),
        first.secrets,
        first.risks,
        f"{first.problem} {first.hint}".strip(),
        keyless(chat),
        unpriced(chat) if dollars is None else "",
    )


def cell_of(ready: Ready, variant: Variant, prompts: Prompts, nth: int = 0) -> Cell:
    """One repeat of a variant as an experiment has it. Raises UsageError for a prompt that is gone."""
    return Cell(Scene(ready.material, ready.found), asked_of(ready, variant, prompts), nth)


def asked_of(ready: Ready, variant: Variant, prompts: Prompts) -> experiment.Variant:
    """A variant as an experiment has it. Raises UsageError for a prompt that is gone."""
    if not variant.asks_model:
        return experiment.Variant(variant.strategy)
    prompt = prompt_of(ready, variant, prompts)
    return experiment.Variant(variant.strategy, variant.model, prompt, variant.focus, variant.fit, variant.keep)


def prompt_of(ready: Ready, variant: Variant, prompts: Prompts) -> Prompt | None:
    """The prompt of a variant; None for the one that fits its strategy. Raises UsageError for one that is gone."""
    if not variant.prompt:
        return None
    if variant.prompt != RECORDED:
        return prompts.named(variant.prompt)
    own = recorded_prompt(ready.compaction, ready.document.text)
    if own is None:
        raise UsageError("The agent's own prompt is not in this log.", hint="Choose another prompt.")
    return own


class _Noting(Asker):
    """Remembers the last failure: a run keeps its message alone, and a column shows the way out, too."""

    failure: InspectorError | None

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        object.__setattr__(self, "failure", None)

    def ask(self, *asked: Any, **more: Any) -> RawAnswer:
        """As any asker."""
        try:
            return super().ask(*asked, **more)
        except InspectorError as why:
            object.__setattr__(self, "failure", why)
            raise
