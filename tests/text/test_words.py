import pytest

from inspector.text.words import word_count, words_in


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Don’t push v1.2 to src/main_x.py", ["don't", "push", "v1.2", "to", "src", "main_x.py"]),
        ("不要修改 ok", ["不要", "要修", "修改", "ok"]),
        ("好", ["好"]),
        ("", []),
    ],
)
def test_words_are_in_lower_case_and_signs_without_blanks_in_pairs(text, forms):
    found = list(words_in(text))
    assert [word.form for word in found] == forms and word_count(text) == len(forms)
    assert all(text[word.start : word.end].lower().replace("’", "'") == word.form for word in found)
