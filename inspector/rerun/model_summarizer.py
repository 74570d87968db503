"""The summariser that asks a model: prompt, redaction, window, money, and what is kept, put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from inspector.ask.asker import LONGEST, Asker
from inspector.ask.redact import redact
from inspector.ask.sending import Sending
from inspector.ask.stop import Stop
from inspector.errors import InspectorError, ModelFailed
from inspector.llm.chat import Failure, Hear, Message, compaction_by
from inspector.measure.tokenizer import Tokenizer
from inspector.model import Usage
from inspector.model.answer import RawAnswer
from inspector.model.basis import full_sum
from inspector.rerun.messages import summary_in, write_messages
from inspector.rerun.native import (
    NATIVE_LONGEST,
    native_answer,
    native_instructions,
    native_messages,
    native_notes,
    native_problem,
    too_small,
)
from inspector.rerun.prompts import FITTING, Prompt, Prompts
from inspector.rerun.summarize import SummaryAnswer, SummaryTask
from inspector.rerun.window_room import room, too_large

_SHARE = 8
"""A summary is taken to be an eighth of what it is made of, at most."""


@dataclass(frozen=True, slots=True)
class AskingOptions:
    """How a variant asks: which prompt, and how much may be sent and answered."""

    prompt: Prompt | None = None
    """None for the one that fits the strategy best."""
    window: int | None = None
    """Of the model, in tokens; None where it is not known: then the provider decides."""
    focus: str = ""
    max_output: int | None = None
    """Tokens that an answer may have, as the user set it."""
    longest: int | None = None
    """Tokens that the model may answer with; None where that is not known: then the provider decides."""


@dataclass(slots=True, eq=False)
class RequestWriter:
    """Turns tasks into what is sent."""

    prompts: Prompts
    choice: AskingOptions
    tokenizer: Tokenizer
    ratio: float = 1.0
    """Of the provider's tokens to counted ones."""
    model: str = ""
    """Who is asked; what a provider's own compaction hangs on."""

    def sending(self, task: SummaryTask) -> Sending:
        """What would be sent for a task. Raises ModelFailed, also for a record over the model's window."""
        task = self.focused(task)
        if task.wanted.native:
            return self.native(task)
        if self.choice.window is not None:
            allowed, size = room(self.choice.window, self.usual(task)), self.size(task)
            if size > allowed:
                raise too_large(size, allowed)
        prompt, usual = self.prompt_for(task), self.usual(task)
        clean = redact(write_messages(prompt, task))
        tokens = round(self._tokens(clean.messages))
        expected = Usage(tokens, 0, 0, min(usual, max(200, tokens // _SHARE)))
        return Sending(
            task.purpose, prompt.label, clean.messages, expected, self.limit(task, tokens), clean.secrets, usual
        )

    def native(self, task: SummaryTask) -> Sending:
        """The context as the provider's own messages, with its compaction asked for. Raises ModelFailed."""
        if why := native_problem(task.wanted.native, self.model):
            raise ModelFailed(why, kind=Failure.REJECTED)
        instructions = native_instructions(task, self.choice.prompt)
        if instructions and task.wanted.native == "openai":
            hint = "Run it without a prompt and without a focus."
            raise ModelFailed("OpenAI's compaction takes no instructions.", kind=Failure.REJECTED, hint=hint)
        messages = native_messages(task, instructions)
        clean = redact(messages)
        tokens = round(self._tokens(clean.messages))
        if why := too_small(task.wanted.native, self.model, tokens):
            raise ModelFailed(why, kind=Failure.REJECTED, hint="Choose a compaction with a larger context.")
        if self.choice.window is not None and tokens > room(self.choice.window, NATIVE_LONGEST):
            raise too_large(tokens, room(self.choice.window, NATIVE_LONGEST))
        label = self.choice.prompt.label if self.choice.prompt is not None else ""
        longest = self.choice.max_output or NATIVE_LONGEST
        expected = Usage(tokens, 0, 0, min(longest, max(200, tokens // _SHARE)))
        return Sending("compaction", label, clean.messages, expected, longest, clean.secrets)

    def prompt_for(self, task: SummaryTask) -> Prompt:
        """The chosen prompt, or the one that fits the strategy: with the sections that the strategy names."""
        chosen = self.choice.prompt
        # One that says its messages itself has no place for a draft to check, unless it says that it has.
        fits = task.purpose != "verify" or "verify" in (chosen.passes if chosen else ())
        if chosen is not None and (fits or (chosen.plain and not chosen.messages)):
            return chosen
        verify, anchored, guided, structured = FITTING
        if task.purpose == "verify":
            return self._bare(verify, task)
        if task.wanted.previous == "anchored":
            return self._bare(anchored, task)
        if task.wanted.focus and not task.wanted.sections:
            return self._bare(guided, task)
        return self._bare(structured, task)

    def usual(self, task: SummaryTask) -> int:
        """Tokens that are kept free for the answer, and that it is not expected to pass."""
        return self.choice.max_output or task.wanted.out or LONGEST

    def limit(self, task: SummaryTask, tokens: int) -> int | None:
        """Tokens that the answer to a prompt of so many may have: as set, as the strategy has it, or the model's own.

        None where nobody knows the model's own, which the provider then decides.
        """
        longest, window = self.choice.longest, self.choice.window
        if self.choice.max_output or task.wanted.out:
            return self.usual(task)
        if longest is None or window is None:
            return longest
        # Most windows hold prompt and answer together, and a provider refuses what may not fit.
        return min(longest, max(self.usual(task), room(window, tokens)))

    def _bare(self, name: str, task: SummaryTask) -> Prompt:
        prompt = self.prompts.named(name)
        return replace(prompt, sections=()) if task.wanted.sections else prompt

    def focused(self, task: SummaryTask) -> SummaryTask:
        """The task with what the user asks to preserve."""
        if not self.choice.focus:
            return task
        return replace(task, wanted=replace(task.wanted, focus=self.choice.focus))

    def size(self, task: SummaryTask) -> int:
        """Tokens of what would be sent for a task."""
        return round(self._tokens(write_messages(self.prompt_for(task), task)))

    def _tokens(self, messages: Sequence[Message]) -> float:
        return self.ratio * sum(self.tokenizer.count_many([message.text for message in messages]))


@dataclass(slots=True, eq=False)
class ModelSummarizer:
    """Asks a model for every task of one run."""

    writer: RequestWriter
    asker: Asker
    nth: int = 0
    hear: Hear | None = None
    stop: Stop | None = None
    notes: list[str] = field(default_factory=list)
    """What has to be said of the answers."""
    took: list[float | None] = field(default_factory=list)
    """Seconds of each answer; None where nobody knows."""
    prompts: dict[str, Prompt] = field(default_factory=dict)
    """Those that were used, by version."""
    failure: InspectorError | None = None
    """Why the last question has no answer."""

    def answer(self, task: SummaryTask) -> SummaryAnswer | None:
        """The model's summary. Raises ModelFailed, OverBudget, Cancelled."""
        native = bool(task.wanted.native)
        if native and task.purpose != "draft":
            return None
        prompt = self.writer.choice.prompt if native else self.writer.prompt_for(task)
        if prompt is not None:
            self.prompts[prompt.version] = prompt
        try:
            self._check()
            sending = self.writer.sending(task)
            answer = self._asked(sending)
            if native:
                self.notes += native_notes(task)
                return native_answer(answer, task, sending.messages)
            return answer
        except InspectorError as why:
            # A run keeps what happened; what to do about it would be lost.
            self.notes += [why.hint] if why.hint else []
            raise

    def _asked(self, sending: Sending) -> SummaryAnswer:
        try:
            raw = self.asker.ask(
                sending.messages,
                sending.expected,
                nth=self.nth,
                limit=sending.limit,
                keyed=sending.keyed,
                hear=self.hear,
                stop=self.stop,
            )
            if raw.finish == "length":
                raise _cut(raw)
        except InspectorError as why:
            self.failure = why
            raise
        self.notes += raw.notes
        if sending.secrets:
            self.notes.append(f"{len(sending.secrets)} secrets were taken out before it was sent.")
        self.took.append(raw.seconds)
        # A provider's own compaction is taken as it comes.
        text = raw.text if compaction_by(sending.messages) else summary_in(raw.text)
        return SummaryAnswer(text, raw.usage, self.asker.cost(raw), raw.seconds)

    @property
    def seconds(self) -> float | None:
        """That the model took, all answers together; None where one of them is not known."""
        return full_sum(self.took)

    def _check(self) -> None:
        try:
            self.asker.check()
        except InspectorError as why:
            self.failure = why
            raise


@dataclass(slots=True, eq=False)
class DryRun:
    """Asks nobody: collects what would be sent, and lets later passes be collected, too."""

    writer: RequestWriter
    check: Callable[[], None] = lambda: None
    """Raises where the model cannot be asked like this."""
    sent: list[Sending] = field(default_factory=list)
    failure: InspectorError | None = None
    """Why something cannot be sent, and the way out."""

    def answer(self, task: SummaryTask) -> SummaryAnswer | None:
        """A stand-in for the answer. Raises ModelFailed where it would not fit."""
        if task.wanted.native and task.purpose != "draft":
            return None
        try:
            self.check()
            sending = self.writer.sending(task)
        except InspectorError as why:
            self.failure = why
            raise
        self.sent.append(sending)
        # As long as the answer may be, so that the next pass is not taken for cheaper than it is.
        words = " ".join(["…"] * (sending.expected.output or 1))
        return SummaryAnswer(words, note="A dry run: nothing was sent.")


def _cut(answer: RawAnswer) -> ModelFailed:
    """A text that ends in the middle is no summary, whatever it keeps."""
    wrote = answer.usage.output if answer.usage is not None else None
    after = f" after {wrote:,} tokens" if wrote else ""
    return ModelFailed(
        f"The answer of {answer.model} was cut at its limit{after}; it is not taken for a summary.",
        kind=Failure.LENGTH,
        hint="Raise the maximum output (--max-output), or lower the effort. --retry asks the same once more.",
        partial=answer.text,
        paid=True,
    )
