from inspector.gui.models.verdicts import (
    fold_word,
    judged_by,
    kind_title,
    kind_word,
    question_words,
    role,
    strength_word,
    verdict_basis,
    verdict_meaning,
    verdict_word,
    zone_title,
)
from inspector.model import Basis, FactKind, Fold, Quote, Said, Strength, Verdict, Zone
from inspector.wording.verdicts import SIGNS
from tests.made_facts import OUTSIDE, fact, reading


def test_no_two_verdicts_share_a_sign_or_a_word():
    assert len(set(SIGNS.values())) == len(Verdict)
    assert len({verdict_word(one) for one in Verdict}) == len({verdict_meaning(one) for one in Verdict}) == len(Verdict)


def test_every_verdict_has_a_sign_a_word_a_meaning_and_a_colour_of_the_theme(theme):
    for verdict in Verdict:
        assert SIGNS[verdict] and verdict_word(verdict) and verdict_meaning(verdict)
        assert theme.role(role(verdict)).isValid()


def test_what_is_turned_round_looks_like_nothing_else():
    alone = [one for one in Verdict if role(one) == role(Verdict.CONTRADICTED)]
    assert alone == [Verdict.CONTRADICTED]
    assert verdict_meaning(Verdict.CONTRADICTED) == "the context says the opposite"


def test_what_is_counted_as_not_there_never_looks_like_a_loss():
    counted = {role(Verdict.ABSENT), role(Verdict.PART)}
    assert not counted & {role(one) for one in Verdict if one not in (Verdict.ABSENT, Verdict.PART)}
    assert (verdict_word(Verdict.ABSENT), verdict_word(Verdict.PART)) == ("not there", "in part")


def test_a_pick_says_what_was_asked_a_fold_why_and_a_verdict_who_gave_it():
    pick = fact("pick", "sqlite", FactKind.SAID, question=Said(Quote(1, 0, 12), "which\nstore?"))
    assert question_words(pick) == "asked: “which store?”" and question_words(OUTSIDE) == ""
    assert [fold_word(one) for one in (None, Fold.PASTED, Fold.SHORT)] == ["", "pasted", "short"]
    assert judged_by(reading(1)) == "judged by reader" and judged_by(None) == ""


def test_kinds_zones_strengths_and_bases_all_have_words():
    for words, members in (
        (kind_title, FactKind),
        (kind_word, FactKind),
        (zone_title, Zone),
        (strength_word, Strength),
        (verdict_basis, Basis),
    ):
        assert len({words(one) for one in members}) == len(list(members))
    assert strength_word(None) == ""
    assert "entered" in verdict_basis(Basis.ENTERED)
