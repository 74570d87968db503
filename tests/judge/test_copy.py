from dataclasses import replace

from inspector.judge.copy import copy_of
from inspector.model import ItemKind, Origin, Source
from tests.talk import segments
from tests.worked import Used, segment

ASKED = ("ask", 'User has answered your questions: "Which port?"="8443". Go on.')


def texts(copy):
    return [str(passage) for passage in copy.before]


def test_what_people_and_agent_said_stands_in_full_under_its_line():
    made = segment(("human", "Use  port 8443.\nNever 8080."), ("agent", "I will."))
    assert texts(copy_of(made)) == ["[L1 user] Use  port 8443.\nNever 8080.", "[L2 assistant] I will."]


def test_a_long_output_is_shortened_to_its_ends_and_counted():
    made = segment(Used("Bash", {"command": "make"}, output="begin " + "x" * 2_000 + " 3 failed", error=True))
    (line,) = texts(copy_of(made))
    assert "Bash make" in line and "failed: begin" in line and line.endswith("3 failed") and "characters]" in line
    assert len(line) < 400


def test_the_content_of_a_file_that_was_read_is_left_out():
    made = segment(Used("Read", {"file_path": "/p/tide.py"}, output="secret sauce " * 50))
    assert texts(copy_of(made)) == ["[L1 tool] Read tide.py → (L2) 650 characters"]


def test_an_answer_stands_with_its_question_and_not_twice():
    (made,) = segments(("agent", "One question."), ASKED, ("answer", "8443"), ("summary", "Nothing."))
    shown = [line for line in texts(copy_of(made)) if "8443" in line]
    assert len(shown) == 1 and '"Which port?"="8443"' in shown[0] and " answer]" in shown[0]


def test_feedback_on_a_step_that_was_turned_down_stands_by_itself():
    refusal = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nnot yet"
    made = segment(Used("Bash", {"command": "git push"}, output=refusal, error=True), ("feedback", "not yet"))
    assert "[L3 feedback] not yet" in texts(copy_of(made))


def test_what_stays_is_marked_and_not_written_twice():
    (made,) = segments(("human", "Old."), ("human", "Keep the tests green."), ("summary", "All about old."), keep=1)
    copy = copy_of(made)
    assert "[L2 user stays] Keep the tests green." in texts(copy)
    assert copy.left == "[L3 new summary] All about old."
    cleared = replace(made, compaction=replace(made.compaction, cleared=made.compaction.kept))
    assert "[L2 user] Keep the tests green." in texts(copy_of(cleared))


def test_an_earlier_summary_stands_in_full():
    _, made = segments(("human", "Old."), ("summary", "S" * 9_000), ("human", "New."), ("summary", "Second."))
    assert texts(copy_of(made)) == [f"[L2 earlier summary] {'S' * 9_000}", "[L3 user] New."]


def test_a_restored_text_is_shortened_but_for_lines_that_somebody_said():
    plan = "Never write outside the feeds folder."
    body = "head " * 100 + "\n" + plan + "\n" + "tail " * 100
    made = segment(("human", plan), summary="Short.")
    restored = made.session.items[0]
    item = replace(
        restored, number=3, kind=ItemKind.ATTACHMENT, origin=Origin.HARNESS, text=body, chars=len(body), id="r"
    )
    session = replace(made.session, items=(*made.session.items, item))
    again = replace(made, session=session, compaction=replace(made.compaction, restored=(3,)))
    (_, shown) = copy_of(again).after
    assert shown.kind == "restored" and plan in shown.text and len(shown.text) < 500


def test_a_log_without_lines_is_labelled_by_item():
    made = segment(("human", "Hello there."))
    items = tuple(replace(item, source=Source("db", pointer=f"t/{item.number}")) for item in made.session.items)
    made = replace(made, items=items[:1], session=replace(made.session, items=items))
    assert texts(copy_of(made)) == ["[#1 user] Hello there."]
