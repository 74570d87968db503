from dataclasses import replace

from inspector.model import Basis, TokenCount, Verdict
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.judgements import Judgements
from inspector.workbench.reports import report_of
from inspector.workbench.stages import advance


def test_each_compaction_has_both_sides_its_facts_by_risk_and_its_claims(report):
    first, second = report.compactions
    assert (first.before.value, first.before.basis) == (40_000, Basis.RECORDED)
    assert first.after.value == 12_000
    assert [fact.id for fact in first.facts] == ["outside", "retry", "pytest", "commits", "port"]
    assert [fact.id for fact in first.harms] == ["outside", "retry"]
    assert first.facts[0].said[0].line == 2 and first.facts[0].nearest
    assert [claim.kind for claim in first.claims] == ["unsupported"] and first.judge == "reader"
    assert not second.harms and second.facts[0].found[0].zone == "summary"


def test_what_the_reviewer_says_stands_above_what_was_judged(document):
    judgements = Judgements()
    judgements.enter_verdict("outside", 1, Verdict.REWORDED)
    judgements.write_note("outside", "It is in the rules file.")
    judgements.set_reviewed(1, True)
    first = report_of(document, judgements).compactions[0]
    told = next(fact for fact in first.facts if fact.id == "outside")
    assert (told.verdict, told.basis, told.entered) == (Verdict.REWORDED, Basis.ENTERED, Verdict.REWORDED)
    assert told.judged.verdict is Verdict.LOST and told.judged.strength == "must" and told.words == ""
    assert told.note == "It is in the rules file." and not told.harm and first.reviewed
    assert next(share for share in first.shares if share.kind == "constraint").kept == 2


def test_the_figure_has_a_point_per_request_and_marks_between_them(report):
    figure = report.figure
    assert figure.prompt == (20_000, 30_000, 40_000, 12_000, 17_000, 22_000, 9_000)
    assert figure.marks == ((1, 3.5), (2, 6.5))
    assert all(len(row) == len(figure.numbers) for row in figure.bands) and len(figure.bands) == len(figure.kinds)


def test_usage_that_is_not_in_the_log_is_none_and_not_zero(document):
    requests = tuple(replace(request, usage=None) for request in document.session.requests)
    document.opened = replace(document.opened, session=replace(document.session, requests=requests))
    document.measurement = document.tally = None
    advance(document, Stage.MEASURE, Cache.memory())
    report = report_of(document, Judgements())
    assert set(report.figure.prompt) == {None}
    assert report.card.peak == TokenCount(None, Basis.RECORDED)


def test_a_compaction_without_a_readable_summary_has_no_shares(document):
    first, second = document.comparison
    document.comparison = (replace(first, note="The summary cannot be read."), second)
    told = report_of(document, Judgements()).compactions
    assert not told[0].shares and told[0].unjudged and told[1].shares
