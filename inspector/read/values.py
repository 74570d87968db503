"""From a JSON value in a log to the text a model saw, the same way when reading and when reading back."""

from __future__ import annotations

import re
from typing import Any

import orjson

PREVIEW = 200
TITLE = 2_000
"""Characters of a title: far more than is shown, so that whoever shows it can look for secrets before it is cut."""
_MOSTLY_ENOUGH = 250
"""Characters that hold a whole preview unless much of them is blank; splitting more words costs more."""
_LONGEST_NUMBER = 20
_DEEPEST = 20
"""No agent nests content this deep; a damaged log could, to the end of the stack."""
_NO_SUM = 1e9
"""Infinity, and what no run can have cost."""
_NOT_SHOWN = "[a value that cannot be shown]"
_IMAGES = ("image", "input_image", "image_url", "document", "input_file")


def render(value: Any) -> str:
    """The text of a logged value: a string as it is, content blocks joined by line ends, anything else as JSON.

    Images and encrypted parts become a short placeholder that says how large they are.
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, list):
        return _lines(value, 0)
    return _block(value, 0) if is_image(value) or _is_sealed(value) else _as_json(value)


def _as_json(value: Any) -> str:
    try:
        return orjson.dumps(value).decode()
    except TypeError:
        # Read from a damaged line: integers beyond 64 bits, or nesting that can be read but not written.
        return _NOT_SHOWN


def python_text(value: Any) -> str:
    """A value as Python writes it, for comparing by looks and length; the same words for all nested too deeply."""
    try:
        return repr(value)
    except RecursionError:
        return _NOT_SHOWN


def _lines(blocks: list[Any], depth: int) -> str:
    return "\n".join(part for block in blocks if (part := _block(block, depth + 1)))


def _is_sealed(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("encrypted_content"), str)


def _block(block: Any, depth: int) -> str:
    if isinstance(block, str):
        return block
    if isinstance(block, list) and depth < _DEEPEST:
        return _lines(block, depth)
    if not isinstance(block, dict):
        return "" if block is None else _as_json(block)
    text = block.get("text")
    if isinstance(text, str):
        return text
    kind = block.get("type")
    if _is_sealed(block):
        return _stands_for("encrypted", len(block["encrypted_content"]))
    if is_image(block):
        return _stands_for("image", _payload_size(block))
    if kind in ("thinking", "reasoning") and isinstance(block.get("thinking"), str):
        return str(block["thinking"])
    return _as_json(block)


def _stands_for(what: str, size: int) -> str:
    """What is shown in the place of data; ``without_stand_ins`` knows it again."""
    return f"[{what}, {size:,} bytes encoded]"


_STAND_IN = re.compile(r"\[(?:image|encrypted), [\d,]{1,15} bytes encoded\]")


def without_stand_ins(text: str) -> str:
    """A text with blanks where its reader put words in the place of data: those are no words of the log."""
    return _STAND_IN.sub(lambda found: " " * len(found[0]), text) if " bytes encoded]" in text else text


def is_image(block: Any) -> bool:
    """Whether a content block is a picture or another base64 document."""
    return isinstance(block, dict) and block.get("type") in _IMAGES


def images_in(value: Any) -> int:
    """How many pictures stand in a logged value."""
    return sum(map(is_image, value)) if isinstance(value, list) else int(is_image(value))


def _payload_size(block: dict[str, Any]) -> int:
    source = block.get("source")
    holder = source if isinstance(source, dict) else block
    data = holder.get("data") or holder.get("image_url") or holder.get("url") or ""
    if isinstance(data, dict):
        data = data.get("url", "")
    return len(data) if isinstance(data, str) else 0


def preview(text: str) -> str:
    """The start of a text on one line, at most 200 characters."""
    head = text[:PREVIEW]
    if "  " not in head:
        if head.isprintable():
            return head.strip()  # one line already
        line = head.replace("\n", " ")
        blank_ends = line[0] == " " or (line[-1] == " " and not text[PREVIEW : PREVIEW + 1].strip())
        if not blank_ends and "  " not in line and line.isprintable():
            return line  # lines one below the other
    words = " ".join(text[:_MOSTLY_ENOUGH].split())
    return words[:PREVIEW] if len(words) >= PREVIEW else " ".join(text[: 2 * PREVIEW].split())[:PREVIEW]


def as_title(text: str) -> str:
    """The start of a text on one line, as a title; whoever shows it cuts it, once it is clean."""
    return " ".join(text[:TITLE].split())


def resolve(value: Any, pointer: str) -> Any:
    """What a JSON pointer names. Raises LookupError when it is not there."""
    for step in pointer.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list):
            place = digits(step)
            value = _missing(step) if place is None else value[place]
        elif isinstance(value, dict):
            value = value[step]
        else:
            _missing(step)
    return value


def _missing(step: str) -> Any:
    raise LookupError(step)


def is_empty(value: Any) -> bool:
    """Whether there is nothing in a logged value; 0 and False say something."""
    return not value and value in (None, "", [], {})


def parsed(value: Any) -> Any:
    """The value of a text that holds JSON, None where that is damaged; what is no text as it is."""
    if not isinstance(value, str | bytes):
        return value
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        return None


def as_text(value: Any) -> str:
    """``value`` if it is a string, else "": for fields that a damaged log may hold in any type."""
    return value if isinstance(value, str) else ""


def as_dict(value: Any) -> dict[str, Any]:
    """``value`` if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """``value`` if it is an array, else an empty one."""
    return value if isinstance(value, list) else []


def as_int(value: Any) -> int | None:
    """``value`` if it is a whole number that is not negative, else None (booleans are no numbers)."""
    if type(value) is int and 0 <= value < 2**63:
        return value
    if value is None:
        return None  # what is not told is asked for as often as what is
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0 or value != value:
        return None
    return int(value) if value < 2**63 else None


def digits(text: str) -> int | None:
    """The number that a text of digits is, below 2⁶³; None for what ``int`` takes no number from, or too long a one."""
    return as_int(int(text)) if text.isdecimal() and len(text) < _LONGEST_NUMBER else None


def version_numbers(version: str) -> tuple[int, ...]:
    """The numbers between the dots of a version, up to its first hyphen; what is no number is left out."""
    return tuple(number for part in version.split("-")[0].split(".") if (number := digits(part)) is not None)


def in_seconds(milliseconds: Any) -> float | None:
    """Milliseconds as seconds; None where it is no whole number."""
    told = as_int(milliseconds)
    return None if told is None else told / 1000


def as_dollars(value: Any) -> float | None:
    """``value`` if it is a sum of money above nothing, else None: agents write 0 where they know no price."""
    told = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < _NO_SUM
    return float(value) if told else None


def as_seconds(value: Any) -> float | None:
    """``value`` if it is a span of time that a call can take, in seconds, else None."""
    told = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < _NO_SPAN
    return float(value) if told else None


_NO_SPAN = 10**9
