"""The user's preferences, one small TOML file; unknown entries are kept, unreadable files put aside."""

from __future__ import annotations

import contextlib
import json
import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from inspector.errors import cause
from inspector.given import given_text
from inspector.model import Diagnostic, Severity
from inspector.store.folders import find_folders

Value = str | int | float | bool | list[str]


@dataclass(slots=True)
class Settings:
    """Preferences by dotted name, such as ``window.theme``. What was never set is the caller's default."""

    path: Path
    values: dict[str, Value] = field(default_factory=dict)
    trouble: Diagnostic | None = None
    """Why defaults are in force, or why a change could not be kept."""

    @classmethod
    def load(cls, path: Path | None = None) -> Settings:
        """Read the preferences; none there, or none readable, means defaults."""
        path = path or find_folders().config / "settings.toml"
        try:
            return cls(path, _flatten(tomllib.loads(given_text(path))))
        except FileNotFoundError:
            return cls(path)
        except OSError as why:
            return cls(
                path, trouble=_trouble(f"The settings in {path} cannot be read: {cause(why)}. Defaults are in force.")
            )
        except (ValueError, RecursionError) as why:
            aside = path.with_suffix(".unreadable.toml")
            with contextlib.suppress(OSError):
                path.replace(aside)
            return cls(
                path, trouble=_trouble(f"The settings were not readable ({cause(why)}) and were put aside as {aside}.")
            )

    def text(self, name: str, default: str = "") -> str:
        """A setting that is a text."""
        value = self.values.get(name)
        return value if isinstance(value, str) else default

    def number(self, name: str, default: float) -> float:
        """A setting that is a number."""
        value = self.values.get(name)
        return default if isinstance(value, bool) or not isinstance(value, int | float) else value

    def put(self, name: str, value: Value) -> None:
        """Change a setting and keep it."""
        if self.values.get(name) != value or type(self.values.get(name)) is not type(value):
            self.values[name] = value
            self._write()

    def _write(self) -> None:
        # Written beside and moved over, so that a full disk cannot leave half a file.
        draft = self.path.with_suffix(".new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_text(_as_toml(self.values), "utf-8", errors="replace")
            os.replace(draft, self.path)
        except OSError as why:
            self.trouble = _trouble(f"The setting is in force but could not be kept: {cause(why)}.")


def _flatten(table: dict[str, object], prefix: str = "") -> dict[str, Value]:
    values: dict[str, Value] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            values.update(_flatten(value, f"{prefix}{name}."))
        elif isinstance(value, str | int | float | bool):
            values[prefix + name] = value
        elif isinstance(value, list):
            values[prefix + name] = [entry for entry in value if isinstance(entry, str)]
    return values


def _as_toml(values: dict[str, Value]) -> str:
    """One section a first name, the rest as it is; JSON's strings, numbers and lists are TOML's as well."""
    sections: dict[str, list[str]] = {}
    # Names without a section come first, or they would fall into the section above them.
    for name, value in sorted(values.items(), key=lambda pair: ("." in pair[0], pair[0])):
        section, _, key = name.rpartition(".")
        # JSON leaves DEL bare, which TOML forbids, and would write emoji as two halves, which it does too.
        told = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        # It has other words for what is no finite number.
        written = repr(value) if isinstance(value, float) else told
        sections.setdefault(section, []).append(f"{json.dumps(key)} = {written}")
    parts = []
    for section, lines in sections.items():
        head = [f"[{'.'.join(json.dumps(part) for part in section.split('.'))}]"] if section else []
        parts.append("\n".join(head + lines))
    return "\n\n".join(parts) + "\n"


def _trouble(message: str) -> Diagnostic:
    return Diagnostic(Severity.WARNING, "settings", message)
