"""Where the normal form of an evidence fact stands in some texts: one way of looking for each family."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain, takewhile

from inspector.model import Fact
from inspector.text.normal import number_form, split_line
from inspector.text.plain_names import ends_alike, is_named, is_plain, unmarked
from inspector.text.text_index import Hit, Named, TextIndex, in_run
from inspector.text.tokens import WORD, Number, is_setting, label_form, parts

_BEHIND_COMMAND = re.compile(
    r"`|[\"')\]]|\s*$|\s*\n|\s*(?:&&|\|\||[|;#]|\d?>|→|—|–|-\s|[:,.](?=\s|$)|\()|\s+(?:pass|fail|succe|is|was|work|to|and|in|with|on|for"
    r"|after|before|then|return|exit|now|still|report|gave|show|clean|green|ok|run|complet|again)"
)
_BESIDE = 40
"""Characters on either side in which a word says what a number is."""
_STATUS = frozenset("status code error return returns returned got with".split())
_LINES = (["line"], ["lines"], ["L"])
_DISTINCT = 4
TEST_PARTS = re.compile(r"::| > ")
"""What parts the name of a test: file, class and last name."""
Places = Iterator[Hit]


def stands(fact: Fact, texts: TextIndex) -> Hit | None:
    """The first place where a fact's normal form stands whole, or None."""
    return next(places(fact, texts), None)


def places(fact: Fact, texts: TextIndex) -> Places:
    """Every place where a fact's normal form stands whole."""
    return _WAYS[fact.extractor](fact, texts.fitting(fact.value))


def paths_like(path: str, texts: TextIndex) -> list[Named]:
    """The paths in the texts that could be this one: the shorter of the two is the end of the longer."""
    steps = [step for step in path.split("/") if step]
    if not steps:
        return []
    found = [named for named in texts.paths.get(steps[-1], ()) if ends_alike(steps, named.steps)]
    if not found and steps[-1][0].isupper() and "." not in steps[-1] and steps[-1] in texts.words:
        found = list(unmarked(steps, texts))
    return found


def locate(named: Named, texts: TextIndex) -> Hit | None:
    """Where a path stands in its text."""
    text, token = texts.texts[named.place], named.token
    for place, start in texts.starts(token, whole=True):
        if place != named.place:
            continue
        end = start + len(token)
        dotted = text[end : end + 1] == "." and in_run(text, end + 1)
        if not (in_run(text, start - 1) or text[max(0, start - 1) : start] == "." or in_run(text, end) or dotted):
            return Hit(named.place, start, end)
    first = text.find(token)
    return Hit(named.place, first, first + len(token)) if first >= 0 else None


def _path(fact: Fact, texts: TextIndex) -> Places:
    for named in paths_like(fact.value, texts):
        hit = locate(named, texts)
        if hit:
            yield hit


def _command(fact: Fact, texts: TextIndex) -> Places:
    command = fact.value
    if not texts.has_words(command):
        return
    if " " not in command and not command.startswith(("./", "/")):
        for hit in texts.find_all(f"`{command}`"):
            yield Hit(hit.place, hit.start + 1, hit.end - 1)
        return
    other = (hit for hit in respelled(command, texts) if _ends_command(texts.texts[hit.place], hit.end))
    for hit in chain(texts.find_all(command, _ends_command), other):
        before = texts.texts[hit.place][max(0, hit.start - 1) : hit.start]
        if before not in ("/", "-", ".", "\\") and not before.isalnum():
            yield hit


def respelled(command: str, texts: TextIndex) -> Places:
    """Where a command stands with the other slash in its paths, or with or without a leading ``./``.

    What comes behind it is not looked at.
    """
    bare = " ".join(word.removeprefix("./") for word in command.replace("\\", "/").split(" "))
    # Without its "./" a single word is the name of a file, not a command.
    if "/" not in bare and not ("/" in command and " " in command):
        return
    # Inside of JSON a backslash is two.
    here, slash = r"(?:\.[/\\]{1,2})?", r"[/\\]{1,2}"
    pattern = re.compile(" ".join(here + re.escape(word).replace("/", slash) for word in bare.split(" ")))
    telling = max(bare.replace(" ", "/").split("/"), key=len)
    found: set[Hit] = set()
    for place, start in texts.starts(telling, whole=True):
        around = max(0, start - 2 * len(command)), start + 2 * len(command)
        found.update(Hit(place, *hit.span()) for hit in pattern.finditer(texts.texts[place], *around))
    yield from sorted(hit for hit in found if texts.texts[hit.place][hit.start : hit.end] != command)


def _ends_command(text: str, end: int) -> bool:
    return _BEHIND_COMMAND.match(text, end, end + 40) is not None


def _error(fact: Fact, texts: TextIndex) -> Places:
    if fact.action == "http":
        for place, number in texts.numbers.get(fact.value, ()):
            if _is_status(texts.texts[place], number.start):
                yield Hit(place, number.start, number.end)
    elif texts.has_words(fact.value):
        yield from texts.find_all(fact.value, _anything)


def _is_status(text: str, start: int) -> bool:
    """Whether the word in front of a number says that it is a status."""
    words = text[max(0, start - _BESIDE) : start].lower().split()
    before = [word.strip("`'\"(*:=") for word in words if word not in ("a", "an")][-1:]
    return any(word in _STATUS or word.startswith("http") for word in before)


def _anything(text: str, end: int) -> bool:
    return True


