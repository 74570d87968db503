"""The sessions of one project, opened when somebody asks and read again once their log has changed."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from inspector.cli.session import further, recall_kept
from inspector.errors import UsageError
from inspector.read.discover import Found, discover, glance
from inspector.read.open import recognise
from inspector.read.tables import split
from inspector.workbench.document import Document, Stage
from inspector.workbench.stages import read

_HELD = 2
"""Sessions that are held open: the agent's own, and one that it looked back at."""
_MOST_BYTES = 512 << 20
"""Of a log: an agent waits."""
_State = tuple[int, int]


class Sessions:
    """What may be asked about. No path comes from who asks: a name is looked for among these sessions only."""

    def __init__(self, project: Path | str, log: Path | None = None) -> None:
        """``log`` limits it to that one session."""
        self.project = Path(project).expanduser().resolve()
        self._log = log.expanduser().absolute() if log is not None else None
        self._held: dict[Path, tuple[_State, Document]] = {}

    def listed(self) -> list[Found]:
        """The project's sessions, the latest first."""
        if self._log is not None:
            return [glance(recognise(self._log)[0], self._log)]
        return [one for one in discover() if one.project and self._is_here(Path(one.project))]

    def open(self, name: str = "") -> Document:
        """A session by its name, or the latest, with all that is judged about it.

        Raises UsageError for a name that no session of the project has, and CannotRead.
        """
        path = self._named(name)
        state = _state(path)
        held, document = self._held.get(path, (None, None))
        if document is not None and held == state:
            return document
        if state[0] > _MOST_BYTES:
            raise UsageError(f"{path.name} has {state[0]:,} bytes, which would take too long to read here.")
        made = _judged(path)
        self.forget(path)
        while len(self._held) >= _HELD:
            self.forget(next(iter(self._held)))
        self._held[path] = (state, made)
        return made

    def forget(self, path: Path) -> None:
        """Close a session that is held open."""
        _, document = self._held.pop(path, (None, None))
        if document is not None:
            document.close()

    def close(self) -> None:
        """Close all."""
        for path in tuple(self._held):
            self.forget(path)

    def _named(self, name: str) -> Path:
        there = self.listed()
        if not there:
            raise UsageError(f"No session of an agent that worked in {self.project} is on this machine.")
        if not name:
            return there[0].path
        fits = [one.path for one in there if one.path.stem == name]
        if len(fits) != 1:
            names = ", ".join(one.path.stem for one in there[:5])
            raise UsageError(f"This project has no session {name!r}. The latest are: {names}.")
        return fits[0]

    def _is_here(self, folder: Path) -> bool:
        with suppress(OSError):
            folder = folder.resolve()
        return folder == self.project or self.project in folder.parents


def _judged(path: Path) -> Document:
    document = read(path)
    try:
        recall_kept(document)
        further(document, Stage.MEASURE, Stage.COMPARE)
    except BaseException:
        document.close()
        raise
    return document


def _state(path: Path) -> _State:
    about = split(path)[0].stat()
    return about.st_size, about.st_mtime_ns
