"""What it is to talk to a model: messages in, text as it comes, then one ending."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from inspector.errors import ModelFailed
from inspector.model import Usage


class Failure(StrEnum):
    """Why there is no usable answer; the kind of a ``ModelFailed``."""

    NO_KEY = "no-key"
    NO_MODEL = "no-model"
    FORBIDDEN = "forbidden"
    LIMITED = "rate-limited"
    UNAVAILABLE = "unavailable"
    UNREACHABLE = "unreachable"
    SILENT = "silent"
    """Nothing came in the time allowed."""
    CUT = "cut"
    """The answer broke off."""
    LENGTH = "length"
    """The answer reached its limit of tokens and is not whole."""
    OVERFLOW = "overflow"
    REJECTED = "rejected"
    """The provider does not take the request as it is."""
    REFUSED = "refused"
    EMPTY = "empty"
    ERROR_TEXT = "error-text"
    """What came as the answer is an error message."""
    UNREADABLE = "unreadable"
    """It is not of the form that was asked for, nor was it when asked to be mended."""
    NOT_COMPACTED = "not-compacted"
    """A provider was asked for its own compaction and answered without one."""
    COMMAND = "command"
    NOT_ALLOWED = "not-allowed"
    NOT_RECORDED = "not-recorded"
    REDIRECTED = "redirected"
    """The server names another one, which nobody confirmed."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message to a model."""

    role: Literal["system", "user", "assistant"]
    text: str
    part: Literal["text", "tool_call", "tool_result", "compaction"] = "text"
    """``compaction`` stands last and asks the provider for its own compaction; its text is the instructions for it."""
    tool: str = ""
    """The tool called; for ``compaction`` the provider whose way of asking is meant."""
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class Ending:
    """How an answer ended."""

    finish: str
    """stop, length, content_filter, as the provider says; "" where it does not."""
    usage: Usage | None = None
    """None where the provider did not say what was used."""
    model: str = ""
    """The model as the provider names it."""
    seconds: float | None = None
    """From the sending of the request that was answered to the last of its answer; None where nobody measured."""
    dollars: float | None = None
    """What it cost, as whoever was asked says; None where they do not."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer."""

    text: str
    ending: Ending
    seconds: float | None
    """That the model took, without waiting in a queue and without tries that failed."""
    notes: tuple[str, ...] = ()
    """What has to be known about it, such as that it was cut at its limit."""


class ChatModel(Protocol):
    """A model that can be asked."""

    @property
    def name(self) -> str:
        """The name that leads to it again."""
        ...

    @property
    def destination(self) -> str:
        """To whom the messages go, for people."""
        ...

    def ask(self, messages: Sequence[Message], limit: int | None = None) -> AsyncGenerator[str | Ending, None]:
        """Text as it comes, then one Ending. ``limit``: tokens of the answer. Raises ModelFailed.

        Closing the generator hangs up at once.
        """
        ...


Hear = Callable[[str], None]
"""Is given each new piece of text."""

_SHORT = 600
"""An answer longer than this is an answer, whatever it starts with."""
_ERROR = re.compile(
    r"""^\W*(?:
        (?:api[ ])?error\b(?:[ ]code)?\s*[:(]?\s*\d{3}\b
      | (?:api[ ])?error:\s*\{
      | (?:api[ ])?error:.*\b(?:prompt|context|tokens?|request|api|quota|credit|overloaded|key)\b
      | prompt\ is\ too\ long
      | input\ is\ too\ long\ for\ requested\ model
      | this\ model's\ maximum\ context\ length
      | the\ input\ token\ count.*exceeds
      | (?:credit\ balance\ is\ too\ low|invalid\ api\ key|rate\ limit\ (?:reached|exceeded)|insufficient[_ ]quota)
      | \{\s*"(?:type|error)"\s*:\s*(?:"error"|\{)
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_REFUSAL = re.compile(
    r"^\W*(?:i['’]m (?:really |very )?sorry,? (?:but )?|sorry,? (?:but )?|unfortunately,? )?"
    r"(?:i|we)(?: can['’]?t| can ?not|(?: am|['’]m| are|['’]re) (?:not able|unable) to| won['’]t)"
    r" (?:\w+ ){0,2}(?:help|assist|comply|fulfil|continue|provide|do that|summari[sz]e)",
    re.IGNORECASE,
)
_SORRY = re.compile(r"^\W*i['’]m sorry,? but i (?:can['’]?t|can ?not)", re.IGNORECASE)


def compaction_by(messages: Sequence[Message]) -> str:
    """The provider that is asked for its own compaction; "" where the messages ask for an answer."""
    return messages[-1].tool if messages and messages[-1].part == "compaction" else ""


def whole_signs(text: str) -> str:
    """A text in which half a surrogate pair is "�", and two halves that came apart are the sign they stand for.

    Models answer in pieces, and escape what they please; nothing can be kept or sent with half a sign in it.
    """
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


async def hear_out(
    chat: ChatModel, messages: Sequence[Message], limit: int | None = None, hear: Hear | None = None
) -> Reply:
    """The whole answer of a model. Raises ModelFailed for one that cannot be used."""
    pieces: list[str] = []
    ending = Ending("")
    stream = chat.ask(messages, limit)
    try:
        async for piece in stream:
            if isinstance(piece, Ending):
                ending = piece
                continue
            pieces.append(piece)
            if hear is not None:
                hear(whole_signs(piece))
    finally:
        await stream.aclose()
    text = whole_signs("".join(pieces))
    return Reply(text, ending, ending.seconds, judge(text, ending, messages, chat.name))


def judge(text: str, ending: Ending, messages: Sequence[Message], name: str) -> tuple[str, ...]:
    """What has to be said of an answer. Raises ModelFailed for a refusal, an error text, or nothing at all."""
    if ending.finish == "content_filter":
        raise _unusable(Failure.REFUSED, f"{name} refused to answer (its provider's filter).", text)
    if not text.strip():
        raise _unusable(Failure.EMPTY, f"{name} answered with nothing.", text)
    if len(text) <= _SHORT and _ERROR.match(text):
        shown = " ".join(text.split())[:200]
        raise _unusable(Failure.ERROR_TEXT, f"{name} answered with an error message: {shown}", text)
    if len(text) <= _SHORT and (_REFUSAL.match(text) or _SORRY.match(text)):
        raise _unusable(Failure.REFUSED, f"{name} refused: {' '.join(text.split())[:200]}", text)
    notes = []
    if ending.finish == "length":
        notes.append("The answer was cut at its limit of tokens.")
    if not compaction_by(messages) and len(text) > sum(len(message.text) for message in messages):
        notes.append("The answer is longer than what it was asked about.")
    if ending.model and not _same_model(name, ending.model):
        notes.append(f"The provider answered as {ending.model}.")
    if ending.usage is None:
        notes.append("The provider did not say what was used.")
    return tuple(notes)


def _same_model(asked: str, answered: str) -> bool:
    """A date or a path behind or before the name asked for makes no other model."""
    plain = asked.rsplit("@http", 1)[0].rsplit("/", 1)[-1].casefold()
    return plain in answered.casefold()


def _unusable(kind: Failure, message: str, text: str) -> ModelFailed:
    hints = {
        Failure.REFUSED: "Another model may answer, or another prompt where it is one of yours.",
        Failure.EMPTY: "Some refusals look like this too. Try again, or with another model.",
        Failure.ERROR_TEXT: "It was not taken for a summary. Prune first, or choose a model with a larger window.",
    }
    return ModelFailed(message, kind=kind, hint=hints[kind], partial=text, paid=True)
