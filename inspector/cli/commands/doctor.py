"""inspector doctor: what is installed, what is missing and how to mend it."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click
import orjson

from inspector import __version__
from inspector.cli.hooks.status import installed_hooks
from inspector.cli.options import json_option
from inspector.cli.output import SCHEMA, print_json, print_line
from inspector.cli.qt import PINNED, installed_qt, trouble_with, try_qt
from inspector.errors import cause
from inspector.measure.litellm_table import rows, version
from inspector.measure.tokenizer import default_tokenizer
from inspector.read.discover import Place, places
from inspector.resources import resource, samples
from inspector.store.folders import find_folders
from inspector.store.sent import SentLog
from inspector.wording.units import counted

BROKEN = 3
_SHOWN = 3
"""Folders that are named of those an agent might keep its sessions in; editors have dozens."""
_LIBRARIES = (
    "apt-get install -y --no-install-recommends libglib2.0-0 libgl1 libegl1 libxkbcommon0 libdbus-1-3 libfontconfig1 "
    "libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxkbcommon-x11-0"
)


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing looked at."""

    name: str
    state: str
    """ok; note: works, with something to know; broken: something will fail."""
    detail: str
    mend: str = ""


@click.command("doctor")
@json_option
def command(as_json: bool) -> int:
    """Check what is installed, and say how to mend it.

    Looked at are versions, folders, Qt, the tokenizer and the model list.
    """
    findings = list(_examine())
    if as_json:
        print_json({"schema": SCHEMA, "findings": [asdict(finding) for finding in findings]})
    else:
        width = max(len(finding.name) for finding in findings)
        for finding in findings:
            mark = {"ok": " ", "note": "·", "broken": "▲"}[finding.state]
            print_line(f"{mark} {finding.name.ljust(width)}  {finding.detail}")
            if finding.mend:
                print_line(f"  {' ' * width}  → {finding.mend}")
    return BROKEN if any(finding.state == "broken" for finding in findings) else 0


def _examine() -> Iterator[Checked]:
    yield Checked("inspector", "ok", __version__)
    yield Checked("python", "ok", f"{platform.python_version()} at {sys.executable}, {platform.platform()}")
    for name, folder in asdict(find_folders()).items():
        yield _folder(name, folder)
    sent = SentLog()
    yield Checked(
        "what was sent", "ok", f"{counted(len(sent.lines()), 'question')}, noted ahead of each try in {sent.path}"
    )
    yield _window()
    yield _screen()
    yield _tokenizer()
    yield _models()
    yield _samples()
    for place in places():
        yield Checked(place.agent, "ok", _sessions(place))
    yield from _hooks()


def _hooks() -> Iterator[Checked]:
    """Agents with hooks of ours; those that are not run are said."""
    found = installed_hooks(Path.home(), Path.cwd())
    for one in found:
        state = "broken" if one.missing else "note" if one.is_skipped else "ok"
        mend = "start codex and accept it under “Hooks need review”" if one.is_skipped else ""
        if one.missing:
            mend = f"put it on the PATH, or run inspector hook install {one.agent} again"
        yield Checked(f"{one.agent} hooks", state, one.words, mend)
    if not found:
        yield Checked("hooks", "ok", "none is installed")


def _sessions(place: Place) -> str:
    """Where an agent's sessions are, or what was looked through for them."""
    if place.folders:
        return ", ".join(map(str, place.folders))
    if not place.looked_at:
        return "keeps its logs where its user says: open one by its path"
    shown, rest = place.looked_at[:_SHOWN], len(place.looked_at) - _SHOWN
    more = f" and {counted(rest, 'more folder')}; inspector list --agent {place.agent} names them" if rest > 0 else ""
    return f"no sessions here (looked in {', '.join(map(str, shown))}{more})"


def _folder(name: str, folder: Path) -> Checked:
    nearest = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    if folder.exists() and not folder.is_dir():
        return Checked(f"{name} folder", "broken", f"{folder} is a file", "move it away, or set INSPECTOR_HOME")
    if not os.access(nearest, os.W_OK):
        return Checked(
            f"{name} folder", "broken", f"{folder} cannot be written", "set INSPECTOR_HOME to another folder"
        )
    return Checked(f"{name} folder", "ok", str(folder) if folder.exists() else f"{folder}, made when needed")


def _window() -> Checked:
    found = installed_qt()
    if not found:
        return Checked("qt", "broken", "PySide6 is not installed: no window", f"pip install {PINNED}")
    trouble = trouble_with(found, sys.version_info[:2])
    if trouble:
        return Checked("qt", "broken", trouble, f"pip install {PINNED}")
    started = try_qt("offscreen")
    if not started.platform:
        return Checked("qt", "broken", f"PySide6 {found} does not start: {started.said}", f"on Debian: {_LIBRARIES}")
    return Checked("qt", "ok", f"PySide6 {found}")


def _screen() -> Checked:
    started = try_qt()
    if started.platform:
        return Checked("screen", "ok", f"platform plugin {started.platform}")
    # A machine without a screen is no broken one: everything but the window works.
    state = "broken" if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") else "note"
    mend = f"on Debian: {_LIBRARIES}" if state == "broken" else "set DISPLAY, or QT_QPA_PLATFORM=offscreen for tests"
    return Checked("screen", state, f"the window cannot be shown: {started.said}", mend)


def _tokenizer() -> Checked:
    tokenizer = default_tokenizer()
    if tokenizer.name == "characters":
        return Checked("tokenizer", "note", f"{tokenizer.name}: {tokenizer.error}", "pip install tiktoken litellm")
    return Checked("tokenizer", "ok", f"{tokenizer.name}: {tokenizer.error}")


def _models() -> Checked:
    path = resource("models.json")
    try:
        listed = orjson.loads(path.read_bytes())
        own = f"{len(listed['models'])} entries, checked {listed['checked']}"
        if not rows():
            return Checked("model list", "note", f"{own}; none of litellm's", "pip install litellm")
        return Checked("model list", "ok", f"{own}; behind them {len(rows()):,} of litellm {version()}")
    except (OSError, ValueError, LookupError, TypeError) as why:
        return Checked("model list", "broken", f"{path} cannot be read: {cause(why)}", "install the inspector again")


def _samples() -> Checked:
    folder = samples()
    names = sorted(path.name for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    if not names:
        return Checked("samples", "broken", f"{folder} holds none", "install the inspector again")
    return Checked("samples", "ok", f"{folder}: {', '.join(names)}")
