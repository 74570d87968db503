"""An agent's own wording from where it is installed: sources, a package, or a program that carries its sources.

What to look for stands in ``resources/prompts/installations.toml``. It was checked on public sources and packages; each
agent there names the commit or version. A text that is found stays on the user's machine: in the folder for prompts.
"""

from __future__ import annotations

import mmap
import os
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from inspector.errors import CannotRead, UsageError
from inspector.rerun.installed_version import version_of
from inspector.rerun.literals import Literal, literals_with
from inspector.rerun.prompt_parts import Part, document_of, parts_of
from inspector.rerun.prompts import FOLDER, Prompt, parse_prompt
from inspector.resources import resource
from inspector.wording.units import counted

TABLE = "installations.toml"
_WHOLE = (".md", ".txt", ".j2")
_CODE = frozenset({".js", ".mjs", ".cjs", ".ts", ".py", ".go", ".rs", ".exe", ""})
_SKIPPED = frozenset({".git", "test", "tests", "__tests__", "__pycache__"})
_MOST_FILES = 200_000
"""A folder with more is no agent's."""
_VALUE = "${"
_PLACE = "\ue002"
"""Where the record goes, until what looks like a value to fill in is out."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One text to look for; ``installations.toml`` says what the fields mean."""

    words: tuple[str, ...]
    files: tuple[str, ...] = ()
    record: str = ""
    drop: str = ""
    frame: str = "{text}"


@dataclass(frozen=True, slots=True)
class KnownAgent:
    """An agent whose wording can be found."""

    name: str
    title: str
    seen: str
    """Where it was last found."""
    ways: tuple[tuple[tuple[str, tuple[Piece, ...]], ...], ...]
    """Each a list of roles with the pieces of their texts; the newest way first."""


@dataclass(frozen=True, slots=True)
class Found:
    """The text of a piece, and the file it stands in."""

    text: str
    path: Path
    left_out: int
    """Values that the agent fills in."""


@cache
def known_agents() -> dict[str, KnownAgent]:
    """The agents by name."""
    table: dict[str, Any] = tomllib.loads((resource(FOLDER) / TABLE).read_text("utf-8"))
    return {
        name: KnownAgent(
            name,
            row["title"],
            row["seen"],
            tuple(
                tuple(
                    (message["role"], tuple(_piece(one) for one in message.get("pieces", ())))
                    for message in way["messages"]
                )
                for way in row["ways"]
            ),
        )
        for name, row in table.items()
    }


def no_recorded_prompt(agent: str, compaction: int) -> UsageError:
    """What is said where the log does not hold the prompt that wrote a summary."""
    told = f"The log does not hold the prompt that the agent used at compaction {compaction}."
    return UsageError(told, hint=where_else(agent))


def where_else(agent: str) -> str:
    """Where the words of an agent are to be had whose log does not hold them."""
    known = known_agents().get(agent)
    if known is None:
        return "Choose another prompt."
    return f"inspector prompts import PATH --as {agent} reads it from where {known.title} is installed."


def import_prompt(path: Path, agent: str, today: date) -> Prompt:
    """The words by which an agent that is installed at a path asks for a summary.

    Reads every file below the path, at worst. Raises UsageError for an agent that is not known, and CannotRead with
    what was looked for.
    """
    known = known_agents().get(agent)
    if known is None:
        names = ", ".join(known_agents())
        raise UsageError(f"It is not known where {agent!r} keeps its prompt.", hint=f"Known are {names}.")
    if not path.exists():
        raise CannotRead(f"{path} is not there.", path=str(path))
    files = _files(path)
    missing: Piece | None = None
    for way in known.ways:
        found = {piece: _found(piece, files) for _, pieces in way for piece in pieces}
        used = [one for one in found.values() if one is not None]
        if len(used) == len(found):
            parts = [Part(role, "\n\n".join(_text(found[piece]) for piece in pieces)) for role, pieces in way]
            return _prompt(known, parts, used, path, today)
        missing = missing or next(piece for piece, one in found.items() if one is None)
    assert missing is not None
    raise _not_found(known, path, files, missing)


