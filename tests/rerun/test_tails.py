import pytest

from inspector.model import ItemKind
from inspector.rerun.estimate import estimator
from inspector.rerun.strategy import Tail, TailStart
from inspector.rerun.tails import Sizes, tail_start
from tests.made_context import MadeContext, words

FORWARD = TailStart(legal=("user_typed", "assistant"), snap="forward")
BACK = TailStart(legal=("user_typed",), snap="back")


def start(made: MadeContext, tail: Tail, cut: TailStart, usable: int | None = None) -> int:
    return tail_start(made.material().entries, tail, cut, Sizes(estimator("chars4"), usable))


def turns(sizes: list[int]) -> MadeContext:
    """One prompt and one answer of so many tokens each."""
    made = MadeContext()
    for number, size in enumerate(sizes):
        made.prompt(f"p{number}")
        made.say(words(size))
    return made


def test_no_tail_keeps_nothing_and_all_keeps_everything():
    made = turns([10, 10])
    assert start(made, Tail(), TailStart()) == 4
    assert start(made, Tail(all=True), TailStart()) == 0


def test_a_tail_by_tokens_begins_with_the_message_that_reaches_them():
    made = turns([5_000, 5_000, 5_000])
    assert start(made, Tail(tokens=5_000), FORWARD) == 5
    assert start(made, Tail(tokens=5_001), FORWARD) == 4, "the prompt in front is the one that reaches them"
    assert start(made, Tail(tokens=5_002), FORWARD) == 3


def test_a_result_is_no_place_to_begin():
    made = MadeContext()
    made.prompt("Go.")
    made.run("a", words(9_000))
    made.say("Done.")
    assert start(made, Tail(tokens=5_000), FORWARD) == 3, "forward past the result"
    assert start(made, Tail(tokens=5_000), TailStart(legal=("assistant",), snap="back")) == 1, "back to its call"


def test_the_latest_prompt_is_a_floor():
    made = turns([9_000, 100])
    for _ in range(3):
        made.say(words(9_000))
    cut = TailStart(legal=("user_typed", "assistant"), snap="back", floor_last_prompt=True)
    assert start(made, Tail(tokens=1_000), cut) == 2


def test_one_exchange_alone_is_summarised_whole():
    made = MadeContext()
    made.prompt("Go.")
    made.run("a", words(30_000))
    cut = TailStart(legal=("user_typed",), snap="back", one_exchange="summarize_all")
    assert start(made, Tail(tokens=15_000), cut) == 3
    made.prompt("And then?")
    assert start(made, Tail(tokens=15_000), cut) == 3, "with a second one the newest is kept"


def test_whole_turns_within_a_budget_and_the_next_one_split():
    made = turns([3_000, 100])
    made.prompt("third")
    for _ in range(4):
        made.run("x", words(1_000))
    tail = Tail(turns=2, fraction_of_usable=0.25, min=2_000, max=8_000)
    whole = start(made, tail, TailStart(legal=("user_typed", "assistant")), usable=100_000)
    assert whole == 2, "two turns fit"
    split = start(made, tail, TailStart(legal=("user_typed", "assistant"), split_turn=True), usable=9_000)
    assert split == 9, "2,250 tokens hold two of the four calls"


def test_rounds_count_calls_of_the_model():
    made = MadeContext()
    made.prompt("Go.")
    for number in range(5):
        made.run(str(number), "ok")
    assert start(made, Tail(rounds=2), TailStart()) == 7


def test_a_round_behind_nothing_but_a_summary_is_kept_or_summarized_with_it():
    made = MadeContext()
    made.prompt("Go.")
    made.say("Done.")
    made.compact()
    made.say("On.")
    last = TailStart(one_exchange="summarize_all")
    assert start(made, Tail(rounds=1), TailStart()) == 1
    assert start(made, Tail(rounds=1), last) == 2
    made.say("There.")
    assert start(made, Tail(rounds=1), last) == 3, "nobody has said anything since"
    made.prompt("Next.")
    assert start(made, Tail(rounds=1), last) == 2


