from inspector.gui.models.verdicts import (
    SIGNS,
    kind_title,
    kind_word,
    matcher_words,
    role,
    strength_word,
    verdict_basis,
    verdict_meaning,
    verdict_word,
    zone_title,
)
from inspector.model import Basis, FactKind, Strength, Verdict, Zone
from inspector.verdicts.matchers import MATCHERS
from inspector.work.lookup import FAMILIES


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


def test_every_matcher_is_told_in_words():
    names = [matcher.name for matcher in MATCHERS] + list(FAMILIES) + ["supersede"]
    assert len({matcher_words(name) for name in names}) == len(names)
    assert all(matcher_words(name) != f"by {name}" for name in names)
    assert (matcher_words(""), matcher_words("of later")) == ("", "by of later")
