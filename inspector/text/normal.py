"""Normal forms: what two spellings of the same path, number or command have in common.

Rule: both sides use these, the history where facts are found and the context where they are looked for.
"""

from __future__ import annotations

import re
from decimal import Decimal

from inspector.text.nfc import nfc

_LINE = re.compile(r"(?::\d+(?:[:\-–]\d+)*|#L\d+(?:-L?\d+)?|\(\d+(?:,\d+)?\))$")
_DRIVE = re.compile(r"^/?([A-Za-z]):/")
_UNITS = {
    "ms": "ms msec msecs millis millisecond milliseconds",
    "s": "s sec secs second seconds",
    "min": "m min mins minute minutes",
    "h": "h hr hrs hour hours",
    "day": "d day days",
    "week": "week weeks",
    "kb": "kb",
    "mb": "mb",
    "gb": "gb",
    "tb": "tb",
    "kib": "kib",
    "mib": "mib",
    "gib": "gib",
    "byte": "b byte bytes",
    "%": "% percent pct",
    "token": "token tokens",
    "char": "char chars character characters",
}
UNITS = {word: unit for unit, words in _UNITS.items() for word in words.split()}
COUNTED = frozenset(
    """retry retries attempt attempts worker workers thread threads connection connections line lines file files
    test tests commit commits item items row rows request requests error errors warning warnings column columns
    call calls iteration iterations step steps page pages entry entries record records px rem em fps
    hz khz mhz ghz rpm""".split()
)
_SINGULAR = {"retries": "retry", "entries": "entry", "fps": "fps"}
UNITS |= {word: _SINGULAR.get(word, word.removesuffix("s")) for word in COUNTED}
_THOUSANDS = {"k": 1_000, "K": 1_000, "M": 1_000_000}
_CLOSING = re.compile(r"(?<!\s)\s*+(?:\d?>&\d|&?\d?>{1,2}&?\s*\S+|<\s*\S+)")
_CONTINUED = re.compile(r"\\\r?\n")
_BLANKS = re.compile(r"\s+")
_MARKS = re.compile(r"[`*_\"'“”‘’~]+")


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


def number_form(digits: str, unit: str = "") -> tuple[str, str]:
    """A number without grouping and idle zeros, and its unit in one spelling; k and M are counted in."""
    plain = digits.replace(",", "").replace("_", "")
    whole, dot, rest = plain.partition(".")
    if unit in _THOUSANDS:
        # Not as a float: 16.1 times a thousand would be a little more than 16,100.
        scaled = f"{Decimal(plain) * _THOUSANDS[unit]:f}"
        return scaled.rstrip("0").rstrip(".") if "." in scaled else scaled, ""
    if dot:
        rest = rest.rstrip("0")
        plain = f"{whole}.{rest}" if rest else whole
    known = UNITS.get(unit) or UNITS.get(unit.lower(), unit.lower())
    return plain.lstrip("0") or "0" if not plain.startswith("0.") else plain, known


def command_form(command: str) -> str:
    """A simple command on one line, without redirections."""
    return _BLANKS.sub(" ", _CLOSING.sub("", joined(command))).strip()


def joined(command: str) -> str:
    """A command line without the ends of lines that go on in the next one."""
    return _CONTINUED.sub(" ", command)


def text_form(text: str) -> str:
    """Words as they compare: lower case, one blank, without quotes and emphasis."""
    return line_form(without_marks(text))


def without_marks(text: str) -> str:
    """A text without quotes and emphasis."""
    return _MARKS.sub("", text)


def line_form(bare: str) -> str:
    """The normal form of words without marks."""
    return " ".join(bare.split()).strip(" .,;:").lower()
