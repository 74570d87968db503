from inspector.report.experiment_sheet import letters
from inspector.rerun.column import Column, ColumnState
from inspector.workbench.board import Board
from tests.made_runs import judged, ready_of, run_free, strategies, variant


def ran(board, key, number=1):
    wanted = board.variant(key)
    result = run_free(ready_of(number=number), wanted, strategies())
    board.put(number, Column(key, wanted, ColumnState.DONE, (result,), result.scores, ran=wanted))


def test_a_column_has_a_result_on_each_compaction_of_its_own_and_an_old_one_once_it_has_another_variant() -> None:
    board = Board()
    key = board.add(variant("own/head-tail"))
    ran(board, key)
    assert board.at(key, 1).state is ColumnState.DONE and board.at(key, 2).state is ColumnState.READY
    assert [number for number, _ in board.cells(key)] == [1, 2]
    board.change(key, variant("own/pins-only"))
    assert board.at(key, 1).is_stale and not board.at(key, 2).is_stale


def test_what_never_ran_is_gone_when_it_is_taken_away_and_its_letter_is_not_given_again() -> None:
    board = Board()
    first, second = board.add(variant("own/head-tail")), board.add(variant("own/pins-only"))
    ran(board, first)
    board.remove(first)
    board.remove(second)
    assert board.aside == (first,) and not board.has(second)
    assert board.add(variant("own/pins-only")) == letters(2)
    assert board.listed == (letters(2),)


def test_an_emptied_board_has_no_column_and_gives_every_letter_again() -> None:
    board = Board()
    first = board.add(variant("own/head-tail"))
    ran(board, first)
    board.remove(first)
    board.add(variant("own/pins-only"))
    board.empty()
    assert (board.listed, board.aside, board.has(first)) == ((), (), False)
    assert board.add(variant("own/pins-only")) == first and board.cells(first) == ()


def test_a_judges_verdicts_stand_as_long_as_the_runs_are_those_that_it_read() -> None:
    board, ready = Board(), ready_of()
    key = board.add(variant("own/head-tail"))
    ran(board, key)
    told = judged(board.at(key, 1).results[0])
    board.lay_verdicts(1, {key: (told,), "": (judged(ready.recorded),)})
    column = board.judged(1, board.at(key, 1))
    assert column.results == (told,) and column.score("headline") is not None
    assert board.judged_ready(ready).recorded.compared.by is not None
    ran(board, key)
    assert board.judged(1, board.at(key, 1)).results[0].compared.by is None
    assert board.columns(1)[0].score("headline") is None
    board.empty()
    assert board.judged_ready(ready) is ready
