"""What can go wrong outside the program, each with a way out.

A problem inside a log is a ``model.Diagnostic``, not an error; anything that is neither is a bug and is
left to surface as itself.
"""

from __future__ import annotations

from collections.abc import Sequence


def cause(why: BaseException) -> str:
    """What went wrong below, in words: of an error of the system without its number and Python's form of a path."""
    if isinstance(why, UnicodeDecodeError):
        return f"it is no text in UTF-8 (byte {why.start + 1:,})"
    return (isinstance(why, OSError) and why.strerror) or str(why)


class InspectorError(Exception):
    """A known failure: what happened, to what, and what to do about it."""

    exit_code = 3

    def __init__(self, message: str, *, hint: str = "", path: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.path = path


class CannotRead(InspectorError):
    """The file is absent, forbidden, empty, or holds nothing that can be shown."""


class LogChanged(InspectorError):
    """The log was rewritten or removed while it was open, so a passage cannot be read back."""


class UnknownFormat(InspectorError):
    """No adapter recognised the file. ``choices`` are the adapters a person may still insist on."""

    def __init__(self, message: str, *, choices: Sequence[str], hint: str = "", path: str = "") -> None:
        super().__init__(message, hint=hint, path=path)
        self.choices = tuple(choices)


class AmbiguousFormat(UnknownFormat):
    """Two adapters fit about equally well. ``choices`` are their ids, best first."""


class UsageError(InspectorError):
    """The request itself makes no sense: a compaction that is not there, a filter that does not parse."""

    exit_code = 2


class ModelFailed(InspectorError):
    """A model gave no answer that can be used.

    ``kind`` is a ``llm.chat.Failure``; ``partial`` what it had said by then, ``again_in`` the seconds that the provider
    asks to wait; ``paid`` whether the provider may charge for it all the same.
    """

    exit_code = 4

    def __init__(
        self,
        message: str,
        *,
        kind: str,
        hint: str = "",
        partial: str = "",
        again_in: float | None = None,
        paid: bool = False,
    ) -> None:
        super().__init__(message, hint=hint)
        self.kind = kind
        self.partial = partial
        self.again_in = again_in
        self.paid = paid


class OverBudget(InspectorError):
    """What was asked for would cost more than the user allows; nothing was sent beyond the cap."""

    exit_code = 5


class Cancelled(InspectorError):
    """The user stopped the work; nothing was kept of it."""


class Unanswered(InspectorError):
    """A question was written down instead of being sent, and its answer has not been brought yet."""

    exit_code = 6
