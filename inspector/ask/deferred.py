"""Questions that are written to a file instead of being sent, and answers that are brought back in one.

A question is known by its content, so an answer that was brought once is found whenever the same is asked, and running
again asks for what is still open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from inspector.ask.answers import AnswerStore
from inspector.errors import ModelFailed
from inspector.llm.batch import BatchAnswer, read_answers, request_line
from inspector.llm.chat import Ending, Message, judge
from inspector.model.answer import AnswerState, RawAnswer
from inspector.model.settings import UNSET, Settings


@dataclass(slots=True)
class Questions:
    """What would be asked, each once, in the order in which it came up."""

    lines: dict[str, bytes] = field(default_factory=dict)

    def note(
        self, key: str, model: str, messages: Sequence[Message], limit: int | None, settings: Settings = UNSET
    ) -> None:
        """Write a question down."""
        self.lines.setdefault(key, request_line(key, model, messages, limit, settings))

    @property
    def text(self) -> str:
        """All of them as a batch file."""
        return b"".join(self.lines.values()).decode()


@dataclass(frozen=True, slots=True)
class Brought:
    """What a file of answers held."""

    taken: int
    """Answers that are kept now."""
    failed: tuple[str, ...]
    """Why some are none, in words."""


def bring(path: Path, answers: AnswerStore, model: str) -> Brought:
    """Keep the answers of a file as those of a model. Raises CannotRead where the file or the library cannot be used.

    An empty answer, a refusal and an error message are no answers: their questions stay open.
    """
    found, bad = read_answers(path)
    failed = [f"line {number} holds no answer" for number in bad]
    taken = 0
    for one in found:
        why = _unusable(one, model)
        if why:
            failed.append(f"{one.custom_id}: {why}")
            continue
        answers.put(_raw(one, model))
        taken += 1
    return Brought(taken, tuple(failed))


def _unusable(answer: BatchAnswer, model: str) -> str:
    if answer.error:
        return answer.error
    try:
        judge(answer.text, Ending(answer.finish, answer.usage, answer.model), (), model)
    except ModelFailed as why:
        return why.message
    return ""


def _raw(answer: BatchAnswer, model: str) -> RawAnswer:
    return RawAnswer(
        key=answer.custom_id,
        state=AnswerState.ANSWERED,
        model=model,
        asked=datetime.now(UTC).isoformat(),
        text=answer.text,
        finish=answer.finish,
        served_as=answer.model,
        usage=answer.usage,
        notes=("The answer was cut at its limit of tokens.",) if answer.finish == "length" else (),
    )
