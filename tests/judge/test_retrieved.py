from inspector.judge.retrieved import retrieved
from tests.talk import segments
from tests.worked import Used, segment

FILLER = [Used("Bash", {"command": f"ls {n}"}, output=f"nothing of note number{n} " * 20) for n in range(12)]


def test_the_passage_that_a_claim_speaks_of_is_brought_with_its_line():
    run = Used("Bash", {"command": "pytest"}, output="collected\n" * 90 + "tide_parser: 3 failed, 39 passed in 2.1s")
    made = segment(*FILLER, run, *FILLER, summary="All 42 tests of tide_parser passed.")
    (shown,) = [text for text in retrieved(made, 400) if "3 failed" in text]
    assert shown.startswith("[L26 output]"), "the line of the result"


def test_of_two_runs_the_later_one_is_brought_first():
    def run(words):
        return Used("Bash", {"command": "pytest"}, output=f"tide_parser suite: {words}")

    made = segment(*FILLER, run("1 failed"), *FILLER, run("all passed"), summary="The tide_parser suite passed.")
    assert "all passed" in "".join(retrieved(made, 40))


def test_what_a_file_holds_is_not_brought():
    made = segment(
        *FILLER,
        Used("Read", {"file_path": "x"}, output="tide_parser suite passed"),
        summary="The tide_parser suite passed.",
    )
    assert not any("tide_parser" in text for text in retrieved(made, 400))


def test_never_more_than_the_room():
    made = segment(*FILLER, summary="nothing of note number1 number2 number3 number4")
    assert retrieved(made, 0) == ()


def test_the_agents_list_as_it_stood_last_is_brought_whole():
    def todo(state):
        return Used("TodoWrite", {"todos": [{"content": "port the parser", "status": state}]}, output="ok")

    made = segment(todo("pending"), todo("completed"), summary="Ported.")
    (shown,) = retrieved(made, 400)
    assert "completed" in shown and "as it stood last" in shown


def test_without_a_summary_there_is_nothing_to_look_for():
    made = segment(*FILLER, summary="")
    assert retrieved(made, 400) == ()


def test_what_an_earlier_compaction_took_is_looked_through_too():
    filler = [("tool", f"nothing of note number{n} " * 20) for n in range(12)]
    before = [("human", "Go."), *filler, ("tool", "tide_parser suite: 3 failed"), ("summary", "Work on tide_parser.")]
    _, made = segments(*before, ("human", "Go on."), ("summary", "The tide_parser suite passed."))
    assert any("3 failed" in text for text in retrieved(made, 400))
