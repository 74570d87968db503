"""inspector desktop: an entry in the menu of a Linux desktop, and taking it away again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from inspector.cli.output import print_line, say
from inspector.cli.program import own_command
from inspector.errors import CannotRead, UsageError
from inspector.resources import resource

_ENTRY = """\
[Desktop Entry]
Type=Application
Name=Inspector
GenericName=Transcript inspector
Comment=See what every compaction of an agent's session kept, changed and lost
Exec={program} open %f
Icon=inspector
Terminal=false
Categories=Development;Debugger;
Keywords=agent;session;log;compaction;transcript;
MimeType=application/json;application/jsonl;application/x-ndjson;
StartupWMClass=inspector
"""
"""Source: the Desktop Entry Specification, 1.5. It offers itself for such files and is the default for none."""


@click.command("desktop")
@click.argument("what", type=click.Choice(["install", "remove"]))
def command(what: str) -> int:
    """Add the window to the desktop's menu, or remove it (Linux).

    Files can then be opened with it. It writes two files below ~/.local/share and changes nothing else; no kind of file
    is opened with it by default.
    """
    if not sys.platform.startswith("linux"):
        raise UsageError("This is about Linux desktops.", hint="inspector open starts the window everywhere.")
    files = _files()
    try:
        for path, text in files.items():
            if what == "install":
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            else:
                path.unlink(missing_ok=True)
            print_line(str(path))
    except OSError as why:
        raise CannotRead(f"{why.filename}: {why.strerror}.", path=str(why.filename)) from why
    say("Written. The menu may need a moment." if what == "install" else "Removed.")
    return 0


def _files() -> dict[Path, str]:
    share = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return {
        share / "applications" / "inspector.desktop": _ENTRY.format(program=" ".join(map(_quoted, own_command()))),
        share / "icons" / "hicolor" / "scalable" / "apps" / "inspector.svg": resource("icon.svg").read_text("utf-8"),
    }


def _quoted(word: str) -> str:
    """A word of a command as an entry writes it: quoted, and a percent sign twice."""
    for mark in ("\\", '"', "`", "$"):
        word = word.replace(mark, f"\\\\{mark}" if mark == "\\" else f"\\{mark}")
    return f'"{word}"'.replace("%", "%%")
