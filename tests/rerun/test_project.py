from inspector.model import ItemKind
from inspector.model.run import State
from inspector.rerun.estimate import estimator, total
from inspector.rerun.project import project
from tests.made_context import MadeContext, words

JSON3 = estimator("json3")


def size(entries):
    return total([entry for entry in entries if entry.kind != "system"], JSON3)


def made(results: int = 6, tokens: int = 1_000):
    context = MadeContext()
    context.prompt("The first prompt: keep the tests. " + words(400))
    context.add(ItemKind.REASONING, words(2_000, "hm"))
    for number in range(results):
        context.run(str(number), words(tokens, f"r{number}"))
    context.say("Done with that. " + words(300))
    context.prompt("The latest prompt: now the docs. " + words(400))
    return context


def test_what_fits_stays_as_it_is():
    entries = made().material().entries
    assert project(entries, JSON3, size(entries)) == list(entries)


def test_reasoning_goes_first_and_may_be_enough():
    entries = made().material().entries
    left = project(entries, JSON3, size(entries) - 100)
    assert [entry for entry in entries if entry not in left] == [one for one in entries if one.kind == "reasoning"]


def test_the_newest_messages_are_cut_first_and_the_latest_prompt_never():
    entries = made().material().entries
    left = project(entries, JSON3, size(entries) - 4_000)
    cut = [entry.item for entry in left if entry.state is State.TRUNCATED]
    latest = max(entry.item for entry in entries)
    assert cut and latest not in cut
    assert min(cut) > min(entry.item for entry in left if entry.kind == "tool_output"), "older results are whole"
    assert all("...[truncated " in entry.text for entry in left if entry.state is State.TRUNCATED)
    assert size(left) <= size(entries) - 4_000
    assert len(left) == len(entries) - 1, "nothing but the reasoning is gone"


def test_where_cutting_is_not_enough_the_oldest_results_go_and_both_prompts_stay():
    entries = made(results=40, tokens=50).material().entries
    left = project(entries, JSON3, 4_000)
    prompts = [entry for entry in left if entry.kind == "user_typed"]
    assert [entry.text[:9] for entry in prompts] == ["The first", "The lates"]
    assert [entry.state for entry in prompts] == [State.TRUNCATED, State.VERBATIM]
    results = [entry.item for entry in left if entry.kind == "tool_output"]
    all_results = [entry.item for entry in entries if entry.kind == "tool_output"]
    assert 0 < len(results) < 40 and results == all_results[-len(results) :]
    calls = {entry.call_id for entry in left if entry.kind == "tool_call"}
    assert calls == {entry.call_id for entry in left if entry.kind == "tool_output"}, "no call without its result"


def test_a_call_without_a_result_and_what_came_behind_it_is_left_alone():
    context = made(results=3)
    context.add(ItemKind.TOOL_CALL, {"command": words(500)}, tool="Bash", call_id="open")
    entries = context.material().entries
    left = project(entries, JSON3, 700)
    assert [entry.state for entry in left if entry.call_id == "open"] == [State.VERBATIM]
