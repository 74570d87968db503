from inspector.verdicts.speech import Speech
from inspector.verdicts.zones import look_after

from inspector.model import Fact, FactKind, Quote
from tests.talk import compactions, read, session

SAID = ("main には絶対に push しないでください", "テストを先に書いてください", "古い API は残してください")
ANSWER = "I will keep the old API and write the tests before anything else."


def said(item, text, **more):
    return Fact(
        id="f", kind=FactKind.CONSTRAINT, statement=text, quotes=(Quote(item, 0, len(text)),), texts=(text,), **more
    )


def test_what_a_person_says_is_in_the_language_that_they_speak():
    made = session(*(("human", text) for text in SAID), ("human", "npm は不可"), ("agent", ANSWER))
    speech = Speech(made, read)
    assert speech.language_of(said(4, "npm は不可")) == "ja"
    assert speech.language_of(said(5, ANSWER)) == "en"
    assert speech.language_of(said(1, ANSWER, from_summary=True)) == "en", "a summary has a language of its own"


def test_a_fact_differs_from_a_summary_in_another_language_only():
    made = session(*(("human", text) for text in SAID), ("summary", ANSWER))
    after = look_after(made, compactions(made)[0], read)
    assert (
        after.language == "en"
        and after.is_foreign(said(1, SAID[0]))
        and not after.is_foreign(said(4, ANSWER, from_summary=True))
    )


def test_a_fact_that_no_session_holds_is_told_by_its_words():
    assert Speech(session(("human", "hello there")), read).language_of(said(9_000, SAID[0])) == "ja"
