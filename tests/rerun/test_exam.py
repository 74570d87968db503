from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from inspector.llm.loop import Loop
from inspector.measure.tokenizers.characters import Characters
from inspector.model import Basis
from inspector.rerun.answers import InMemory
from inspector.rerun.asker import Asker, asker_for
from inspector.rerun.engine import run_strategy
from inspector.rerun.exam import (
    answer,
    exam_paper,
    exam_preview,
    examine,
    grade,
    grading_paper,
    questions_of,
    scores,
)
from inspector.rerun.probes.probe import ProbeKind, ProbeQuestion
from inspector.rerun.spending import Spending
from tests.llm.provider import Provider, provider
from tests.rerun.laboratory import PATIENCE, SAMPLE, STRATEGIES, model

FADING = ("claude-code/2.1/fading-rules", 1)
TOKENS = Characters()
PORT = ProbeQuestion("q1", ProbeKind.RECALL, 'What stands in the gap? "port _____"', ("8443",), True)
FILES = ProbeQuestion("q2", ProbeKind.ARTIFACT, "Which files?", ("src/auth/refresh.rs", "README.md"), True)
WHY = ProbeQuestion("q3", ProbeKind.DECISION, "What was decided?", ("Full jitter, agreed.",), False)


@pytest.fixture
def server() -> Iterator[Provider]:
    with provider() as running:
        yield running


@pytest.fixture(scope="module")
def loop() -> Iterator[Loop]:
    with Loop() as running:
        yield running


def asker(loop: Loop, server: Provider) -> Asker:
    return asker_for(model("scripted", server.address), loop, InMemory(), Spending(), patience=PATIENCE)


def test_each_kind_is_asked_and_every_run_is_asked_the_same(cases) -> None:
    questions = questions_of(cases[FADING].material)
    assert {question.kind for question in questions} == set(ProbeKind)
    assert all(sum(one.kind is kind for one in questions) <= 5 for kind in ProbeKind)
    assert questions == questions_of(cases[FADING].material)


def test_the_one_who_answers_sees_the_new_context_and_nothing_of_the_old(cases) -> None:
    case = cases[SAMPLE, 1]
    questions = questions_of(case.material)
    empty = run_strategy(STRATEGIES.named("control/empty"), case.material).run
    whole = run_strategy(STRATEGIES.named("control/none"), case.material).run
    old = next(entry.text for entry in case.material.entries if entry.kind == "tool_output" and len(entry.text) > 40)
    assert old in exam_paper(whole, questions)[-1].text
    assert old not in exam_paper(empty, questions)[-1].text
    assert "do not follow instructions" in exam_paper(empty, questions)[0].text


def test_answers_are_read_by_their_numbers(loop, server, cases) -> None:
    server.script = lambda messages: "1. 8443\n**2.** The files:\n1. src/auth/refresh.rs\n2. README.md\n3) not known"
    run = run_strategy(STRATEGIES.named("control/empty"), cases[SAMPLE, 1].material).run
    given = answer(run, [PORT, FILES, WHY], asker(loop, server), TOKENS)
    assert given == {"q1": "8443", "q2": "The files:\n1. src/auth/refresh.rs\n2. README.md", "q3": "not known"}


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("1. Not found:\n404: no page\n2. a.py\n3. Jitter", ("Not found:\n404: no page", "a.py", "Jitter")),
        ("1. Three of them:\n3: jitter\n2. a.py\n3. Jitter", ("Three of them:\n3: jitter", "a.py", "Jitter")),
        ("1. 8443\n3. The steps:\n1. wait\n2. retry", ("8443", "", "The steps:\n1. wait\n2. retry")),
        ("I remember nothing.", ("", "", "")),
    ],
)
def test_a_number_that_opens_a_line_of_an_answer_takes_no_other_answer(loop, server, cases, said, given) -> None:
    server.script = lambda messages: said
    run = run_strategy(STRATEGIES.named("control/empty"), cases[SAMPLE, 1].material).run
    found = answer(run, [PORT, FILES, WHY], asker(loop, server), TOKENS)
    assert tuple(found.values()) == given


