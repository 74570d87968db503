import pytest

from inspector.judge.answer import ClaimAnswer
from inspector.judge.column_text import claims, column_text, survival
from inspector.judge.columns_answer import ColumnStatement
from inspector.model import Basis, ItemKind, Origin, Verdict, Zone
from inspector.model.run import Slice, State
from inspector.rerun.compared import stand_in
from inspector.survival.survive import survive
from tests.made_columns import contexts, run_of

RULE = "Never edit anything outside src/tidewatch/feeds/ and tests/feeds/."


@pytest.fixture
def scene(cases):
    case = cases["claude-code/2.1/fading-rules", 1]
    found = survive(case.found)
    pairs = list(zip(found.facts, found.survivals, strict=True))
    return case.found.segment, next(pair for pair in pairs if pair[0].texts[0] == RULE)


def judged(scene, text, state, words=""):
    segment, statement = scene
    (context,) = contexts(segment, text)
    return survival(column_text(context, frozenset()), statement, ColumnStatement(state, words) if state else None)


def test_words_that_carry_a_statement_have_to_stand_in_the_text(scene):
    text = "Only files below feeds may be touched."
    found = judged(scene, text, Verdict.REWORDED, "below feeds may be touched")
    assert (found.verdict, found.basis) == (Verdict.REWORDED, Basis.JUDGED)
    assert found.evidence[0].text == "below feeds may be touched" and found.evidence[0].zone is Zone.SUMMARY
    for state in (Verdict.REWORDED, Verdict.WEAKENED, Verdict.ALTERED, Verdict.CONTRADICTED):
        missing = judged(scene, text, state, "nothing outside feeds")
        assert missing.verdict is Verdict.UNDECIDED and "stand nowhere" in missing.why
        assert judged(scene, text, state).verdict is Verdict.UNDECIDED


def test_lost_is_not_believed_where_the_words_stand(scene):
    assert judged(scene, f"Rule: {RULE}", Verdict.LOST).verdict is Verdict.UNDECIDED
    assert judged(scene, "Rules were given.", Verdict.LOST).verdict is Verdict.LOST


def test_the_opposite_beside_the_words_themselves_is_the_opposite(scene):
    found = judged(scene, f"No longer wanted: {RULE}", Verdict.CONTRADICTED, "No longer wanted")
    assert found.verdict is Verdict.CONTRADICTED


def test_a_kept_verdict_is_verbatim_where_the_words_stand(scene):
    assert judged(scene, f"Rule: {RULE}", Verdict.REWORDED).verdict is Verdict.VERBATIM


def test_no_verdict_is_undecided(scene):
    found = judged(scene, "Rules were given.", None)
    assert found.verdict is Verdict.UNDECIDED and "says nothing" in found.why


def test_a_statement_whose_message_is_kept_is_verbatim_whatever_the_text_says(scene):
    segment, statement = scene
    item = segment.session.items[statement[0].quotes[0].item - 1]
    kept = Slice("tail", item.kind, item.origin, State.VERBATIM, segment.read(item), 9, item=item.number)
    context = stand_in(run_of("The rules were lifted.", kept=(kept,)), segment)
    found = survival(
        column_text(context, frozenset()), statement, ColumnStatement(Verdict.CONTRADICTED, "The rules were lifted.")
    )
    assert found.verdict is Verdict.VERBATIM and found.evidence[0].zone is Zone.KEPT


def test_kept_messages_as_one_text_are_kept_and_not_written(scene):
    segment, statement = scene
    tail = Slice("tail", ItemKind.SUMMARY, Origin.HARNESS, State.TRUNCATED, f"[user]: {RULE}", 9)
    column = column_text(stand_in(run_of("", kept=(tail,)), segment), frozenset())
    assert not column.is_read
    assert survival(column, statement, None).verdict is Verdict.VERBATIM


def test_a_column_that_wrote_nothing_lost_what_it_did_not_keep(scene):
    segment, statement = scene
    column = column_text(contexts(segment, "")[0], frozenset())
    assert not column.is_read and survival(column, statement, None).verdict is Verdict.LOST


def test_claims_that_stand_nowhere_are_dropped_and_counted(scene):
    segment, _ = scene
    column = column_text(contexts(segment, "All tests pass. It was deployed.")[0], frozenset())
    told = [
        ClaimAnswer("It was deployed.", "contradicted", ("L9",), ""),
        ClaimAnswer("All tests pass.", "contradicted", ("L404",), ""),
        ClaimAnswer("The user approved it.", "unsupported", (), ""),
    ]
    found, dropped = claims(column, told, {"L9": 9})
    assert dropped == 1
    # One that names no passage that shows otherwise is held against the text as unsupported alone.
    assert [(claim.text, claim.kind, claim.items) for claim in found] == [
        ("All tests pass.", "unsupported", ()),
        ("It was deployed.", "contradicted", (9,)),
    ]