def _prompt(known: KnownAgent, parts: Sequence[Part], used: Sequence[Found], path: Path, today: date) -> Prompt:
    file = used[-1].path
    version = version_of(file, path)
    left_out = sum(one.left_out for one in used)
    values = f" Values that the agent fills in are left out: {left_out}." if left_out else ""
    head = {
        "title": ", ".join(filter(None, (f"{known.title}'s own", version))),
        "about": f"The words by which {known.title} asks for a summary.{values}",
        "agent": known.name,
        "from": ", ".join(filter(None, (str(file), version, today.isoformat()))),
    }
    prompt = parse_prompt(known.name, document_of(parts, head))
    parts_of(prompt.body, prompt.name)
    return prompt


def _found(piece: Piece, files: Sequence[Path]) -> Found | None:
    """The text of a piece, and the file it stands in."""
    named = [path for end in piece.files for path in files if path.as_posix().endswith(f"/{end}")]
    alone = [path for path in files if len(files) == 1 and path.suffix in _WHOLE]
    rest = [path for path in files if path.suffix.lower() in _CODE and path not in named]
    for path in (*named, *alone, *rest):
        if path.suffix in _WHOLE:
            text = path.read_text("utf-8", errors="replace")
            if all(word in text for word in piece.words):
                return _finished(piece, Literal(text), path)
            continue
        literals = sorted(_literals(path, piece.words), key=lambda one: len(one.values))
        if literals:
            return _finished(piece, literals[0], path)
    return None


def _literals(path: Path, words: Sequence[str]) -> list[Literal]:
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            if any(data.find(word.encode()) < 0 for word in words):
                return []
            return list(literals_with(data, words))  # type: ignore[arg-type]
    except (OSError, ValueError):
        # Empty, or not to be read: then it is not there.
        return []


def _finished(piece: Piece, found: Literal, path: Path) -> Found:
    """The text with the place of the record, without what the agent fills in."""
    text, dropped = found.filled(_PLACE) if piece.record == _VALUE else found.marked, 0
    if piece.record and piece.record != _VALUE:
        text = re.sub(piece.record, _PLACE, text, count=1, flags=re.DOTALL)
    if piece.drop:
        text, dropped = re.subn(piece.drop, "", text, flags=re.DOTALL)
    rest = Literal(text)
    words = rest.text.strip().replace(_PLACE, "{{ record }}")
    return Found(piece.frame.replace("{text}", words), path, dropped + len(rest.values))


def _files(path: Path) -> list[Path]:
    """The files below a path, those near to it first. Raises UsageError for a folder that is no agent's."""
    if path.is_file():
        return [path]
    found: list[Path] = []
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED)
        found += [Path(folder, name) for name in sorted(names) if not Path(folder, name).is_symlink()]
        if len(found) > _MOST_FILES:
            hint = "Name the agent's own folder."
            raise UsageError(f"There are more than {_MOST_FILES:,} files in {path}.", hint=hint)
    return [one for one in found if one.is_file()]


def _not_found(known: KnownAgent, path: Path, files: Sequence[Path], missing: Piece) -> CannotRead:
    places = " or ".join(missing.files) or "a script or program"
    words = ", ".join(f"“{word}”" for word in missing.words)
    where = f"looked for {places}, and in {counted(len(files), 'file')} for a text with {words}"
    told = f"{known.title}'s prompt was not found in {path}: {where}."
    compiled = next((one for one in files if one.suffix not in _WHOLE and _holds(one, missing.words)), None)
    hint = f"It was last seen in {known.seen}."
    if compiled is not None:
        hint = f"The words stand in {compiled.name}, but not where they begin and end. Name the agent's sources."
    return CannotRead(told, hint=hint)


def _holds(path: Path, words: Sequence[str]) -> bool:
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return all(data.find(word.encode()) >= 0 for word in words)
    except (OSError, ValueError):
        return False


def _piece(row: dict[str, Any]) -> Piece:
    given: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Piece(**given)


def _text(found: Found | None) -> str:
    return found.text if found is not None else ""
