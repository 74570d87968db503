"""The filter language as a value: parse it, explain it, test items with it.

Terms stand side by side and all must fit; ``-`` in front of a term turns it round; ``|`` inside a value means or.
A word that is no operator is looked for in the text; quotes keep blanks and colons together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.errors import UsageError
from inspector.workbench.filter_terms import OPERATORS, ItemView, Operator, Test, check_there, words

__all__ = ["OPERATORS", "Filter", "FilterError", "ItemView", "completions", "filter_help", "parse_filter"]

_BY_NAME = {operator.name: operator for operator in OPERATORS}
_FLAGS = frozenset(operator.name for operator in OPERATORS if operator.flag)
_TERM = re.compile(r'\s*(-?)(?:([A-Za-z_]+):)?((?:"[^"]*"|[^\s"])*)("?)')
_PART = re.compile(r'((?:"[^"]*"|[^|"])*)(?:\||$)')


class FilterError(UsageError):
    """A filter does not parse: at the 0-based character ``position`` of the text stands not what was ``expected``."""

    def __init__(self, text: str, position: int, expected: str) -> None:
        super().__init__(
            f"The filter goes wrong at character {position + 1} ({text[position:].split(' ')[0] or 'the end'}): "
            f"expected {expected}.",
            hint="Put text with a colon, a dash or blanks in quotes.",
        )


@dataclass(frozen=True, slots=True)
class Term:
    """One condition: an operator (None for words to look for), its alternatives, and whether it is turned round."""

    operator: Operator | None
    values: tuple[str, ...]
    negated: bool
    test: Test

    def explain(self) -> str:
        """The condition in words."""
        if self.operator is None:
            said = "contains " + " or ".join(f"“{value}”" for value in self.values)
        elif self.operator.flag:
            said = self.operator.name
        else:
            said = f"{self.operator.name} {' or '.join(self.values)}"
        return f"not ({said})" if self.negated else said


@dataclass(frozen=True, slots=True)
class Filter:
    """A parsed filter. The empty one lets everything through."""

    text: str
    terms: tuple[Term, ...]

    def test(self, view: ItemView) -> bool:
        """Whether an item fits all terms."""
        for term in self.terms:  # noqa: SIM110 - a generator costs twice the time here
            if not term.test(view):
                return False
        return True

    @property
    def sought(self) -> str:
        """The first words that it looks for in texts; "" for none."""
        return next((term.values[0] for term in self.terms if term.operator is None and not term.negated), "")

    def explain(self) -> str:
        """The filter in words; "all items" for the empty one."""
        return " and ".join(term.explain() for term in self.terms) or "all items"

    def uses(self, name: str) -> bool:
        """Whether some term asks for this operator; ``words`` for text to look for."""
        return any((term.operator.name if term.operator else "words") == name for term in self.terms)


def parse_filter(text: str, compactions: int | None = None) -> Filter:
    """The filter that a text describes. Raises FilterError with the position and what was expected there.

    ``compactions`` is how many the session has, where that is known: another one cannot be asked for.
    """
    terms = []
    place = 0
    while text[place:].strip():
        match = _TERM.match(text, place)
        assert match is not None, "every part of the pattern may be empty"
        if match[4]:
            raise FilterError(text, match.start(4), 'a closing "')
        terms.append(_term(text, match, compactions))
        place = match.end()
    # Reading a whole text back costs most: words come last.
    terms.sort(key=lambda term: term.operator is None)
    return Filter(text.strip(), tuple(terms))


def _term(text: str, match: re.Match[str], compactions: int | None) -> Term:
    name, value = (match[2] or "").lower(), match[3]
    negated = match[1] == "-"
    if not name and value.lower() in _FLAGS:
        flag = _BY_NAME[value.lower()]
        return Term(flag, (), negated, _turned(flag.compile(""), negated))
    operator = _BY_NAME.get(name)
    if name and (operator is None or operator.flag):
        known = ", ".join(f"{known.name}:" for known in OPERATORS if not known.flag)
        raise FilterError(text, match.start(2), f"one of {known}, or alone {' or '.join(sorted(_FLAGS))}")
    tests, values = [], []
    for start, part in _parts(value):
        bare = part.replace('"', "")
        if not bare or (operator is None and part.lower() in _FLAGS):
            raise FilterError(text, match.start(3) + start, _expected(operator))
        try:
            tests.append(operator.compile(bare) if operator else words(bare))
            if operator is not None and operator.name == "in":
                check_there(bare, compactions)
        except ValueError as why:
            raise FilterError(text, match.start(3) + start, str(why)) from None
        values.append(bare)
    return Term(operator, tuple(values), negated, _turned(_any(tests), negated))


def _parts(value: str) -> list[tuple[int, str]]:
    """The alternatives of a value with their offsets; quotes may hold a bar."""
    found, place = [], 0
    while True:
        match = _PART.match(value, place)
        assert match is not None, "quotes are closed here"
        found.append((place, match[1]))
        if not match[0].endswith("|"):
            return found
        place = match.end()


def _expected(operator: Operator | None) -> str:
    if operator is None:
        return f"a word ({' and '.join(sorted(_FLAGS))} stand alone)"
    return f"a value, such as {operator.example}"


def _turned(test: Test, negated: bool) -> Test:
    return (lambda view: not test(view)) if negated else test


def _any(tests: Sequence[Test]) -> Test:
    return tests[0] if len(tests) == 1 else lambda view: any(test(view) for test in tests)


def filter_help() -> tuple[tuple[str, str], ...]:
    """Example and meaning of everything the language knows, in the order of the table."""
    rows = [(operator.example, operator.help) for operator in OPERATORS]
    return (
        *rows,
        ('word "two words"', "The text contains it."),
        ("-kind:event", "A dash turns a term round."),
        ("tool:Read|Edit", "A bar means or."),
    )


def completions(text: str, values: Mapping[str, Sequence[str]] | None = None) -> tuple[str, ...]:
    """What the last term of ``text`` may become, each as the whole text with it.

    ``values`` are those that a session has, by operator, for operators that take any.
    """
    head, last = re.fullmatch(r"(?s)(.*?)([^\s]*)", text).groups()  # type: ignore[union-attr]
    dash = "-" if last.startswith("-") else ""
    name, colon, value = last.removeprefix("-").partition(":")
    if not colon:
        names = [operator.name if operator.flag else f"{operator.name}:" for operator in OPERATORS]
        return tuple(f"{head}{dash}{known}" for known in names if known.startswith(name.lower()) and known != name)
    operator = _BY_NAME.get(name.lower())
    given, bar, begun = value.rpartition("|")
    return tuple(
        f"{head}{dash}{name}:{given}{bar}{known}"
        for known in ((operator.values or (values or {}).get(operator.name, ())) if operator else ())
        if known.lower().startswith(begun.lower()) and known != begun
    )