def test_a_share_of_the_characters_begins_at_a_prompt():
    made = turns([1_000, 1_000, 1_000, 1_000])
    assert start(made, Tail(chars_fraction=0.3), BACK) == 6
    assert start(made, Tail(chars_fraction=0.6), BACK) == 4


def test_a_long_loop_with_one_prompt_has_no_place_to_cut():
    made = MadeContext()
    made.prompt("Go.")
    for number in range(20):
        made.run(str(number), words(1_000))
    cut = TailStart(legal=("user_typed",), all_if_last_is_plain=True)
    assert start(made, Tail(chars_fraction=0.3), cut) == 0
    made.say("All done.")
    assert start(made, Tail(chars_fraction=0.3), cut) == 42, "a last message without a call frees everything"


def test_so_many_events_stay():
    assert start(turns([1_000] * 20), Tail(events=10), TailStart()) == 30


@pytest.mark.parametrize(("delta", "place"), [(900, 4), (1_900, 2), (90_000, 0)])
def test_reported_usage_decides_where_it_is_recorded(delta, place):
    made = MadeContext()
    for number in range(3):
        made.prompt(f"p{number}")
        made.call(10_000 + 1_000 * number)
    assert start(made, Tail(usage_delta=delta), BACK) == place


def test_a_share_of_what_is_usable_keeps_as_many_turns_as_fit_and_nothing_where_all_do():
    made, share = turns([1_000] * 8), Tail(fraction_of_usable=0.25, min=2_000, max=15_000)
    cut = TailStart(legal=("user_typed", "assistant"), split_turn=True)
    assert start(made, share, cut, usable=14_000) == 10, "three turns of 3,500"
    assert start(made, share, cut, usable=100_000) == 16, "all would fit"
    assert start(turns([6_000] * 8), share, cut) == 12, "of an unknown window the cap holds"


def test_a_prompt_that_the_harness_wrote_opens_a_turn_and_what_a_cut_left_before_is_none():
    made = MadeContext()
    made.add(ItemKind.SUMMARY, "told")
    made.say("the end of a turn")
    made.add(ItemKind.ATTACHMENT, "Go on.", detail="continue")
    made.say("gone on")
    tail = Tail(fraction_of_usable=0.25, min=2_000, max=15_000)
    cut = TailStart(legal=("user_typed", "assistant"), split_turn=True)
    assert start(made, tail, cut, 24_000) == 2


@pytest.mark.parametrize("left", [(ItemKind.SUMMARY, ""), (ItemKind.ATTACHMENT, "compaction")])
def test_what_fits_behind_what_a_compaction_left_stays_only_where_something_stands_before_it(left):
    made = MadeContext()
    made.add(left[0], "told", detail=left[1])
    made.prompt("all of it")
    made.say("answered")
    assert start(made, Tail(fraction_of_usable=0.25, min=2_000, max=15_000), TailStart(split_turn=True), 24_000) == 3


def test_as_much_stays_as_fits_at_a_legal_place_and_the_newest_in_any_case():
    made = turns([3_000, 3_000])
    cut = TailStart(legal=("user_typed", "assistant"), snap="fits")
    assert [start(made, Tail(tokens=tokens), cut) for tokens in (7_000, 6_001, 3_001, 3_000, 10)] == [0, 1, 2, 3, 3]


def test_of_a_tail_less_stays_where_the_provider_counts_more():
    made, tail = turns([3_000, 3_000]), Tail(tokens=7_000, scaled=True)
    cut = TailStart(legal=("user_typed", "assistant"), snap="fits")
    entries = made.material().entries
    found = [tail_start(entries, tail, cut, Sizes(estimator("chars4"), None, prompt)) for prompt in (0, 5_000, 12_000)]
    assert found == [0, 0, 2]


def test_characters_are_those_of_the_parts_as_json():
    made = MadeContext()
    made.prompt("p")
    made.run("a", "\n" * 400)
    made.prompt("q")
    made.say(words(200))
    cut = TailStart(legal=("user_typed",), all_if_last_is_plain=True)
    # A third of the characters stands before the second prompt, and more than 40 % as they are sent.
    assert start(made, Tail(chars_fraction=0.6), cut) == 3
