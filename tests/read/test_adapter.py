import pytest

from inspector.read.adapter import with_article


@pytest.mark.parametrize("name", ["attachment", "assistant", "event_msg"])
def test_a_vowel_takes_an(name):
    assert with_article(name) == f"an {name}"


def test_other_names_take_a():
    assert with_article("user") == "a user" and with_article("system") == "a system"
