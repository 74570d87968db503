import pytest

from inspector.errors import Cancelled
from inspector.gui.models.after import read_after
from inspector.gui.models.fact_listing import list_facts, listing_of, mark_up
from inspector.workbench.groups import CLAIM
from inspector.workbench.jobs import Progress
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import FactsShown, ReviewFilter
from tests.made_facts import judged_document


@pytest.fixture
def document():
    return judged_document()


def listed(document, show=FactsShown.ALL, progress=None):
    wanted = ReviewFilter(show=show)
    return list_facts(document.comparison[0], Judgements(), wanted, frozenset(), progress or Progress(), "", {})


def test_every_fact_is_known_and_those_that_pass_have_their_place(document):
    listing = listed(document, FactsShown.LOST)
    assert [one.fact.id for one in listing.listed] == ["outside"]
    assert {fact: listing.groups[top - 1].facts[row].fact.id for fact, (top, row) in listing.places.items()} == {
        "outside": "outside"
    }
    assert len(listing.judged) == len(listing.by_id) == 5


def test_nothing_to_list_is_a_listing_too():
    listing = listing_of(())
    assert listing.listed == () and listing.places == {}


def test_passages_are_marked_in_order_of_the_text_with_their_middles(document):
    outcome = document.comparison[0]
    sheet = read_after(document, outcome)
    marked = mark_up(sheet, outcome, listed(document).judged, Progress())
    assert [mark.start for mark in marked.marks] == sorted(mark.start for mark in marked.marks)
    assert set(marked.middles) == {"retry", "pytest", f"{CLAIM}0"}
    (mark,) = (one for one in marked.marks if one.key == "retry")
    assert marked.middles["retry"] == [(mark.start + mark.end) // 2]


def test_who_asked_to_stop_is_not_kept_waiting(document):
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        listed(document, progress=progress)
    with pytest.raises(Cancelled):
        mark_up(read_after(document, document.comparison[0]), document.comparison[0], (), progress)
