from dataclasses import replace

from inspector.model.run import State
from inspector.reconstruct.replay import Replay
from inspector.rerun.estimate import estimator
from inspector.rerun.select import Chosen, SelectFrame, middle_out, select
from inspector.rerun.strategy import DropPart, KeptHead, Select, Tail, Target, Verbatim
from inspector.rerun.view import view_at
from tests.made_context import MadeContext, words


def frame(**more) -> SelectFrame:
    settings = {"estimate": estimator("bytes4"), "threshold": None, "overhead": 0, "tokens": 0.0}
    return SelectFrame(**(settings | more))


def chosen(made: MadeContext, wanted: Select, **more) -> Chosen:
    return select(made.material().entries, wanted, frame(**more))


def test_the_newest_prompts_stay_up_to_a_budget_and_the_next_one_shortened():
    made = MadeContext()
    for size in (500, 500, 500):
        made.prompt(words(size))
        made.say("ok")
    found = chosen(made, Select(verbatim=(Verbatim(("user_typed",), budget=1_200),)))
    assert [entry.state for entry in found.verbatim] == [State.TRUNCATED, State.VERBATIM, State.VERBATIM]
    assert "…300 tokens truncated…" in found.verbatim[0].text
    assert [entry.kind for entry in found.span] == ["assistant"] * 3


def test_a_budget_of_nothing_left_keeps_nothing_more():
    made = MadeContext()
    for size in (500, 500):
        made.prompt(words(size))
    assert len(chosen(made, Select(verbatim=(Verbatim(("user_typed",), budget=500),))).verbatim) == 1


def test_the_middle_goes_by_bytes_and_no_character_is_torn():
    made = MadeContext()
    made.prompt("ä" * 100)
    text = middle_out(made.material().entries[0], 10).text
    assert text == "ä" * 10 + "…40 tokens truncated…" + "ä" * 10


def test_an_image_takes_nothing_of_the_budget_for_text():
    made = MadeContext()
    for _ in range(3):
        made.prompt(words(4))
    entries = [replace(entry, images=1) for entry in made.material().entries]
    found = select(entries, Select(verbatim=(Verbatim(("user_typed",), budget=10),)), frame())
    assert [entry.text for entry in found.verbatim[1:]] == [words(4)] * 2
    assert found.verbatim[0].text == words(4)[:4] + "…2 tokens truncated…" + words(4)[-4:]


def test_a_text_within_the_bytes_of_its_tokens_stays_whole():
    made = MadeContext()
    made.prompt("Go on.")
    (entry,) = made.material().entries
    assert middle_out(entry, 1_000) is entry


def test_the_first_exchange_stays_and_an_even_half_of_the_rest_goes():
    made = MadeContext()
    for number in range(7):
        made.prompt(f"p{number}")
        made.say(f"a{number}")
    wanted = Select(head=KeptHead(exchanges=1), drop=DropPart(0.5, or_=0.75, or_when_double=True))
    half = chosen(made, wanted, threshold=100, tokens=150.0)
    assert [entry.text for entry in half.head] == ["p0", "a0"]
    assert [entry.text for entry in half.span] == ["p1", "a1", "p2", "a2", "p3", "a3"]
    quarter = chosen(made, wanted, threshold=100, tokens=250.0)
    assert len(quarter.span) == 8, "half of the tokens would still be too many"


def test_results_and_their_wrapping_are_one_message_of_the_user():
    made = MadeContext()
    made.prompt("Go.")
    for number in range(6):
        made.run(str(number), "ok")
    found = chosen(made, Select(head=KeptHead(exchanges=1), drop=DropPart(0.5)))
    assert len(found.span) == 4, "two exchanges: a call and a result each"


def test_events_in_front_count_the_instructions():
    made = MadeContext()
    for number in range(6):
        made.prompt(f"p{number}")
    assert len(chosen(made, Select(head=KeptHead(events=4), tail=Tail(events=1))).head) == 4


