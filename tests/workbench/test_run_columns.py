from dataclasses import replace

from inspector.rerun.column import ColumnState
from inspector.rerun.prompts import load_prompts
from inspector.store.library import Library, session_name
from inspector.store.shelf import Shelf
from inspector.workbench.board import letters
from inspector.workbench.experiments import FIRST_COLUMNS
from inspector.workbench.model_runs import ModelRuns
from tests.llm.provider import provider
from tests.made_runs import ANSWER, columns_of, document_of, open_sample, ready_of, record, variant
from tests.made_session import inline_bench


def states(runs):
    return {one.key: one.state for one in runs.columns}


def test_opening_a_compaction_runs_what_is_free_and_leaves_the_rest(runs):
    assert len(runs.columns) == len(FIRST_COLUMNS)
    waiting = [one for one in runs.columns if one.state is ColumnState.WANTS_MODEL]
    assert [one.variant.strategy.id for one in waiting] == ["own/summary"]
    assert all(one.state is ColumnState.DONE and one.scores for one in runs.columns if one not in waiting)


def test_columns_are_those_of_the_session_and_results_those_of_a_compaction(runs):
    first = runs.get("B").arms
    runs.remove("A")
    runs.open(2)
    assert "A" not in states(runs) and [one.key for one in runs.shelf] == ["A"]
    assert runs.get("B").state is ColumnState.DONE and runs.get("B").arms != first
    runs.open(1)
    assert runs.get("B").arms == first


def test_letters_stay_with_their_columns(runs):
    runs.remove("B")
    made = runs.add(variant("opencode/v1-prune"))
    assert made.key == letters(len(FIRST_COLUMNS)) and "B" not in states(runs)
    assert [letters(place) for place in (0, 25, 26, 27, 701, 702)] == ["A", "Z", "AA", "AB", "ZZ", "AAA"]


def test_a_duplicate_stands_beside_its_column(runs):
    made = runs.duplicate("B")
    keys = [one.key for one in runs.columns]
    assert keys[keys.index("B") + 1] == made.key and made.variant == runs.get("B").variant
    assert made.state is ColumnState.READY
    runs.run_free()
    assert runs.get(made.key).state is ColumnState.DONE


def test_what_was_taken_away_can_be_put_back(runs):
    runs.pick("C")
    scores = runs.get("C").scores
    runs.remove("C")
    assert runs.picked == "" and runs.get("C").scores == scores
    runs.take_back("C")
    assert runs.columns[-1].key == "C" and runs.shelf == ()


def test_an_edited_column_shows_its_old_result_as_old(runs):
    runs.change("B", variant("codex/token-budget"))
    column = runs.get("B")
    assert column.is_stale and column.scores
    runs.run_all()
    assert not runs.get("B").is_stale


def test_nothing_is_sent_before_it_is_allowed(runs, tmp_path):
    asked = []
    runs.consent_asked.connect(asked.append)
    wanted = record(tmp_path / "answers.jsonl", ready_of(), variant("own/pinned-facts"))
    key = runs.add(wanted).key
    runs.run_all()
    assert asked == [(key,)] and runs.get(key).state is ColumnState.READY
    runs.allow((key,))
    column = runs.get(key)
    assert column.state is ColumnState.DONE and "tidewatch" in column.arms[0].judged.run.text
    assert column.arms[0].judged.run.spec.model == wanted.model


def test_leave_is_for_one_variant_on_one_context(runs, tmp_path):
    asked = []
    runs.consent_asked.connect(asked.append)
    path = tmp_path / "answers.jsonl"
    key = runs.add(record(path, ready_of(), variant("own/pinned-facts"))).key
    runs.run((key,))
    runs.allow((key,))
    asked.clear()
    runs.run((key,))
    assert asked == []
    runs.change(key, replace(runs.get(key).variant, repeats=2))
    runs.run((key,))
    assert asked == [(key,)]


def test_leave_is_for_what_was_asked_about_and_nothing_that_came_since(runs, tmp_path):
    wanted = variant("own/pinned-facts")
    for number in (1, 2):
        model = record(tmp_path / "a.jsonl", ready_of(number=number), wanted)
    key = runs.add(model).key
    runs.ask_consent((key,))
    runs.choose((1, 2))
    runs.allow((key,))
    assert [cell.state for _, cell in runs._board.cells(key)] == [ColumnState.DONE, ColumnState.READY]
    runs.allow((key,))
    assert runs._board.at(key, 2).state is ColumnState.READY


