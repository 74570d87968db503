"""What Gemini CLI's context manager makes of a history when it sends it: its own rule, for logs that it wrote.

A result whose call is gone gets a call without arguments in front of it, a request that would begin with the model a
text in front of that. Results stand in front of all else of their turn. A newest message that has no turn of its own
is sent in its place and once more at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.model import Item, ItemKind
from inspector.read.adapters.gemini_cli.records import Told
from inspector.read.parts import STATE
from inspector.read.values import as_dict, as_list, render

CONTINUES = "[Continuing from previous AI thoughts...]"
"""What stands in front of a request that would begin with the model."""
GOES_ON = "Please continue."
"""What stands behind one that would end with it."""
LOST = "result made up for a call whose result is gone"
_MODEL = (ItemKind.ASSISTANT, ItemKind.TOOL_CALL)


class MadeUp(NamedTuple):
    """A piece that no message has: a text, the call of a result, or an item once more."""

    what: str
    """text, call or again."""
    text: str = ""
    of: int = 0
    """The item that is sent again, or whose call it is."""


Sent = int | MadeUp


def is_managed(records: Sequence[Told], again: set[int]) -> bool:
    """Whether the context manager was on: it writes the list between each answer and what is said next.

    Without it that happens here and there.
    """
    turns = managed = 0
    answered = listed = stated = False
    for index, record in enumerate(records):
        if index in again:
            continue
        messages = as_list(as_dict(record.value.get("$set")).get("messages")) if record.what == "set" else []
        listed = listed or bool(messages)
        stated = stated or any(_is_state(message) for message in messages)
        if record.what != "message":
            continue
        if record.value.get("type") == "user":
            turns, managed = turns + answered, managed + (answered and listed)
            answered = False
        elif record.value.get("type") == "gemini":
            answered, listed = True, False
    return turns == managed and (turns > 1 or (turns == 1 and stated))


def _is_state(message: object) -> bool:
    content = as_dict(message).get("content")
    return any(render(as_dict(part).get("text")).startswith(STATE) for part in as_list(content))


def as_sent(items: Sequence[Item], context: Sequence[int], held: int) -> list[Sent]:
    """What is sent of a context whose first ``held`` items were the history and whose others are new.

    Calls whose results are gone are left as they are; ``lacks_results`` tells of them.
    """
    turns = list[tuple[bool, list[int]]]()
    joined = False
    for place, number in enumerate(context):
        is_model = _is_model(items[number - 1])
        if turns and turns[-1][0] == is_model:
            turns[-1][1].append(number)
            joined = joined or place == held
        else:
            turns.append((is_model, [number]))
    sent = list[tuple[bool, list[Sent]]]()
    for is_model, numbers in turns:
        if is_model:
            sent.append((True, [*numbers]))
            continue
        results = [number for number in numbers if items[number - 1].kind is ItemKind.TOOL_RESULT]
        calls = _calls(items, sent[-1][1]) if sent else []
        if not sent and any(items[number - 1].call_id not in calls for number in results):
            sent.append((True, []))
        for number in results:
            if items[number - 1].call_id not in calls:
                sent[-1][1].append(MadeUp("call", of=number))
                calls.append(items[number - 1].call_id)
        results.sort(key=lambda number: calls.index(items[number - 1].call_id))
        others = [number for number in numbers if number not in results]
        sent.append((False, [*results, *others]))
    if sent and sent[0][0]:
        sent.insert(0, (False, [MadeUp("text", CONTINUES)]))
    if sent and sent[-1][0]:
        sent.append((False, [MadeUp("text", GOES_ON)]))
    pieces = [piece for _, said in sent for piece in said]
    if joined:
        pieces += [MadeUp("again", of=number) for number in context[held:]]
    return pieces


def lacks_results(items: Sequence[Item], context: Sequence[int]) -> bool:
    """Whether a call stands in a context without its result."""
    told = {items[number - 1].call_id for number in context if items[number - 1].kind is ItemKind.TOOL_RESULT}
    return any(
        items[number - 1].kind is ItemKind.TOOL_CALL and items[number - 1].call_id not in told for number in context
    )


def _calls(items: Sequence[Item], sent: Sequence[Sent]) -> list[str]:
    called = (items[piece - 1] for piece in sent if isinstance(piece, int))
    return [item.call_id for item in called if item.kind is ItemKind.TOOL_CALL]


def _is_model(item: Item) -> bool:
    return item.kind in _MODEL or item.detail == "acknowledgement"
