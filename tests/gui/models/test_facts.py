from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt

from inspector.gui.models.fact_listing import Listing, listing_of
from inspector.gui.models.fact_words import missing_in, missing_words, row_tip, sentence
from inspector.gui.models.facts import CLAIMED, DRAWN, GROUP, JUDGED, FactRows, group_meaning, group_title
from inspector.impact.finding import Finding, Kind, Sure
from inspector.model import FactKind, Fold, Verdict
from inspector.report.judged import GroupName, Judged
from inspector.workbench.groups import Group, group, listed_claims
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import ReviewFilter, judged
from tests.made_facts import HOSTILE, OUTSIDE, exact_document, fact, judged_document, many, survival


@pytest.fixture
def facts():
    return judged(judged_document().comparison[0], Judgements())


LISTED = [name for name in GroupName if name not in (GroupName.NOT_THERE, GroupName.PART, GroupName.KEPT)]
"""The groups of a list: these three stand in one, in the order said."""


@pytest.fixture
def rows(facts, qapp):
    made = FactRows()
    made.show(listing_of(group(facts, ReviewFilter(), frozenset())))
    return made


def test_it_is_a_sound_model(rows, qtmodeltester):
    qtmodeltester.check(rows)


def test_groups_hold_their_facts(rows):
    assert rows.rowCount() == 4 and len(rows.every) == 5
    top = rows.index(0, 0)
    assert top.data() == "To put back 2" and top.data(GROUP).name is GroupName.TO_PUT_BACK
    assert rows.rowCount(top) == 2
    first = rows.index(0, 0, top)
    assert first.data(JUDGED).fact.id == "outside" and rows.parent(first) == top
    assert rows.rowCount(first) == 0 and not rows.parent(top).isValid()


def test_a_fact_is_found_by_its_id(rows):
    assert rows.find("retry").data(JUDGED).fact.id == "retry"
    assert not rows.find("nobody").isValid() and not rows.find(None).isValid()


def test_neighbours_run_on_over_groups_and_end_at_the_ends(rows):
    assert rows.beside("outside", 1).fact.id == "retry"
    assert rows.beside("retry", 1).fact.id == "pytest"
    assert rows.beside("pytest", 1).fact.id == "commits"
    assert rows.beside("outside", -1) is None and rows.beside("port", 1) is None
    assert rows.beside(None, 1).fact.id == "outside" and rows.beside(None, -1).fact.id == "port"
    rows.show(Listing())
    assert rows.beside(None, 1) is None


def test_a_group_says_how_many_are_listed_and_its_tooltip_what_became_of_them(rows, facts):
    assert "1 lost, 1 altered" in rows.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    rows.show(listing_of(group(facts, ReviewFilter(words="retry"), frozenset())))
    assert rows.index(0, 0).data() == "To put back 1 of 2"


def test_every_group_has_words_of_its_own():
    assert len({group_title(name) for name in LISTED}) == len({group_meaning(name) for name in LISTED}) == 9


def test_claims_of_the_summary_stand_after_what_is_to_be_put_back_and_are_found_and_walked(facts, rows):
    claims = listed_claims(judged_document().comparison[0])
    rows.show(listing_of(group(facts, ReviewFilter(), frozenset(), claims)))
    top = rows.index(1, 0)
    assert top.data() == "Summary says, history does not 1" and "1 unsupported" in top.data(Qt.ItemDataRole.ToolTipRole)
    index = rows.find("claim:0")
    assert rows.parent(index) == top and index.data(CLAIMED) is claims[0] and index.data(JUDGED) is None
    assert index.data().startswith("⚠ unsupported: “the user approved the schema”, Nobody approved it")
    assert rows.beside("retry", 1) is claims[0] and rows.beside("claim:0", 1).fact.id == "pytest"
    rows.show(listing_of(group(facts, ReviewFilter(words="schema"), frozenset(), claims)))
    assert rows.rowCount() == 1 and len(rows.every) == 1


def folded(*groups):
    rows = FactRows()
    rows.show(listing_of([Group(name, one, 1, bool(one[0].note)) for name, one in groups]))
    return [groups[place][0] for place in sorted(rows.folded())]


def test_what_is_to_be_put_back_and_what_the_user_wrote_on_is_never_folded(facts, qapp):
    plain, noted = facts[:1], (replace(facts[0], note="why?"),)
    every = [(name, plain) for name in LISTED]
    stay = [GroupName.TO_PUT_BACK, GroupName.CLAIMED, GroupName.SAID]
    assert folded(*every) == [name for name in LISTED if name not in stay]
    assert folded(*every[2:4]) == [], "nothing stands above what is undecided"
    assert folded(*[(name, noted) for name in LISTED]) == []


