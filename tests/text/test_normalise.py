import unicodedata

from inspector.text.normalise import bare, normalise


def test_normal_form_forgets_case_marks_and_kinds_of_quotes():
    assert normalise("**Don’t**  push\n`main`") == "don't push main"


def test_normal_form_forgets_in_how_many_signs_an_accent_is_written():
    apart = unicodedata.normalize("NFD", "Café Überlauf 한국")
    assert normalise(apart) == "café überlauf 한국"


def test_marks_at_the_edges_are_no_part_of_what_is_looked_for():
    assert bare("- **Never** push (to main)!") == "never push (to main"