def _test(fact: Fact, texts: TextIndex) -> Places:
    if fact.value == "latest run":
        return
    # A test is as well known by its last name: what stands before :: is the file.
    short = TEST_PARTS.split(fact.value)[-1]
    for name in (fact.value, short) if short != fact.value and len(short) >= _DISTINCT else (fact.value,):
        if texts.has_words(name):
            yield from texts.find_all(name, _ends_test, whole=True)


def _ends_test(text: str, end: int) -> bool:
    return not (text[end : end + 1].isalnum() or text[end : end + 1] in ("_", "/", "[") or text[end : end + 2] == "::")


def _number(fact: Fact, texts: TextIndex) -> Places:
    if fact.action == "line":
        path, _ = split_line(fact.value)
        line = fact.value[len(path) + 1 :]
        for named in paths_like(path, texts):
            hit = locate(named, texts)
            if hit and (str(named.line) == line or (named.line is None and _same_line(texts, hit, line))):
                yield hit
        return
    label, _, rest = fact.value.rpartition("=")
    if fact.action == "version":
        for place, number in texts.numbers.get(number_form(rest)[0] if rest.count(".") == 1 else rest, ()):
            if number.version == rest and (not label or rest.count(".") > 1 or texts.near(place, number.start, label)):
                yield Hit(place, number.start, number.end)
        return
    wanted, _, unit = rest.partition(" ")
    common = len(wanted.replace(".", "")) < _DISTINCT
    for place, number in texts.numbers.get(wanted, ()):
        # A number of few digits stands everywhere: without its unit, only its label makes it this one.
        if (
            number.unit == unit
            and number.number == wanted
            and not (label and _is_of_another(number, label))
            and (not label or (unit and not _round(wanted)) or not common or _is_of(number, label, place, texts))
        ):
            yield Hit(place, number.start, number.end)


def _round(number: str) -> bool:
    return number in ("0", "1", "2", "3", "4", "5", "10", "100")


def _is_of_another(number: Number, label: str) -> bool:
    """Whether a number belongs to a setting that has no word in common with this one."""
    return bool(number.label) and is_setting(number.label) and not set(parts(number.label)) & set(parts(label))


def _is_of(number: Number, label: str, place: int, texts: TextIndex) -> bool:
    return label_form(number.label) == label or texts.near(place, number.start, label)


def _same_line(texts: TextIndex, hit: Hit, line: str) -> bool:
    """Whether a path's line number stands beside it in words: ``a.py, lines 40, 42`` or ``line 42 of a.py``."""
    text = texts.texts[hit.place]
    behind = WORD.findall(text, hit.end, hit.end + _BESIDE)
    before = WORD.findall(text, max(0, hit.start - _BESIDE), hit.start)[::-1]
    behind = [word for word in behind if word not in ("at", "on", "and")]
    before = [word for word in before[1:] if word != "and"] if before[:1] in (["of"], ["in"]) else []
    numbers = list(takewhile(str.isdecimal, before))
    named = before[len(numbers) : len(numbers) + 1]
    return (line in numbers and named in _LINES) or (
        behind[:1] in _LINES and line in takewhile(str.isdecimal, behind[1:])
    )


def _identifier(fact: Fact, texts: TextIndex) -> Places:
    value = fact.value
    if fact.action == "url":
        known = texts.urls.get(value)
        if known:
            yield known
        elif texts.has_words(value):
            yield from (hit for hit in texts.find_all(value, _ends_url, whole=True) if not _in_host(texts, hit))
    elif fact.action in ("commit", "id"):
        for word in texts.hashes.get(value[:7], ()):
            if word.startswith(value) or value.startswith(word):
                yield from texts.find_all(word)
    elif fact.action == "number":
        if value[1:] not in texts.words:
            return
        yield from texts.find_all(value)
        for way in ("PR ", "MR ", "pull/", "issues/", "issue ", "Issue ", "pull request "):
            yield from texts.find_all(way + value[1:])
    elif texts.has_words(value):
        hits = texts.find_all(value, _ends_name, whole=True)
        yield from (hit for hit in hits if is_named(hit, texts)) if is_plain(value) else hits


def _ends_name(text: str, end: int) -> bool:
    behind = text[end : end + 2]
    return not (behind[:1].isalnum() or behind[:1] == "_" or (behind[:1] == "-" and behind[1:].isalnum()))


def _in_host(texts: TextIndex, hit: Hit) -> bool:
    return texts.texts[hit.place][max(0, hit.start - 1) : hit.start] in (".", "-", "@") and hit.start > 0


def _ends_url(text: str, end: int) -> bool:
    behind = text[end : end + 2]
    return not (
        behind[:1].isalnum()
        or behind[:1] in ("_", "-", "=", "&", "?", "%")
        or (behind[:1] in ("/", ".", ":") and behind[1:].isalnum())
    )


def _todo(fact: Fact, texts: TextIndex) -> Places:
    words = WORD.findall(fact.value)
    for number in texts.lines_of.get(words[0], ()) if words else ():
        hit, form = texts.lines[number]
        start = form.find(fact.value)
        if start >= 0 and not form[start + len(fact.value) : start + len(fact.value) + 1].isalnum():
            yield hit


def _delegate(fact: Fact, texts: TextIndex) -> Places:
    _, _, agent = fact.action.partition(" ")
    for name in (fact.value, agent):
        if name and texts.has_words(name):
            yield from texts.find_all(name)


_WAYS: dict[str, Callable[[Fact, TextIndex], Places]] = {
    "paths": _path,
    "commands": _command,
    "errors": _error,
    "tests": _test,
    "numbers": _number,
    "identifiers": _identifier,
    "todos": _todo,
    "delegates": _delegate,
}