def test_what_a_loss_led_to_is_told_later_and_no_row_moves(rows, qtbot):
    def finding(kind, item):
        return Finding(
            kind=kind, compaction=1, item=item, subject="x", why=f"Because of {item}.", sure=Sure.LIKELY, evidence=(2,)
        )

    led = (finding(Kind.REREAD, 391), finding(Kind.ASKED, 402), finding(Kind.ASKED, 500))
    first = rows.find("outside")
    assert first.data(DRAWN).led_to == ""
    with qtbot.assertNotEmitted(rows.modelReset), qtbot.waitSignal(rows.dataChanged):
        rows.tell({"outside": led, "pytest": led})
    assert first.data(DRAWN).led_to == "→ read again #391 → asked again #402" and "→ read again #391" in first.data()
    assert "read again #391: Because of 391." in first.data(Qt.ItemDataRole.ToolTipRole)
    assert rows.find("pytest").data(DRAWN).led_to == "", "it was kept"
    with qtbot.assertNotEmitted(rows.dataChanged):
        rows.tell({"outside": led, "pytest": led})


def test_a_path_is_drawn_from_the_projects_folder_on_and_copied_in_full(qapp):
    one = fact("x", "edited /home/x/repo/src/b.py", FactKind.FINDING)
    rows = FactRows()
    groups = group((Judged(one, survival(one, 1, Verdict.LOST)),), ReviewFilter(), frozenset())
    rows.show(listing_of(groups, folder="/home/x/repo"))
    index = rows.find("x")
    assert index.data(DRAWN).statement == "edited src/b.py"
    assert one.statement in index.data() and one.statement in index.data(Qt.ItemDataRole.ToolTipRole)


def test_a_row_is_a_sentence_for_those_who_do_not_see_it(facts):
    said = sentence(facts[0])
    assert said.startswith("○ lost, constraint, must, ") and "#2" in said
    assert "no longer mattered" in sentence(facts[3])
    assert "entered by you" in sentence(Judged(OUTSIDE, facts[0].survival, Verdict.REWORDED))


def test_without_a_judge_the_list_says_where_words_stand_in_the_order_said(qapp):
    rows = FactRows()
    found = judged(exact_document().comparison[0], Judgements())
    rows.show(listing_of(group(found, ReviewFilter(), frozenset())))
    assert rows.index(0, 0).data() == "What you said 4"
    told = [rows.index(place, 0, rows.index(0, 0)) for place in range(4)]
    assert [one.data().split(", said in")[0].partition(", not there: ")[0] for one in told] == [
        "□ not there, never edit outside auth/.",
        "◧ in part, Retry twice on 401.",
        "□ not there, use pytest, not unittest.",
        "□ not there, I would like small commits.",
    ]
    part = told[1]
    assert part.data().startswith("◧ in part, Retry twice on 401., not there: “twice”")
    drawn = part.data(DRAWN)
    assert [drawn.statement[start:end] for start, end in drawn.missing] == ["twice"]
    assert "one passage holds half of its words or more" in part.data(Qt.ItemDataRole.ToolTipRole)


def test_missing_words_are_found_where_blanks_were_drawn_together():
    text = "Retry   twice\n on 401,  and\tno more"
    one = fact("x", text, FactKind.SAID)
    part = survival(one, 1, Verdict.PART, missing=((8, 13), (text.index("and"), len(text))))
    statement = " ".join(text.split())
    assert [statement[start:end] for start, end in missing_in(text, part)] == ["twice", "and no more"]
    assert missing_words(text, part) == "not there: “twice … and no more”"


def test_what_is_folded_says_why():
    one = fact("x", "ok", FactKind.SAID, fold=Fold.SHORT)
    assert sentence(Judged(one, survival(one, 1, Verdict.ABSENT))).startswith("□ not there, short, ok")


def test_words_of_a_log_are_no_markup_in_a_tooltip():
    one = fact("x", HOSTILE)
    words = row_tip(Judged(one, survival(one, 1, Verdict.LOST)))
    assert "<img" not in words and "&lt;img" in words


def test_fifty_thousand_facts_are_listed_without_making_a_row_for_each(qapp):
    document = judged_document()
    rows = FactRows()
    rows.show(listing_of(group(judged(many(document, 50_000)[0], Judgements()), ReviewFilter(), frozenset())))
    assert len(rows.every) == 50_000
    last = rows.index(rows.rowCount() - 1, 0)
    assert rows.index(rows.rowCount(last) - 1, 0, last).data(Qt.ItemDataRole.DisplayRole)
    assert rows.index(10**6, 0, last) == QModelIndex()
