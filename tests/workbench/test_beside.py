from inspector.model.run import Score
from inspector.rerun.column import Column, ColumnState
from inspector.workbench.beside import Beside
from tests.made_runs import ready_of, run_free, strategies, variant

MORE = (Score(metric="probe_recall", value=0.5, unit="share", n=4),)


def column(arm):
    wanted = variant("own/head-tail")
    return Column("A", wanted, ColumnState.DONE, (arm,), arm.scores, ran=wanted)


def test_figures_stand_behind_those_of_the_column_and_of_what_was_recorded() -> None:
    beside, ready = Beside(), ready_of()
    arm = run_free(ready, variant("own/head-tail"), strategies())
    beside.lay(1, {"A": ((arm,), MORE), "": ((ready.recorded,), MORE)})
    assert beside.column(1, column(arm)).score("probe_recall") == MORE[0]
    told = beside.ready(ready)
    assert told.recorded.score("probe_recall") == MORE[0] and told.recorded.judged is ready.recorded.judged
    assert beside.ready(told) is not told and beside.scores("", 1, (told.recorded,)) == MORE


def test_a_result_that_was_made_anew_has_none() -> None:
    beside, ready = Beside(), ready_of()
    arm, again = (run_free(ready, variant("own/head-tail"), strategies()) for _ in range(2))
    beside.lay(1, {"A": ((arm,), MORE)})
    assert beside.column(1, column(again)).score("probe_recall") is None
    assert beside.column(2, column(arm)).score("probe_recall") is None
    beside.clear()
    assert beside.column(1, column(arm)).score("probe_recall") is None
