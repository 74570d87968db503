from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from inspector.ask.spending import Budget
from inspector.errors import OverBudget
from inspector.store.library import Library
from inspector.store.spent import Spent
from inspector.workbench.ledger import Ledger


@pytest.fixture
def path(tmp_path):
    return tmp_path / "library.sqlite"


def ledger(path, dollars: float | None = 1.0, tokens: int | None = None, name: str = "e") -> Ledger:
    """As another program would have it: with a library of its own."""
    return Ledger.kept_in(Spent(Library(path), name), Budget(dollars, tokens))


def test_what_was_spent_is_there_after_the_program_ended(path) -> None:
    first = ledger(path)
    first.settle(first.promise(0.5, 100), 0.3, 80)
    again = ledger(path)
    assert (again.spent, again.tokens) == (pytest.approx(0.3), 80)
    assert ledger(path, name="another").spent == 0


def test_what_was_under_way_when_it_was_killed_stays_counted(path) -> None:
    ledger(path).promise(0.6, 100)
    again = ledger(path)
    assert (again.spent, again.promised, again.promised_tokens) == (0, pytest.approx(0.6), 100)
    with pytest.raises(OverBudget, match=r"\$0.4000 is left"):
        again.promise(0.5)
    assert again.stopped


def test_what_was_not_charged_is_put_back(path) -> None:
    kept = ledger(path)
    kept.release(kept.promise(0.9))
    kept.settle(kept.promise(0.9), None)
    assert (kept.spent, kept.promised, kept.unknown) == (pytest.approx(0.9), 0, 0)


def test_an_answer_without_a_price_counts_its_tokens(path) -> None:
    kept = ledger(path, None, 100)
    kept.settle(kept.promise(None, 60), None, 70)
    assert (kept.spent, kept.unknown, kept.tokens) == (0, 1, 70)
    with pytest.raises(OverBudget, match="30 are left"):
        kept.promise(None, 40)


def test_programs_at_the_same_time_do_not_pass_the_cap_together(path) -> None:
    ledger(path)
    programs = [ledger(path) for _ in range(4)]

    def spend(nth: int) -> int:
        kept, done = programs[nth % 4], 0
        for _ in range(10):
            try:
                kept.settle(kept.promise(0.03, 1), 0.03, 1)
                done += 1
            except OverBudget:
                pass
        return done

    with ThreadPoolExecutor(8) as threads:
        done = sum(threads.map(spend, range(8)))
    assert done == 33
    assert ledger(path).spent == pytest.approx(0.99)
