"""Secrets out of what is sent, with a list of what was taken out."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from inspector.secrets.find import find_secrets, hint_of
from inspector.wording.units import cut_short

if TYPE_CHECKING:
    from inspector.llm.chat import Message

_TAKEN = re.compile(r"\[redacted(?: \d+)?: ([^\]\n]{1,80})\]")
_SALT = os.urandom(16)
"""Marks are of use in this process alone: without it nobody can try out which value one stands for."""


@dataclass(frozen=True, slots=True)
class Secret:
    """One secret that was found, wherever and however often it stands. Its value is not in here."""

    number: int
    kind: str
    hint: str
    """Its length, and its first letters where it is long: enough to know which one it is."""
    times: int
    mark: str = ""
    """The same wherever this value stands, while the program runs; a number is only its place in one request."""


@dataclass(frozen=True, slots=True)
class Redacted:
    """Messages as they may be sent, and what was found in them."""

    messages: tuple[Message, ...]
    secrets: tuple[Secret, ...]


def redact(messages: Sequence[Message]) -> Redacted:
    """The messages without their secrets."""
    clean, secrets = _cleaned([message.text for message in messages], frozenset())
    return Redacted(tuple(replace(message, text=text) for message, text in zip(messages, clean, strict=True)), secrets)


def without_secrets(text: str, ours: frozenset[str] = frozenset()) -> str:
    """One text without its secrets. Clean a text whole and cut it then: half a key is no longer known for one.

    ``ours`` are ids of this program, which may stand beside a word for a secret.
    """
    return _cleaned([text], ours)[0][0]


def clean_title(title: str, most: int) -> str:
    """A title without its secrets, cut to so many characters."""
    return cut_short(without_secrets(title), most)


def redacted_kinds(text: str) -> list[str]:
    """The kinds of what was taken out of a text, one for each place."""
    return _TAKEN.findall(text)


def _cleaned(texts: Sequence[str], ours: frozenset[str]) -> tuple[list[str], tuple[Secret, ...]]:
    numbers: dict[str, int] = {}
    kinds: dict[str, str] = {}
    times: dict[str, int] = {}
    clean = []
    for text in texts:
        parts, end = list[str](), 0
        for start, stop, kind in find_secrets(text):
            value = text[start:stop]
            if value in ours:
                continue
            number = numbers.setdefault(value, len(numbers) + 1)
            kinds.setdefault(value, kind)
            times[value] = times.get(value, 0) + 1
            parts += [text[end:start], f"[redacted {number}: {kinds[value]}]"]
            end = stop
        clean.append("".join((*parts, text[end:])))
    secrets = (
        Secret(number, kinds[value], hint_of(value), times[value], _mark(value)) for value, number in numbers.items()
    )
    return clean, tuple(secrets)


def _mark(value: str) -> str:
    return hashlib.blake2b(value.encode("utf-8", "surrogatepass"), digest_size=8, key=_SALT).hexdigest()