def test_what_was_refused_is_not_sent_by_a_later_leave(runs):
    key = runs.add(variant("own/guided", "command:cat")).key
    runs.run((key,))
    runs.refuse()
    runs.allow((key,))
    assert runs.get(key).state is ColumnState.READY


def test_another_window_takes_every_leave_back(runs, tmp_path):
    key = runs.add(record(tmp_path / "a.jsonl", ready_of(), variant("own/pinned-facts"))).key
    runs.run((key,))
    asked = []
    runs.consent_asked.connect(asked.append)
    runs.renew()
    runs.allow((key,))
    assert asked == [()] and runs.get(key).state is ColumnState.READY
    runs.run((key,))
    runs.allow((key,))
    runs.renew()
    runs.run((key,))
    assert asked == [(), (key,), (), (key,)]


def test_a_column_fails_alone_with_its_reason_and_the_way_out(runs, tmp_path):
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    before = {one.key: one.scores for one in runs.columns}
    key = runs.add(variant("own/guided", f"replay:{empty}")).key
    runs.run((key,))
    runs.allow((key,))
    column = runs.get(key)
    assert column.state is ColumnState.FAILED and not column.scores
    assert "holds no answer" in column.error and "differs from what was recorded" in column.error
    assert {one.key: one.scores for one in runs.columns if one.key != key} == before


def test_a_fallback_does_not_pass_for_the_answer_that_failed(runs, tmp_path):
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    key = runs.add(variant("gemini/two-pass", f"replay:{empty}")).key
    runs.run((key,))
    runs.allow((key,))
    assert runs.get(key).state is ColumnState.FAILED


def test_an_answer_that_was_edited_away_stays_on_the_shelf(runs, tmp_path):
    path = tmp_path / "answers.jsonl"
    key = runs.add(record(path, ready_of(), variant("own/pinned-facts"))).key
    runs.run((key,))
    runs.allow((key,))
    runs.change(key, record(path, ready_of(), variant("own/guided"), "Another summary."))
    runs.run((key,))
    runs.allow((key,))
    (kept,) = runs.shelf
    assert kept.ran.strategy.id == "own/pinned-facts" and runs.get(key).ran.strategy.id == "own/guided"


def test_kept_answers_are_there_again_when_the_session_is_opened_later(tmp_path):
    library = Library(tmp_path / "library.sqlite")
    shelf = Shelf(library)
    path = tmp_path / "answers.jsonl"
    wanted = record(path, ready_of(), variant("own/pinned-facts"))
    for nth in range(2):
        bench = inline_bench()
        open_sample(bench)
        models = ModelRuns(load_prompts, shelf)
        runs = columns_of(bench, models, shelf=shelf)
        runs.open(1)
        if not nth:
            runs.add(wanted)
            runs.run_all()
            runs.allow(("M",))
        else:
            kept = runs.columns[-1]
            assert kept.variant == wanted and kept.state is ColumnState.DONE and kept.scores and runs.shelf == ()
        models.close()
    library.close()


def test_what_a_model_says_is_heard_while_it_runs(runs, tmp_path):
    heard = []
    key = runs.add(variant("own/guided", "replay:x")).key
    running = replace(runs.get(key), state=ColumnState.RUNNING)
    runs._board.put(1, running)
    runs.said.connect(heard.append)
    runs.heard(f"run {key} 1", "The user")
    runs.heard(f"run {key} 1", "The user")
    runs.heard(f"run {key} 2", "Another")
    runs.heard("document", "Reading")
    assert heard == [key] and runs.get(key).text == "The user"
    runs.stop((key,))
    assert runs.get(key).state is ColumnState.STOPPED and runs.get(key).text == ""


def test_a_compaction_that_cannot_be_run_says_why():
    bench = inline_bench()
    bench.document = document_of()
    bench.document.extraction = ()
    runs = columns_of(bench)
    runs.open(1)
    assert runs.ready is None and "failed" in str(runs.trouble)


def test_a_window_that_was_entered_runs_what_is_free_again(runs, tmp_path):
    key = runs.add(record(tmp_path / "a.jsonl", ready_of(), variant("own/pinned-facts"))).key
    runs.run((key,))
    runs.allow((key,))
    answer, free = runs.get(key).arms, runs.get("A").arms
    runs.renew()
    assert runs.get(key).arms == answer
    assert runs.get("A").state is ColumnState.DONE and runs.get("A").arms != free