def test_a_head_never_ends_within_a_call():
    made = MadeContext()
    made.prompt("Go.")
    made.run("a", "ok")
    made.say("More.")
    made.say("More still.")
    found = chosen(made, Select(head=KeptHead(events=2), tail=Tail(events=1)))
    assert [entry.kind for entry in found.head] == ["user_typed", "tool_call", "tool_output"]


def test_what_an_earlier_compaction_kept_is_passed_over_in_silence_by_the_old_rule():
    made = MadeContext()
    kept = made.prompt("Kept.")
    made.compact(keep=(kept,))
    made.prompt("New.")
    made.say("Newer.")
    found = chosen(made, Select(span="since_compaction_entry", tail=Tail(events=1)))
    assert [entry.item for entry in found.silent] == [kept]
    assert chosen(made, Select(tail=Tail(events=1))).silent == ()


def test_prompts_and_final_answers_fill_what_the_target_leaves():
    made = MadeContext()
    for number in range(4):
        made.prompt(f"p{number}")
        made.run("a", words(1_000))
        made.say(words(100, f"final{number}"))
    found = chosen(made, Select(target=Target(0.7, 0.5, 50)), threshold=500, tokens=5_000.0)
    kept = [entry.text[:6] for entry in found.verbatim]
    assert [text for text in kept if text.startswith("p")] == ["p0", "p1", "p2", "p3"]
    assert kept.count("final3") == 1, "the newest of the latest turn"
    assert [text for text in kept if text.startswith("final")] == ["final1", "final2", "final3"]
    assert not any(entry.kind == "tool_output" for entry in found.verbatim)


def test_two_prompts_and_a_huge_last_turn_leave_one_way_nothing_to_do(strategies):
    made = MadeContext()
    made.prompt("First.")
    made.prompt("Second.")
    for number in range(10):
        made.run(str(number), words(9_000))
    entries = made.material().entries
    agentic = strategies.named("cline/agentic").select
    assert len(select(entries, agentic, frame()).span) == 1, "only the first prompt"
    basic = strategies.named("cline/basic").select
    assert len(select(entries, basic, frame(threshold=60_000, tokens=91_000.0)).span) > 5


def test_one_prompt_and_a_long_loop_keep_the_prompt(strategies):
    made = MadeContext()
    made.prompt("Go.")
    for number in range(20):
        made.run(str(number), words(3_000))
    entries = made.material().entries

    def found(name):
        return select(entries, strategies.named(name).select, frame())

    assert [entry.text for entry in found("codex/local").verbatim] == ["Go."]
    assert found("opencode/v2").tail == ()
    assert len(found("cline/agentic").tail) < len(entries) and found("cline/agentic").tail
    assert found("gemini/two-pass").nothing


def test_a_tail_takes_no_more_than_its_target_leaves_and_by_hand_its_share_of_the_messages():
    made = MadeContext()
    for _ in range(4):
        made.prompt("Go.")
        made.say(words(1_000))
    target = Target(of_trigger=0.7, long_of_input=0.5, long_pairs=9, by_hand=0.75)
    wanted = Select(tail=Tail(tokens=20_000, in_target=True), target=target)
    about = {"threshold": 3_000, "window": 4_000, "tokens": 3_000.0}
    assert len(chosen(made, wanted, **about, overhead=100).tail) == 3, "2,000 of 4,000"
    assert len(chosen(made, wanted, **about, overhead=1_200).tail) == 1, "900 of 4,000"
    assert len(chosen(made, wanted, **about, overhead=100, by_hand=True).tail) == 5, "2,900, since the trigger is below"


def test_what_came_while_the_summary_was_written_stays():
    made = MadeContext()
    shown = (made.prompt("Go."), made.say("I read it."))
    late = made.run("a", "a result")
    last = made.say("Done.")
    made.compact(shown=shown)
    library = made.library()
    entries = view_at(library, Replay(library.session), len(library.session.ops) - 2)
    found = select(entries, Select(tail=Tail(late=True)), frame())
    assert [entry.item for entry in found.tail] == [*late, last]
    assert [entry.item for entry in found.span] == [*shown]
