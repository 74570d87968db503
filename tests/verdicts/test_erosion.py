from dataclasses import replace

from inspector.model import Basis, FactKind, Quote, Said, Strength, Verdict
from inspector.verdicts.erosion import by_kind, by_weight, erode
from inspector.verdicts.outcome import Outcome
from tests.made_facts import OUTSIDE, PORT, PYTEST, SAID, fact, found, judged_document, survival

SUMMARY = "Summary of the work:\n- tests run with pytest"


def outcome(number, *pairs):
    compaction = replace(judged_document().compactions[0], number=number)
    return Outcome(compaction, tuple(one for one, _ in pairs), tuple(told for _, told in pairs))


def track(erosion, name):
    return next(one for one in erosion.tracks if one.fact.id == name)


def verdicts(one):
    return [cell and str(cell.verdict) for cell in one.cells]


def test_a_lost_fact_stays_gone_and_the_gap_is_told_apart_from_a_verdict():
    erosion = erode([outcome(1, (OUTSIDE, survival(OUTSIDE, 1, Verdict.LOST))), outcome(2), outcome(3)])
    one = track(erosion, "outside")
    assert verdicts(one) == ["lost", "lost", "lost"] and one.first_loss == 1
    assert [cell.survival is None for cell in one.cells] == [False, True, True]


def test_what_stands_beside_a_text_that_cannot_be_judged_is_on_no_curve_but_where_somebody_says_so():
    kept = survival(OUTSIDE, 1, Verdict.VERBATIM)
    (opaque,) = (replace(one, note="The summary cannot be read.") for one in [outcome(1, (OUTSIDE, kept))])
    assert erode([opaque]).curves(by_kind) == {} and verdicts(erode([opaque]).tracks[0]) == ["verbatim"]
    entered = erode([opaque], lambda judged: replace(judged, verdict=Verdict.LOST, basis=Basis.ENTERED))
    assert [(point.n, point.kept) for point in entered.curves(by_kind)["constraint"]] == [(1, 0)]


def test_a_kept_fact_of_which_nothing_is_told_later_is_not_called_lost():
    erosion = erode([outcome(1, (PYTEST, survival(PYTEST, 1, Verdict.REWORDED))), outcome(2)])
    assert verdicts(track(erosion, "pytest")) == ["reworded", None]


def test_what_a_summary_held_is_the_same_fact_in_the_next_segment_under_any_id():
    passage = found(9, "tests run with pytest", SUMMARY)
    carried = fact("c", "tests run with pytest", item=9, text=SUMMARY, from_summary=True)
    erosion = erode(
        [
            outcome(1, (PYTEST, survival(PYTEST, 1, Verdict.REWORDED, passage))),
            outcome(2, (carried, survival(carried, 2, Verdict.LOST))),
        ]
    )
    assert len(erosion.tracks) == 1
    assert verdicts(erosion.tracks[0]) == ["reworded", "lost"] and erosion.tracks[0].first_loss == 2


def test_words_said_again_within_more_words_are_learned_again():
    rule = fact("rule", "Never edit anything outside the feeds folder")
    again = fact("again", "Stop, I said this before: never edit anything outside the feeds folder", item=40)
    erosion = erode(
        [
            outcome(1, (rule, survival(rule, 1, Verdict.LOST))),
            outcome(2, (again, survival(again, 2, Verdict.REWORDED))),
        ]
    )
    assert len(erosion.tracks) == 1 and erosion.tracks[0].learned_again == (2,)


def test_the_opposite_in_the_same_words_is_another_fact():
    rule = fact("rule", "edit the settings of the feeds folder")
    other = fact("other", "never edit the settings of the feeds folder", item=40)
    pairs = ((rule, survival(rule, 1, Verdict.LOST)), (other, survival(other, 1, Verdict.LOST)))
    assert len(erode([outcome(1, *pairs)]).tracks) == 2


def test_evidence_is_the_same_where_its_value_is():
    other = replace(PORT, id="port2", quotes=(Quote(50, 0, 3),))
    third = replace(PORT, id="port3", value="402")
    erosion = erode(
        [
            outcome(1, (PORT, survival(PORT, 1, Verdict.LOST))),
            outcome(2, (other, survival(other, 2, Verdict.VERBATIM)), (third, survival(third, 2, Verdict.LOST))),
        ]
    )
    assert [verdicts(one) for one in erosion.tracks] == [["lost", "verbatim"], [None, "lost"]]
    assert erosion.tracks[0].learned_again == (2,)


