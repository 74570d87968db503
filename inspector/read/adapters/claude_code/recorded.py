"""Requests as versions from 2.1.300 on write them down: the context of an answer is then what was really sent.

``api-request-shape`` holds the system prompt and the tools, ``api-request`` the messages by their hash, as a prefix of
the request before and what is new. What a hash stands for is in an ``api-request-blob``, or it is the SHA-256 of rows
of the log: their content as JSON with sorted keys, without marks for the cache. (Seen in 2.1.332, 2026-11-27: 139 of
139 requests, rebuilt so, were what the server got.)

The pieces of a message are the items of its rows wherever the words are the same, so that an item is one thing however
often it is sent; only what no row holds becomes an item of its own. Models from 5.5 on (seen: Opus, Sonnet, Haiku) get
the reminders in messages of the system, without their frames and several in one text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inspector.model import Item, ItemKind, Origin, Severity, Source, Splice
from inspector.read.adapter import Record
from inspector.read.adapters.claude_code.human import voice
from inspector.read.adapters.claude_code.requests import REMINDER
from inspector.read.adapters.claude_code.transcript import Row, Transcript
from inspector.read.values import as_dict, as_int, as_list, as_text, is_image, preview, render

KINDS = frozenset({"api-request", "api-request-blob", "api-request-shape"})
_Items = tuple[int, ...]


def read_recorded(state: Transcript, row: Row) -> None:
    """Take in one row of a request."""
    recorded, record = state.recorded, row.record
    if not recorded.active:
        recorded.active = True
        state.build.unlogged("billing header", "in front of the system prompt")
    state.begin(row)
    if record["type"] == "api-request-shape":
        if not recorded.shapes and state.build.drafts:
            where = "in front of requests ahead of the first that is written down"
            state.build.unlogged("system prompt", where)
            state.build.unlogged("tool definitions", where)
            state.build.unlogged("form and place of reminders", "in requests ahead of the first that is written down")
        name = as_text(record.get("shapeHash"))
        if name not in recorded.shapes:
            recorded.shapes[name] = tuple(_shape(state, as_dict(record.get("shape"))))
    elif record["type"] == "api-request-blob":
        recorded.blobs[as_text(record.get("hash"))] = (as_dict(record.get("message")), state.build.at)
    else:
        settle(state, is_answered=False)
        state.pending, recorded.last = row, as_text(record.get("id"))


def _shape(state: Transcript, shape: Record) -> Iterator[int]:
    for place, block in enumerate(map(as_dict, as_list(shape.get("system")))):
        pointer = f"/shape/system/{place}/text"
        yield state.build.add(ItemKind.INSTRUCTIONS, block.get("text", ""), pointer, "system_prompt", enter=False)
    tools = as_list(shape.get("tools"))
    if tools:
        told = f"{len(tools)} tools: {', '.join(as_text(as_dict(tool).get('name')) for tool in tools)}"
        yield state.build.add(ItemKind.INSTRUCTIONS, tools, "/shape/tools", "tools", headline=told, enter=False)


def settle(state: Transcript, is_answered: bool) -> None:
    """Make the context what the last request held.

    Only once its answer comes: some of what was sent is written between the two. Of one without an answer later ones
    need to know what it held, no more.
    """
    recorded = state.recorded
    row, state.pending = state.pending, None
    if row is None:
        return
    state.begin(row)
    recorded.name_rows()
    record = row.record
    standing = state.standing.now(state.build.ops)
    here = frozenset(standing or ())
    base = recorded.sent.get(as_text(record.get("base")), ())
    messages = list(base[: as_int(record.get("keep")) or 0])
    taken = {item for message in messages for item in message}
    for name in as_list(record.get("tail")):
        items = _message(state, as_text(name), taken, here)
        if items is None:
            source = state.source(row)
            message = (
                "A request names a message that this log does not hold; its context is put together from the rows."
            )
            state.build.problem(Severity.NOTE, "request-differs", message, source)
            recorded.last = ""
            return
        messages.append(items)
        taken.update(items)
    recorded.sent[recorded.last] = tuple(messages)
    recorded.instructions = recorded.shapes.get(as_text(record.get("shapeHash")), recorded.instructions)
    if not is_answered:
        return
    recorded.fresh.clear()
    state.unsorted = False
    wanted = [*recorded.instructions, *(item for message in messages for item in message)]
    if wanted != standing:
        state.build.ops.append(Splice(remove=None, insert=tuple(wanted)))
        state.standing.set(state.build.ops, wanted)


def _message(state: Transcript, name: str, taken: set[int], here: frozenset[int]) -> _Items | None:
    """The items of a message, of several with its words those that stand ``here``; None where the log lacks it."""
    recorded = state.recorded
    free = [items for items in reversed(recorded.rows.get(name, ())) if taken.isdisjoint(items)]
    found = next((items for items in free if here.issuperset(items)), None)
    if found is not None or name not in recorded.blobs:
        return found or next(iter(free), None)
    message, source = recorded.blobs[name]
    items: list[int] = []
    for words, pointer, block in _pieces(message):
        same = [one for one in recorded.words.get(hash(words.strip()), ()) if one not in taken and one not in items]
        item = next((one for one in same if one in here), same[-1] if same else None)
        is_bare = item is None and not words.startswith(REMINDER) and recorded.rows_of(words)
        if message.get("role") == "system" or is_bare:
            items += _reminders(state, source, words, here)
        else:
            items.append(_new(state, source, message, words, pointer, block, here) if item is None else item)
    recorded.rows.setdefault(name, []).append(tuple(items))
    return tuple(items)


def _reminders(state: Transcript, source: Source, text: str, here: frozenset[int]) -> Iterator[int]:
    """The items of a text in which newer models get the harness's reminders, without their frames."""
    # What an answer stands behind was sent before, in whatever form.
    answered = max((draft.last_item or 0 for draft in state.build.drafts[-2:]), default=0)
    # Of two compactions with no request between, the second dropped what the first put back.
    fresh = {number for _, number in state.recorded.fresh if number > answered and number in here}
    place, known = source.inside(""), state.build.items
    for words, numbers in state.recorded.reminded(text):
        row = next((number for number in numbers if number in fresh), next(iter(numbers), None))
        if row is None:
            about = ItemKind.ATTACHMENT, Origin.HARNESS, words, place
            yield state.build.item(*about, time=state.build.time, detail="as_sent", enter=False, hold=True)
        elif row in fresh:
            fresh.discard(row)
            # Another model may get it in its frame later: that is another item then.
            state.recorded.words[state.recorded.framed[row]].remove(row)
            known[row - 1] = _worded(known[row - 1], words)
            yield row
        else:
            known.append(replace(_worded(known[row - 1], words), number=len(known) + 1))
            yield len(known)


