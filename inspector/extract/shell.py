"""What a command line surely does: its simple commands, and the files it reads, writes, moves and removes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_WORD = re.compile(
    r"\\\r?\n|\"(?:[^\"\\]|\\[\s\S])*\"|'[^']*'|&>>?|(?:&&|\|\||[;|\n])|(?:[^\s\"';|&\\]|\\(?!\r?\n))+|&"
)
_BREAKS = frozenset({"&&", "||", ";", "|", "\n", "&"})
_HEREDOC = re.compile(r"<<-?[ \t]*['\"]?(\w+)['\"]?([^\n]*)\n(?:.*?\n)?[ \t]*\1\b", re.DOTALL)
_HERE_STRING = re.compile(r"@(['\"])\r?\n.*?\n\1@", re.DOTALL)
_LONGEST = 4_000
# Looking around changes nothing, so its outcome is no news.
LOOKING = frozenset(
    """cat ls ll rg grep egrep fgrep ag sed awk head tail find fd wc cd pwd echo printf which type whereis file stat
    du df tree sort uniq cut tr nl less more jq yq diff cmp test [ [[ true false sleep date whoami id env export
    set source . mkdir basename dirname realpath readlink xargs tee for while
    if then do done fi else case esac read exit return
    get-childitem get-content select-string select-object write-host write-output measure-object foreach-object
    where-object get-item test-path set-location get-date start-sleep pop-location push-location out-string out-null
    tee-object sort-object format-table format-list convertfrom-json convertto-json""".split()
)
# A commit is told by its hash, which the finder of identifiers notes.
_GIT_LOOKING = frozenset(
    "status diff log show branch rev-parse ls-files blame remote fetch stash describe config add commit".split()
)
_GH_LOOKING = frozenset("view list status diff checks api search".split())
_WRAPPERS = frozenset(("sudo", "time", "command", "env", "nohup", "!", "("))
_WITH_OPTIONS = frozenset({"sudo", "env"})
_WITH_VALUE = frozenset({"-u", "-g", "-C", "-h", "-p", "-U"})
"""Options of these wrappers that a value follows."""
_COUNT = re.compile(r"[+-]?\d+[bkKmMG]?")
"""How much of a file is shown."""
_REDIRECTED = re.compile(r"[1&]?>([^>&].*)?")
_NAMED = re.compile(r"[^\s*?$<>|{}()\"'`=]*[\w\])]$")


class Simple(NamedTuple):
    """One simple command. ``after`` is what stood in front of it: && || ; | or ""."""

    words: tuple[str, ...]
    text: str
    after: str
    then: str


def simple_commands(line: str) -> list[Simple]:
    """The simple commands of a command line, bodies of here-documents left out."""
    line = line[:_LONGEST]
    if "<<" in line:
        line = _HEREDOC.sub(r"<<\1\2", line)
    if "@" in line:
        line = _HERE_STRING.sub("@\1\1@", line)
    found: list[Simple] = []
    words: list[str] = []
    start, after = 0, ""
    for hit in _WORD.finditer(line):
        word = hit[0]
        if word[0] == "\\" and word[-1] == "\n":
            # The line goes on in the next one.
            continue
        if word in _BREAKS and not (word == "&" and line[hit.start() - 1 : hit.start()] == ">"):
            if words:
                found.append(Simple(tuple(words), line[start : hit.start()].strip(), after, word))
            words, after = [], word
        else:
            if not words:
                start = hit.start()
            words.append(word)
    if words:
        found.append(Simple(tuple(words), line[start:].strip(), after, ""))
    return found


def program(simple: Simple) -> str:
    """The program a simple command runs, behind settings of variables and wrappers."""
    word = next(iter(simple.words[_program_at(simple) :]), "")
    return word.rsplit("/", 1)[-1].lower() if not word.startswith("./") else word


def arguments(simple: Simple) -> tuple[str, ...]:
    """What stands behind the program of a simple command."""
    return simple.words[_program_at(simple) + 1 :]


def _program_at(simple: Simple) -> int:
    """Which of the words is the program; their number where none is."""
    place, wrapper = 0, ""
    while place < len(simple.words):
        word = simple.words[place]
        if "=" in word.split("/")[0] or word in _WRAPPERS:
            wrapper = word if word in _WRAPPERS else wrapper
        elif wrapper in _WITH_OPTIONS and word.startswith("-"):
            place += word in _WITH_VALUE
        else:
            return place
        place += 1
    return len(simple.words)


def only_looks(simple: Simple) -> bool:
    """Whether a command only reads."""
    name = program(simple)
    if "=" in simple.words[0] and "$(" in simple.text:
        return True
    if name == "gh":
        return any(word in _GH_LOOKING for word in arguments(simple)[:2])
    if not (name[:1].isalnum() or name[:1] in ("_", ".", "~")):
        # A word of a text or an expression that was cut in two; no program is called so.
        return True
    if simple.words[-1] == "}" and "{" not in simple.text:
        # The end of a block that began in another piece of the line.
        return True
    return name in LOOKING or (name == "git" and git_verb(simple) in _GIT_LOOKING)


def git_verb(simple: Simple) -> str:
    """What git is told to do, behind its options; "" where nothing is."""
    words = iter(arguments(simple))
    for word in words:
        if word in ("-C", "-c"):
            next(words, "")
        elif not word.startswith("-"):
            return word
    return ""


def file_actions(line: str) -> Iterator[tuple[str, str, str]]:
    """Action, path as written, and the folder it is relative to, for what is certain."""
    base = ""
    for simple in simple_commands(line):
        name = program(simple)
        if name == "cd" and len(simple.words) == 2:
            folder = simple.words[1].strip("\"'")
            base = folder if folder.startswith(("/", "~")) or not base else f"{base}/{folder}"
            continue
        for action, path in _actions(name, simple):
            if path:
                yield action, path, base


def _actions(name: str, simple: Simple) -> Iterator[tuple[str, str]]:
    yield from _redirected(simple.words)
    words = [word.strip("\"'") for word in arguments(simple)]
    operands = _operands(words)
    if name in ("cat", "nl", "less", "bat", "head", "tail"):
        yield from (("read", path) for path in operands if not _COUNT.fullmatch(path))
    elif name == "sed" and len(operands) >= 2:
        action = "edited" if any(word.startswith("-i") for word in words) else "read"
        yield from ((action, path) for path in operands[1:] if "/" in path or "." in path)
    elif name == "rm" or (name == "git" and git_verb(simple) == "rm"):
        yield from (("deleted", path) for path in operands if path not in ("git", "rm"))
    elif name in ("mv", "cp") or (name == "git" and git_verb(simple) == "mv"):
        files = [path for path in operands if path != "mv"]
        if len(files) == 2 and not files[1].endswith("/"):
            yield ("read" if name == "cp" else "deleted"), files[0]
            yield "created", files[1]
    elif name == "touch":
        yield from (("created", path) for path in operands)
    elif name == "git" and git_verb(simple) in ("checkout", "restore") and ("--" in words or "restore" in words):
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


def _redirected(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    for place, word in enumerate(words):
        redirected = _REDIRECTED.fullmatch(word)
        if redirected is None:
            continue
        target = (redirected[1] or next(iter(words[place + 1 :]), "")).strip("\"'")
        if target and target != "/dev/null" and not target.startswith("/dev/") and _NAMED.match(target):
            yield "created", target
