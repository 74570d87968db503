"""Paths on the command line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from inspector.errors import CannotRead

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
