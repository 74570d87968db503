from dataclasses import replace

from inspector.model.run import State
from inspector.rerun.assemble import ACK, NUDGE, Parts, assemble, made, summary_entries
from inspector.rerun.select import Chosen
from inspector.rerun.strategy import Continue, Select
from tests.made_context import MadeContext


def parts() -> Parts:
    context = MadeContext()
    context.prompt("One.")
    context.say("Two.")
    context.prompt("Three.")
    one, two, three = context.material().entries
    summary = summary_entries("Summary.", (two,), "user", opaque=False)
    return Parts(Chosen(verbatim=(one,), tail=(three,), span=(two,), notice="[cut]"), summary)


def order(strategy, **more) -> list[str]:
    return [entry.text for entry in assemble(replace(strategy, **more), parts())]


def test_the_order_of_the_slots_is_the_strategys(strategies):
    codex = strategies.named("codex/local")
    assert order(codex) == ["One.", "Summary."]
    assert order(codex, assemble=("summary", "tail", "notice")) == ["Summary.", "Three.", "[cut]"]


def test_what_stood_in_order_stays_in_order_around_its_summary(strategies):
    basic = strategies.named("cline/basic")
    assert order(basic, assemble=("body",)) == ["One.", "Summary.", "Three."]


def test_an_acknowledgement_and_a_nudge_stand_where_the_agent_puts_them(strategies):
    codex = strategies.named("codex/local")
    slots = ("summary", "ack", "continue")
    assert order(codex, assemble=slots) == ["Summary."]
    assert order(codex, assemble=slots, continue_=Continue(ack=True, nudge=True)) == ["Summary.", ACK, NUDGE]


def test_a_tail_kept_as_text_is_one_piece_that_names_its_sources(strategies):
    context = MadeContext()
    context.prompt("Go.")
    context.run("make", "x" * 5_000)
    tail = context.material().entries
    v2 = replace(strategies.named("opencode/v2"), select=Select(tail_as="text", tool_output_chars=2_000))
    (piece,) = assemble(v2, Parts(Chosen(tail=tail)))
    assert piece.text.startswith("[user typed]: Go.\n\n[tool call Bash]: ")
    assert piece.state is State.TRUNCATED
    assert [(quote.item, quote.end) for quote in piece.sources] == [(1, 3), (2, len(tail[1].text)), (3, 2_000)]


def test_a_summary_that_nobody_wrote_is_opaque_and_still_says_what_it_stands_for():
    span = parts().chosen.span
    (entry,) = summary_entries("", span, "user", opaque=True)
    assert entry.state is State.OPAQUE and entry.sources == span[0].sources
    assert summary_entries("", span, "user", opaque=False) == ()


def test_own_words_are_marked_as_such():
    assert made("Go on.", "continue").state is State.SYNTHETIC
