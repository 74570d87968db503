import unicodedata

from inspector.verdicts.matchers.normalised import MATCHER
from inspector.verdicts.zones import look_after

from inspector.model import Fact, FactKind, Quote
from tests.talk import compactions, read, session


def match(words, summary):
    made = session(("human", words), ("summary", summary))
    fact = Fact(id="f", kind=FactKind.TASK, statement="s", quotes=(Quote(1, 0, 1),), texts=(words,))
    return MATCHER.match(fact, look_after(made, compactions(made)[0], read))


def test_marks_and_case_do_not_matter():
    assert match("Use Tabs!", 'The wish was "use **tabs**"').evidence[0].text == "use **tabs"


def test_a_word_that_stands_everywhere_proves_nothing():
    assert match("go", "Written in go.") is None


def test_the_place_is_that_of_the_words_and_not_of_a_part_of_others():
    (evidence,) = match("push main", "he pushes: don't push mainline, and PUSH MAIN").evidence
    assert (evidence.text, evidence.start) == ("PUSH MAIN", 36)


def test_an_accent_in_two_signs_is_the_same():
    apart = unicodedata.normalize("NFD", "nie ins Café pushen")
    (evidence,) = match(apart, "Er will: nie ins Café pushen.").evidence
    assert evidence.text == "nie ins Café pushen"
    assert match("nie ins Café pushen", f"Er will: {apart}.").evidence[0].text == apart
