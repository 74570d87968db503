"""From a YAML document to a Strategy: read, extended, checked. What is wrong is told with its key and line."""

from __future__ import annotations

import difflib
import types
from copy import copy
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, Self, Union, cast, get_args, get_origin, get_type_hints

import yaml

from inspector.errors import UsageError, cause
from inspector.given import given_text
from inspector.rerun.strategy import Strategy, TriggerRule

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DEEPEST = 50
_LARGEST = 10**12
_SHOWN = 80
_RENAMED = {"fidelity": "selection"}
"""Keys of older documents, and what they are called now."""
_WORDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


class BadStrategy(UsageError):
    """A strategy document that does not say what a strategy may say."""


class StrategyDocument:
    """One YAML document, parsed but not checked: its keys with their nodes, so that lines can be told."""

    noun: Literal["strategy", "experiment"] = "strategy"

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        try:
            root = _composed(text)
        except (yaml.YAMLError, ValueError) as why:
            raise BadStrategy(f"{name} is not YAML: {' '.join(str(why).split())}.") from why
        if not isinstance(root, yaml.MappingNode):
            raise BadStrategy(f"{name} holds no {self.noun}: a mapping of keys is needed.")
        self.root = root
        self.keys = dict(self.pairs(root, ""))
        self.holders = dict.fromkeys(self.keys, self)
        """Which document each key stands in: messages name its lines."""

    @classmethod
    def read(cls, path: Path) -> Self:
        """The document in a file. Raises BadStrategy."""
        try:
            return cls(given_text(path), path.name)
        except (OSError, UnicodeDecodeError) as why:
            raise BadStrategy(f"{path.name} cannot be read: {cause(why)}.", path=str(path)) from why

    @property
    def extends(self) -> str:
        """The id of the strategy it starts from, or ""."""
        return self.text("extends")

    def text(self, key: str) -> str:
        """A value that is plain text, or ""."""
        node = self.keys.get(key)
        return str(node.value) if isinstance(node, yaml.ScalarNode) else ""

    def over(self, base: StrategyDocument) -> StrategyDocument:
        """This document laid over another: a stage that is given replaces that of ``base`` whole."""
        merged = copy(self)
        merged.keys = base.keys | self.keys
        merged.holders = base.holders | self.holders
        return merged

    def strategy(self) -> Strategy:
        """The strategy. Raises BadStrategy."""
        return cast(Strategy, self.structure(Strategy))

    def structure(self, noun: type) -> Any:
        """The document as a dataclass whose fields are its keys. Raises BadStrategy."""
        keys = {
            _RENAMED.get(key, key): (node, self.holders[key]) for key, node in self.keys.items() if key != "extends"
        }
        return _structure(keys, noun, self, self.root, "")

    def pairs(self, node: Any, place: str) -> list[tuple[str, Any]]:
        """The keys and value nodes of a mapping. Raises BadStrategy where a key stands twice."""
        seen: dict[str, Any] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.refuse(key, place.rstrip(".") or self.name, "has a key that is no word")
            if key.value in seen:
                self.refuse(key, f"{place}{key.value}", "stands twice")
            seen[str(key.value)] = value
        return list(seen.items())

    def refuse(self, node: Any, place: str, why: str) -> Any:
        """Raise BadStrategy for a place."""
        raise BadStrategy(f"{self.name}, line {node.start_mark.line + 1}: {place} {why}.")


