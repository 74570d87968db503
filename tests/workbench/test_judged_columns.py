import json

import pytest

from inspector.ask.stop import Stop
from inspector.errors import ModelFailed, UsageError
from inspector.llm.chat import Message
from inspector.model import Judgement
from inspector.rerun.controls import INVENTED
from inspector.rerun.judged_runs import NO_VERDICTS
from inspector.workbench.contrast import RECORDED
from inspector.workbench.judged_columns import JUDGE, JudgedColumns, dry_run, judge, with_controls
from tests.inline_executor import InlineExecutor
from tests.made_columns import SAID, texts_in
from tests.made_columns import judge as script
from tests.made_runs import open_sample


class Later(InlineExecutor):
    """Works when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = []

    def run(self, slot, work, done, failed):
        self.waiting.append(lambda: InlineExecutor.run(self, slot, work, done, failed))


@pytest.fixture
def server(server):
    server.script = script
    return server


@pytest.fixture
def model(server) -> str:
    return f"scripted@{server.address}"


@pytest.fixture
def judging(runs, models) -> JudgedColumns:
    return JudgedColumns(runs, models, InlineExecutor())


@pytest.fixture
def sitting(runs, judging):
    """What was recorded against an honest baseline."""
    runs.add_baselines()
    runs.put(1, next(one.key for one in runs.columns if one.variant.strategy.id == "own/transcript-pointer"))
    return judging.sitting()


def test_both_questions_are_priced_with_the_controls_and_nothing_is_sent(sitting, models, runs) -> None:
    whole = with_controls(sitting, runs.strategies)
    first, blind = dry_run(models, whole, "anthropic/claude-sonnet-4-5")
    assert (first.title, blind.title) == ("judge compaction 1", "judge 5 contexts blind")
    assert all(one.key == JUDGE and one.variant is None and one.price.dollars for one in (first, blind))
    whole.chain.put(Judgement(compaction=1, model="another", partial=True))
    assert len(dry_run(models, whole, "anthropic/claude-sonnet-4-5")) == 2, "half a reading is none"
    assert models.spent == 0
    with pytest.raises(UsageError):
        dry_run(models, sitting, "no model")


def test_what_has_no_result_cannot_be_judged(judging) -> None:
    assert judging.sitting() is None


def test_verdicts_are_the_judges_and_the_controls_say_their_worth(judging, runs, sitting, model, monkeypatch) -> None:
    monkeypatch.setitem(runs.ready.document.judgements, 1, Judgement(compaction=1, model="came while it was shown"))
    assert judging.trust().says == ""
    judging.run(model, 1, sitting)
    key = runs.sides[1]
    (result,) = runs.results_of(key, as_judged=True)
    assert result.compared.by.model == model and result.score("headline").value > 0
    assert runs.seen.recorded.score("headline").value == 0.75 and len(runs.seen.recorded.compared.by.facts) == len(SAID)
    assert len(runs.controls()) == 3
    told = judging.trust()
    assert told.last is True and told.says.startswith(f"Read by {model}, blind. This judge ranked the controls last")
    assert runs.ready.recorded.compared.by is runs.get(key).results[0].compared.by is None, "what is counted stays"


def test_another_column_or_another_run_is_not_judged(judging, runs, sitting, model) -> None:
    judging.run(model, 1, sitting)
    runs.run(runs.sides[1:])
    assert runs.results_of(runs.sides[1], as_judged=True) == () and judging.trust().says == ""


def test_answers_to_a_question_that_was_put_again_are_dropped(runs, models, sitting, model) -> None:
    later = Later()
    asking = JudgedColumns(runs, models, later)
    asking.run("command:false", 1, sitting)
    asking.run(model, 1, sitting)
    for work in later.waiting:
        work()
    assert runs.results_of(runs.sides[1], as_judged=True) and not asking.is_running


def test_what_arrives_after_the_session_was_closed_is_dropped(runs, models, sitting, model) -> None:
    later = Later()
    asking = JudgedColumns(runs, models, later)
    asking.run(model, 1, sitting)
    assert asking.is_running
    asking.leave()
    runs.close()
    open_sample(runs._bench)
    runs.open(1)
    later.waiting.pop()()
    assert not asking.is_running and runs.seen.recorded.compared.by is None


def without(is_left_out):
    """The script, with no verdicts on some of the texts."""

    def say(messages) -> str:
        told = json.loads(script(messages))
        for letter, text in texts_in([Message("user", messages[-1]["content"])]).items():
            if is_left_out(text):
                told["texts"][letter]["verdicts"] = {}
        return json.dumps(told)

    return say


LEFT_OUT = {
    "all of them": lambda text: True,
    "a control": lambda text: INVENTED[0] in text,
    "the recorded summary": lambda text: SAID[0][0] in text and INVENTED[0] not in text,
}


@pytest.mark.parametrize("which", LEFT_OUT)
def test_an_answer_without_verdicts_is_none_and_is_not_kept(judging, runs, sitting, server, model, which) -> None:
    failed = []
    judging.failed.connect(failed.append)
    server.script = without(LEFT_OUT[which])
    judging.run(model, 1, sitting)
    assert [str(why) for why in failed] == [NO_VERDICTS] and judging.trust().says == "" and not judging.is_running
    asked = server.count("scripted")
    server.script = script
    judging.run(model, 1, judging.sitting())
    assert judging.trust().last is True and server.count("scripted") == asked + 1


def test_a_judge_that_fails_is_told_and_what_is_counted_stands(judging, runs, sitting, models) -> None:
    with pytest.raises(ModelFailed):
        judge(models, sitting, "command:false", 1, Stop())
    told = []
    judging.failed.connect(told.append)
    judging.run("command:false", 1, sitting)
    assert len(told) == 1 and not judging.is_running and runs.results_of(RECORDED, as_judged=True) == ()
