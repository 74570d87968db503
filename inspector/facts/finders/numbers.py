"""Numbers that matter: those with a unit, those of a setting, versions, and lines of files."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inspector.facts.ledger import FILE, OUTPUT, PATCH, TALK, Ledger
from inspector.facts.said_with import said_with
from inspector.facts.work import Step
from inspector.model import FactKind, Item
from inspector.read.tools import ToolKind
from inspector.text.normal import path_form, version_form
from inspector.text.tokens import Number, is_setting, label_form, numbers_in, package_form, parts, without_escapes

_LINE = re.compile(r":([1-9]\d{0,5})(?!\d|\.\d)")
_RUN_LEFT = re.compile(r"[\w./\\@~+-]*")
_FILE = re.compile(r"[\w./\\@~+-]*[\w-]\.[A-Za-z]\w{0,9}")
_SEEN = 60_000
_BEFORE = 60
# Backwards: the word in front of a label.
_HEAD = re.compile(r"[ \t]([A-Za-z]+)(?!\w)")
_SMALL = frozenset("0 1 2 100".split())
_MOST_IN_ONE = 3
_MOST_SAID = 12
_MOST_VALUES = 6
_MEASURED = "duration"
_LANGUAGES = frozenset("python node go ruby java rust php swift kotlin".split())


class Numbers:
    """One fact per number, unit and label. What was said needs a unit; what a file or a command shows, a label.

    Columns of tables, and properties that a style sheet sets again and again, are no settings.
    """

    def __init__(self) -> None:
        self._seen: dict[str, set[str]] = {}
        self._said: set[str] = set()
        self._items: dict[str, set[int]] = {}
        self._with_unit: dict[str, set[str]] = {}
        self._wider: dict[str, set[str]] = {}

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
        self._make_one(ledger)

    def _make_one(self, ledger: Ledger) -> None:
        """Join what is said twice: without its unit in the same text, and ``interval`` where it is a timer interval."""
        for value, items in self._items.items():
            units = [other for other in self._with_unit.get(value, ()) if items & self._items[other]]
            if len(units) == 1:
                ledger.join("numbers", "", value, units[0])
            elif len(self._wider[value]) == 1:
                wider = min(self._wider[value])
                bare = wider.partition(" ")[0]
                ledger.join("numbers", "", value, wider if wider in self._items else bare)

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
            if action == "number" and "=" in value:
                self._remember(value, number, item, bare)
            place = (number.start, number.end)
            has_label = not said or action != "number" or "=" in value
            beside = "" if has_label else said_with(text, *place)
            ledger.note("numbers", kind, value, item, place, text, action=action, beside=beside, weight=weight)

    def _remember(self, value: str, number: Number, item: Item, text: str) -> None:
        """Keep what tells whether another value says the same."""
        self._items.setdefault(value, set()).add(item.number)
        if number.unit:
            self._with_unit.setdefault(value.removesuffix(f" {number.unit}"), set()).add(value)
        left = text[max(0, number.start - _BEFORE) : number.start]
        head = _HEAD.match(left[::-1], len(left) - max(0, left.rfind(number.label)))
        self._wider.setdefault(value, set()).add(f"{label_form(head[1][::-1])}_{value}" if head else "")

    def _lines(self, text: str, item: Item, weight: float, ledger: Ledger) -> None:
        for hit in _LINE.finditer(text, 0, _SEEN):
            file = _file_before(text, hit.start())
            if file and "://" not in file[0]:
                value = f"{path_form(file[0], '', ledger.session.cwd)}:{hit[1]}"
                place = (file.start(), hit.end())
                ledger.note("numbers", FactKind.FINDING, value, item, place, text, action="line", weight=weight)


def _file_before(text: str, end: int) -> re.Match[str] | None:
    """The file whose name ends at a place, or in front of a line break there."""
    end -= text[end - 1 : end] == "\n"
    # Read backwards to where it begins: a pattern tied to the end would be tried from every start.
    run = _RUN_LEFT.match(text[max(0, end - 200) : end][::-1])
    return _FILE.fullmatch(text, end - run.end(), end) if run else None


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
