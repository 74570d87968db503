"""Numbers that matter: those with a unit, those of a setting, versions, and lines of files."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inspector.model import FactKind, Item
from inspector.read.tools import ToolKind
from inspector.text.normal import path_form, version_form
from inspector.text.tokens import Number, is_setting, label_form, numbers_in, package_form, parts, without_escapes
from inspector.work.finders.finder import Finder
from inspector.work.ledger import FILE, OUTPUT, PATCH, TALK, Ledger
from inspector.work.steps import Step
from inspector.work.words_around import words_around

_LINE = re.compile(r"(?<![\w./\\@~+-])(?P<file>[\w./\\@~+-]++)\n?:(?P<line>[1-9]\d{0,5})(?!\d|\.\d)")
_ENDING = 10
"""Characters of the longest ending of a file's name."""
_SEEN = 60_000
_SMALL = frozenset("0 1 2 100".split())
_MOST_IN_ONE = 3
_MOST_SAID = 12
_MOST_VALUES = 6
_MEASURED = "duration"
_LANGUAGES = frozenset("python node go ruby java rust php swift kotlin".split())


class Numbers(Finder):
    """One fact per number, unit and label. What was said needs a unit; what a file or a command shows, a label.

    Columns of tables, and properties that a style sheet sets again and again, are no settings.
    """

    def __init__(self) -> None:
        self._seen: dict[str, set[str]] = {}
        self._said: set[str] = set()

    def look(self, step: Step, ledger: Ledger) -> None:
        """Note the numbers of a step."""
        if step.kind is None:
            self._numbers(step.text, step.item, TALK, ledger, said=True)
            self._lines(step.text, step.item, TALK, ledger)
            return
        if step.kind in (ToolKind.EDIT, ToolKind.CREATE):
            if not step.failed:
                self._numbers(step.text, step.item, PATCH, ledger)
            return
        if step.result is None or step.kind in (ToolKind.SEARCH, ToolKind.TODO):
            return
        output = step.output[:_SEEN]
        if "lock" in step.path or "lock" in step.command:
            return
        self._numbers(output, step.result, FILE if step.looks else OUTPUT, ledger)
        if step.failed:
            self._lines(output, step.result, OUTPUT, ledger)

    def finish(self, ledger: Ledger) -> None:
        """Forget the labels that had ever another value, where nobody spoke of them."""
        for values in self._seen.values():
            if len(values) > _MOST_VALUES:
                for value in values - self._said:
                    ledger.drop("numbers", "", value)

    def _numbers(self, text: str, item: Item, weight: float, ledger: Ledger, *, said: bool = False) -> None:
        # "\\nLIMIT = 3" in a call's JSON is no name that begins with n.
        bare = text if said else without_escapes(text)
        told = [(number, *_worth(number, said)) for number in numbers_in(bare, settings=not said)]
        columns = _columns((number for number, _, _, action in told if action == "number"), said)
        for number, kind, value, action in told:
            if not value or (action == "number" and _column(number, said) in columns):
                continue
            # How long a command took is no setting.
            if weight == OUTPUT and _MEASURED in parts(number.label):
                continue
            if said:
                self._said.add(value)
            elif action == "number":
                self._seen.setdefault(label_form(number.label), set()).add(value)
            place = (number.start, number.end)
            has_label = not said or action != "number" or "=" in value
            beside = "" if has_label else words_around(text, *place)
            ledger.note("numbers", kind, value, item, place, text, action=action, beside=beside, weight=weight)

    def _lines(self, text: str, item: Item, weight: float, ledger: Ledger) -> None:
        for hit in _LINE.finditer(text, 0, _SEEN):
            stem, _, ending = hit["file"].rpartition(".")
            # "//a.example:80" is a host; "///a.py" is what stands behind file:.
            is_host = stem.startswith("//") and not stem.startswith("///")
            if stem and len(ending) <= _ENDING and ending[:1].isalpha() and not is_host:
                value = f"{path_form(hit['file'], '', ledger.session.cwd)}:{hit['line']}"
                ledger.note("numbers", FactKind.FINDING, value, item, hit.span(), text, action="line", weight=weight)


def _columns(numbers: Iterable[Number], said: bool) -> set[str]:
    """The columns that have many values in one text. A setting has one where it is set, two where it is changed."""
    values: dict[str, set[str]] = {}
    for number in numbers:
        values.setdefault(_column(number, said), set()).add(f"{number.number} {number.unit}")
    most = _MOST_SAID if said else _MOST_IN_ONE
    return {column for column, different in values.items() if len(different) > most}


def _column(number: Number, said: bool) -> str:
    """What a number would stand under in a table: a setting's label, or the unit of one that was only said."""
    return number.unit if said and not is_setting(number.label) else label_form(number.label)


def _worth(number: Number, said: bool) -> tuple[FactKind, str, str]:
    """Kind, value and action of a number that matters; an empty value for one that does not.

    The value is ``label=number unit``, without what is not there.
    """
    label = label_form(number.label)
    if number.version and (number.version.count(".") > 1 or number.unit == "") and _is_version(number, label):
        name = f"{package_form(number.label)}=" if label not in ("version", "v") and label else ""
        return FactKind.IDENTIFIER, f"{name}{version_form(number.version)}", "version"
    if number.number.count(".") > 1:
        return FactKind.FINDING, "", ""
    setting = is_setting(number.label) if number.label else False
    if setting and not (number.number in _SMALL and not number.unit):
        return FactKind.FINDING, f"{label}={number.number} {number.unit}".strip(), "number"
    if said and number.unit and number.number != "0":
        return FactKind.FINDING, f"{number.number} {number.unit}", "number"
    return FactKind.FINDING, "", ""


def _is_version(number: Number, label: str) -> bool:
    if number.version.count(".") > 2 and "-" not in number.version:
        return False
    if number.version.count(".") == 2 or "-" in number.version:
        return True
    return label in _LANGUAGES or (label in ("version", "v") and "." in number.version)
