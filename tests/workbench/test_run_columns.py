from dataclasses import replace

import pytest

from inspector.rerun.column import ColumnState
from inspector.rerun.prompts import load_prompts
from inspector.store.library import Library, session_name
from inspector.store.reruns import Reruns
from inspector.workbench.contrast import RECORDED
from inspector.workbench.experiments import BASELINES
from inspector.workbench.jobs import Progress
from inspector.workbench.model_runs import ModelRuns
from tests.llm.provider import provider
from tests.made_runs import ANSWER, columns_of, document_of, open_sample, ready_of, record, variant
from tests.made_session import inline_bench


@pytest.fixture
def asked(runs):
    """What consent was asked for, in turn."""
    told = []
    runs.consent_asked.connect(told.append)
    return told


@pytest.fixture
def answered(runs, tmp_path):
    """The key of a column whose recorded model knows the answer on compactions 1 and 2; not run yet."""
    wanted = variant("own/pinned-facts")
    for number in (1, 2):
        model = record(tmp_path / "answers.jsonl", ready_of(number=number), wanted)
    return runs.add(model, 1).key


def test_what_was_recorded_stands_against_a_prompt_that_nobody_has_run(runs):
    (first,) = runs.columns
    assert runs.sides == (RECORDED, first.key) and first.state is ColumnState.WANTS_MODEL
    assert runs.due() == (), "there is no model to run it"


def test_baselines_run_at_once_and_are_there_once(runs):
    for _ in range(2):
        first = runs.add_baselines()
        free = [one for one in runs.columns if not one.variant.wants_model]
        assert len(free) == len(BASELINES) and {one.state for one in free} == {ColumnState.DONE}
        assert free[0].key == first and all(one.scores for one in free)


def test_what_is_put_on_one_side_leaves_the_other_and_a_swap_is_that(runs):
    prompt, free = runs.sides[1], runs.add_baselines()
    runs.put(1, free)
    assert runs.sides == (RECORDED, free) and runs.get(prompt) is None, "nobody ran it, so it is no column"
    runs.put(0, free)
    assert runs.sides == (free, RECORDED)
    runs.put(1, free)
    assert runs.sides == (RECORDED, free)


def test_columns_are_those_of_the_session_and_results_those_of_a_compaction(runs):
    free = runs.add_baselines()
    first = runs.get(free).results
    runs.open(2)
    assert runs.get(free).state is ColumnState.DONE and runs.get(free).results != first
    runs.open(1)
    assert runs.get(free).results == first


def test_a_column_that_is_taken_away_leaves_its_side_and_its_answer_stays(runs, answered):
    runs.run((answered,))
    runs.allow((answered,))
    runs.remove(answered)
    assert answered not in runs.sides and [one.key for one in runs.from_before] == [answered]
    runs.put(1, answered)
    assert runs.sides[1] == answered and runs.get(answered).results, "an answer from before is compared as any other"


def test_nothing_is_sent_before_it_is_allowed(runs, asked, answered):
    assert runs.due() == (answered,)
    runs.run(runs.due())
    assert asked == [(answered,)] and runs.get(answered).state is ColumnState.READY
    runs.allow((answered,))
    column = runs.get(answered)
    assert column.state is ColumnState.DONE and "tidewatch" in column.results[0].compared.run.text and runs.due() == ()


@pytest.mark.parametrize(("prompt", "name"), [("mine", "mine"), ("", "guided")])
def test_what_was_shown_of_a_prompt_that_is_changed_meanwhile_is_not_sent(runs, asked, tmp_path, prompt, name):
    runs._models.prompts = lambda: load_prompts(tmp_path)
    (tmp_path / f"{name}.md.j2").write_text("Tell.", "utf-8")
    key = runs.add(variant("own/guided", "command:cat", prompt=prompt)).key
    runs.run((key,))
    (tmp_path / f"{name}.md.j2").write_text("Tell all.", "utf-8")
    runs.allow((key,))
    assert asked == [(key,), (key,)] and runs.get(key).state is ColumnState.READY


def test_leave_is_for_one_variant_on_one_compaction_and_for_what_was_asked_about(runs, asked, answered):
    runs.run((answered,))
    runs.allow((answered,))
    asked.clear()
    runs.run((answered,))
    assert asked == [], "agreed to before"
    runs.open(2)
    runs.allow((answered,))
    assert runs.get(answered).state is ColumnState.READY
    runs.run((answered,))
    assert asked == [(answered,)]
    runs.refuse()
    runs.allow((answered,))
    assert runs.get(answered).state is ColumnState.READY and asked[-1] == ()


def test_another_window_takes_every_leave_back_and_runs_what_is_free_again(runs, asked, answered):
    free = runs.add_baselines()
    runs.run((answered,))
    runs.allow((answered,))
    answer, before = runs.get(answered).results, runs.get(free).results
    asked.clear()
    runs.renew()
    assert runs.get(answered).results == answer
    assert runs.get(free).state is ColumnState.DONE and runs.get(free).results != before
    runs.run((answered,))
    assert asked == [(answered,)]


def test_a_column_fails_alone_with_its_reason_and_the_way_out(runs, tmp_path):
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    free = runs.add_baselines()
    for name in ("own/guided", "gemini/two-pass"):
        key = runs.add(variant(name, f"replay:{empty}")).key
        runs.run((key,))
        runs.allow((key,))
        column = runs.get(key)
        assert column.state is ColumnState.FAILED and not column.scores, "a fallback does not pass for the answer"
    assert "holds no answer" in column.error and runs.get(free).state is ColumnState.DONE
    assert not runs.can_ask_again(key), "nothing was paid for"


