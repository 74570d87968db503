from __future__ import annotations

from inspector.store.library import Library
from inspector.store.spent import Spent, Sums


def test_sums_tell_what_ended_from_what_is_open(tmp_path) -> None:
    spent = Spent(Library(tmp_path / "library.sqlite"), "e")
    assert spent.sums() == Sums(0.0, 0, 0, 0.0, 0, 0)
    first, second, third = (spent.set_aside(0.5, 10, None, None) for _ in range(3))
    assert first is not None and second is not None and third is not None
    spent.settle(first, 0.25, 7)
    spent.settle(second, None, 8)
    assert spent.sums() == Sums(0.25, 15, 1, 0.5, 10, 1)
    spent.drop(third)
    assert spent.sums() == Sums(0.25, 15, 1, 0.0, 0, 0)
    assert Spent(spent.library, "other").sums().tokens == 0


def test_what_a_cap_does_not_allow_is_not_set_aside(tmp_path) -> None:
    spent = Spent(Library(tmp_path / "library.sqlite"), "e")
    assert spent.set_aside(0.5, 10, 1.0, 20) is not None
    assert spent.set_aside(0.6, 10, 1.0, None) is None
    assert spent.set_aside(0.5, 11, None, 20) is None
    assert spent.set_aside(0.5, 10, 1.0, 20) is not None
    assert spent.sums().open == 2
