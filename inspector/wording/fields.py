"""Fields of an object under the names that programs read them by."""

from __future__ import annotations

from typing import Any


def json_fields(noun: object, names: str) -> dict[str, Any]:
    """Fields of an object for JSON, in this order, each under its own name; ``name?`` is null where it is empty.

    Raises AttributeError for a name that it does not have. No type checker sees these names: a test has to write the
    JSON of each caller.
    """
    fields = ((name.rstrip("?"), name.endswith("?")) for name in names.split())
    return {name: getattr(noun, name) or None if is_open else getattr(noun, name) for name, is_open in fields}
