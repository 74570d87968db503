"""Rules about commands: what must not be run, installed or used in code, and what has to be run first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from inspector.impact.act import Act
from inspector.impact.commands import holds
from inspector.impact.rule import Rule, find, form, governed, quoted, verb_of, whole
from inspector.text.shell import Simple
from inspector.text.similarity import words as words_of

PROGRAMS = frozenset(
    """npm yarn pnpm pip pip3 poetry uv conda docker sudo curl wget brew apt apt-get npx bun deno cargo go make sed
    rm mv git gh kubectl terraform ssh scp rsync perl ruby python python2 python3 jest pytest unittest nose""".split()
)
_FORBIDS = ("{never} ever? run|running|execute|call|invoke|use|using|launch {rest}",)
_NOT_BUT = "use|using|run|with|prefer {name} and? not|never|instead_of|rather_than|over {bad}"
_BANNED = ("{code} is|are forbidden|not_allowed|prohibited|off-limits|off_limits|banned", "no {code}")
_MUST_NOT = (
    "{name} must|should|may|shall not|never be used|added|imported|installed|called|run",
    "{name} must|should|may|shall not|never come in",
)
_NO_INSTALL = (
    "no new|additional|further|extra* third-party|third_party? dependency|dependencies|packages|libraries",
    "{never} add|adding|install|installing|introduce|pull_in|bring_in any|a|new|another|additional|more*"
    " third-party|third_party? dependency|dependencies|package|packages|library|libraries",
    "only use? the_standard_library",
    "standard_library_only|stdlib_only",
)
_BEFORE = (
    "run {what} before you|every|each|any|a|the|making_a* {save}",
    "before you|every|each|any|a|the* {save} please|always|you_must|must* run {rest}",
)
_NO_NAMES = frozenset("it this that they there these those which".split())
_CODE = re.compile(r"[\w.]*(?:[a-z][A-Z]|_|\.|::)[\w.:]*\(?\)?|\w+\(\)")
_MOST_NAMES = 4
_CHECKERS = {"test": ("test", "jest", "tox", "nox", "spec", "check"), "lint": ("lint", "ruff", "clippy", "check")}


def command_rules(text: str) -> Iterator[Rule]:
    """The rules about commands that a sentence sets."""
    for name, is_one in _names(text):
        yield from _forbidden(name, is_one)
    if find(_NO_INSTALL, text):
        yield Rule("install", ("dependency", "dependencies", "install"), lambda act: act.installs)
    yield from _before(text)


def _names(text: str) -> Iterator[tuple[str, bool]]:
    """What must not be run or used, each with whether a plain word is a name there."""
    instead = [hit["bad"] for hit in form(_NOT_BUT).finditer(text)]
    hit = None if instead else find(_FORBIDS, text)
    if hit:
        rest = governed(hit["rest"]).strip()
        first = rest.split()[0].strip(",.:`\"'") if rest else ""
        is_name = first.lower() in PROGRAMS or _CODE.fullmatch(first)
        yield from ((name, False) for name in (quoted(rest) or ([first] if is_name else []))[:_MOST_NAMES])
    yield from ((name.strip("`."), False) for name in instead)
    for row in _BANNED:
        yield from ((hit["code"].strip("`"), False) for hit in form(row).finditer(text))
    for row in _MUST_NOT:
        yield from ((name, True) for hit in form(row).finditer(text) if (name := hit["name"].strip("`.")))


def _forbidden(name: str, is_one: bool) -> Iterator[Rule]:
    """A command where it reads like one, else a name that must not stand in code."""
    words = name.split()
    if not words or words[0].lower() in _NO_NAMES:
        return
    if words[0].lower() in PROGRAMS or len(words) > 1:
        yield Rule("command", (name, words[-1]), lambda act: act.runs(lambda one: holds(one, words)))
    elif is_one or _CODE.fullmatch(name):
        bare = name.rstrip("()")
        used = whole([bare], ahead=r"\w.")

        def stands(text: str) -> bool:
            calls = name.endswith(")")
            return any(not calls or text[hit.end() :].lstrip().startswith("(") for hit in used.finditer(text))

        def broken(act: Act) -> str:
            if act.changed and stands(act.added) and not stands(act.taken):
                return f"wrote {name} into {act.changed[0][0]}"
            return act.runs(lambda one: stands(one.text)) if act.installs else ""

        yield Rule("token", (bare,), broken)


def _before(text: str) -> Iterator[Rule]:
    hit = find(_BEFORE, text)
    what = governed(hit.groupdict().get("what") or hit["rest"]).strip(" .,") if hit else ""
    wanted = _wanted(what) if what else None
    if hit is None or wanted is None:
        return
    verb = verb_of(hit["save"])

    def broken(act: Act) -> str:
        ran = act.runs(lambda one: holds(one, ["git", verb]))
        if not ran or act.edited_since is None or act.ran_since(wanted, act.edited_since):
            return ""
        return f"{ran} without {what} since the last change"

    yield Rule("before", (what.strip("`"),), broken)


def _wanted(what: str) -> Callable[[Simple], bool] | None:
    """Whether a command is the one that has to be run first; None where the words name none."""
    command = next(iter(quoted(what)), what if what.split()[0] in PROGRAMS else "").split()
    if command:
        return lambda one: holds(one, command)
    said = words_of(what)
    signs = next((signs for name, signs in _CHECKERS.items() if any(word.startswith(name) for word in said)), ())
    return (lambda one: any(sign in one.text for sign in signs)) if signs else None
