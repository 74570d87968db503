"""The files that a command line surely reads, writes, moves and removes."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from inspector.text.shell import arguments, git_call, program, simple_commands

WRITES_BACK = re.compile(r"-[a-zE0]*i[a-z]*(?:\.\w+)?|--in-?place(?:=.*)?")
"""What makes sed, perl and others write the files that they read; elsewhere ``-i`` means other things."""
_APPENDS = re.compile(r"--append|-\w*a\w*")
_WITH_VALUE = ("-t", "-S", "--target-directory", "--suffix")
"""Options of mv and cp that a value follows, or holds."""
_GLOB = frozenset("*?[{")
_FOLDERS = frozenset({".", "..", "~", "/"})
_IN_NO_NAME = frozenset("*?$<>|{}()\"'`=")


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
        yield from ((action, path, base) for action, path in _redirected(simple.words))
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
        # A number says how much is shown.
        yield from (("read", path) for path in operands if not path.lstrip("+-").rstrip("bkKmMG").isdecimal())
    elif name == "sed" and len(operands) >= 2:
        action = "edited" if any(map(WRITES_BACK.fullmatch, words)) else "read"
        yield from ((action, path) for path in operands[1:] if "/" in path or "." in path)
    elif name in ("rm", "git rm"):
        yield from (("deleted", path) for path in operands)
    elif name in ("mv", "cp", "git mv"):
        yield from _placed("deleted" if name.endswith("mv") else "read", words)
    elif name in ("touch", "tee"):
        action = "edited" if name == "tee" and any(map(_APPENDS.fullmatch, words)) else "created"
        yield from ((action, path) for path in operands if not path.startswith("/dev/"))
    elif name == "git restore" or (name == "git checkout" and "--" in words):
        behind = words[words.index("--") + 1 :] if "--" in words else operands
        yield from (("restored", path) for path in behind if "." in path and path != ".")
    elif name in ("rg", "grep") and len(operands) >= 2:
        yield from (("searched", path) for path in operands[1:] if "/" in path or "." in path.strip("."))


def _placed(action: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """What mv and cp put where; ``action`` is what becomes of the source."""
    folder, sources = _into(words)
    if folder is None and len(sources) == 2:
        source, target = sources
        if _GLOB.isdisjoint(source):
            yield from ((done, path) for done, path in ((action, source), ("created", target)) if _is_name(path))
        return
    for source in filter(_is_name, sources if folder is not None else []):
        yield action, source
        if folder is not None and (folder in _FOLDERS or _is_name(folder.rstrip("/"))):
            yield "created", f"{folder.rstrip('/')}/{posixpath.basename(source)}"


def _into(words: list[str]) -> tuple[str | None, list[str]]:
    """The folder that files are put into, None where the words name none for sure; and the other operands."""
    before = list(_before_redirection(words))
    if any(word.startswith(_WITH_VALUE) for word in before):
        return None, []
    operands = [word for word in before if not word.startswith("-")]
    last = operands[-1] if operands else ""
    if len(operands) > 2 or last in _FOLDERS or last.endswith("/"):
        return operands.pop(), operands
    return None, operands


def _is_name(word: str) -> bool:
    """Whether a word surely is the path of one file or folder."""
    end = word[-1:]
    return (end.isalnum() or end in ("_", "]", ")")) and _IN_NO_NAME.isdisjoint(word[:-1]) and word.split() == [word]


def _before_redirection(words: list[str]) -> Iterator[str]:
    return takewhile(lambda word: word.lstrip("&0123456789")[:1] not in ("<", ">"), words)


def _operands(words: list[str]) -> list[str]:
    found = []
    for word in _before_redirection(words):
        if not word.startswith("-") and _is_name(word):
            found.append(word)
        elif not word.startswith("-"):
            # A pattern or an expression: it keeps its place, so that what follows is not taken for it.
            found.append("")
    return [found[0], *filter(None, found[1:])] if found else []


def _redirected(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    for word, behind in zip(words, (*words[1:], ""), strict=True):
        sign, arrow, target = word.partition(">")
        if not arrow or sign not in ("", "1", "&") or target.startswith("&"):
            continue
        action, target = "edited" if target.startswith(">") else "created", target.removeprefix(">")
        target = (target or behind).strip("\"'")
        if not target.startswith("/dev/") and _is_name(target):
            yield action, target
