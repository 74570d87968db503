import pytest

from inspector.gui.models.consequences import by_weight, columns, cost, evidence, kind_word, sure_word
from inspector.impact.finding import Cost, Finding, Kind, Sure


def finding(**more):
    told = {"kind": Kind.REREAD, "compaction": 1, "item": 96, "subject": "a\nb", "why": "Why.", "sure": Sure.LIKELY}
    return Finding(**{**told, "evidence": (6, 1095, 96), **more})


def test_every_kind_and_every_degree_has_words_of_its_own():
    assert len({kind_word(kind) for kind in Kind}) == len(Kind)
    assert len({sure_word(sure) for sure in Sure}) == len(Sure)


def test_evidence_names_its_items_in_order():
    assert evidence(finding()) == "#6 → #1,095 → #96"


@pytest.mark.parametrize(
    ("took", "said"),
    [
        (None, ""),
        (Cost(), ""),
        (Cost(tokens=1107, seconds=9.1, dollars=0.012), "≈1,107 tokens · 9.1 s · $0.01"),
        (Cost(seconds=4.0), "4.0 s"),
    ],
)
def test_only_what_the_log_tells_is_priced(took, said):
    assert cost(finding(cost=took)) == said


def test_a_row_is_sorted_by_numbers_and_by_how_sure_it_is():
    by = {column.title: column for column in columns(str)}
    certain, possible = finding(sure=Sure.CERTAIN), finding(sure=Sure.POSSIBLE)
    assert by["Certainty"].key(certain) < by["Certainty"].key(possible)
    assert by["Took"].key(finding()) is None
    assert by["Subject"].text(finding()) == "a b" and by["Subject"].tip(finding()) == "a b\nWhy."


def test_what_was_said_again_comes_first_then_work_done_again_and_last_what_the_user_named():
    kinds = (Kind.REREAD, Kind.LOOP, Kind.SAID)
    found = [finding(kind=kind, compaction=9 - place) for place, kind in enumerate(kinds)]
    named = finding(kind=Kind.REREAD, compaction=1, named=3)
    ranked = [one.kind for one in by_weight([named, *found])]
    assert ranked == [Kind.SAID, Kind.LOOP, Kind.REREAD, Kind.REREAD]
    alike = [finding(compaction=2), finding(item=97), finding(item=98, sure=Sure.CERTAIN), finding(item=96)]
    assert [(one.compaction, one.item) for one in by_weight(alike)] == [(1, 98), (1, 96), (1, 97), (2, 96)]
