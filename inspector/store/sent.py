"""What left the machine, in one file that a person can read: a line of JSON for each question that was sent."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import orjson

from inspector.errors import CannotRead
from inspector.model.sent import Sent
from inspector.store.folders import find_folders

FILE = "sent.jsonl"


class SentLog:
    """The file, in the data folder; lines are only ever added."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or find_folders().data / FILE
        self._lock = threading.Lock()

    def note(self, sent: Sent) -> None:
        """Write down one question before it is sent. Raises CannotRead where that fails: then it is not sent."""
        with self._lock:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with self.path.open("ab") as stream:
                    stream.write(orjson.dumps(asdict(sent)) + b"\n")
            except OSError as why:
                raise CannotRead(
                    f"What is sent cannot be noted in {self.path}: {why.strerror or why}.",
                    hint="Make room, or put INSPECTOR_HOME on another disk. Nothing was sent.",
                    path=str(self.path),
                ) from why

    def lines(self) -> Sequence[bytes]:
        """What was noted, oldest first."""
        return self.path.read_bytes().splitlines() if self.path.is_file() else ()