def test_another_session_starts_afresh(runs):
    runs.pick("A")
    runs.close()
    assert (runs.columns, runs.shelf, runs.ready, runs.picked) == ((), (), None, "")


def test_columns_run_on_every_compaction_that_takes_part(runs):
    runs.choose((1, 2, 3))
    assert runs.scenes.taking_part() == (1, 2, 3) and len(runs.readies()) == 3
    for number in (1, 2, 3):
        runs.open(number)
        assert {one.state for one in runs.columns} == {ColumnState.DONE, ColumnState.WANTS_MODEL}
    runs.choose(())
    assert runs.scenes.taking_part() == (3,)


def test_figures_are_over_all_that_take_part_or_of_the_one_looked_at(runs):
    alone = runs.get("A").score("statements_kept").value
    runs.choose((1, 2))
    ready, columns = runs.figures()
    over = columns[0].score("statements_kept")
    assert ready.over == (1, 2) and columns[0].parts == (2, 2) and over.n == 2 and over.low <= over.value <= over.high
    runs.show_all(False)
    ready, columns = runs.figures()
    assert ready.over == () and columns[0].score("statements_kept").value == alone


def test_a_column_asks_once_for_all_compactions_and_is_paid_once_on_each(runs, tmp_path):
    asked = []
    runs.consent_asked.connect(asked.append)
    wanted = variant("own/pinned-facts")
    path = tmp_path / "answers.jsonl"
    for number in (1, 2):
        model = record(path, ready_of(number=number), wanted)
    runs.choose((1, 2))
    key = runs.add(model).key
    runs.run_all()
    assert asked == [(key,)] and [one.compaction.number for one in runs.readies(key)] == [1, 2]
    runs.allow((key,))
    assert runs.figures()[1][-1].parts == (2, 2)
    runs.choose((1, 2, 3))
    runs.run_all()
    assert [one.compaction.number for one in runs.readies(key)] == [3]


def test_a_failure_on_one_compaction_leaves_what_the_others_gave(runs, tmp_path):
    key = runs.add(record(tmp_path / "a.jsonl", ready_of(), variant("own/pinned-facts"))).key
    runs.choose((1, 2))
    runs.run((key,))
    runs.allow((key,))
    column = runs.figures()[1][-1]
    assert column.state is ColumnState.FAILED and column.error.startswith("┊C2: ") and column.parts == (1, 2)
    assert runs.get(key).state is ColumnState.DONE and column.score("statements_kept").n == 1


def test_a_compaction_that_cannot_take_part_is_named_and_the_others_go_on(runs):
    document = runs._bench.document
    extraction = document.extraction
    document.extraction = tuple(one for one in extraction if one.segment.compaction.number != 2)
    try:
        runs.choose((1, 2, 3))
        assert [one.compaction.number for one in runs.readies()] == [1, 3]
        assert "failed" in str(runs.scenes.troubles[2])
    finally:
        document.extraction = extraction


def test_looking_elsewhere_stops_what_runs_only_there(runs):
    key = runs.add(variant("own/guided", "replay:x")).key
    runs._board.put(1, replace(runs.get(key), state=ColumnState.RUNNING))
    runs.choose((1,))
    runs.open(2)
    assert runs.running() == (key,)
    runs.choose(())
    assert runs.running() == ()


def test_columns_and_compactions_come_back_when_the_session_is_opened_again(tmp_path):
    library = Library(tmp_path / "library.sqlite")
    shelf = Shelf(library)
    for nth in range(2):
        bench = inline_bench()
        open_sample(bench)
        models = ModelRuns(load_prompts, shelf)
        runs = columns_of(bench, models, shelf=shelf)
        runs.open(1)
        if not nth:
            runs.remove("A")
            runs.add(variant("own/guided", "x/y", focus="the schema", repeats=3, keep=frozenset({"mark"})))
            runs.choose((1, 3))
        models.close()
    assert "A" not in states(runs) and runs.scenes.chosen == {1, 3} and len(runs.readies()) == 2
    assert runs.columns[-1].key == "M" and runs.columns[-1].variant == variant(
        "own/guided", "x/y", focus="the schema", repeats=3
    )
    assert runs.add(variant("own/head-tail")).key == "N"
    library.close()


def test_a_session_that_was_only_looked_at_leaves_no_columns(tmp_path):
    library = Library(tmp_path / "library.sqlite")
    bench = inline_bench()
    document = open_sample(bench)
    models = ModelRuns(load_prompts)
    runs = columns_of(bench, models, shelf=Shelf(library))
    runs.open(1)
    assert Shelf(library).columns(session_name(document.session)) is None
    models.close()
    library.close()


