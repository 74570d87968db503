from inspector.gui.models.history import ItemHistory
from inspector.model import ItemKind, Splice
from inspector.workbench.document import Stage
from tests.made_runs import document_of
from tests.made_session import MadeSession, small_session


def history(made):
    document = made.advanced(Stage.RECONSTRUCT)
    return document, ItemHistory(document)


def test_an_item_is_told_by_the_requests_that_saw_it():
    document, found = history(small_session())
    assert found.lines(2) == ("In context: requests 1–5, then dropped by ┊C1.",)
    summary = document.compactions[0].record.summary
    assert found.lines(summary) == ("In context: requests 6–11, to the end.",)


def test_a_rewind_gives_a_second_line():
    made = MadeSession()
    first = made.add(ItemKind.USER, "one")
    made.call(100)
    made.compact()
    made.call(50)
    made.rewind(0)
    made.call(100)
    _, found = history(made)
    assert found.lines(first) == (
        "In context: request 1, then dropped by ┊C1.",
        "In context: request 3, to the end.",
    )


def test_what_nobody_saw_is_said_to_be_unseen_and_an_answer_is_in_its_result():
    made = MadeSession()
    event = made.add(ItemKind.EVENT, "x")
    made.call(100)
    last = made.add(ItemKind.USER, "too late")
    _, found = history(made)
    assert found.lines(last) == ("In context: between two requests, to the end.",)
    assert found.lines(event) == ("Never in the context of the main thread.",)
    document = document_of()  # of a sample in which the user answered a question
    answer = next(one.number for one in document.session.items if one.detail == "answer")
    found = ItemHistory(document)
    assert found.lines(answer) == (f"Said within #{answer - 1}.", *found.lines(answer - 1))
    assert found.why(answer, 10**6) == f"Said within #{answer - 1}. {found.why(answer - 1, 10**6)}"


def test_what_the_harness_put_back_is_said_to_be_put_back():
    made = MadeSession()
    made.add(ItemKind.USER, "one")
    made.call(50_000)
    made.compact()
    again = made.add(ItemKind.ATTACHMENT, "a file, read again")
    made.call(10_000)
    document, found = history(made)
    assert found.why(again, len(document.session.ops) - 1) == "Put back by the harness after ┊C1."


def test_instructions_that_the_log_gives_after_the_first_message_were_there_from_the_start():
    made = MadeSession()
    made.add(ItemKind.USER, "one")
    instructions = made.add(ItemKind.INSTRUCTIONS, "Be brief.", enter=False)
    made.build.ops.append(Splice(insert=(instructions,), at=0))
    made.call(100)
    made.compact(keep=(instructions,))
    made.call(50)
    document, found = history(made)
    assert found.why(instructions, 2) == "There from the start."
    assert found.why(instructions, len(document.session.ops) - 1) == "There from the start; kept by ┊C1."


def test_what_is_placed_among_earlier_items_later_on_is_told_by_the_request_that_saw_it_first():
    made = MadeSession()
    first = made.add(ItemKind.INSTRUCTIONS, "Be brief.")
    made.call(100)
    second = made.add(ItemKind.INSTRUCTIONS, "Be long.", enter=False)
    third = made.add(ItemKind.INSTRUCTIONS, "Be kind.", enter=False)
    made.build.ops.append(Splice(remove=(first,), insert=(second,)))
    made.call(100)
    made.build.ops.append(Splice(insert=(third,)))
    document, found = history(made)
    last = len(document.session.ops) - 1
    assert found.why(second, last) == "Put in where others were removed, before request 2."
    assert found.why(third, last) == "Inserted among earlier ones, after the last request."
