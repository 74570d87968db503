"""Normal forms: what two spellings of the same path or command have in common.

Rule: both sides use these, the history where facts are found and the context where they are looked for.
"""

from __future__ import annotations

import re

from inspector.text.nfc import nfc

_LINE = re.compile(r"(?::\d+(?:[:\-–]\d+)*|#L\d+(?:-L?\d+)?|\(\d+(?:,\d+)?\))$")
_DRIVE = re.compile(r"^/?([A-Za-z]):/")
_CLOSING = re.compile(r"(?<!\s)\s*+(?:\d?>&\d|&?\d?>{1,2}&?\s*\S+|<\s*\S+)")
_MARKS = "`*_\"'“”‘’~"


def path_form(path: str, base: str = "", root: str = "") -> str:
    """A path from the working folder ``root`` where it lies in it; ``base`` is the folder a relative one starts at."""
    path = tidy(path)
    if base and not path.startswith(("/", "~")) and not _DRIVE.match(path):
        path = tidy(f"{base}/{path}")
    root = tidy(root)
    if root and path.startswith(root + "/"):
        path = path[len(root) + 1 :]
    return path


def tidy(path: str) -> str:
    """A path with forward slashes and without ``.``, ``..`` and doubled slashes."""
    path = nfc(path.strip()).replace("\\", "/")
    if "/" not in path:
        return path
    path = _DRIVE.sub(lambda drive: f"{drive[1].upper()}:/", path)
    steps: list[str] = []
    for step in path.split("/"):
        if step == ".." and steps and steps[-1] != "..":
            steps.pop()
        elif step not in ("", "."):
            steps.append(step)
    return ("/" if path.startswith("/") else "") + "/".join(steps)


def without_line(path: str) -> str:
    """A path without the line number at its end."""
    return _LINE.sub("", path)


def command_form(command: str) -> str:
    """A simple command on one line, without redirections."""
    return " ".join(_CLOSING.sub("", joined(command)).split())


def joined(command: str) -> str:
    """A command line without the ends of lines that go on in the next one."""
    return command.replace("\\\r\n", " ").replace("\\\n", " ")


def text_form(text: str) -> str:
    """Words as they compare: lower case, one blank, without quotes and emphasis."""
    return line_form(without_marks(text))


def without_marks(text: str) -> str:
    """A text without quotes and emphasis."""
    # Most texts hold few of them, and looking for one sign is much quicker than trying each character.
    for mark in _MARKS:
        text = text.replace(mark, "")
    return text


def line_form(bare: str) -> str:
    """The normal form of words without marks."""
    return " ".join(bare.split()).strip(" .,;:").lower()
