"""The files that a command line surely reads, writes, moves and removes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from inspector.extract.shell import arguments, git_call, program, simple_commands

_COUNT = re.compile(r"[+-]?\d+[bkKmMG]?")
"""How much of a file is shown."""
_REDIRECTED = re.compile(r"[1&]?>([^>&].*)?")
_NAMED = re.compile(r"[^\s*?$<>|{}()\"'`=]*[\w\])]$")


def file_actions(line: str) -> Iterator[tuple[str, str, str]]:
    """Action, path as written, and the folder it is relative to, for what is certain."""
    base = ""
    for simple in simple_commands(line):
        name, words, folder = program(simple), arguments(simple), base
        if name == "cd" and len(simple.words) == 2:
            base = _below(base, simple.words[1].strip("\"'"))
            continue
        if name == "git":
            git = git_call(simple)
            name, words, folder = f"git {git.verb}", git.words, _below(base, git.folder)
        # What is redirected is so by the shell, wherever git works.
        yield from (("created", path, base) for path in _redirected(simple.words))
        plain = [word.strip("\"'") for word in words]
        yield from ((action, path, folder) for action, path in _actions(name, plain) if path)


def _below(base: str, folder: str) -> str:
    if not folder or not base:
        return folder or base
    return folder if folder.startswith(("/", "~")) else f"{base}/{folder}"


def _actions(name: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """What a program, or "git" with its verb, does by the words behind it."""
    operands = _operands(words)
    if name in ("cat", "nl", "less", "bat", "head", "tail"):
        yield from (("read", path) for path in operands if not _COUNT.fullmatch(path))
    elif name == "sed" and len(operands) >= 2:
        action = "edited" if any(word.startswith("-i") for word in words) else "read"
        yield from ((action, path) for path in operands[1:] if "/" in path or "." in path)
    elif name in ("rm", "git rm"):
        yield from (("deleted", path) for path in operands)
    elif name in ("mv", "cp", "git mv"):
        if len(operands) == 2 and not operands[1].endswith("/"):
            yield ("read" if name == "cp" else "deleted"), operands[0]
            yield "created", operands[1]
    elif name == "touch":
        yield from (("created", path) for path in operands)
    elif name == "git restore" or (name == "git checkout" and "--" in words):
        behind = words[words.index("--") + 1 :] if "--" in words else operands
        yield from (("restored", path) for path in behind if "." in path and path != ".")
    elif name in ("rg", "grep") and len(operands) >= 2:
        yield from (("searched", path) for path in operands[1:] if "/" in path or "." in path.strip("."))


def _operands(words: list[str]) -> list[str]:
    found = []
    for word in words:
        if word.startswith((">", "<", "&>")) or re.match(r"\d>", word):
            break
        if not word.startswith("-") and _NAMED.match(word):
            found.append(word)
        elif not word.startswith("-"):
            # A pattern or an expression: it keeps its place, so that what follows is not taken for it.
            found.append("")
    return [found[0], *filter(None, found[1:])] if found else []


def _redirected(words: Sequence[str]) -> Iterator[str]:
    for place, word in enumerate(words):
        redirected = _REDIRECTED.fullmatch(word)
        if redirected is None:
            continue
        target = (redirected[1] or next(iter(words[place + 1 :]), "")).strip("\"'")
        if target and target != "/dev/null" and not target.startswith("/dev/") and _NAMED.match(target):
            yield target