def test_after_a_kill_only_what_has_no_answer_is_asked_again(tmp_path):
    """The first program ends with one of two compactions answered, and without having closed anything."""
    path, wanted = tmp_path / "answers.jsonl", variant("own/pinned-facts")
    for nth in range(2):
        # The recorded model knows no second answer to the first question: asking it again would fail.
        if nth:
            path.unlink()
        model = record(path, ready_of(number=nth + 1), wanted)
        library = Library(tmp_path / "library.sqlite")
        shelf, bench = Shelf(library), inline_bench()
        open_sample(bench)
        models = ModelRuns(load_prompts, shelf)
        runs = columns_of(bench, models, shelf=shelf)
        runs.open(1)
        if not nth:
            runs.choose((1, 2))
            runs.add(model)
        key = runs.columns[-1].key
        before = runs.figures()[1][-1].parts
        runs.run((key,), again=False)
        asked = [one.compaction.number for one in runs.readies(key)]
        runs.allow((key,))
        models.close()
        library.close()
        if not nth:
            assert asked == [1, 2] and runs.figures()[1][-1].parts == (1, 2)
        else:
            assert before == (1, 2) and asked == [2] and runs.figures()[1][-1].parts == (2, 2)


REFUSAL = "I'm sorry, but I can't help with that request."


def test_a_refused_column_is_asked_again_with_leave_and_by_nothing_else(runs):
    asked = []
    runs.consent_asked.connect(asked.append)
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
        assert asked == [(key,)] and runs.asks_again(key) and server.count("scripted") == 1
        runs.allow((key,))
        assert runs.get(key).state is ColumnState.DONE and server.count("scripted") == 2
        assert not runs.can_ask_again(key)


def test_leave_to_ask_again_that_was_refused_is_none_for_the_next_run(runs):
    with provider() as server:
        server.script = lambda messages: REFUSAL
        key = runs.add(variant("own/guided", f"scripted@{server.address}")).key
        runs.run((key,))
        runs.allow((key,))
        runs.ask_again(key)
        runs.refuse()
        runs.run((key,))
        assert not runs.asks_again(key) and server.count("scripted") == 1


def test_only_a_failure_that_may_be_charged_for_offers_to_ask_again(runs, tmp_path):
    nobody = tmp_path / "nothing.jsonl"
    nobody.write_text("")
    key = runs.add(variant("own/guided", f"replay:{nobody}")).key
    runs.run((key,))
    runs.allow((key,))
    assert runs.get(key).state is ColumnState.FAILED and not runs.can_ask_again(key)
    runs.ask_again(key)
    assert not runs.asks_again(key)


def test_one_more_answer_is_a_new_repeat_that_is_agreed_to_first_and_pays_nothing_twice(runs):
    asked = []
    runs.consent_asked.connect(asked.append)
    with provider() as server:
        server.script = lambda messages: ANSWER
        key = runs.add(variant("own/guided", f"scripted@{server.address}")).key
        assert not runs.can_repeat(key)
        runs.run((key,))
        runs.allow((key,))
        runs.repeat(key)
        assert asked[-1] == (key,) and server.count("scripted") == 1
        runs.allow((key,))
        assert len(runs.get(key).arms) == 2 and server.count("scripted") == 2
        assert not runs.shelf, "an answer that is still shown is not put aside"


def test_who_refuses_one_more_answer_has_the_column_as_it_was(runs):
    with provider() as server:
        server.script = lambda messages: ANSWER
        key = runs.add(variant("own/guided", f"scripted@{server.address}")).key
        runs.run((key,))
        runs.allow((key,))
        before = runs.get(key)
        runs.repeat(key)
        assert runs.get(key).is_stale
        runs.refuse()
        assert (runs.get(key).variant, runs.get(key).is_stale) == (before.variant, False)
        runs.repeat(key)
        runs.ask_consent((key,))
        assert runs.get(key).variant == before.variant, "asking for something else refuses it, too"
        assert server.count("scripted") == 1


def test_a_column_that_costs_nothing_offers_no_second_answer(runs):
    key = runs.add(variant("own/head-tail")).key
    runs.run((key,))
    assert runs.get(key).state is ColumnState.DONE and not runs.can_repeat(key)
    runs.repeat(key)
    assert runs.get(key).variant.repeats == 1
