"""The summariser that asks a model: prompt, redaction, window, money, and what is kept, put together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from inspector.errors import InspectorError
from inspector.llm.chat import Hear, Message
from inspector.measure.tokenizer import Tokenizer
from inspector.model import Usage
from inspector.rerun.asker import LONGEST, Asker, Stop
from inspector.rerun.fit import Fit, parts, pruned, room, too_large
from inspector.rerun.injection import Risk, find_risks
from inspector.rerun.messages import summary_in, write_messages
from inspector.rerun.prompts import Prompt, Prompts
from inspector.rerun.redact import Secret, redact
from inspector.rerun.summarize import SummaryAnswer, SummaryTask

_SHARE = 8
"""A summary is taken to be an eighth of what it is made of, at most."""


@dataclass(frozen=True, slots=True)
class AskingOptions:
    """How a variant asks: which prompt, and what to do about the window and about secrets."""

    prompt: Prompt | None = None
    """None for the one that fits the strategy best."""
    fit: Fit = Fit.REFUSE
    window: int | None = None
    """Of the model, in tokens; None where it is not known: then the provider decides."""
    keep: frozenset[str] = frozenset()
    """Marks of found secrets that may be sent."""
    focus: str = ""


@dataclass(frozen=True, slots=True)
class Sending:
    """One request as it would be sent."""

    purpose: str
    prompt: str
    """Name and version."""
    messages: tuple[Message, ...]
    expected: Usage
    limit: int
    """Tokens that the answer may have."""
    secrets: tuple[Secret, ...]
    risks: tuple[Risk, ...]


def plain_sending(messages: Sequence[Message], tokenizer: Tokenizer, longest: int) -> Sending:
    """A question that no strategy asks, without its secrets. Its answer is taken to be as long as it may be."""
    clean = redact(messages)
    tokens = sum(tokenizer.count_many([message.text for message in clean.messages]))
    return Sending("question", "", clean.messages, Usage(tokens, 0, 0, longest), longest, clean.secrets, ())


@dataclass(slots=True, eq=False)
class RequestWriter:
    """Turns tasks into what is sent."""

    prompts: Prompts
    choice: AskingOptions
    tokenizer: Tokenizer
    ratio: float = 1.0
    """Of the provider's tokens to counted ones."""

    def sendings(self, task: SummaryTask) -> list[Sending]:
        """What would be sent for a task, in order: one request, or one for each part. Raises ModelFailed."""
        task = self.focused(task)
        answer = self.longest(task)
        if self.choice.window is None:
            return [self.sending(task)]
        allowed = room(self.choice.window, answer)
        tokens = self.size(task)
        if tokens <= allowed:
            return [self.sending(task)]
        if self.choice.fit is Fit.PRUNE:
            return [self.sending(pruned(task, self.size, allowed))]
        if self.choice.fit is Fit.PARTS:
            # Each part but the first is sent with the summary so far; room for it is kept.
            return [self.sending(part) for part in parts(task, self.size, allowed - answer)]
        raise too_large(tokens, allowed)

    def sending(self, task: SummaryTask) -> Sending:
        """What is sent for one task or part."""
        prompt, limit = self.prompt_for(task), self.longest(task)
        clean = redact(write_messages(prompt, task), self.choice.keep)
        tokens = round(self._tokens(clean.messages))
        expected = Usage(tokens, 0, 0, min(limit, max(200, tokens // _SHARE)))
        risks = tuple(find_risks(task.span))
        return Sending(task.purpose, prompt.label, clean.messages, expected, limit, clean.secrets, risks)

    def prompt_for(self, task: SummaryTask) -> Prompt:
        """The chosen prompt, or the one that fits the strategy: with the sections that the strategy names."""
        chosen = self.choice.prompt
        # One that says its messages itself has no place for a draft to check, unless it says that it has.
        fits = task.purpose != "verify" or "verify" in (chosen.passes if chosen else ())
        if chosen is not None and (fits or (chosen.plain and not chosen.messages)):
            return chosen
        if task.purpose == "verify":
            return self._bare("critique", task)
        if task.wanted.previous == "anchored":
            return self._bare("anchored", task)
        if task.wanted.focus and not task.wanted.sections:
            return self._bare("guided", task)
        return self._bare("structured", task)

    def longest(self, task: SummaryTask) -> int:
        """Tokens that the answer may have."""
        return task.wanted.out or LONGEST

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
    seconds: float = 0.0
    """That the model took, all answers together."""
    prompts: dict[str, Prompt] = field(default_factory=dict)
    """Those that were used, by version."""
    failure: InspectorError | None = None
    """Why the last question has no answer."""

    def answer(self, task: SummaryTask) -> SummaryAnswer | None:
        """The model's summary. Raises ModelFailed, OverBudget, Cancelled."""
        prompt = self.writer.prompt_for(task)
        self.prompts[prompt.version] = prompt
        try:
            requests = self.writer.sendings(task)
            if len(requests) == 1:
                return self._asked(requests[0])
            self.notes.append(f"The record is larger than the window and was summarised in {len(requests)} parts.")
            return self._in_parts(task)
        except InspectorError as why:
            # A run keeps what happened; what to do about it would be lost.
            self.notes += [why.hint] if why.hint else []
            raise

    def _in_parts(self, task: SummaryTask) -> SummaryAnswer:
        """Each part with the summary so far, which the next one carries on."""
        window = self.writer.choice.window
        assert window is not None
        answer = self.writer.longest(task)
        done: list[SummaryAnswer] = []
        for part in parts(self.writer.focused(task), self.writer.size, room(window, answer) - answer):
            previous = done[-1].text if done else task.previous
            done.append(self._asked(self.writer.sending(replace(part, previous=previous))))
        return SummaryAnswer(
            done[-1].text,
            _sum([one.usage for one in done]),
            None if any(one.cost is None for one in done) else sum(one.cost or 0.0 for one in done),
            sum(one.seconds or 0.0 for one in done),
        )

    def _asked(self, sending: Sending) -> SummaryAnswer:
        try:
            raw = self.asker.ask(
                sending.messages,
                sending.expected,
                nth=self.nth,
                limit=sending.limit,
                hear=self.hear,
                stop=self.stop,
            )
        except InspectorError as why:
            self.failure = why
            raise
        self.notes += raw.notes
        if sending.secrets:
            left = [secret for secret in sending.secrets if secret.kept]
            kept = f"; {len(left)} left in as you asked" if left else ""
            self.notes.append(f"{len(sending.secrets) - len(left)} secrets were taken out before it was sent{kept}.")
        self.seconds += raw.seconds or 0.0
        return SummaryAnswer(summary_in(raw.text), raw.usage, self.asker.cost(raw), raw.seconds)


@dataclass(slots=True, eq=False)
class DryRun:
    """Asks nobody: collects what would be sent, and lets later passes be collected, too."""

    writer: RequestWriter
    sent: list[Sending] = field(default_factory=list)
    hint: str = ""
    """The way out where something cannot be sent."""

    def answer(self, task: SummaryTask) -> SummaryAnswer | None:
        """A stand-in for the answer. Raises ModelFailed where it would not fit."""
        try:
            requests = self.writer.sendings(task)
        except InspectorError as why:
            self.hint = why.hint
            raise
        self.sent += requests
        # As long as the answer may be, so that the next pass is not taken for cheaper than it is.
        words = " ".join(["…"] * (requests[-1].expected.output or 1))
        return SummaryAnswer(words, note="A dry run: nothing was sent.")


def secrets_of(sent: Collection[Sending]) -> tuple[Secret, ...]:
    """All secrets in what would be sent, each once."""
    found: dict[str, Secret] = {}
    for sending in sent:
        for secret in sending.secrets:
            found.setdefault(secret.mark, secret)
    return tuple(found.values())


def _sum(usages: Sequence[Usage | None]) -> Usage | None:
    known = [usage for usage in usages if usage is not None]
    if len(known) < len(usages):
        return None
    return Usage(
        *(
            None if any(getattr(usage, part) is None for usage in known) else sum(getattr(u, part) for u in known)
            for part in Usage.__match_args__
        )
    )
