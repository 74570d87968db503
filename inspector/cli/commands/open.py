"""inspector open: the window."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from itertools import islice
from pathlib import Path
from shlex import quote

import click

from inspector.cli.main import BARE
from inspector.cli.options import Wanted, alone_option, format_option, joined_option
from inspector.cli.output import say
from inspector.cli.paths import PATH
from inspector.cli.qt import PINNED, installed_qt, trouble_with
from inspector.cli.session import find_session, logs_before
from inspector.errors import CannotRead
from inspector.read.discover import discover_each
from inspector.read.tables import split
from inspector.workbench.jobs import making_many

_MEND = "inspector doctor says what is missing; inspector survival {} answers in text."
_WITHOUT_QT = (
    "inspector.workbench.bench",
    "inspector.workbench.highlights",
    "inspector.workbench.session_index",
    "inspector.store.library",
)
"""Most of what the window needs besides Qt, to be loaded ahead of it: Qt's binding reads through the source of every
module that is loaded after it."""
_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


@click.command("open")
@click.argument("file", required=False, type=PATH)
@format_option
@alone_option
@joined_option
def command(file: Path | None, agent: str | None, alone: bool, joined: bool) -> int:
    """Open the window, on FILE if one is named.

    FILE is a log, or a folder, whose sessions are listed where it holds several.
    """
    if file and not split(file.expanduser())[0].exists():
        raise CannotRead(f"There is no file {file}.", hint="Check the path, or run inspector list.", path=str(file))
    is_list = file is not None and not agent and not alone and _holds_several(file.expanduser())
    path = file if is_list else find_session(Wanted(file, agent or "", alone)) if file else None
    context = click.get_current_context()
    if path and not is_list and BARE in context.meta and not _has_screen():
        say("There is no screen to show the window on; inspector survival answers in text.")
        survival = import_module("inspector.cli.commands.survival").command
        return int(context.invoke(survival, file=path, agent=agent, alone=alone, joined=joined))
    before = logs_before(path, Wanted(path, agent or "", alone, joined)) if path and not is_list else ()
    log = quote(str(file)) if file else "LOG"
    _check_screen(log)
    try:
        with making_many():
            for name in _WITHOUT_QT:
                import_module(name)
            from inspector.gui.app import start
    except ImportError as why:
        if (why.name or "").startswith("inspector"):
            raise
        raise CannotRead(f"The window cannot start: {why}.", hint=_MEND.format(log)) from why
    return start(path, agent=agent or "", alone=alone, before=before)


def _holds_several(path: Path) -> bool:
    return path.is_dir() and len(list(islice(discover_each([path]), 2))) > 1


def _check_screen(log: str) -> None:
    # Qt would not raise in either case: it aborts.
    trouble = trouble_with(installed_qt(), sys.version_info[:2])
    if trouble:
        raise CannotRead(f"The window cannot start: {trouble}.", hint=f"Run: pip install {PINNED}")
    if not _has_screen():
        raise CannotRead("There is no screen to show the window on: DISPLAY is not set.", hint=_MEND.format(log))


def _has_screen() -> bool:
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in _SCREENS)
