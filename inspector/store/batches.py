"""What a batch has done so far, so that one that was stopped or killed goes on where it was.

One JSON line a step, appended and flushed: a torn last line costs one session. The file is small (results, no logs),
lies in the user's data folder, and goes away when its batch is through.
"""

from __future__ import annotations

import contextlib
import json
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO

from inspector.errors import InspectorError
from inspector.store.folders import find_folders

_TRIES = 3
"""Somebody may have stopped the batch once or twice while it was at this very session."""


class BatchLog:
    """The steps of one batch: which sessions were begun, and what came of them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.done: dict[str, Any] = {}
        """Results by the key of their session."""
        self._begun: dict[str, int] = {}
        for step in _steps(path):
            key = step.get("key")
            if isinstance(key, str) and "row" in step:
                self.done[key] = step["row"]
            elif isinstance(key, str):
                self._begun[key] = self._begun.get(key, 0) + 1
        self._stream: BinaryIO | None = None

    @classmethod
    def of(cls, *what: str) -> BatchLog:
        """The log of one batch, named after everything that its results depend on besides the sessions."""
        name = blake2b("\0".join(what).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
        return cls(find_folders().data / "batches" / f"{name}.jsonl")

    def is_fatal(self, key: str) -> bool:
        """Whether a session was begun again and again and never ended: it takes the program with it."""
        return key not in self.done and self._begun.get(key, 0) >= _TRIES

    def is_doubtful(self, key: str) -> bool:
        """Whether a session was begun and never ended."""
        return key not in self.done and key in self._begun

    def begin(self, key: str) -> None:
        """Note that a session is being looked at."""
        self._write({"key": key})

    def finish(self, key: str, row: Any) -> None:
        """Keep what came of it. Raises InspectorError when the disk is full."""
        self._write({"key": key, "row": row})

    def close(self) -> None:
        """Let go of the file; it stays for the next time."""
        if self._stream:
            self._stream.close()
            self._stream = None

    def forget(self) -> None:
        """The batch is through: nothing has to be remembered."""
        self.close()
        self.done, self._begun = {}, {}
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)

    def _write(self, step: dict[str, Any]) -> None:
        try:
            if self._stream is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._stream = self.path.open("ab")
                # What a killed batch left half written must not swallow the next line.
                self._stream.write(b"\n")
            # A name of a file that is no text holds half a surrogate, which orjson does not write.
            self._stream.write(json.dumps(step).encode() + b"\n")
            self._stream.flush()
        except OSError as why:
            raise InspectorError(
                f"The progress of this batch cannot be kept in {self.path}: {why.strerror or why}.",
                hint="Make room, or put INSPECTOR_HOME on another disk. What was done so far is kept.",
                path=str(self.path),
            ) from why


def _steps(path: Path) -> list[dict[str, Any]]:
    """The whole lines of a log; none where there is none, and damaged ones are passed over."""
    # A device may give bytes without end.
    if not path.is_file():
        return []
    try:
        lines = path.read_bytes().splitlines()
    except OSError:
        return []
    steps = []
    for line in lines:
        with contextlib.suppress(ValueError):
            step = json.loads(line)
            if isinstance(step, dict):
                steps.append(step)
    return steps
