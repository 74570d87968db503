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


def test_a_column_that_costs_nothing_offers_no_second_answer(runs):
    key = runs.add(variant("own/head-tail")).key
    runs.run((key,))
    assert runs.get(key).state is ColumnState.DONE and not can_repeat(runs, key)
    repeat(runs, key)
    assert runs.get(key).variant.repeats == 1
