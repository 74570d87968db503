"""What an answer is found by."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import orjson

from inspector.llm.chat import Message
from inspector.model.settings import UNSET, Settings


def question_key(
    model: str, messages: Sequence[Message], nth: int, limit: int | None, settings: Settings = UNSET
) -> str:
    """What an answer is found by: of whom it was asked, all that was asked and how, and which repeat it is."""
    asked = [model, [_identity(message) for message in messages], nth, limit]
    # What was asked without settings is found as it was before there were any.
    whole = [*asked, settings.key] if settings.key else asked
    return hashlib.blake2b(orjson.dumps(whole), digest_size=16).hexdigest()


def _identity(message: Message) -> tuple[str, ...]:
    # Of a plain text as it always was: what was paid for before is found again.
    plain = (message.role, message.text)
    return plain if message.part == "text" else (*plain, message.part, message.tool, message.call_id)
