from dataclasses import replace

from inspector.model import Basis, TokenCount
from inspector.rerun.held import Held, held_json, held_of, held_words
from tests.made_runs import ready_of


def test_what_the_log_lacks_is_told_with_both_numbers():
    ready = ready_of()
    held = held_of(ready.material, ready.compaction)
    assert held.recorded == ready.compaction.before.value
    assert 0 < held.share < 1
    assert held.missing == ("the system prompt", "tool definitions")
    assert f"about {held.share:.0%} of the recorded context" in held_words(held)
    assert held_json(held)["share"] == held.share


def test_without_recorded_tokens_nothing_is_guessed():
    ready = ready_of()
    held = held_of(ready.material, replace(ready.compaction, before=TokenCount(40_000, Basis.ESTIMATED)))
    assert held.share is None and "is not known" in held_words(held)


def test_of_the_last_prompt_as_much_is_held_as_trace_shows_of_it():
    ready = ready_of("codex/0.150")
    shown, before = ready.document.tally.composition, ready.compaction.request_before
    assert ready.compaction.before.value == ready.document.session.requests[before].usage.prompt
    row = list(shown.requests).index(before)
    assert held_of(ready.material, ready.compaction).tokens == round(shown.tokens[row].sum())


def test_all_of_it_is_not_called_a_part_and_what_is_missing_is_named():
    assert held_words(Held(990, 1_000)) == "The log holds the recorded context, as far as its tokens tell."
    assert held_words(Held(1_200, 1_000, ("tool definitions",))).endswith("tell, though not tool definitions.")
