"""Paths on the command line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from inspector.errors import CannotRead

if TYPE_CHECKING:
    from inspector.read.discover import Found

NO_LOG, _EMPTY = "It is not a session log of any known agent.", "It holds no session."
PATH = click.Path(path_type=Path, readable=False)
"""A path as given: whether it can be read is for the reader to say, with its own exit status."""


def given(paths: Iterable[Path]) -> list[Path]:
    """Paths as the system has them, ``~`` read as the home folder. Raises CannotRead for one that is not there."""
    # Not at the top: hooks name paths, too, and wait for nothing that reads logs.
    from inspector.read.tables import split

    found = [path.expanduser() for path in paths]
    missing = next((path for path in found if not split(path)[0].exists()), None)
    if missing is not None:
        raise CannotRead(f"There is no file or folder {missing}.", hint="Check the path.", path=str(missing))
    return found


def tell_no_logs(paths: Iterable[Path], found: Collection[Found]) -> Mapping[Path, str]:
    """Say of each file named that no agent wrote why it is not read, and give that; what a folder holds is not asked.

    Raises click's Exit where nothing was found beside them: nothing that was named can be read.
    """
    from inspector.cli.output import say
    from inspector.read.discover import Looker, discover
    from inspector.read.tables import split
    from inspector.wording.damage import unread_words

    # Of a session in a folder every file is known, and so is the database that holds it.
    known = {one.path for one in found} | {split(one.path)[0] for one in found}
    files = [path for path in paths if path.is_file() and known.isdisjoint((path.absolute(), *path.absolute().parents))]
    strange = {
        path: "It is empty." if not path.stat().st_size else _EMPTY if Looker().whose(path) else NO_LOG
        for path in files
        if not discover([path])
    }
    for path, why in strange.items():
        say(unread_words(path, why))
    if strange and not found:
        raise click.exceptions.Exit(CannotRead.exit_code)
    return strange
