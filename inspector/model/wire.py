"""The inspector's own JSON: a noun out, and the same noun in again.

``{"inspector": 1, "kind": "session", "value": {…}}``. Fields at their defaults are left out; operations carry
``do``: append, splice, rewind or call. Keys this version does not know are passed over, so that a newer writer
may add to a form without breaking it; a form that changes its meaning gets a new number.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

import orjson
from cattrs import BaseValidationError, transform_error
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from cattrs.preconf.orjson import OrjsonConverter, make_converter
from cattrs.strategies import configure_tagged_union

from inspector.errors import CannotRead
from inspector.model.answer import RawAnswer
from inspector.model.context import Compaction
from inspector.model.judgement import Judgement
from inspector.model.operations import Operation
from inspector.model.run import Run, StrategySpec
from inspector.model.session import Session

FORM = 1
KINDS: dict[str, type[Any]] = {
    "session": Session,
    "compaction": Compaction,
    "run": Run,
    "answer": RawAnswer,
    "judgement": Judgement,
}
_NAMES = {noun: kind for kind, noun in KINDS.items()}
_SHOWN = 5

T = TypeVar("T")


def to_json(noun: Session | Compaction | Run | RawAnswer | Judgement) -> bytes:
    """One noun as JSON. Raises TypeError for what has no form of its own."""
    kind = _NAMES.get(type(noun))
    if kind is None:
        raise TypeError(f"{type(noun).__name__} has no JSON form; add it to KINDS")
    return orjson.dumps({"inspector": FORM, "kind": kind, "value": _CONVERTER.unstructure(noun)})


def from_json(raw: bytes, noun: type[T]) -> T:
    """The noun that ``to_json`` wrote. Raises CannotRead, which names the place that does not fit."""
    envelope = _envelope(raw)
    if envelope.get("kind") != _NAMES.get(noun):
        raise CannotRead(f"This is {envelope.get('kind')!r}, not a {noun.__name__.lower()}.")
    try:
        return _CONVERTER.structure(envelope["value"], noun)
    except BaseValidationError as why:
        places = transform_error(why, path="$.value", format_exception=_reason)
        more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
        raise CannotRead(
            f"The {noun.__name__.lower()} does not fit its form: {'; '.join(places[:_SHOWN])}{more}.",
            hint="Write it again with this version, or open the log itself.",
        ) from why


def _envelope(raw: bytes) -> dict[str, Any]:
    try:
        envelope = orjson.loads(raw)
    except orjson.JSONDecodeError as why:
        raise CannotRead(f"This is not JSON: {why}.") from why
    form = envelope.get("inspector") if isinstance(envelope, dict) else None
    if type(form) is not int or form < 1:
        raise CannotRead("This JSON was not written by the inspector.", hint="Open the log itself.")
    if form > FORM:
        raise CannotRead(
            f"A newer inspector wrote this (form {form}; this one reads up to {FORM}).",
            hint="Please update the inspector.",
        )
    if not isinstance(envelope.get("value"), dict):
        raise CannotRead("The value is not an object.", hint="Open the log itself.")
    return dict(envelope)


def _reason(why: BaseException, kind: type | None) -> str:
    if isinstance(why, KeyError):
        return f"{why} is missing or not known"
    return str(why) or type(why).__name__


def _exactly(*kinds: type[Any]) -> Callable[[Any, Any], Any]:
    """A hook that takes a value as it is or not at all: "3" is no number and None is no text."""

    def structure(value: Any, _: Any) -> Any:
        if type(value) not in kinds:
            raise ValueError(f"expected {kinds[0].__name__}, found {type(value).__name__}")
        return value

    return structure


def _converter() -> OrjsonConverter:
    converter = make_converter(omit_if_default=True)
    for kind, also in ((str, ()), (int, ()), (float, (int,)), (bool, ())):
        converter.register_structure_hook(kind, _exactly(kind, *also))
    # An enumeration of strings is a str, too, and would otherwise be taken as one.
    converter.register_structure_hook(StrEnum, lambda value, kind: kind(value))
    # Under the name that it had when the first runs were kept.
    formerly = override(rename="fidelity")
    converter.register_structure_hook(StrategySpec, make_dict_structure_fn(StrategySpec, converter, selection=formerly))
    converter.register_unstructure_hook(
        StrategySpec,
        make_dict_unstructure_fn(StrategySpec, converter, _cattrs_omit_if_default=True, selection=formerly),
    )
    configure_tagged_union(
        Operation, converter, tag_name="do", tag_generator=lambda operation: operation.__name__.lower()
    )
    return converter


_CONVERTER = _converter()
