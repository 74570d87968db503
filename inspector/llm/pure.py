"""Pure forms: commands of coding agents that are run as models. Nothing is offered to them that could act or read.

An agent's command brings tools, memory files, hooks and servers of the person's, opens what a prompt mentions, and
keeps a session. ``resources/commands.toml`` says how each is started without; ``live/ways.py`` holds that against the
commands themselves.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from inspector.resources import resource

Row = Mapping[str, Any]
_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_LAST_COMMA = re.compile(r",(?=\s*[}\]])")


@dataclass(frozen=True, slots=True)
class Form:
    """How a command line is run."""

    parts: tuple[str, ...]
    """The program and its arguments; ``{own}`` stands for the folder of the run."""
    row: Row
    """What is known of the program; {} for one that is not known, which is run as it is written."""
    left_out: tuple[str, ...] = ()
    """What a person wrote and the pure form does not have."""

    @property
    def model(self) -> str:
        """The model that is asked, as arguments or the program's settings name it; "" where neither does."""
        chosen = [*self.row.get("keeps", ()), *self.row.get("otherwise", ())]
        flags = [flag for flag in ("--model", "-m") if flag in chosen]
        named = [after for flag, after in zip(self.parts, self.parts[1:], strict=False) if flag in flags]
        return named[0] if named else next(filter(None, map(self._set_model, self.row.get("homes", ()))), "")

    def prepare(self, own: Path) -> tuple[list[str], dict[str, str]]:
        """Make the folder of the run, and give the arguments and the environment. Raises OSError."""
        (own / "work").mkdir()
        variables = {name: value.replace("{own}", str(own)) for name, value in self.row.get("variables", {}).items()}
        for name, text in self.row.get("files", {}).items():
            (own / name).write_text(text, "utf-8")
        for home in self.row.get("homes", ()):
            if home["variable"]:
                variables[home["variable"]] = str(_moved(home, own))
        environment = {name: value for name, value in (os.environ | variables).items() if variables.get(name) != ""}
        return [part.replace("{own}", str(own)) for part in self.parts], environment

    def _set_model(self, home: Row) -> str:
        value: Any = _taken_over(home)
        for part in self.row.get("model", "").split("."):
            value = value.get(part) if isinstance(value, dict) else None
        return value if isinstance(value, str) else ""


def form_of(line: str) -> Form:
    """The form in which a command line is run. Raises ValueError where it cannot be read, or names nothing."""
    given = shlex.split(line)
    if not given:
        raise ValueError("no command is named")
    row = rows().get(Path(given[0]).stem.lower(), {})
    if not row or "cannot" in row:
        return Form(tuple(given), row)
    kept, rest = _parted(given[1:], row["keeps"])
    named = any(part in row["otherwise"] for part in kept) if "otherwise" in row else True
    flags = [*([] if named else row["otherwise"]), *kept, *row["flags"]]
    if not row["flags"][0].startswith("-"):
        flags = [row["flags"][0], *kept, *row["flags"][1:]]
    return Form((given[0], *flags), row, tuple(part for part in rest if part not in row["flags"]))


@cache
def rows() -> Mapping[str, Row]:
    """What is known of programs, by name."""
    return tomllib.loads(resource("commands.toml").read_text("utf-8"))


def _parted(given: Sequence[str], keeps: Sequence[str]) -> tuple[list[str], list[str]]:
    """The flags that stay, each with its value, and everything else."""
    kept: list[str] = []
    rest: list[str] = []
    parts = iter(given)
    for part in parts:
        flag, equals, value = part.partition("=")
        if flag in keeps:
            kept += [flag, value if equals else next(parts, "")]
        else:
            rest.append(part)
    return kept, rest


def _moved(home: Row, own: Path) -> Path:
    """A folder of our own in the place of a person's, with the login and the chosen model; where its variable points.

    A login is linked, since a program that renews it writes it back: through the link, to where it belongs.
    """
    top: Path = own / home["variable"].lower()
    folder = top / home.get("inside", "")
    folder.mkdir(parents=True)
    for name in home.get("links", ()):
        source = _usual(home) / name
        if source.exists():
            (folder / name).symlink_to(source.absolute())
    settings = home.get("settings", ())
    if settings:
        values = _over(_taken_over(home), home.get("ours", {}))
        written = _toml(values) if settings[0].endswith(".toml") else json.dumps(values)
        (folder / settings[0]).write_text(written, "utf-8")
    return top


def _usual(home: Row) -> Path:
    """Where the person's own folder is."""
    top = os.environ.get(home["variable"], "") if home["variable"] else ""
    folder: str = home.get("inside", "")
    return Path(top or home["usual"]).expanduser() / folder


def _taken_over(home: Row) -> dict[str, Any]:
    """Of a person's settings, what says which model is asked and where; {} where they cannot be read."""
    for name in home.get("settings", ()):
        try:
            text = (_usual(home) / name).read_text("utf-8")
            whole = tomllib.loads(text) if name.endswith(".toml") else json.loads(_plain(text))
        except (OSError, ValueError):
            continue
        return {key: whole[key] for key in home["keeps"] if key in whole} if isinstance(whole, dict) else {}
    return {}


def _plain(text: str) -> str:
    """JSON without the comments and last commas that agents allow."""
    return _LAST_COMMA.sub("", _COMMENT.sub(lambda found: found[1] or "", text))


def _over(theirs: dict[str, Any], ours: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with ours in the place of theirs, down to single values."""
    return theirs | {
        key: _over(theirs[key], value) if isinstance(value, dict) and isinstance(theirs.get(key), dict) else value
        for key, value in ours.items()
    }


def _toml(values: Mapping[str, Any]) -> str:
    return "\n".join(f"{json.dumps(key)} = {_inline(value)}" for key, value in values.items())


def _inline(value: Any) -> str:
    """A value in TOML; of what JSON has no form for, such as a date, its words."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(key)} = {_inline(one)}' for key, one in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    return json.dumps(value, default=str)


def without_tools(catalog: str) -> str:
    """Codex's list of models, as it prints it, without the tools that it gives each. Raises ValueError for none."""
    listed = json.loads(catalog)
    for model in listed["models"]:
        for part in ("tool_mode", "multi_agent_version", "multi_agent_reasoning_effort", "apply_patch_tool_type"):
            model.pop(part, None)
        model |= {"experimental_supported_tools": [], "shell_type": "disabled", "supports_search_tool": False}
        model |= {"base_instructions": "Answer the request.", "model_messages": None, "upgrade": None}
    return json.dumps(listed)


def models_listed(catalog: str) -> Iterator[tuple[int, str]]:
    """Rank and name of the models in such a list that a person may choose."""
    for model in json.loads(catalog)["models"]:
        if model.get("visibility") == "list":
            yield model.get("priority", 0), model["slug"]