def _worded(item: Item, words: str) -> Item:
    """An item with the words that were sent of it."""
    return replace(item, text=words, chars=len(words), preview=preview(words))


def _pieces(message: Record) -> Iterator[tuple[str, str, Record]]:
    """The texts of a message, with a pointer where one is a whole value of the log. Reminders end a result's text."""
    content = message.get("content")
    if isinstance(content, str):
        yield content, "/message/content", {}
        return
    for place, block in enumerate(map(as_dict, as_list(content))):
        at, kind = f"/message/content/{place}", block.get("type")
        if kind == "text":
            yield as_text(block.get("text")), f"{at}/text", block
        elif kind == "tool_result":
            text = render(block.get("content"))
            reminders: list[str] = []
            while text.endswith("</system-reminder>") and f"\n\n{REMINDER}" in text:
                text, _, reminder = text.rpartition(f"\n\n{REMINDER}")
                reminders.insert(0, REMINDER + reminder)
            yield text, "" if reminders else f"{at}/content", block
            yield from ((reminder, "", {}) for reminder in reminders)
        else:
            key = {"thinking": "thinking", "tool_use": "input"}.get(as_text(kind), "")
            yield render(block.get(key, block)), f"{at}/{key}" if key in block else at, block


def _new(
    state: Transcript, source: Source, message: Record, words: str, pointer: str, block: Record, here: frozenset[int]
) -> int:
    """An item for a piece that no row holds as it was sent."""
    kind, origin, detail, call = ItemKind.ATTACHMENT, Origin.HARNESS, "as_sent", as_text(block.get("tool_use_id"))
    if block.get("type") == "tool_result":
        kind, origin = ItemKind.TOOL_RESULT, Origin.TOOL
    elif message.get("role") == "assistant":
        kinds = {"thinking": ItemKind.REASONING, "tool_use": ItemKind.TOOL_CALL}
        kind, origin = kinds.get(as_text(block.get("type")), ItemKind.ASSISTANT), Origin.AGENT
        call = as_text(block.get("id"))
    elif is_image(block):
        detail = "image"
    else:
        framed = _framed(state, words, here)
        if framed is not None and framed.origin is not Origin.HUMAN and words.startswith(REMINDER):
            # The harness's own words were never sent without their frame.
            state.build.items[framed.number - 1] = _worded(framed, words)
            state.recorded.words.setdefault(hash(words.strip()), []).append(framed.number)
            return framed.number
        if framed is not None and framed.origin is Origin.HUMAN:
            # The person's words stand in a frame of the harness: they are part of what was sent.
            state.build.items.append(replace(framed, number=len(state.build.items) + 1))
        elif rows := state.recorded.rows_of(words):
            # Another model got it without its frame.
            again = replace(_worded(state.item(rows[-1]), words), number=len(state.build.items) + 1)
            state.build.items.append(again)
            state.recorded.words.setdefault(hash(words.strip()), []).append(again.number)
            return again.number
        elif not words.startswith(REMINDER):
            spoken = voice(words, {})
            kind, origin, detail = spoken.kind, spoken.origin, spoken.detail
    tool = state.calls[call].tool if call in state.calls else as_text(block.get("name"))
    place = source.inside(pointer)
    number = state.build.item(
        kind, origin, words, place, tool=tool, call_id=call, time=state.build.time, detail=detail, enter=False,
        hold=not pointer,
    )  # fmt: skip
    state.recorded.words.setdefault(hash(words.strip()), []).append(number)
    return number


def _framed(state: Transcript, words: str, here: frozenset[int]) -> Item | None:
    """The item that came since the last request by itself and was sent inside a text of the harness."""
    for told, number in state.recorded.fresh:
        if told and told in words and number in here:
            return state.item(number)
    return None
