"""The files that a command line surely reads, writes, moves and removes."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from inspector.text.shell import arguments, git_call, program, simple_commands

_COUNT = re.compile(r"[+-]?\d+[bkKmMG]?")
"""How much of a file is shown."""
_REDIRECTED = re.compile(r"[1&]?>([^>&].*)?")
_WITH_VALUE = re.compile(
    r"--(?P<long>target-directory|suffix|mode|owner|group)(?:=(?P<set>.*))?|-[a-zA-Z]*?(?P<short>[tSmog])(?P<rest>.*)"
)
"""Options of mv, cp and install that a value follows."""
_MAKES_FOLDERS = frozenset({"-d", "--directory"})
_FOLDERS = frozenset({".", "..", "~", "/"})
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
    elif name in ("mv", "cp", "git mv") or (name == "install" and not _MAKES_FOLDERS.intersection(words)):
        yield from _placed("deleted" if name.endswith("mv") else "read", words)
    elif name == "touch":
        yield from (("created", path) for path in operands)
    elif name == "git restore" or (name == "git checkout" and "--" in words):
        behind = words[words.index("--") + 1 :] if "--" in words else operands
        yield from (("restored", path) for path in behind if "." in path and path != ".")
    elif name in ("rg", "grep") and len(operands) >= 2:
        yield from (("searched", path) for path in operands[1:] if "/" in path or "." in path.strip("."))


def _placed(action: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """What mv, cp and install put where; ``action`` is what becomes of the source."""
    folder, sources = _into(words)
    if folder is None and len(sources) == 2:
        source, target = sources
        if not re.search(r"[*?\[{]", source):
            yield from ((done, path) for done, path in ((action, source), ("created", target)) if _NAMED.match(path))
        return
    for source in filter(_NAMED.match, sources if folder is not None else []):
        yield action, source
        if folder is not None and (folder in _FOLDERS or _NAMED.match(folder.rstrip("/"))):
            yield "created", f"{folder.rstrip('/')}/{posixpath.basename(source)}"


def _into(words: list[str]) -> tuple[str | None, list[str]]:
    """The folder that files are put into, None where the words name none for sure; and the other operands."""
    folder, operands = None, []
    rest = iter(_before_redirection(words))
    for word in rest:
        option = _WITH_VALUE.fullmatch(word)
        if option:
            value = option["set"] or option["rest"] or next(rest, "")
            folder = value if "t" in (option["short"], (option["long"] or "")[:1]) else folder
        elif not word.startswith("-"):
            operands.append(word)
    last = operands[-1] if operands else ""
    if folder is None and (len(operands) > 2 or last in _FOLDERS or last.endswith("/")):
        folder = operands.pop()
    return folder, operands


def _before_redirection(words: list[str]) -> Iterator[str]:
    return takewhile(lambda word: not re.match(r"[<>]|&>|\d>", word), words)


def _operands(words: list[str]) -> list[str]:
    found = []
    for word in _before_redirection(words):
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
