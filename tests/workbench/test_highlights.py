from dataclasses import replace

import pytest

from inspector.model import Basis, ItemKind
from inspector.store.cache import Cache
from inspector.workbench.cursor import focus_of
from inspector.workbench.document import Document, Reconstruction, Stage
from inspector.workbench.highlights import highlights, neighbour
from inspector.workbench.selection import Focus
from inspector.workbench.stages import advance, read
from tests.generate import write_claude_log
from tests.made_facts import judged_document


@pytest.fixture(scope="module")
def document(tmp_path_factory):
    path = tmp_path_factory.mktemp("logs") / "log.jsonl"
    write_claude_log(path, turns=30, compactions=3)
    document = read(path)
    advance(document, Stage.COUNT, Cache.memory())
    yield document
    document.close()


def variant(document, *, items=None, compactions=None) -> Document:
    """The same document with some of it changed, as far as reconstructed."""
    opened = document.opened
    if items is not None:
        opened = replace(opened, session=replace(document.session, items=tuple(items)))
    made = Document(opened)
    known = document.reconstruction
    found = known.compactions if compactions is None else replace(known.compactions, all=tuple(compactions))
    made.reconstruction = Reconstruction(known.replay, found)
    return made


def codes(document):
    return [one.code for one in highlights(document)]


def test_before_reconstruction_nothing_is_claimed_of_compactions(document):
    assert not {"compaction", "outcome", "unreadable"} & set(codes(Document(document.opened)))


def test_the_largest_compaction_is_named_with_what_it_freed(document):
    (largest,) = [one for one in highlights(document) if one.code == "compaction"]
    freed = {str(one.number): one.before.value - one.after.value for one in document.compactions}
    assert largest.amount == freed[largest.word] == max(freed.values())
    assert largest.focus.compaction == int(largest.word)


def test_bad_outcomes_come_first_and_lead_to_the_first_of_them(document):
    first, second, third = document.compactions
    changed = [first, replace(second, outcome="failed"), replace(third, outcome="failed")]
    found = highlights(variant(document, compactions=changed))
    assert (found[0].code, found[0].word, found[0].amount) == ("outcome", "failed", 2)
    assert found[0].focus.compaction == 2


def test_results_that_failed_after_the_last_compaction_are_told_from_earlier_ones_and_from_other_errors(document):
    items = [replace(item, error=item.kind is not ItemKind.TOOL_RESULT) for item in document.session.items]
    assert not {"errors", "errors_after"} & set(codes(variant(document, items=items)))
    results = [place for place, item in enumerate(items) if item.kind is ItemKind.TOOL_RESULT]
    for place, expected in ((results[0], ("errors", 1, "")), (results[-1], ("errors_after", 1, "3"))):
        items[place] = replace(items[place], error=True)
        (told,) = [one for one in highlights(variant(document, items=items)) if one.code.startswith("errors")]
        assert (told.code, told.amount, told.word, told.focus.item) == (*expected, place + 1)


def test_a_subagents_errors_are_not_the_sessions(document):
    items = [replace(item, error=True, thread="sub") for item in document.session.items]
    assert not {"errors", "errors_after"} & set(codes(variant(document, items=items)))


def test_an_item_that_fills_the_last_context_is_named_with_its_share(tmp_path):
    path = tmp_path / "log.jsonl"
    write_claude_log(path, turns=3)
    document = read(path)
    advance(document, Stage.COUNT, Cache.memory())
    tokens = document.tally.counts.tokens.copy()
    item = next(item for item in document.session.items if item.kind is ItemKind.TOOL_RESULT)
    tokens[item.number - 1] = 50 * tokens.sum()
    document.tally = replace(document.tally, counts=replace(document.tally.counts, tokens=tokens))
    (told,) = [one for one in highlights(document) if one.code == "big_item"]
    assert told.focus.item == item.number
    assert told.basis is Basis.ESTIMATED
    document.close()


def test_stepping_through_compactions_starts_from_where_one_is(document):
    first, second, third = document.compactions
    assert neighbour(document, Focus(), 1) == first
    assert neighbour(document, Focus(), -1) is None
    assert neighbour(document, Focus(compaction=1), 1) == second
    assert neighbour(document, Focus(compaction=3), 1) is None
    assert neighbour(document, Focus(compaction=1), -1) is None
    last = len(document.session.items)
    assert neighbour(document, Focus(item=last), -1) == third
    assert neighbour(document, Focus(item=last), 1) is None
    assert neighbour(document, Focus(request=first.request_after), -1) == first
    assert neighbour(document, Focus(request=first.request_after), 1) == second


def test_a_compaction_is_shown_by_its_summary_and_the_first_request_after_it(document):
    one = document.compactions[0]
    focus = focus_of(document, one)
    assert (focus.compaction, focus.item, focus.request) == (1, one.record.summary, one.request_after)


def test_lost_and_changed_rules_and_claims_lead_to_their_review():
    document = judged_document()
    found = {one.code: one for one in highlights(document)}
    lost = found["lost"]
    assert (lost.amount, lost.word, lost.focus.fact, lost.focus.compaction) == (1, "1", "outside", 1)
    assert found["claims"].focus.claim == 0
    assert (lost.rules, lost.elsewhere) == (1, 0)
    assert (found["changed"].amount, found["changed"].focus.fact) == (1, "retry")
    assert "missed" not in found


def test_what_no_longer_mattered_does_not_stand_out():
    document = judged_document()
    first, second = document.comparison
    done = tuple(replace(one, live=False) for one in first.survivals)
    document.comparison = (replace(first, survivals=done, claims=()), second)
    assert not {"lost", "claims"} & {one.code for one in highlights(document)}
