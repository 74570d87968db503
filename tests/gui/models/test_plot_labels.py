"""Words on the plot: none covers another, none is cut, and every compaction has a name."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as some

from inspector.gui.models.plot_labels import (
    Box,
    Skyline,
    Wanted,
    along,
    beside,
    first_free,
    lane_rows,
    names,
    place_rows,
)
from inspector.gui.models.plot_marks import CompactionMark

AREA = Box(40, 0, 600, 120)


def mark(number, *, is_edit=False):
    title = f"E{number}" if is_edit else f"┊C{number}"
    return CompactionMark(number, 0.0, title, "−94.7k", None, None, False, is_edit)


def wide(words):
    return 7.0 * len(words) + 6


def told(xs, width, rows=2, chosen=None):
    wanted = [Wanted(x, mark(number)) for number, x in enumerate(xs, 1)]
    return names(wanted, (0.0, width), rows, wide, chosen)


@given(
    some.sampled_from([1, 8, 24, 60, 120]).flatmap(
        lambda n: some.lists(some.floats(0, 1), min_size=n, max_size=n).map(sorted)
    ),
    some.floats(70, 2400),
    some.integers(1, 2),
    some.integers(1, 120),
)
def test_every_mark_has_one_name_and_no_name_covers_another_or_is_cut(shares, width, rows, chosen):
    found = told([share * width for share in shares], width, rows, chosen)
    assert sorted(one.number for name in found for one in name.marks) == list(range(1, len(shares) + 1))
    for name in found:
        assert name.left >= 0 and name.left + name.width <= width + 0.01 and name.row < rows
        assert name.width == wide(name.words)
    boxes = [Box(name.left, name.row * 15, name.width, 15) for name in found]
    assert not any(a.meets(b) for place, a in enumerate(boxes) for b in boxes[:place])
    if chosen <= len(shares):
        (own,) = [name for name in found if chosen in [one.number for one in name.marks]]
        assert own.words.startswith(f"┊C{chosen}") or width < 120


def test_names_stand_beside_their_lines_with_what_was_freed_where_all_fit():
    assert [(name.words, name.left, name.row) for name in told([0, 30, 300], 600)] == [
        ("┊C1 −94.7k", 3, 0),
        ("┊C2 −94.7k", 33, 1),
        ("┊C3 −94.7k", 303, 0),
    ]


def test_what_was_freed_is_left_out_before_names_are_shared():
    found = told([0, 30, 60, 90], 600)
    assert [name.words for name in found] == ["┊C1", "┊C2", "┊C3", "┊C4"]
    found = told([0, 10, 20, 300], 600)
    assert [(name.words, name.left) for name in found] == [("┊C1–C3", 3), ("┊C4", 303)]


def test_the_selected_one_is_named_in_a_shared_name():
    assert [name.words for name in told([0, 10, 20], 600, chosen=2)] == ["┊C2 of C1–C3"]


def test_a_name_at_the_right_end_is_moved_in():
    (name,) = told([595], 600)
    assert name.left + name.width == 600


def test_where_not_even_a_name_fits_there_is_none():
    assert told([1, 2, 3], 20) == []


def test_an_edit_is_never_taken_for_the_selected_compaction():
    wanted = [Wanted(x, mark(n, is_edit=x > 0)) for x, n in ((0, 1), (5, 2), (10, 3))]
    assert [name.words for name in names(wanted, (0.0, 300.0), 2, wide, 2)] == ["┊C1–E3"]


@given(some.lists(some.tuples(some.floats(0, 1000), some.floats(10, 120)), max_size=40))
def test_no_label_covers_another(labels):
    labels.sort()
    rows = place_rows([left for left, _ in labels], [width for _, width in labels], 3)
    placed = [(row, left, left + width) for row, (left, width) in zip(rows, labels, strict=True) if row is not None]
    for place, (row, _, end) in enumerate(placed):
        assert all(other != row or start >= end for other, start, _ in placed[place + 1 :])


def test_labels_without_room_are_left_out():
    assert place_rows([0, 1, 2, 3], [50] * 4, 3) == [0, 1, 2, None]


def test_a_low_plot_has_one_row_of_names():
    assert (lane_rows(100, 15), lane_rows(200, 15)) == (1, 2)


def test_the_words_of_a_level_stand_at_its_right_end_else_at_its_left_else_between():
    first = list(along(60, 100, 15, AREA))
    assert first[:3] == [Box(540, 44, 100, 15), Box(540, 61, 100, 15), Box(40, 44, 100, 15)]
    assert all(box.is_within(AREA) for box in first)
    assert [box.top for box in along(2, 100, 15, AREA)][:1] == [3]
    assert first_free(first, [], lambda box: box.left < 200) == Box(40, 44, 100, 15)
    assert first_free(first, [first[0]], lambda box: False) == first[1]
    assert first_free(first, [AREA], lambda box: True) is None


@given(
    some.floats(40, 600), some.floats(0.5, 200), some.floats(60, 180), some.floats(20, 100),
    some.lists(some.tuples(some.floats(40, 540), some.floats(0, 100)), max_size=4),
)  # fmt: skip
def test_the_box_beside_a_bar_is_whole_and_not_over_it_where_there_is_room(left, wide_bar, width, height, words):
    bar = (left, min(left + wide_bar, AREA.right))
    taken = [Box(*place, 80, 15) for place in words]
    box = beside(bar, width, height, AREA, taken)
    assert AREA.left <= box.left and box.right <= AREA.right
    if width + 10 <= max(bar[0] - AREA.left, AREA.right - bar[1]):
        assert box.right <= bar[0] or box.left >= bar[1]


def test_the_box_beside_a_bar_covers_no_words_where_it_can_stand_further_off():
    taken = [Box(120, 0, 100, 15), Box(120, 100, 100, 20)]
    box = beside((100, 110), 80, 60, AREA, taken)
    assert box.left >= 220 and not any(box.meets(other) for other in taken)


def test_the_box_beside_a_bar_covers_the_words_of_a_level_rather_than_standing_far_off():
    names, levels = [Box(300, 0, 60, 15)], [Box(320, 50, 100, 15), Box(60, 30, 220, 70)]
    box = beside((280, 290), 80, 60, AREA, names, levels)
    assert (box.left, box.top) == (300, AREA.bottom - 72)
    assert not box.meets(names[0]) and box.meets(levels[0])


def test_a_bar_as_wide_as_the_plot_is_explained_in_the_corner():
    assert beside((40, 640), 80, 60, AREA, []).left == AREA.left + 2


def test_the_highest_bar_between_two_values():
    skyline = Skyline(np.array([0.0, 1, 2, 3]), np.array([5.0, math.nan, 9.0]))
    assert (skyline.highest(0, 1), skyline.highest(1.2, 1.8), skyline.highest(0.5, 2.5)) == (5, 0, 9)
    assert skyline.highest(5, 6) == 0
