"""Random operations: the checkpointed replay is the naive fold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.model import (
    Append,
    Call,
    ContextEntry,
    Form,
    Item,
    ItemKind,
    Operation,
    Origin,
    Rewind,
    Session,
    Source,
    Splice,
)
from inspector.reconstruct.replay import Replay

ITEMS = 14
KINDS = (ItemKind.USER, ItemKind.ASSISTANT, ItemKind.TOOL_RESULT, ItemKind.SUMMARY)


def session(ops: list[Operation]) -> Session:
    items = tuple(
        Item(number, f"i{number}", KINDS[number % 4], Origin.AGENT, Source("log"), "", 0)
        for number in range(1, ITEMS + 1)
    )
    return Session(id="s", agent="any", items=items, ops=tuple(ops))


def form(item: int) -> Form:
    return Form.SUMMARY if KINDS[item % 4] is ItemKind.SUMMARY else Form.WHOLE


def fold(ops: list[Operation]) -> list[list[ContextEntry]]:
    """The context after every operation, each made anew from the one before; the empty start stands last, at -1."""
    states: list[list[ContextEntry]] = []
    for index, op in enumerate(ops):
        before = states[-1] if states else []
        if isinstance(op, Append):
            after = [*before, ContextEntry(op.item, form(op.item), index)]
        elif isinstance(op, Rewind):
            after = [] if op.to < 0 else list(states[op.to])
        elif isinstance(op, Splice):
            after = []
            for entry in before:
                if op.remove is None or entry.item in op.remove:
                    continue
                masked = entry.item in op.mask
                after.append(ContextEntry(entry.item, Form.PLACEHOLDER, index) if masked else entry)
            for place, item in enumerate(op.insert, min(op.at, len(after))):
                old = [entry for entry in before if entry.item == item]
                after.insert(place, old[0] if old else ContextEntry(item, form(item), index))
        else:
            after = list(before)
        states.append(after)
    return [*states, []]


@st.composite
def operations(draw: st.DrawFn) -> list[Operation]:
    """Operations as adapters write them: an item stands in a context once, and a rewind goes back."""
    ops: list[Operation] = []
    for index in range(draw(st.integers(0, 25))):
        now = [entry.item for entry in fold(ops)[index - 1]] if ops else []
        absent = [item for item in range(1, ITEMS + 1) if item not in now]
        kind = draw(st.sampled_from(("append", "append", "append", "call", "splice", "rewind")))
        if kind == "append" and absent:
            ops.append(Append(draw(st.sampled_from(absent))))
        elif kind == "rewind":
            ops.append(Rewind(draw(st.integers(-1, index - 1))))
        elif kind == "splice":
            some = st.lists(st.sampled_from(now), unique=True) if now else st.just([])
            remove = draw(st.one_of(st.none(), some))
            free = [*absent, *(now if remove is None else remove)]
            insert = draw(st.lists(st.sampled_from(free), unique=True, max_size=4)) if free else []
            ops.append(
                Splice(
                    None if remove is None else tuple(remove),
                    tuple(insert),
                    draw(st.integers(0, ITEMS)),
                    tuple(draw(some)),
                )
            )
        else:
            ops.append(Call(0))
    return ops


@given(operations())
def test_replay_is_the_naive_fold(ops: list[Operation]) -> None:
    replay, states = Replay(session(ops)), fold(ops)
    for index in range(-1, len(ops)):
        assert list(replay.entries_at(index)) == states[index]


@given(operations())
def test_context_holds_only_what_was_put_in(ops: list[Operation]) -> None:
    replay = Replay(session(ops))
    put: set[int] = set()
    for index, op in enumerate(ops):
        if isinstance(op, Append):
            put.add(op.item)
        elif isinstance(op, Splice):
            put.update(op.insert)
        entries = [entry.item for entry in replay.entries_at(index)]
        assert set(entries) <= put
        assert len(entries) == len(set(entries))


@given(operations())
def test_rewind_restores_what_was(ops: list[Operation]) -> None:
    replay = Replay(session(ops))
    for index, op in enumerate(ops):
        if isinstance(op, Rewind):
            assert replay.entries_at(index) == replay.entries_at(op.to)


@given(operations())
def test_calls_change_nothing(ops: list[Operation]) -> None:
    replay = Replay(session(ops))
    for index, op in enumerate(ops):
        if isinstance(op, Call):
            assert replay.entries_at(index) == replay.entries_at(index - 1)


@given(operations(), st.integers(0, 5))
def test_behind_the_last_operation_nothing_happens(ops: list[Operation], behind: int) -> None:
    replay = Replay(session(ops))
    assert replay.entries_at(len(ops) + behind) == replay.entries_at(len(ops) - 1)