def _composed(text: str) -> Any:
    """The node of a document. Raises ValueError where it is too deep for the loader, which calls itself per level."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            raise ValueError(f"it is nested more than {_DEEPEST} levels deep")
    return yaml.compose(text, Loader=_LOADER)


def _structure(
    found: dict[str, tuple[Any, StrategyDocument]], noun: type, document: StrategyDocument, node: Any, place: str
) -> Any:
    """A dataclass from the keys of a mapping."""
    hints = _hints(noun)
    for key, (value, holder) in found.items():
        if key not in hints:
            close = difflib.get_close_matches(key, hints, 1)
            known = f"perhaps {close[0]} is meant" if close else f"known are {', '.join(sorted(hints))}"
            holder.refuse(value, f"{place}{key}", f"is no key here; {known}")
    given: dict[str, Any] = {}
    for name in fields(noun):
        key = name.name.rstrip("_")
        if key in found:
            value, holder = found[key]
            given[name.name] = _value(value, hints[key], holder, f"{place}{key}")
        elif name.default is MISSING and name.default_factory is MISSING:
            document.refuse(node, place.rstrip(".") or document.name, f"lacks {key}")
    made = noun(**given)
    if noun is TriggerRule and len(given) != 1:
        document.refuse(node, place.rstrip("."), "must have exactly one key")
    return made


def _value(node: Any, hint: Any, document: StrategyDocument, place: str) -> Any:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _either(node, get_args(hint), document, place)
    if origin is Literal:
        if isinstance(node, yaml.ScalarNode) and node.value in get_args(hint):
            return node.value
        said = f"“{node.value}”" if isinstance(node, yaml.ScalarNode) else "no word"
        words = get_args(hint)
        needed = f"one of {', '.join(words)} is" if len(words) > 1 else f"{words[0]} or a list is"
        return document.refuse(node, place, f"is {said}; {needed} needed")
    if origin is tuple:
        if not isinstance(node, yaml.SequenceNode):
            return document.refuse(node, place, "must be a list")
        inner = get_args(hint)[0]
        return tuple(_value(one, inner, document, f"{place}[{n}]") for n, one in enumerate(node.value))
    if is_dataclass(hint):
        if not isinstance(node, yaml.MappingNode):
            return document.refuse(node, place, "must be a mapping of keys")
        found = {key: (value, document) for key, value in document.pairs(node, f"{place}.")}
        return _structure(found, cast(type, hint), document, node, f"{place}.")
    return _scalar(node, hint, document, place)


def _either(node: Any, hints: tuple[Any, ...], document: StrategyDocument, place: str) -> Any:
    """A value that may be none at all, or of one of several kinds."""
    others = [hint for hint in hints if hint is not type(None)]
    if len(others) < len(hints) and isinstance(node, yaml.ScalarNode) and node.tag.endswith(":null"):
        return None
    if isinstance(node, yaml.MappingNode):
        others = [hint for hint in others if is_dataclass(hint)] or others
    elif len(others) > 1:
        is_list = isinstance(node, yaml.SequenceNode)
        plain = [hint for hint in others if not is_dataclass(hint)]
        others = [hint for hint in plain if (get_origin(hint) is tuple) is is_list] or plain
    return _value(node, others[0], document, place)


def _scalar(node: Any, hint: type, document: StrategyDocument, place: str) -> Any:
    if not isinstance(node, yaml.ScalarNode):
        return document.refuse(node, place, f"must be {_WORDS[hint]}")
    try:
        value = yaml.SafeLoader("").construct_object(node) if hint is not str else node.value
    except (yaml.YAMLError, ValueError, LookupError, AttributeError, TypeError):
        # A date or a number that is none, a tag of something else: the words are refused below.
        value = None
    allowed = (int, float) if hint is float else (hint,)
    if type(value) not in allowed:
        return document.refuse(node, place, f"is “{node.value[:_SHOWN]}”; {_WORDS[hint]} is needed")
    if hint in (int, float) and value < 0:
        return document.refuse(node, place, f"is {value}; it cannot be negative")
    if hint in (int, float) and not value <= _LARGEST:
        return document.refuse(node, place, f"is {node.value[:_SHOWN]}; {_LARGEST:,} is the most")
    return float(value) if hint is float else value


@cache
def _hints(noun: type) -> dict[str, Any]:
    return {name.rstrip("_"): hint for name, hint in get_type_hints(noun).items()}
