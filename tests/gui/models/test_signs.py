import pytest

from inspector.gui.models.signs import copyable, signed, signed_alike


@pytest.mark.parametrize(
    ("character", "shown"),
    [("\x00", "⟨NUL⟩"), ("\x1b", "⟨ESC⟩"), ("\r", "⟨CR⟩"), ("\x7f", "⟨U+007F⟩"), ("\u202e", "⟨right-to-left override⟩"),
     ("\x85", "⟨U+0085⟩"), ("\ud800", "⟨U+D800⟩"), ("\u200d", "\u200d"), ("é", "é"), ("\U0001f600", "\U0001f600")],
)  # fmt: skip
def test_what_cannot_be_seen_has_a_sign_and_all_else_stands_for_itself(character, shown):
    assert signed(f"a{character}b") == f"a{shown}b"


def test_one_half_of_a_pair_does_not_keep_the_rest_from_the_clipboard():
    assert copyable("a\ud83db\U0001f600") == "a\ufffdb\U0001f600"


def test_where_places_are_counted_each_character_has_one_sign():
    assert signed_alike("a\x00\rb\u202e\ud83d\U0001f600\u2029\r") == "a\ufffd\ufffdb\ufffd\ufffd\U0001f600\ufffd "
