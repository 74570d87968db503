"""A prompt that says its messages itself: which roles speak, and where the record stands among them.

Its head has ``form: messages``, and a line such as ``=== user`` begins each message; ``inspector prompts --help`` shows
one. ``=== record`` puts the record there as messages, the way an agent sends its own conversation: what the user and
tools said as ``user``, what the agent said and called as ``assistant``. ``{{ record }}`` within a message puts it there
as text, between marks that it cannot contain. With ``form: messages plain`` nothing else is filled in. A line of the
text itself that begins with ``===`` is written ``\\===``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from inspector.errors import UsageError
from inspector.llm.chat import Message

Role = Literal["system", "user", "assistant"]
RECORD = "record"
"""As a role: the record, as messages."""
AS_TEXT = re.compile(r"\{\{-?\s*record\s*-?\}\}")
"""Within a message: the record, as text."""
_LINE = re.compile(r"^===[ \t]*(\w+)[ \t]*$\n?", re.MULTILINE)
_ESCAPED = re.compile(r"^\\===", re.MULTILINE)
_UNESCAPED = re.compile(r"^===", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Part:
    """One message of a prompt, or the place of the record."""

    role: str
    """A ``Role``, or ``RECORD``."""
    text: str = ""


def parts_of(body: str, name: str) -> tuple[Part, ...]:
    """The messages in a prompt's text, in order. Raises UsageError for one that cannot be sent."""
    first, *rest = _LINE.split(body)
    parts = tuple(
        Part(role, _ESCAPED.sub("===", text).strip()) for role, text in zip(rest[::2], rest[1::2], strict=True)
    )
    wrong = next((part.role for part in parts if part.role not in (*get_args(Role), RECORD)), "")
    if first.strip() or not parts:
        raise _refused(name, "needs a line such as “=== user” ahead of each message")
    if wrong:
        raise _refused(name, f"has a message of {wrong!r}; roles are {', '.join(get_args(Role))}, and {RECORD}")
    if any(part.role == RECORD and part.text for part in parts):
        raise _refused(name, "has text below “=== record”, which only marks a place")
    if sum((part.role == RECORD) + len(AS_TEXT.findall(part.text)) for part in parts) != 1:
        raise _refused(
            name, f"has to say once where the record goes: “=== {RECORD}”, or {{{{ {RECORD} }}}} in a message"
        )
    return parts


def document_of(parts: Iterable[Part], head: Mapping[str, str]) -> str:
    """The text of a prompt with these messages, in which nothing but the record is filled in.

    ``head`` is what else its head says; with an ``agent`` it is signed, so that a changed copy is not taken for it.
    """
    body = "\n" + "".join(
        f"=== {part.role}\n" + (_UNESCAPED.sub(r"\\===", part.text).strip() + "\n" if part.text else "")
        for part in parts
    )
    said = {**head, "form": "messages plain", "digest": digest_of(body)}
    lines = (f"{key}: {' '.join(value.replace('#}', '# }').split())}" for key, value in said.items() if value)
    return "{#- " + "\n    ".join(lines) + " -#}" + body


def digest_of(body: str) -> str:
    """Twelve digits that change with any letter of it, however its lines end."""
    plain = "\n".join(body.strip().splitlines())
    return hashlib.blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def joined(pieces: Sequence[tuple[Role, str]]) -> list[Message]:
    """Messages in which the roles take turns; empty pieces are left out."""
    found: list[Message] = []
    for role, text in pieces:
        if not text.strip():
            continue
        if found and found[-1].role == role:
            found[-1] = Message(role, f"{found[-1].text}\n\n{text}")
        else:
            found.append(Message(role, text))
    return found


def _refused(name: str, why: str) -> UsageError:
    return UsageError(f"The prompt {name} {why}.", hint="inspector prompts --help shows the form.")