def test_what_was_lost_once_did_not_survive_even_if_it_came_back():
    erosion = erode(
        [
            outcome(1, (OUTSIDE, survival(OUTSIDE, 1, Verdict.LOST)), (PYTEST, survival(PYTEST, 1, Verdict.VERBATIM))),
            outcome(
                2, (OUTSIDE, survival(OUTSIDE, 2, Verdict.VERBATIM)), (PYTEST, survival(PYTEST, 2, Verdict.REWORDED))
            ),
        ]
    )
    (points,) = erosion.curves(by_kind).values()
    assert [(point.age, point.n, point.kept) for point in points] == [(1, 2, 1), (2, 2, 1)]
    assert points[0].low < 0.5 < points[0].high


def test_done_and_undecided_facts_leave_the_curves():
    done = survival(OUTSIDE, 1, Verdict.LOST, live=False)
    erosion = erode([outcome(1, (OUTSIDE, done), (PYTEST, survival(PYTEST, 1, Verdict.UNDECIDED)))])
    assert erosion.curves(by_kind) == {} and erosion.tracks[0].first_loss is None


def test_curves_by_weight_have_three_bands():
    facts = [fact(f"w{i}", f"{SAID[i : i + 20]}", weight=w) for i, w in enumerate((1.0, 0.7, 0.1))]
    pairs = [(one, survival(one, 1, Verdict.VERBATIM)) for one in facts]
    assert set(erode([outcome(1, *pairs)]).curves(by_weight)) == {"heavy", "middling", "light"}


def test_a_users_verdict_counts_as_his():
    erosion = erode(
        [outcome(1, (OUTSIDE, survival(OUTSIDE, 1, Verdict.LOST)))],
        lambda told: replace(told, verdict=Verdict.REWORDED),
    )
    assert erosion.tracks[0].first_loss is None


def test_retold_counts_the_summaries_that_handed_a_fact_on():
    carried = replace(PYTEST, from_summary=True)
    rows = [outcome(1, (PYTEST, survival(PYTEST, 1, Verdict.REWORDED)))]
    rows += [outcome(n, (carried, survival(carried, n, Verdict.REWORDED))) for n in (2, 3)]
    assert erode(rows).tracks[0].retold == 2


def test_standing_rules_are_constraints_and_preferences_that_are_a_must():
    kinds = [
        (FactKind.CONSTRAINT, None, True),
        (FactKind.PREFERENCE, Strength.MUST, True),
        (FactKind.PREFERENCE, Strength.SHOULD, False),
        (FactKind.TASK, None, False),
    ]
    for kind, strength, is_rule in kinds:
        one = fact("x", "words of it", kind, strength=strength)
        erosion = erode([outcome(1, (one, survival(one, 1, Verdict.VERBATIM)))])
        assert erosion.tracks[0].is_standing_rule is is_rule


def test_any_wording_of_a_fact_may_be_the_one_that_is_said_again():
    first = fact("first", "Never edit anything outside the feeds folder")
    more = fact(
        "more", "In this repository, never edit anything outside the feeds folder, nor its tests or docs", item=20
    )
    again = fact("again", "Never edit anything outside the feeds folder!", item=40)
    lost = Verdict.LOST
    erosion = erode(
        [outcome(number, (one, survival(one, number, lost))) for number, one in enumerate((first, more, again), 1)]
    )
    assert [one.fact.id for one in erosion.tracks] == ["first"]


def test_a_verdict_about_other_words_than_the_row_shows_says_which():
    told = fact("pytest", "tests run with pytest", item=9, text=SUMMARY, from_summary=True)
    carried = replace(told, first=Said(PYTEST.quotes[0], PYTEST.texts[0], PYTEST.statement))
    erosion = erode(
        [
            outcome(1, (PYTEST, survival(PYTEST, 1, Verdict.REWORDED))),
            outcome(2, (carried, survival(carried, 2, Verdict.VERBATIM))),
        ]
    )
    assert [cell.looked_for for cell in track(erosion, "pytest").cells] == ["", "tests run with pytest"]
