import pytest

from inspector.errors import ModelFailed, UsageError
from inspector.judge.chain import NotYetRead
from inspector.model import Basis, Verdict
from inspector.rerun.prompts import load_prompts
from inspector.store.library import Library
from inspector.store.reruns import Reruns
from inspector.workbench.annotations import Annotations
from inspector.workbench.document import Stage
from inspector.workbench.jobs import Progress
from inspector.workbench.judge_runs import Course, JudgeRuns, dry_run, key_of, number_of
from inspector.workbench.judging import chain_of
from inspector.workbench.model_runs import ModelRuns
from tests.inline_executor import InlineExecutor
from tests.made_judge import judge_at
from tests.made_runs import FADING
from tests.made_session import inline_bench, sample


class Later(InlineExecutor):
    """Keeps jobs until they are wanted."""

    def __init__(self):
        self.waiting = []

    def run(self, slot, work, done, failed):
        self.waiting.append(lambda: InlineExecutor.run(self, slot, work, done, failed))
        return Progress()


@pytest.fixture
def judge(server):
    return judge_at(server)


@pytest.fixture
def library(tmp_path):
    made = Library(tmp_path / "library.sqlite")
    yield made
    made.close()


@pytest.fixture
def models(library):
    made = ModelRuns(load_prompts, Reruns(library))
    yield made
    made.close()


@pytest.fixture
def bench(library):
    made = inline_bench()
    Annotations(made, library)
    made.open(sample(FADING))
    yield made
    made.close()


@pytest.fixture
def runs(bench, models, library):
    return JudgeRuns(bench, models, InlineExecutor(), library)


def judged(bench, number):
    outcome = next(one for one in bench.document.comparison if one.compaction.number == number)
    return {
        fact.statement: survival
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True)
        if survival.basis is Basis.JUDGED
    }


def test_what_each_compaction_would_send_is_told_and_nothing_is_sent(bench, models, server, judge):
    told = dry_run(models, chain_of(bench.document, bench.judgements), (1, 2, 3), judge, 1, Progress())
    assert [one.compaction for one in told] == [1, 2, 3] and all(one.can_be_sent for one in told)
    assert all(one.requests == 1 and one.tokens > 1_000 and one.sent for one in told)
    assert [number_of(one.key) for one in told] == [1, 2, 3] and server.asked == []
    first, second = dry_run(models, chain_of(bench.document, bench.judgements), (2,), judge, 2, Progress())
    assert first.requests == second.requests == 2 and (first.key, second.key) == (key_of(1), key_of(2))


def test_a_name_that_is_no_model_is_refused(bench, models, runs):
    with pytest.raises(UsageError):
        dry_run(models, chain_of(bench.document, bench.judgements), (1, 2, 3), "no model", 1, Progress())
    with pytest.raises(UsageError):
        runs.run([1], "no model")


def test_its_verdicts_stand_and_what_rests_on_them_is_worked_out_again(bench, runs, judge):
    before, told = bench.document.consequences, []
    bench.advanced.connect(told.append)
    runs.run([1, 2], judge)
    found = judged(bench, 2)
    (rule,) = (one for words, one in found.items() if words.startswith("No new dependency"))
    (second,) = (one for one in bench.document.exact if one.compaction.number == 2)
    assert rule.verdict is Verdict.WEAKENED and Verdict.WEAKENED not in {one.verdict for one in second.survivals}
    assert told == [Stage.COMPARE, Stage.CONSEQUENCES] * 2 and bench.document.consequences is not before
    assert runs.course == Course(wanted=2, judged=2) and not runs.is_running


def test_a_failure_costs_its_compaction_alone_and_is_kept_in_words(bench, runs, server, judge):
    runs.run([1], f"unauthorised@{server.address}")
    assert isinstance(runs.failed[1], ModelFailed) and runs.failed[1].hint
    assert runs.course == Course(wanted=1) and not judged(bench, 1)
    runs.run([1], judge)
    assert runs.failed == {} and judged(bench, 1)


def test_what_goes_on_from_one_that_failed_or_was_never_read_waits(bench, runs, server, judge):
    runs.run([1, 2, 3], f"unauthorised@{server.address}")
    assert list(runs.failed) == [1, 2, 3] and runs.course == Course(wanted=3)
    runs.run([2], judge)
    assert isinstance(runs.failed[2], NotYetRead) and not judged(bench, 2)


def test_what_came_before_it_was_stopped_stays(bench, models, library, judge, server):
    later = Later()
    runs = JudgeRuns(bench, models, later, library)
    runs.run([1, 2], judge)
    assert runs.course == Course(wanted=2, reading=(1,))
    later.waiting.pop(0)()
    assert runs.course == Course(wanted=2, judged=1, reading=(2,))
    asked = len(server.asked)
    runs.stop()
    later.waiting.pop(0)()
    assert not runs.is_running and runs.failed == {} and len(server.asked) == asked
    assert judged(bench, 1) and not judged(bench, 2)


def test_another_document_ends_what_is_under_way(bench, models, library, judge, server):
    later = Later()
    runs = JudgeRuns(bench, models, later, library)
    runs.run([1], judge)
    bench.reload()
    assert not runs.is_running
    later.waiting.pop(0)()
    assert server.asked == [] and bench.document.judgements == {} and runs.failed == {}


def test_a_compaction_whose_result_cannot_be_read_is_no_question(models):
    bench = inline_bench()
    bench.open(sample("openai-api/responses/choir-archive"))
    (told, *_) = dry_run(models, chain_of(bench.document, bench.judgements), (1, 2, 3), "command:cat", 1, Progress())
    assert not told.can_be_sent and told.trouble
    runs = JudgeRuns(bench, models, InlineExecutor())
    runs.run([told.compaction], "command:cat")
    assert isinstance(runs.failed[told.compaction], UsageError) and bench.document.judgements == {}
    bench.close()
