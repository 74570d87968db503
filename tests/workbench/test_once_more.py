from inspector.rerun.column import ColumnState
from inspector.workbench.once_more import can_repeat, repeat
from tests.llm.provider import provider
from tests.made_runs import ANSWER, variant


def test_one_more_answer_is_a_new_repeat_that_is_agreed_to_first_and_pays_nothing_twice(runs):
    asked = []
    runs.consent_asked.connect(asked.append)
    with provider() as server:
        server.script = lambda messages: ANSWER
        key = runs.add(variant("own/guided", f"scripted@{server.address}")).key
        assert not can_repeat(runs, key)
        runs.run((key,))
        runs.allow((key,))
        repeat(runs, key)
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
        repeat(runs, key)
        assert runs.get(key).is_stale
        runs.refuse()
        assert (runs.get(key).variant, runs.get(key).is_stale) == (before.variant, False)
        repeat(runs, key)
        runs.ask_consent((key,))
        assert runs.get(key).variant == before.variant, "asking for something else refuses it, too"
        assert server.count("scripted") == 1


def test_a_column_that_costs_nothing_offers_no_second_answer(runs):
    key = runs.add(variant("own/head-tail")).key
    runs.run((key,))
    assert runs.get(key).state is ColumnState.DONE and not can_repeat(runs, key)
    repeat(runs, key)
    assert runs.get(key).variant.repeats == 1
