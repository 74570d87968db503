import json
from collections.abc import Iterator

import pytest

from inspector.errors import ModelFailed, UsageError
from inspector.rerun.asker import Stop
from inspector.rerun.judged_arms import NOT_LAST
from inspector.workbench.judged_columns import JUDGE, JudgedColumns, dry_run, judge, trust_in
from tests.inline_executor import InlineExecutor
from tests.llm.provider import Provider, provider
from tests.made_arms import SAID
from tests.made_arms import judge as script
from tests.made_runs import open_sample


class Later(InlineExecutor):
    """Works when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = []

    def run(self, slot, work, done, failed):
        self.waiting.append(lambda: InlineExecutor.run(self, slot, work, done, failed))


@pytest.fixture
def server() -> Iterator[Provider]:
    with provider() as running:
        running.script = script
        yield running


@pytest.fixture
def model(server) -> str:
    return f"scripted@{server.address}"


@pytest.fixture
def judging(runs, models) -> JudgedColumns:
    return JudgedColumns(runs, models, InlineExecutor())


def headline(column) -> float:
    return column.score("headline").value


def test_both_questions_are_priced_and_nothing_is_sent(judging, models) -> None:
    (sitting,) = judging.sittings()
    first, blind = dry_run(models, sitting, "anthropic/claude-sonnet-4-5")
    assert (first.title, blind.title) == ("judge compaction 1", "judge 12 contexts blind")
    assert all(one.key == JUDGE and one.variant is None and one.price.dollars for one in (first, blind))
    assert models.spent == 0
    with pytest.raises(UsageError):
        dry_run(models, sitting, "no model")


def test_figures_and_facts_are_the_judges_and_the_controls_come_last(judging, runs, model) -> None:
    judging.run(model, judging.sittings())
    ready, columns = runs.figures()
    by_id = {column.variant.strategy.id: column for column in columns if column.arms}
    assert (
        headline(by_id["control/inverted"])
        < headline(by_id["control/empty"])
        == 0.0
        < headline(by_id["own/transcript-pointer"])
    )
    assert ready.recorded.score("headline").value == 0.75 and ready.recorded.judged.by is not None
    assert runs.seen is not None and len(runs.seen.recorded.judged.by.facts) == len(SAID)
    assert {column.arms[0].judged.by.model for column in columns if column.arms} == {model}
    told = trust_in(runs.results())
    assert told.last is True and told.says.startswith(f"Judged by {model}, blind. This judge ranked the controls last")


def test_a_column_that_runs_again_is_the_rules_until_it_is_judged_again(judging, runs, model) -> None:
    judging.run(model, judging.sittings())
    runs.run(("A",))
    first, *others = runs.figures()[1]
    assert first.arms[0].judged.by is None
    assert all(column.arms[0].judged.by is not None for column in others if column.arms)


def test_judging_again_begins_with_what_the_rules_say(judging, runs, model) -> None:
    before = [survival.verdict for survival in runs.ready.recorded.judged.survivals]
    judging.run(model, judging.sittings())
    ((ready, columns),) = runs.ruled()
    assert [survival.verdict for survival in ready.recorded.judged.survivals] == before
    assert all(arm.judged.by is None for column in columns for arm in column.arms)


def test_without_a_judge_there_is_nothing_to_trust(runs) -> None:
    told = trust_in(runs.results())
    assert told.last is None and told.says == ""


def test_answers_to_a_question_that_was_put_again_are_dropped(runs, models, model) -> None:
    later = Later()
    asking = JudgedColumns(runs, models, later)
    asking.run("command:false", asking.sittings())
    asking.run(model, asking.sittings())
    for work in later.waiting:
        work()
    assert runs.seen is not None and runs.seen.recorded.judged.by is not None and not asking.is_running


def test_what_arrives_after_the_session_was_closed_is_dropped(runs, models, model) -> None:
    later = Later()
    asking = JudgedColumns(runs, models, later)
    asking.run(model, asking.sittings())
    assert asking.is_running
    runs.close()
    open_sample(runs._bench, "claude-code/2.1/fading-rules")
    runs.open(1)
    later.waiting.pop()()
    assert not asking.is_running and runs.seen is not None and runs.seen.recorded.judged.by is None


def test_over_several_compactions_the_worst_is_told(judging, runs, server, model) -> None:
    runs.choose((1, 3))

    def taken_in(messages) -> str:
        told = json.loads(script(messages).replace('"C"', '"V"'))
        for one in told.get("texts", {}).values():
            one["claims"] = []
        return json.dumps(told)

    server.script = taken_in
    judging.run(model, judging.sittings())
    assert NOT_LAST in trust_in(runs.results()).says
    assert runs.figures()[1][0].score("headline").n == 2


def test_a_judge_that_fails_is_told_and_the_rules_stand(judging, runs, models) -> None:
    (sitting,) = judging.sittings()
    with pytest.raises(ModelFailed):
        judge(models, sitting, "command:false", Stop())
    told = []
    judging.failed.connect(told.append)
    judging.run("command:false", (sitting,))
    assert len(told) == 1 and not judging.is_running
    assert runs.figures()[0].recorded.judged.by is None
