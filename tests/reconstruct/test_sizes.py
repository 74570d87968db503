"""Which figure is the size before a compaction: its record's where the log bears it out, else the last prompt."""

from __future__ import annotations

import pytest

from inspector.reconstruct.sizes import Growth, counts_the_context, size_before

CAME = Growth(chars=60_000, output=500)


@pytest.mark.parametrize(
    ("told", "prompt", "expected"),
    [(74_042, 47_785, True), (190_411, 30_029, False), (34_558, 36_690, False), (47_785, 47_785, False)],
    ids=["results came in since", "it counts something else", "it leaves something out", "it is the prompt"],
)
def test_a_record_counts_the_context_where_it_is_the_prompt_and_what_came_in(told, prompt, expected):
    came = CAME if expected else Growth(chars=400, output=50)
    assert counts_the_context(told, prompt, came) is expected


def test_the_record_stands_where_the_log_bears_it_out_and_the_prompt_elsewhere():
    assert size_before(74_042, 47_785, CAME, 53_476).value == 74_042
    assert size_before(190_411, 30_029, Growth(), 197_548).value == 30_029
    assert size_before(None, 30_029, Growth(), None).value == 30_029


def test_a_record_alone_is_not_believed_below_the_prompt_after_it():
    assert size_before(3_093, None, Growth(), 22_746).value is None
    assert size_before(50_000, None, Growth(), 22_746).value == 50_000


def test_what_came_in_is_counted_by_its_characters_pictures_and_the_answer():
    assert Growth(chars=400, images=2, output=10).tokens == 110
    assert Growth(chars=400, images=2, output=10).most == 4_210
