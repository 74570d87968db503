from dataclasses import replace

from inspector.model import FactKind, Verdict
from inspector.report.mend.checklist import checklist
from inspector.report.mend.choices import Choice
from inspector.report.mend.texts import marked


def test_every_harm_is_put_back_until_somebody_decides_otherwise(report):
    checks = checklist(report.compactions[0])
    assert [entry.fact.id for entry in checks.entries] == ["outside", "retry"]
    assert [entry.text for entry in checks.restored] == ["never edit outside auth/.", "Retry twice on 401."]
    assert len(checks.claims) == 1 and checks.is_accused


def test_without_a_judge_what_is_not_there_is_put_back_in_the_order_said(exact):
    checks = checklist(exact.compactions[0])
    assert [entry.text for entry in checks.restored] == ["use pytest, not unittest.", "I would like small commits."]
    assert not checks.is_accused and checks.tokens > 5


def test_what_stands_there_in_part_is_offered_and_put_back_on_request(exact):
    one = exact.compactions[0]
    in_part = next(fact for fact in one.facts if fact.group == "part")
    alone = replace(one, facts=(in_part,))
    assert [entry.choice for entry in checklist(alone).entries] == [Choice.ACCEPT]
    (entry,) = checklist(alone, {in_part.id: Choice.RESTORE}).restored
    assert entry.text == in_part.said[0].text


def test_what_a_judge_does_not_name_is_not_put_back(exact):
    checks = checklist(replace(exact.compactions[0], judge="reader"))
    assert [entry.choice for entry in checks.entries] == [Choice.ACCEPT] * 3 and not checks.restored
    assert checks.nothing == "Nothing is put back: none of these is ticked."


def test_where_all_is_there_that_is_said(exact):
    one = exact.compactions[0]
    there = replace(one, facts=tuple(fact for fact in one.facts if fact.group == "there"))
    assert checklist(there).nothing == "Nothing has to be put back: what stood there before the compaction still does."
    gone = tuple(replace(fact, verdict=Verdict.ABSENT, absent=False, before=False) for fact in there.facts)
    assert "nothing stood there before the compaction either" in checklist(replace(there, facts=gone)).nothing
    assert "the compaction failed" in checklist(replace(one, facts=(), outcome="failed")).nothing


def test_an_accepted_loss_is_not_put_back_and_an_edited_one_in_other_words(report):
    checks = checklist(report.compactions[0], {"outside": Choice.ACCEPT}, {"retry": "Retry three times on 401."})
    assert [entry.text for entry in checks.restored] == ["Retry three times on 401."]


def test_what_stands_there_can_be_put_back_too_and_nothing_of_the_work(report, exact):
    checks = checklist(report.compactions[0], with_kept=True)
    assert [entry.fact.id for entry in checks.entries] == ["outside", "retry", "pytest"]
    assert len(checklist(exact.compactions[0], with_kept=True).entries) == 4


def test_where_a_text_cannot_be_read_nothing_is_called_unharmed_and_what_was_said_can_be_pinned(report):
    one = report.compactions[0]
    rule = replace(one.facts[0], verdict=Verdict.UNDECIDED, harm=False)
    opaque = replace(one, facts=(rule,), claims=(), unjudged="The summary cannot be read.")
    checks = checklist(opaque)
    assert not checks.entries
    assert checks.nothing == "The summary cannot be read. What no longer stands there is not known."
    assert [entry.fact.id for entry in checklist(opaque, with_kept=True).entries] == [rule.id]
    assert "nothing to decide\n\nThe summary cannot be read." in marked(checks)


def test_what_does_not_belong_in_a_text_is_not_said_to_be_nothing(report):
    one = report.compactions[0]
    task = replace(one.facts[0], kind=FactKind.TASK)
    assert "repaired summary" in checklist(replace(one, facts=(task,))).nothing


def test_the_humans_words_go_back_as_quoted_and_what_the_work_showed_never(report):
    one = report.compactions[0]
    said = replace(one.facts[0], statement="a paraphrase")
    ran = replace(said, id="ran", kind=FactKind.FINDING, statement="pytest -q: failed (exit 1)")
    checks = checklist(replace(one, facts=(said, ran)))
    assert [entry.text for entry in checks.entries] == ["never edit outside auth/."]


def test_a_pick_goes_back_with_what_was_asked(report):
    one = report.compactions[0]
    asked = replace(one.facts[0], question=replace(one.facts[0].said[0], text="Which folder?"))
    (entry,) = checklist(replace(one, facts=(asked,))).entries
    assert entry.told == "never edit outside auth/. (asked: “Which folder?”)" and entry.text == asked.statement


def test_words_said_twice_go_back_once(report):
    one = report.compactions[0]
    checks = checklist(replace(one, facts=(one.facts[0], replace(one.facts[0], id="again"))))
    assert len(checks.entries) == 2 and len(checks.restored) == 1
