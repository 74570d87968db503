from inspector.errors import InspectorError
from inspector.rerun.strategy import Summarize
from inspector.rerun.summarize import Recorded, SummaryAnswer, SummaryTask, write_summary
from tests.made_context import MadeContext


class Model:
    """Answers each purpose with its name, and keeps the tasks it was given."""

    def __init__(self, **answers: str) -> None:
        self.answers = answers
        self.tasks: list[SummaryTask] = []

    def answer(self, task: SummaryTask) -> SummaryAnswer | None:
        self.tasks.append(task)
        text = self.answers.get(task.purpose, task.purpose)
        if text == "fails":
            raise InspectorError("The provider is overloaded.")
        return SummaryAnswer(text)


def span():
    made = MadeContext()
    made.prompt("Go.")
    made.run("a", "ok")
    made.run("b", "ok")
    return made.material().entries


def write(wanted: Summarize, model, entries=None, prefix=()):
    return write_summary(wanted, span() if entries is None else entries, prefix, model, tuple)


def test_the_second_pass_checks_the_first_and_wins():
    model = Model(draft="one", verify="two")
    assert write(Summarize(("goal",), passes=("draft", "verify")), model).text == "two"
    assert model.tasks[1].draft == "one"


def test_an_empty_second_pass_leaves_the_first():
    assert write(Summarize((), passes=("draft", "verify")), Model(draft="one", verify=" ")).text == "one"


def test_the_start_of_a_split_turn_is_told_apart_and_added():
    entries = span()
    model = Model(draft="whole", turn_prefix="start")
    wanted = Summarize((), passes=("draft", "turn_prefix"))
    assert write(wanted, model, entries, prefix=entries[3:]).text == "whole\n\nstart"
    assert [len(task.span) for task in model.tasks] == [3, 2]


def test_the_previous_summary_is_handed_over_or_left_in_the_history():
    made = MadeContext()
    made.prompt("Go.")
    made.compact(text="What was before.")
    made.say("More.")
    entries = made.material().entries
    anchored, plain = Model(), Model()
    write(Summarize((), previous="anchored"), anchored, entries)
    write(Summarize(()), plain, entries)
    assert anchored.tasks[0].previous == "What was before."
    assert [entry.kind for entry in anchored.tasks[0].span] == ["assistant"]
    assert plain.tasks[0].previous == "" and len(plain.tasks[0].span) == 2


def test_without_anyone_to_answer_it_is_missing():
    assert write(Summarize(()), None).missing
    assert write(Summarize(()), Recorded("")).missing


def test_a_failure_and_an_empty_answer_are_told():
    assert write(Summarize(()), Model(draft="fails")).error == "The provider is overloaded."
    assert write(Summarize(()), Model(draft="")).error == "The summary came back empty."


def test_a_recorded_summary_says_that_it_is_one():
    written = write(Summarize((), passes=("draft", "verify")), Recorded("as logged"))
    assert written.text == "as logged"
    assert "recorded" in written.answers[0].note
