import pytest
from inspector.facts.extractors.statements import Statements

from inspector.model import FactKind
from tests.talk import segment


def facts(*said):
    return [(fact.kind, fact.statement) for fact in Statements().extract(segment(*said))]


@pytest.mark.parametrize("who", ["human", "queued", "feedback"])
def test_a_rule_counts_however_it_came_in(who):
    assert facts((who, "do not touch the public interface")) == [
        (FactKind.CONSTRAINT, "do not touch the public interface")
    ]


@pytest.mark.parametrize("who", ["harness", "tool", "agent"])
def test_words_that_are_not_the_humans_are_no_statements(who):
    assert facts((who, "Do not touch the public interface.")) == []


def test_pasted_output_is_no_statement():
    assert (
        facts(("human", "$ make test\nERROR: must not be null\nERROR: never reached\n2026-01-01 10:00:00 INFO done"))
        == []
    )


def test_a_question_is_a_task_and_a_report_is_given():
    assert facts(
        ("human", "the staging server is on another machine"),
        ("agent", "ok"),
        ("human", "can you check the timeout there?"),
    ) == [
        (FactKind.GIVEN, "the staging server is on another machine"),
        (FactKind.TASK, "can you check the timeout there?"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Prosím přidej test pro parser.",
        "Bitte lösche die alten Dateien nicht.",
        "请不要修改数据库结构。",
        "Будь ласка, додай тест.",
    ],
)
def test_other_languages_are_heard(text):
    assert len(facts(("human", text))) == 1


def test_headings_of_a_pasted_document_are_no_statements():
    text = (
        "Here are the rules of the harbour, follow them:\n\n# Harbour\n\n## Things you should never do\n\n"
        "- never moor at the old pier\n\n## What must always hold\n\n- the lamp must burn at night"
    )
    found = [fact.texts[0] for fact in Statements().extract(segment(("human", text)))]
    assert "never moor at the old pier" in found
    assert not any(one.startswith("#") for one in found)
