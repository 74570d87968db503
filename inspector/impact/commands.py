"""What a call comes to, so that two calls can be compared, and what kind of command it runs."""

from __future__ import annotations

import re
from collections.abc import Sequence

import orjson

from inspector.read.tools import ToolKind
from inspector.text.normal import command_form
from inspector.text.shell import Simple, arguments, git_verb, program, simple_commands
from inspector.work.steps import Step

_CHECKS = re.compile(
    r"\b(?:py)?tests?\b|\btest[:_-]\w+|\b(?:jest|vitest|mocha|tox|nox|tsc|mypy|ruff|eslint|flake8|pylint|pyright|clippy"
    r"|vet|lint\w*|typecheck|type-check|check\w*|build|compile|fmt|format|make|gradle\w*|mvn|cargo|verify|validate)\b",
    re.IGNORECASE,
)
_WRITES = re.compile(r"^git\b|\b(?:fmt|format|make|install|checkout)\b|--(?:fix|write|in-place)\b")
_POLLING = frozenset(
    """gh ls pwd date sleep ps top tail curl wget docker docker-compose kubectl jobs whoami which systemctl lsof pgrep
    echo""".split()
)
_GIT_POLLING = frozenset("status log diff branch fetch show remote rev-parse add commit push stash".split())
_ASKS = frozenset("list ls ps status".split())
_SSH_WITH_VALUE = frozenset(f"-{letter}" for letter in "bcDEeFIiJLlmOopQRSWw")
_FILTERS = frozenset({"head", "sort", "uniq", "wc"})
# All three begin with a digit, and say so: else each is tried at every character of a long result.
_CLOCK = re.compile(
    r"\d(?:\d{3}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*|(?<=\b\d)\d:\d\d:\d\d\b"
    r"|(?<=\b\d)\d*(?:\.\d+)?\s?(?:ms|s|secs?|seconds?|µs)\b)"
)
# What the harness of Codex puts in front of a result.
_FRAME = re.compile(
    r"^(?:Chunk ID|Wall time|Original token count|Process exited|Exit code|Output):?.*\n?", re.MULTILINE
)
_PLACE = re.compile(r"^(?:[^\s:]*:)?[ \t]*\d+(?:\t|→|[:|-]\s?)")
_NOT_TOLD = frozenset({"description", "timeout", "run_in_background", "justification", "explanation", "summary"})


def call_key(step: Step) -> str:
    """The same for two calls that ask for the same; "" where nothing can be compared."""
    if step.kind is ToolKind.RUN:
        line = command_form(step.command)
        return f"run {line}" if len(line) > 2 else ""
    if step.kind in (ToolKind.SEARCH, ToolKind.FETCH) and isinstance(step.arguments, dict):
        told = {key: value for key, value in step.arguments.items() if key not in _NOT_TOLD}
        return f"{step.item.tool} {orjson.dumps(told, option=orjson.OPT_SORT_KEYS).decode()}" if told else ""
    return ""


def edit_key(step: Step) -> str:
    """The same for two calls that write the same text to the same file; "" for others and for very short texts."""
    if step.kind not in (ToolKind.EDIT, ToolKind.CREATE) or not isinstance(step.arguments, dict):
        return ""
    text = added_text(step)
    return f"{step.path}\n{text}" if step.path and len(text.strip()) >= _LEAST_TEXT else ""


_LEAST_TEXT = 24
_ADDED = ("new_string", "new_str", "content", "file_text", "newText", "new_text", "replace", "insert_text")


def added_text(step: Step) -> str:
    """What an edit puts into a file, or ""."""
    if isinstance(step.arguments, dict):
        edits = step.arguments.get("edits")
        parts = [step.arguments, *(edits if isinstance(edits, list) else ())]
        found = [
            part[key] for part in parts if isinstance(part, dict) for key in _ADDED if isinstance(part.get(key), str)
        ]
        if found:
            return "\n".join(found)
        patch = step.arguments.get("input") or step.arguments.get("patch") or step.arguments.get("diff")
    else:
        patch = step.arguments
    if not isinstance(patch, str) or "\n" not in patch:
        return ""
    lines = (line for line in patch.splitlines() if line.startswith("+") and not line.startswith("+++"))
    return "\n".join(line[1:] for line in lines)


def is_check(line: str) -> bool:
    """Whether a command line tests, builds or checks: it is run again whenever something was changed."""
    return bool(_CHECKS.search(line))


def only_checks(line: str) -> bool:
    """Whether a command line is a check that changes no file."""
    return is_check(line) and not _WRITES.search(line)


def polls(commands: tuple[Simple, ...]) -> bool:
    """Whether a command line asks for a state that changes by itself, or is asked for as a habit."""
    telling = [simple for simple in commands if program(simple) not in ("cd", "set", "export", "")]
    # What only cuts down the answer of another command says nothing by itself.
    telling = [simple for simple in telling if simple.after != "|" or program(simple) not in _FILTERS]
    return all(map(_asks_for_state, telling))


def _asks_for_state(simple: Simple) -> bool:
    name, words = program(simple), arguments(simple)
    if name == "ssh":
        return all(map(_asks_for_state, simple_commands(_there(words))[:1]))
    if name == "git":
        return git_verb(simple) in _GIT_POLLING
    return name in _POLLING or not _ASKS.isdisjoint(words[:1])


def _there(words: Sequence[str]) -> str:
    """What is run on the other machine, out of the words behind ``ssh``."""
    place = 0
    while place < len(words) and words[place].startswith("-"):
        place += 2 if words[place] in _SSH_WITH_VALUE else 1
    return " ".join(words[place + 1 :]).strip("\"'")


def output_form(output: str) -> str:
    """A result without times and durations, which differ between two runs of the same."""
    return _CLOCK.sub("·", _FRAME.sub("", output)).strip()


def lines_of(output: str, short: int) -> frozenset[str]:
    """The lines of a result without the file and the number before them; those of so many signs tell nothing."""
    # Line by line: over a whole text the pattern is tried at every character.
    plain = (_PLACE.sub("", line, count=1).strip() for line in _FRAME.sub("", output).splitlines())
    return frozenset(line for line in plain if len(line) > short)