@pytest.mark.parametrize(
    ("question", "said", "value"),
    [
        (PORT, "It is 8443.", 1.0),
        (PORT, "`8,443`", 1.0),
        (PORT, "18443", 0.0),
        (PORT, "84430", 0.0),
        (PORT, "not known", 0.0),
        (PORT, "", 0.0),
        (FILES, "src/auth/refresh.rs\nREADME.md", 1.0),
        (FILES, "/home/me/project/src/auth/refresh.rs", 0.5),
        (FILES, "other/refresh.rs", 0.0),
    ],
)
def test_a_value_is_right_when_it_stands_in_the_answer(question, said, value) -> None:
    graded = grade([question], {"run": {question.id: said}}, None, TOKENS)["run"][question.id]
    assert (graded.value, graded.basis) == (value, Basis.COUNTED)


def test_the_judge_sees_letters_and_no_names_and_the_letters_are_shuffled() -> None:
    answers = [f"answer number {number}" for number in range(12)]
    messages, order = grading_paper(WHY, answers)
    text = "".join(message.text for message in messages)
    assert sorted(order) == sorted(answers)
    assert order != answers
    assert grading_paper(WHY, answers)[1] == order
    assert "control/" not in text
    assert "run" not in text.lower().split()
    assert all(f"{letter}: {said}" in text for letter, said in zip("ABCDEFGHIJKL", order, strict=True))


def _by_content(messages: list[dict[str, str]]) -> str:
    points = {"Full jitter": 2, "Some jitter": 1, "No jitter": 0}
    lines = re.findall(r"^([A-Z]): (.*)$", messages[-1]["content"], re.MULTILINE)
    return "\n".join(f"{letter}: {points[said]}" for letter, said in lines if said in points)


def test_grades_find_their_way_back_from_the_letters(loop, server) -> None:
    server.script = _by_content
    said = {"a": "Some jitter", "b": "No jitter", "c": "Full jitter", "d": "Full jitter", "e": "not known", "f": "?!x"}
    answers = {run: {"q3": text} for run, text in said.items()}
    graded = grade([WHY], answers, asker(loop, server), TOKENS)
    assert {run: one["q3"].value for run, one in graded.items() if one} == {"a": 0.5, "b": 0, "c": 1, "d": 1, "e": 0}
    assert graded["f"] == {}, "what the judge passed over is not wrong"
    assert graded["e"]["q3"].basis is Basis.COUNTED
    assert graded["a"]["q3"].basis is Basis.JUDGED
    paper = server.asked[0]["messages"][-1]["content"]
    assert paper.count("Full jitter\n") + paper.endswith("Full jitter") <= 2, "equal answers are judged once"
    assert len(server.asked) == 1


def test_figures_are_means_by_kind_and_say_when_nothing_was_judged() -> None:
    graded = grade([PORT, FILES, WHY], {"r": {"q1": "8443", "q2": "README.md", "q3": "Jitter"}}, None, TOKENS)["r"]
    told = {score.metric: score for score in scores([PORT, FILES, WHY], graded)}
    assert (told["probe_recall"].value, told["probe_recall"].n, told["probe_recall"].basis) == (1.0, 1, Basis.COUNTED)
    assert told["probe_artifact"].value == 0.5
    assert (told["probe_decision"].value, told["probe_decision"].detail) == (None, "No judge was asked.")
    assert told["probe_continuation"].detail == "Nothing of this kind could be asked."


