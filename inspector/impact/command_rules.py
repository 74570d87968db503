"""Rules about commands: what must not be run, installed or committed, and what has to be run first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from inspector.impact.act import Act
from inspector.impact.rule import NEVER, Rule, governed, quoted

PROGRAMS = frozenset(
    """npm yarn pnpm pip pip3 poetry uv conda docker sudo curl wget brew apt apt-get npx bun deno cargo go make sed
    rm mv git gh kubectl terraform ssh scp rsync perl ruby python python2 python3 jest pytest unittest nose""".split()
)
_FORBIDS = re.compile(
    rf"\b{NEVER} (?:ever )?(?:run|running|execute|call|invoke|use|using|launch)\b(?P<rest>.*)", re.IGNORECASE
)
_NOT_BUT = re.compile(
    r"\b(?:use|using|run|with|prefer)\s+(?:`[^`]+`|[\w./-]+)"
    r"(?:,? (?:and )?(?:not|never)| instead of| rather than| over)\s+(?P<bad>`[^`]+`|[\w./-]+)",
    re.IGNORECASE,
)
_MUST_NOT = re.compile(
    r"(?P<name>`[^`]+`|[\w./-]+) (?:must|should|may|shall) (?:not|never) "
    r"(?:be (?:used|added|imported|installed|called|run)|come in)",
    re.IGNORECASE,
)
_BANNED = re.compile(
    r"(?P<name>`[^`]+`) (?:is|are) (?:forbidden|not allowed|prohibited|off[- ]limits|banned)|\bno (?P<other>`[^`]+`)",
    re.IGNORECASE,
)
_MYSELF = re.compile(
    r"\bi(?:'ll| will| want to) (?:do (?:the |all )?)?(?P<one>commit|push)\w* (?:\w+ )?myself"
    r"|\bleave (?:the |all )?(?P<two>commit|push)(?:t?ing|es|s)? to me",
    re.IGNORECASE,
)
_NO_NAMES = frozenset("it this that they there these those which".split())
_GIT = re.compile(
    rf"\b(?:{NEVER}|no) (?:ever |yet |git |directly |straight )*"
    r"(?P<verb>commit|push|force[- ]push|merge|rebase|amend|tag|squash)\b(?P<rest>.*)",
    re.IGNORECASE,
)
_ABOUT_SOMETHING = re.compile(r"\b(?:to|on|into|with|message|the|these|those|files?|code|secrets?|keys?)\b")
_TO_REMOTE = re.compile(r"\bto (?:the |any |our )?(?:remote|origin|upstream|github|gitlab|server)\b")
_TO_BRANCH = re.compile(
    r"^\W*(?:any(?:thing)? |directly |straight )*(?:to|on|onto|into) (?:the )?`?(?P<name>main|master|develop|trunk)\b`?"
    r"(?: branch)?(?: directly)?\W*$",
    re.IGNORECASE,
)
_NO_INSTALL = re.compile(
    r"\b(?:no (?:new |additional |further |extra )?(?:third[- ]party )?(?:dependenc(?:y|ies)|packages|libraries)"
    rf"|{NEVER} (?:add|install|introduce|pull in|bring in)(?:ing)? (?:any |a |new |another |additional |more )*"
    r"(?:third[- ]party )?(?:dependenc(?:y|ies)|packages?|librar(?:y|ies))"
    r"|only (?:use )?the standard library|standard library only|stdlib only)\b",
    re.IGNORECASE,
)
_BEFORE = (
    re.compile(
        r"\brun (?P<what>.{2,60}?) before (?:you |every |each |any |a |the |making a )*(?P<verb>commit|push)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bbefore (?:you |every |each |any |a |the )*(?P<verb>commit|push)(?:s|ting|ing)?,? "
        r"(?:please |always |you must |must )*run (?P<what>.{2,60})",
        re.IGNORECASE,
    ),
)
_CODE = re.compile(r"[\w.]*(?:[a-z][A-Z]|_|\.|::)[\w.:]*\(?\)?|\w+\(\)")
_WORDS = re.compile(r"\"[^\"]*\"|'[^']*'|\S+")
_WRAPPERS = frozenset({"sudo", "time", "env", "nohup", "command"})
_MOST_NAMES = 4
_RUNNERS = ((r"\btests?\b|\btest suite\b", "test|jest|tox|nox|spec|check"), (r"\blint", "lint|ruff|clippy|check"))


def command_rules(text: str) -> Iterator[Rule]:
    """The rules about commands that a sentence sets."""
    yield from _runs(text)
    yield from _git(text)
    if _NO_INSTALL.search(text):
        yield Rule("install", ("dependency", "dependencies", "install"), lambda act: act.installs)
    yield from _before(text)


def _runs(text: str) -> Iterator[Rule]:
    hit = _FORBIDS.search(text)
    if hit and not _NOT_BUT.search(text):
        rest = governed(hit["rest"]).strip()
        first = rest.split()[0].strip(",.:`\"'") if rest else ""
        plain = first.lower() in PROGRAMS or _CODE.fullmatch(first)
        for name in (quoted(rest) or ([first] if plain else []))[:_MOST_NAMES]:
            yield from _named(name)
    for hit in _NOT_BUT.finditer(text):
        yield from _named(hit["bad"].strip("`."))
    for hit in _BANNED.finditer(text):
        yield from _named((hit["name"] or hit["other"]).strip("`"))
    for hit in _MUST_NOT.finditer(text):
        name = hit["name"].strip("`.")
        if name.lower() not in _NO_NAMES:
            yield from _named(name, whole=True)


def _named(name: str, *, whole: bool = False) -> Iterator[Rule]:
    """A command where it reads like one, else a name that must not stand in code."""
    words = name.split()
    if words and (words[0].lower() in PROGRAMS or len(words) > 1):
        about = (name, words[-1] if len(words) > 1 else name)
        yield Rule(
            "command", about, lambda act: next((f"ran {line}" for line in act.commands if holds(line, words)), "")
        )
    elif words and (whole or _CODE.fullmatch(name)):
        bare = name.rstrip("()")
        ends = r"\s*\(" if name.endswith(")") else r"(?!\w)"
        pattern = re.compile(rf"(?<![\w.]){re.escape(bare)}{ends}")

        def writes(act: Act) -> str:
            if pattern.search(act.added) and not pattern.search(act.taken) and act.changed:
                return f"wrote {name} into {act.changed[0][0]}"
            return next((f"ran {line}" for line in act.commands if act.installs and pattern.search(line)), "")

        yield Rule("token", (bare,), writes)


def _git(text: str) -> Iterator[Rule]:
    mine = _MYSELF.search(text)
    if mine:
        word = (mine["one"] or mine["two"]).lower()
        yield Rule("git", (word,), lambda act: _git_call(act, lambda line: holds(line, ["git", word])))
        return
    hit = _GIT.search(text)
    if not hit:
        return
    verb, rest = hit["verb"].lower(), governed(hit["rest"])
    if verb == "commit" and (onto := _TO_BRANCH.search(rest)):
        # On which branch somebody stood only the answer of the commit tells: "[main 3f1c2ab] Add the tide table".
        landed = re.compile(rf"^\[{re.escape(onto['name'])} (?:\(root-commit\) )?[0-9a-f]{{7,40}}\]", re.MULTILINE)
        yield Rule("git", (verb,), lambda act: _committed(act) if landed.search(act.step.output) else "")
        return
    flags = re.findall(r"(?<!\w)--?[a-z][\w-]*", rest)
    branch = re.search(r"\b(?:to|on|into) `?(main|master|develop|origin)\b", rest)
    forced = verb.startswith("force")
    if _ABOUT_SOMETHING.search(_TO_REMOTE.sub("", rest.partition(",")[0])) and not (
        flags or (branch and verb == "push")
    ):
        return
    need = {"amend": ["commit", "--amend"], "squash": ["merge", "--squash"]}.get(verb, ["push"] if forced else [verb])

    def breaks(line: str) -> bool:
        return (
            holds(line, ["git", *need])
            and all(flag in line.split() for flag in flags)
            and (not forced or re.search(r"\s-f\b|--force", line) is not None)
            and (branch is None or branch[1] in line.split())
        )

    yield Rule("git", (verb,), lambda act: _git_call(act, breaks))


def _committed(act: Act) -> str:
    return _git_call(act, lambda line: holds(line, ["git", "commit"]))


def _git_call(act: Act, breaks: Callable[[str], bool]) -> str:
    return next((f"ran {line}" for line in act.commands if breaks(line)), "")


def _before(text: str) -> Iterator[Rule]:
    hit = next(filter(None, (pattern.search(text) for pattern in _BEFORE)), None)
    what = governed(hit["what"]).strip(" .,") if hit else ""
    wanted = _wanted(what) if what else None
    if hit is None or wanted is None:
        return
    verb = hit["verb"].lower()

    def broken(act: Act) -> str:
        line = next((line for line in act.commands if holds(line, ["git", verb])), "")
        if not line or act.edited_since is None or act.ran_since(wanted, act.edited_since):
            return ""
        return f"ran {line} without {what} since the last change"

    yield Rule("before", (what.strip("`"),), broken)


def _wanted(what: str) -> Callable[[str], bool] | None:
    """Whether a command is the one that has to be run first; None where the words name none."""
    named = quoted(what)
    command = named[0] if named else what if what.split()[0] in PROGRAMS else ""
    if command:
        words = command.split()
        return lambda line: holds(line, words)
    runners = next((runners for name, runners in _RUNNERS if re.search(name, what)), "")
    return (lambda line: re.search(runners, line) is not None) if runners else None


def holds(line: str, words: list[str]) -> bool:
    """Whether a simple command runs a program with these words in this order behind it."""
    have = [word.strip("\"'") for word in _WORDS.findall(line)]
    while have and ("=" in have[0] or (have[0] in _WRAPPERS and words[0] != have[0])):
        have.pop(0)
    if not have or have[0].rsplit("/", 1)[-1] != words[0].rsplit("/", 1)[-1]:
        return False
    if words[0] == "git" and len(words) > 1 and _git_verb(have) != words[1]:
        return False
    have[0], place = words[0], 0
    for word in words:
        if word not in have[place:]:
            return False
        place = have.index(word, place) + 1
    return True


def _git_verb(words: list[str]) -> str:
    rest = iter(words[1:])
    for word in rest:
        if word in ("-C", "-c"):
            next(rest, "")
        elif not word.startswith("-"):
            return word
    return ""
