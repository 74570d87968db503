"""A command line as its simple commands: which program each runs, and whether it only looks around."""

from __future__ import annotations

import re
from typing import NamedTuple

# A word may be made of quoted and other pieces: 'it'\''s', FOO="a b".
_WORD = re.compile(
    r"\\\r?\n|&>>?|(?:&&|\|\||[;|\n])"
    r"|(?:\"(?:[^\"\\]|\\[\s\S])*\"|'[^']*'|[^\s\"';|&\\]|\\(?!\r?\n)[\s\S]?)+|&"
)
_BREAKS = frozenset({"&&", "||", ";", "|", "\n", "&"})
_DOCUMENT = re.compile(
    r"(?<!<)<<-?[ \t]*(?:(?P<quote>['\"])(?P<words>\w[^'\"\n]*)(?P=quote)|['\"\\]?(?P<word>\w[\w-]*)['\"]?)"
    r"(?P<rest>[^\n]*)(?=\n)|@(?P<mark>['\"])\r?(?=\n)"
)
"""Where a document of lines begins: to a word of its own in a POSIX shell, to its mark in PowerShell."""
_MOST_DOCUMENTS = 60
"""Signs that open one, or seem to, such as shifts of bits; behind so many none is looked for."""
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
# With what git itself records, such as a commit: how it ended is no news either.
_GIT_LOOKING = frozenset(
    "status diff log show branch rev-parse ls-files blame remote fetch stash describe config add commit".split()
)
_GH_LOOKING = frozenset("view list status diff checks api search".split())
_WRAPPERS = frozenset(("sudo", "time", "command", "env", "nohup", "!", "("))
_WITH_VALUE = {
    "sudo": frozenset({"-u", "-g", "-C", "-h", "-p", "-U"}),
    "env": frozenset({"-u", "-C"}),
    "time": frozenset({"-f", "-o"}),
}
"""Wrappers that take options, with those that a value follows."""


class Simple(NamedTuple):
    """One simple command. ``after`` is what stood in front of it: && || ; | or ""."""

    words: tuple[str, ...]
    text: str
    after: str
    then: str


def simple_commands(line: str) -> list[Simple]:
    """The simple commands of a command line, bodies of here-documents left out; of a very long one the first."""
    if "<<" in line or "@" in line:
        line = _without_documents(line)
    is_cut, line = len(line) > _LONGEST, line[:_LONGEST]
    found: list[Simple] = []
    words: list[str] = []
    start, after, end = 0, "", 0
    for hit in _WORD.finditer(line):
        if is_cut and ("'" in line[end : hit.start()] or '"' in line[end : hit.start()]):
            # The end of this quotation was cut off: what follows stands within it.
            return found
        end = hit.end()
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
    if words and not is_cut:
        found.append(Simple(tuple(words), line[start:].strip(), after, ""))
    return found


def _without_documents(line: str) -> str:
    """A command line without the lines of the documents in it, in one pass over it."""
    pieces: list[str] = []
    place = 0
    while len(pieces) < _MOST_DOCUMENTS and (opens := _DOCUMENT.search(line, place)):
        word, mark = opens["words"] or opens["word"], opens["mark"]
        # The word stands alone on its line, but for what ends a quotation or a command around the document.
        closing = rf"\n[ \t]*{re.escape(word)}(?=[ \t\r]*(?:[\n)'\"\\;&|]|\Z))" if word else f"\n{mark}@"
        ends = re.compile(closing).search(line, opens.end())
        if ends is None:
            pieces.append(line[place : opens.end()])
            place = opens.end()
        else:
            left = f"<<{word.split()[0]}{opens['rest']}" if word else f"@{mark}{mark}@"
            pieces.append(line[place : opens.start()] + left)
            place = ends.end()
    return "".join((*pieces, line[place:]))


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
        elif wrapper in _WITH_VALUE and word.startswith("-"):
            place += word in _WITH_VALUE[wrapper]
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
    return git_call(simple).verb


class Git(NamedTuple):
    """What git is told to do."""

    folder: str
    """The folder that it is told to work in, or ""."""
    verb: str
    words: tuple[str, ...]


def git_call(simple: Simple) -> Git:
    """What a call of git tells it to do, behind its options."""
    words, folder, place = arguments(simple), "", 0
    while place < len(words) and words[place].startswith("-"):
        if words[place] == "-C":
            folder = next(iter(words[place + 1 :]), "").strip("\"'")
        place += 2 if words[place] in ("-C", "-c") else 1
    return Git(folder, next(iter(words[place:]), ""), words[place + 1 :])
