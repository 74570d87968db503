import pytest

from inspector.errors import ModelFailed, UsageError
from inspector.rerun.asker import Stop
from inspector.rerun.exam import questions_of
from inspector.rerun.probes.probe import ProbeKind
from inspector.workbench.probe_runs import PROBE, Probes, ask, dry_run
from inspector.workbench.sittings import sitting_of
from tests.inline_executor import InlineExecutor
from tests.made_runs import answering, open_sample, ready_of, variant


def test_what_was_recorded_and_every_result_that_is_up_to_date_sit(runs) -> None:
    runs.change("B", variant("codex/token-budget"))
    sitting = sitting_of(runs.ready, runs.columns)
    assert list(sitting.arms) == ["", "A", "C", "D", "E", "F", "G", "I", "J", "K", "L"]
    ids = [run.id for run in sitting.runs]
    assert len(set(ids)) == len(ids) and ids[0] == ":0"


def test_answers_and_grades_are_priced_apart_and_nothing_is_sent(runs, models) -> None:
    told = dry_run(models, sitting_of(runs.ready, runs.columns), "anthropic/claude-sonnet-4-5")
    assert [one.title for one in told] == ["probe answers", "probe grades"]
    assert all(one.price.dollars and one.key == PROBE and one.variant is None and one.compaction == 1 for one in told)
    assert told[0].requests == 12 and models.spent == 0
    assert all("ANTHROPIC_API_KEY" in one.credentials and "anthropic" in one.destination for one in told)
    with pytest.raises(UsageError):
        dry_run(models, sitting_of(runs.ready, runs.columns), "no model")


def test_figures_are_by_column_and_stand_beside_its_own(runs, models, tmp_path) -> None:
    probes = Probes(runs, models, InlineExecutor())
    probes.run(answering(tmp_path / "answers.txt", ready_of()), probes.sittings())
    ready, columns = runs.figures()
    asked = [one.exact for one in questions_of(ready.material) if one.kind is ProbeKind.RECALL]
    # The same answers about every context: the exact ones right, the others not known.
    expected = pytest.approx(sum(asked) / len(asked))
    assert sum(asked) > 0 and columns[0].score("probe_recall").value == expected
    assert ready.recorded.score("probe_recall").value == expected
    assert runs.results()[0][1][0].score("probe_recall") is not None and not probes.is_running
    runs.run(("A",))
    assert runs.figures()[1][0].score("probe_recall") is None
    assert runs.figures()[1][1].score("probe_recall") is not None


def test_over_several_compactions_they_have_a_mean(runs, models, tmp_path) -> None:
    runs.choose((1, 2))
    probes = Probes(runs, models, InlineExecutor())
    probes.run(answering(tmp_path / "answers.txt", ready_of()), probes.sittings())
    ready, columns = runs.figures()
    score = columns[0].score("probe_recall")
    assert score.n == 2 and 0 < score.value < 1 and score.high is not None
    assert ready.recorded.score("probe_recall").value == score.value


def test_a_model_that_fails_is_told_and_leaves_no_figures(runs, models) -> None:
    with pytest.raises(ModelFailed):
        ask(models, sitting_of(runs.ready, runs.columns[:1]), "command:false", Stop())
    told = []
    probes = Probes(runs, models, InlineExecutor())
    probes.failed.connect(told.append)
    probes.run("command:false", probes.sittings())
    assert len(told) == 1 and not probes.is_running and runs.figures()[1][0].score("probe_recall") is None


def test_what_arrives_after_the_session_was_closed_is_dropped(runs, models, tmp_path) -> None:
    waiting = []

    class Later(InlineExecutor):
        def run(self, slot, work, done, failed):
            waiting.append(lambda: InlineExecutor.run(self, slot, work, done, failed))

    probes = Probes(runs, models, Later())
    probes.run(answering(tmp_path / "answers.txt", ready_of()), probes.sittings())
    assert probes.is_running
    runs.close()
    open_sample(runs._bench, "claude-code/2.1/fading-rules")
    waiting.pop()()
    assert not probes.is_running and runs.figures() == (None, ())
