from dataclasses import replace

import pytest

from inspector.report.judged import GroupName
from inspector.workbench.groups import CLAIM, ListedClaim, group, key_of, listed_claims
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import FactsShown, ReviewFilter, judged
from tests.made_facts import judged_document


@pytest.fixture
def outcome():
    return judged_document().comparison[0]


def names(found):
    return [one.name for one in found]


def test_claims_stand_right_after_what_is_to_be_put_back(outcome):
    found = group(judged(outcome, Judgements()), ReviewFilter(), frozenset(), listed_claims(outcome))
    assert names(found)[:2] == [GroupName.TO_PUT_BACK, GroupName.CLAIMED]
    assert found[1].facts == () and len(found[1]) == found[1].size == len(outcome.claims) == 1
    assert found[1].row(0) == ListedClaim(outcome.claims[0], 0)


def test_as_many_are_doubted_in_the_list_as_are_counted(outcome):
    (claim,) = outcome.claims
    several = replace(outcome, claims=(claim, replace(claim, kind="contradicted")))
    (found,) = group((), ReviewFilter(), frozenset(), listed_claims(several))
    assert (found.name, found.size) == (GroupName.CLAIMED, len(several.claims))


def test_what_a_judge_supports_stands_apart_and_keeps_its_place(outcome):
    (claim,) = outcome.claims
    told = replace(outcome.judgement, claims=(claim, replace(claim, kind="supported")))
    claims = listed_claims(replace(outcome, judgement=told))
    assert [(one.key, one.group) for one in claims] == [
        (f"{CLAIM}0", GroupName.CLAIMED),
        (f"{CLAIM}1", GroupName.SUPPORTED),
    ]
    found = group((), ReviewFilter(), frozenset(), claims)[-1]
    assert [key_of(found.row(place)) for place in range(len(found))] == [f"{CLAIM}1"]


def test_a_filter_for_facts_hides_claims_and_words_find_them(outcome):
    (claim,) = claims = listed_claims(outcome)
    at = claim.claim.quote.item

    def shown(wanted, *marks):
        return bool(group((), wanted, frozenset(marks), claims))

    assert (
        shown(ReviewFilter()) and shown(ReviewFilter(words="SCHEMA approved")) and not shown(ReviewFilter(words="x!"))
    )
    assert shown(ReviewFilter(show=FactsShown.MARKED), at) and not shown(ReviewFilter(show=FactsShown.MARKED))
    assert not shown(ReviewFilter(show=FactsShown.LOST))