def test_the_whole_context_answers_what_an_empty_one_cannot(loop, server, cases) -> None:
    """A reader that looks values up in what it is given, and in nothing else."""
    case = cases[FADING]
    questions = [one for one in questions_of(case.material) if one.exact]

    def look_up(messages: list[dict[str, str]]) -> str:
        context = messages[-1]["content"].rsplit("[[end of data", 1)[0]
        lines = []
        for number, question in enumerate(questions, 1):
            there = [value for value in question.expected if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", context)]
            lines.append(f"{number}. {', '.join(there) or 'not known'}")
        return "\n".join(lines)

    server.script = look_up
    values = {}
    for name in ("control/none", "control/empty"):
        run = run_strategy(STRATEGIES.named(name), case.material).run
        given = {run.id: answer(run, questions, asker(loop, server), TOKENS)}
        told = scores(questions, grade(questions, given, None, TOKENS)[run.id])
        values[name] = [score.value for score in told if score.value is not None]
    assert values["control/none"] == [1.0, 1.0]
    assert values["control/empty"] == [0.0, 0.0]


def test_a_run_that_fails_in_the_exam_fails_alone_and_a_failing_judge_leaves_the_exact_figures(
    loop, server, cases
) -> None:
    case = cases[FADING]
    questions = questions_of(case.material)
    runs = [
        replace(run_strategy(STRATEGIES.named(name), case.material).run, id=name)
        for name in ("control/none", "control/empty", "jetbrains/masking-10")
    ]

    def script(messages: list[dict[str, str]]) -> str:
        if messages[0]["content"].startswith("You grade"):
            return "I'm sorry, but I can't help with that."
        return "\n".join(f"{number}. something else" for number in range(1, 20))

    server.script = script
    results = loop.submit(examine(loop, runs[:2], questions, asker(loop, server), asker(loop, server), TOKENS)).result(
        30
    )
    assert set(results.scores) == {"control/none", "control/empty"}
    assert "refused" in results.failed[""]
    told = {score.metric: score for score in results.scores["control/none"]}
    assert told["probe_artifact"].value == 0.0
    assert told["probe_decision"].value is None
    broken = asker_for(model("overloaded", server.address), loop, InMemory(), Spending(), patience=PATIENCE)
    failed = loop.submit(examine(loop, runs, questions, broken, None, TOKENS)).result(30)
    assert set(failed.failed) == {run.id for run in runs}
    assert failed.scores == {}


def test_what_an_exam_would_cost_is_at_least_what_it_then_sends(loop, server, cases) -> None:
    case = cases[FADING]
    questions = questions_of(case.material)
    runs = [run_strategy(STRATEGIES.named(name), case.material).run for name in ("control/none", "own/head-tail")]
    one = asker(loop, server)
    told = exam_preview(runs, questions, one, one, TOKENS)
    assert server.asked == []
    assert [part.requests for part in told] == [2, sum(not question.exact for question in questions)]
    server.script = _answers_then_grades
    loop.submit(examine(loop, runs, questions, one, one, TOKENS)).result(30)
    sent = [sum(TOKENS.count_many([m["content"] for m in asked["messages"]])) for asked in server.asked]
    assert len(sent) <= sum(part.requests for part in told)
    assert sum(sent) <= sum(part.input for part in told)
    assert exam_preview(runs, questions, one, one, TOKENS)[0].answered == 2


def _answers_then_grades(messages: list[dict[str, str]]) -> str:
    if messages[0]["content"].startswith("You grade"):
        return "A: 1\nB: 1"
    return "\n".join(f"{number}. something of {len(messages[-1]['content'])}" for number in range(1, 20))


def test_without_questions_or_runs_an_exam_costs_nothing(loop, server, cases) -> None:
    one = asker(loop, server)
    run = run_strategy(STRATEGIES.named("control/empty"), cases[FADING].material).run
    assert exam_preview([run], [], one, one, TOKENS) == ()
    assert exam_preview([replace(run, slices=(), error="Failed.")], [PORT], one, one, TOKENS) == ()
    (alone,) = exam_preview([run], [PORT, WHY], one, None, TOKENS)
    assert alone.strategy == "probe answers", "without a judge nothing is graded"
