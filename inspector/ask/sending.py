"""One request as it would be sent, its secrets taken out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from inspector.ask.redact import Secret
from inspector.llm.chat import Message
from inspector.model import Usage


@dataclass(frozen=True, slots=True)
class Sending:
    """One request as it would be sent."""

    purpose: str
    prompt: str
    """Name and version."""
    messages: tuple[Message, ...]
    expected: Usage
    limit: int | None
    """Tokens that the answer may have; None leaves it to the provider."""
    secrets: tuple[Secret, ...]
    keyed: int | None = None
    """The limit under which its answer is kept, where that is another."""

    @property
    def kept_under(self) -> int | None:
        """The limit under which its answer is kept."""
        return self.limit if self.keyed is None else self.keyed


def secrets_of(sent: Collection[Sending]) -> tuple[Secret, ...]:
    """All secrets in what would be sent, each once."""
    found: dict[str, Secret] = {}
    for sending in sent:
        for secret in sending.secrets:
            found.setdefault(secret.mark, secret)
    return tuple(found.values())