def test_kept_answers_and_sides_are_there_again_when_the_session_is_opened_later(tmp_path):
    library = Library(tmp_path / "library.sqlite")
    reruns = Reruns(library)
    wanted = record(tmp_path / "answers.jsonl", ready_of(), variant("own/pinned-facts"))
    for nth in range(2):
        bench = inline_bench()
        document = open_sample(bench)
        models = ModelRuns(load_prompts, reruns)
        runs = columns_of(bench, models, reruns=reruns)
        runs.open(1)
        if not nth:
            assert reruns.columns(session_name(document.session)) is None, "only looked at"
            key = runs.add(wanted, 1).key
            runs.put(0, runs.add_baselines())
            runs.run((key,))
            runs.allow((key,))
            sides = runs.sides
        else:
            kept = runs.get(key)
            assert runs.sides == sides and kept.variant == wanted and kept.state is ColumnState.DONE and kept.scores
            assert runs.from_before == ()
        models.close()
    library.close()


def test_what_a_model_says_is_heard_while_it_runs(runs):
    heard = []
    key = runs.add(variant("own/guided", "replay:x")).key
    runs._board.put(1, replace(runs.get(key), state=ColumnState.RUNNING))
    runs.said.connect(heard.append)
    for slot, words in (("1", "The user"), ("1", "The user"), ("2", "Another")):
        runs.heard(f"run {key} {slot}", words)
    assert heard == [key] and runs.get(key).text == "The user"
    runs.stop((key,))
    assert runs.get(key).state is ColumnState.STOPPED and runs.get(key).text == ""


def test_looking_elsewhere_lets_a_model_end_and_its_answer_is_there_when_one_comes_back(runs, answered):
    waiting = []
    runs._asking.run = lambda *job: waiting.append(job)
    runs.run((answered,))
    runs.allow((answered,))
    runs.open(2)
    assert runs.running() == (answered,) and runs.get(answered).state is ColumnState.READY
    (_, work, done, _), *_ = waiting
    done(work(Progress()))
    runs.open(1)
    assert runs.get(answered).state is ColumnState.DONE


def test_a_compaction_that_cannot_be_run_says_why():
    bench = inline_bench()
    bench.document = document_of()
    bench.document.extraction = ()
    runs = columns_of(bench)
    runs.open(1)
    assert runs.ready is None and "failed" in str(runs.trouble)


def test_another_session_starts_afresh(runs):
    runs.add_baselines()
    runs.close()
    assert (runs.columns, runs.from_before, runs.ready, runs.sides) == ((), (), None, (RECORDED, RECORDED))


def test_after_a_kill_only_what_has_no_answer_is_asked_again(tmp_path):
    """The first program ends with one of two compactions answered, and without having closed anything."""
    path, wanted = tmp_path / "answers.jsonl", variant("own/pinned-facts")
    for nth in range(2):
        # The recorded model knows no second answer to the first question: asking it again would fail.
        if nth:
            path.unlink()
        model = record(path, ready_of(number=nth + 1), wanted)
        library = Library(tmp_path / "library.sqlite")
        reruns, bench = Reruns(library), inline_bench()
        open_sample(bench)
        models = ModelRuns(load_prompts, reruns)
        runs = columns_of(bench, models, reruns=reruns)
        runs.open(1)
        key = runs.sides[1] if nth else runs.add(model, 1).key
        for number in (1, 2):
            runs.open(number)
            due = runs.due()
            assert due == (() if (nth, number) == (1, 1) else (key,))
            runs.run(due)
            runs.allow(due)
        states = [runs._board.at(key, number).state for number in (1, 2)]
        assert states == [ColumnState.DONE, ColumnState.DONE if nth else ColumnState.FAILED]
        models.close()
        library.close()


REFUSAL = "I'm sorry, but I can't help with that request."


def test_a_refused_column_is_asked_again_with_leave_and_by_nothing_else(runs, asked):
    with provider() as server:
        server.script = lambda messages: REFUSAL
        key = runs.add(variant("own/guided", f"scripted@{server.address}")).key
        assert not runs.can_ask_again(key)
        runs.run((key,))
        runs.allow((key,))
        assert runs.get(key).state is ColumnState.FAILED and runs.can_ask_again(key)
        server.script = lambda messages: ANSWER
        runs.run((key,))
        assert runs.get(key).state is ColumnState.FAILED and server.count("scripted") == 1
        asked.clear()
        runs.ask_again(key)
        assert asked == [(key,)] and runs.asks_again(key)
        runs.refuse()
        runs.run((key,))
        assert not runs.asks_again(key) and server.count("scripted") == 1, "leave that was refused is none"
        runs.ask_again(key)
        runs.allow((key,))
        assert runs.get(key).state is ColumnState.DONE and server.count("scripted") == 2


def test_one_more_answer_is_agreed_to_first_and_pays_nothing_twice(runs, asked):
    with provider() as server:
        server.script = lambda messages: ANSWER
        key = runs.add(variant("own/guided", f"scripted@{server.address}")).key
        runs.run((key,))
        runs.allow((key,))
        before = runs.get(key)
        runs.ask_again(key)
        assert asked[-1] == (key,) and server.count("scripted") == 1
        runs.refuse()
        assert (runs.get(key).variant, runs.get(key).is_stale) == (before.variant, False)
        runs.ask_again(key)
        runs.allow((key,))
        assert len(runs.get(key).results) == 2 and server.count("scripted") == 2 and not runs.from_before
        free = runs.add_baselines()
        assert not runs.can_ask_again(free), "what costs nothing gives the same again"
