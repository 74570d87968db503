from inspector.model import Call, ItemKind
from inspector.model.run import State
from inspector.rerun.assemble import summary_entries
from inspector.rerun.simulated_context import SimulatedContext, with_summaries_of
from tests.made_context import MadeContext


def walk(made: MadeContext) -> SimulatedContext:
    context = SimulatedContext(made.library(), made.compactions())
    for index, op in enumerate(made.build.ops):
        if type(op) is not Call:
            context.take(index, op)
    return context


def test_recorded_compactions_leave_no_trace():
    made = MadeContext()
    first = made.prompt("One.")
    answer = made.say("Answer.")
    made.compact()
    made.add(ItemKind.ATTACHMENT, "a file put back")
    later = made.prompt("Two.")
    assert [entry.item for entry in walk(made).entries] == [first, answer, later]


def test_a_rewind_brings_back_what_was_there():
    made = MadeContext()
    first = made.prompt("One.")
    at = len(made.build.ops) - 1
    made.say("A wrong way.")
    made.rewind(at)
    other = made.say("Another.")
    assert [entry.item for entry in walk(made).entries] == [first, other]


def test_the_front_that_did_not_change_is_reused():
    made = MadeContext()
    made.prompt("a" * 400)
    context = walk(made)
    assert context.reused() == 0, "nothing was sent before"
    assert context.reused() == 100
    entries = list(context.entries)
    context.become([entries[0].changed("b" * 200, State.TRUNCATED, "cut", 50)])
    assert context.reused() == 0
    assert context.reused() == 50
    assert context.counted == 50


def test_what_a_compaction_kept_is_carried_but_not_its_summary():
    made = MadeContext()
    made.add(ItemKind.INSTRUCTIONS, "Be brief.")
    made.prompt("One.")
    context = walk(made)
    summary = summary_entries("Summary.", (), "user", opaque=False)
    context.become((*summary, *context.entries), carried=True)
    assert [entry.carried for entry in context.entries] == [False, False, True]


def test_whether_the_human_spoke_is_asked_for_each_request():
    made = MadeContext()
    made.prompt("One.")
    context = walk(made)
    assert context.prompted
    context.reused()
    assert not context.prompted


def test_only_a_summary_that_nobody_wrote_is_given_a_length():
    entries = (
        *summary_entries("", (), "user", opaque=True),
        *summary_entries("Text.", (), "user", opaque=False),
    )
    assert [entry.counted for entry in with_summaries_of(entries, 700)] == [700, 0]
