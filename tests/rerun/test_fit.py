from __future__ import annotations

import pytest

from inspector.errors import ModelFailed
from inspector.llm.chat import Failure
from inspector.model import ItemKind, Origin
from inspector.rerun.fit import parts, pruned, room, too_large
from inspector.rerun.strategy import Summarize
from inspector.rerun.summarize import SummaryTask
from inspector.rerun.view import ViewEntry


def entry(item: int, chars: int, kind: str = "tool_output", round_: int = 0) -> ViewEntry:
    return ViewEntry(item, kind, ItemKind.TOOL_RESULT, Origin.TOOL, f"{item} ".ljust(chars, "x"), chars, round=round_)


def task(*entries: ViewEntry) -> SummaryTask:
    return SummaryTask(Summarize(sections=("goal",)), "draft", entries)


def size(asked: SummaryTask) -> int:
    return 100 + sum(len(entry.text) for entry in asked.span)


def test_old_results_are_shortened_first_and_no_more_than_needed() -> None:
    made = pruned(task(entry(1, 5_000), entry(2, 5_000, "user_typed"), entry(3, 5_000)), size, 11_000)
    assert [len(one.text) < 5_000 for one in made.span] == [True, False, False]
    assert "characters left out" in made.span[0].text
    assert size(made) <= 11_000


def test_what_fits_is_left_as_it_is() -> None:
    asked = task(entry(1, 5_000))
    assert pruned(asked, size, 6_000) == asked
    assert parts(asked, size, 6_000) == [asked]


def test_pruning_that_is_not_enough_is_said() -> None:
    with pytest.raises(ModelFailed, match="even with all long results shortened") as caught:
        pruned(task(entry(1, 9_000, "user_typed")), size, 5_000)
    assert caught.value.kind == Failure.OVERFLOW
    assert "summarise in parts" in caught.value.hint


def test_parts_hold_everything_in_order_and_each_fits() -> None:
    asked = task(*(entry(number, 900, round_=number) for number in range(20)))
    made = parts(asked, size, 3_000)
    assert [one for part in made for one in part.span] == list(asked.span)
    assert [len(part.span) for part in made] == [3, 3, 3, 3, 3, 3, 2]
    assert max(size(part) for part in made) <= 3_000


def test_a_call_is_not_torn_from_its_result() -> None:
    asked = task(*(entry(number, 900, round_=number // 2) for number in range(8)))
    assert [[one.item for one in part.span] for part in parts(asked, size, 3_000)] == [[0, 1], [2, 3], [4, 5], [6, 7]]


def test_a_single_message_over_the_window_is_named() -> None:
    with pytest.raises(ModelFailed, match="a single message is larger"):
        parts(task(entry(1, 100), entry(2, 9_000, round_=1)), size, 3_000)


def test_room_leaves_place_for_the_answer_and_for_miscounting() -> None:
    assert room(200_000, 20_000) == 170_000
    assert room(1_000, 4_000) == 0
    assert "170,000" in too_large(180_000, 170_000).message
