from inspector.text.similarity import stem
from inspector.text.wording import wording


def test_a_form_that_no_ending_tells_leads_to_another_word_that_is_no_form_itself():
    irregular = wording().irregular
    assert irregular["kept"] == "keep" and not set(irregular.values()) & set(irregular)


def test_no_word_is_its_own_opposite_once_endings_are_gone():
    assert all(stem(one) != stem(other) for one, other in wording().opposites)


def test_words_of_talk_about_anything_name_no_rule():
    assert not wording().common & {"never", "must", "only", "always", "not"}


def test_what_can_be_taken_back_stands_among_the_opposites():
    assert wording().undone <= {word for pair in wording().opposites for word in pair}
