"""Summarize: the one stage that may call a model. Here it is asked for; who answers is given from outside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from inspector.errors import InspectorError, Unanswered
from inspector.model import Usage
from inspector.model.basis import full_sum, known_sum
from inspector.rerun.strategy import Summarize
from inspector.rerun.view import ViewEntry


@dataclass(frozen=True, slots=True)
class SummaryTask:
    """What a summary is wanted of, and how."""

    wanted: Summarize
    purpose: Literal["draft", "verify", "turn_prefix"]
    span: tuple[ViewEntry, ...]
    """Pruned as the strategy prunes what a summariser sees."""
    previous: str = ""
    """The summary of the compaction before, where the strategy hands it over."""
    draft: str = ""
    """For ``verify``: the draft to check."""
    system: tuple[ViewEntry, ...] = ()
    """The instructions of the context, which a provider's own compaction is sent with."""


@dataclass(frozen=True, slots=True)
class SummaryAnswer:
    """A model's text and what it cost; all None where it came from the log."""

    text: str
    usage: Usage | None = None
    cost: float | None = None
    seconds: float | None = None
    note: str = ""
    opaque: bool = False
    """There is a summary that only its provider can read."""
    kept: tuple[ViewEntry, ...] | None = None
    """What the provider left in the context beside the summary; None where the strategy chooses that."""


class Summarizer(Protocol):
    """Answers summary tasks. Raises InspectorError where it cannot; the engine then takes the strategy's fallback."""

    def answer(self, task: SummaryTask) -> SummaryAnswer | None:
        """The summary, or None where this one has none to give."""
        ...


@dataclass(frozen=True, slots=True)
class Recorded:
    """Gives the summary that the log holds, whatever the task: the skeleton of a strategy with the recorded words."""

    text: str

    def answer(self, task: SummaryTask) -> SummaryAnswer | None:
        """The recorded text, once: for the draft alone."""
        if not self.text or task.purpose != "draft":
            return None
        return SummaryAnswer(self.text, note="The summary is the recorded one, not one of this strategy's own.")


@dataclass(slots=True)
class Written:
    """What the stage gave: the text, and everything that was answered on the way."""

    text: str = ""
    answers: list[SummaryAnswer] = field(default_factory=list)
    missing: bool = False
    """No one could answer."""
    error: str = ""
    """A model was asked and failed."""
    kept: tuple[ViewEntry, ...] | None = None
    """What a provider's own compaction left beside its summary; None where the strategy chooses that."""


def write_summary(
    wanted: Summarize,
    span: Sequence[ViewEntry],
    prefix: Sequence[ViewEntry],
    summarizer: Summarizer | None,
    pruned: Callable[[Sequence[ViewEntry]], tuple[ViewEntry, ...]],
    system: tuple[ViewEntry, ...] = (),
) -> Written:
    """All passes of a strategy, in order."""
    written = Written()
    if summarizer is None:
        written.missing = True
        return written
    earlier = [entry for entry in span if entry.kind == "summary" and entry.text]
    previous = earlier[-1].text if earlier and wanted.previous != "in_history" else ""
    split = bool(prefix) and "turn_prefix" in wanted.passes
    opening = frozenset(entry.item for entry in prefix) if split else frozenset()
    seen = [entry for entry in span if entry.item not in opening and not (previous and entry.kind == "summary")]
    for purpose in wanted.passes:
        if purpose == "turn_prefix" and not split:
            continue
        part = prefix if purpose == "turn_prefix" else seen
        draft = written.text if purpose == "verify" else ""
        try:
            answer = summarizer.answer(SummaryTask(wanted, purpose, pruned(part), previous, draft, system))
        except Unanswered:
            # There is no result yet, and none may stand in its place.
            raise
        except InspectorError as why:
            written.error = why.message
            return written
        if answer is None:
            written.missing = written.missing or purpose == "draft"
            continue
        written.answers.append(answer)
        written.kept = answer.kept
        if purpose == "turn_prefix":
            written.text = f"{written.text}\n\n{answer.text}".strip()
        else:
            written.text = answer.text.strip() or written.text
    opaque = any(answer.opaque for answer in written.answers)
    if not written.text and not written.missing and not opaque:
        written.error = "The summary came back empty."
    return written


def usage_of(answers: Sequence[SummaryAnswer]) -> Usage | None:
    """What all answers used together; None where none tells."""
    known = [answer.usage for answer in answers if answer.usage is not None]
    if not known:
        return None
    return Usage(*(known_sum(getattr(usage, part) for usage in known) for part in Usage.__match_args__))


def cost_of(answers: Sequence[SummaryAnswer]) -> float | None:
    """Dollars for all answers: 0 where no model was called; None where one was and its price is not known."""
    return full_sum(answer.cost for answer in answers if not answer.note)
