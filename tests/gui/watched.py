"""A folder under watch: which of its files were opened, as the system tells (inotify)."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

_OPENED, _UNBLOCKED = 0x20, os.O_NONBLOCK
_HEAD = struct.Struct("iIII")


class Watched:
    """While it is entered, every file of the folder that anybody opens is noted by its name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.opened: list[str] = []

    def __enter__(self) -> Watched:
        system = ctypes.CDLL(None, use_errno=True)
        self._file = system.inotify_init1(_UNBLOCKED)
        assert self._file >= 0 and system.inotify_add_watch(self._file, os.fsencode(self._folder), _OPENED) >= 0
        return self

    def __exit__(self, kind: type[BaseException] | None, why: BaseException | None, at: TracebackType | None) -> None:
        os.close(self._file)

    def sees(self, act: Callable[[], object]) -> bool:
        """Whether a file is opened until an act is through; what was opened before and by it is forgotten, if so."""
        act()
        self._read()
        seen, self.opened = bool(self.opened), []
        return seen

    def _read(self) -> None:
        try:
            told = os.read(self._file, 65_536)
        except BlockingIOError:
            return
        place = 0
        while place < len(told):
            _, mask, _, length = _HEAD.unpack_from(told, place)
            name = told[place + _HEAD.size : place + _HEAD.size + length].rstrip(b"\0").decode()
            # A folder that is listed is opened, too.
            self.opened += [name] if name and mask & _OPENED else []
            place += _HEAD.size + length
