from __future__ import annotations

from inspector.model.settings import UNSET, Settings


def test_what_is_not_set_is_neither_told_nor_part_of_a_key() -> None:
    assert (UNSET.given, UNSET.words, UNSET.key) == ({}, "", "")


def test_what_is_set_is_told_and_tells_settings_apart_a_zero_too() -> None:
    one = Settings(max_output=2_000, temperature=0.0, effort="low", seed=0)
    assert one.given == {"max_output": 2_000, "temperature": 0.0, "effort": "low", "seed": 0}
    assert one.words == "max output 2,000, temperature 0.0, effort low, seed 0"
    keys = {one.key, Settings(temperature=0.0).key, Settings(temperature=0.5).key, Settings(seed=0).key}
    assert len(keys) == 4
