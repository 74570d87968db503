import pytest
from inspector.text.plain_names import ends_alike, is_named, is_plain, unmarked

from inspector.text.text_index import Hit, TextIndex


def test_one_word_in_small_letters_is_plain():
    assert is_plain("session")
    assert not any(map(is_plain, ("read_level", "readLevel", "Gauge", "level2")))


@pytest.mark.parametrize(
    "text", ["`reader`", "`a.reader`", "reader()", "the method reader", "class reader:", "reader: 5"]
)
def test_a_plain_word_is_a_name_where_it_is_marked_as_one(text):
    start = text.find("reader")
    assert is_named(Hit(0, start, start + 6), TextIndex((text,)))


@pytest.mark.parametrize("text", ["a reader of logs", "reader(s)", "reader (the second)", "reader: the second"])
def test_prose_names_nothing(text):
    start = text.find("reader")
    assert not is_named(Hit(0, start, start + 6), TextIndex((text,)))


def test_the_shorter_path_is_the_end_of_the_longer():
    assert ends_alike(("api", "a.py"), ("src", "api", "a.py"))
    assert not ends_alike(("lib", "a.py"), ("src", "api", "a.py"))


@pytest.mark.parametrize("text", ["in `Vault/Core.swift`", "in apps/x/Vault.", "see /Users/m/apps/x/Vault/a.swift"])
def test_a_name_without_an_ending_stands_in_a_path(text):
    (named,) = unmarked(("apps", "x", "Vault"), TextIndex((text,)))
    assert named.token in text


@pytest.mark.parametrize(
    "text", ["-scheme Vault", "the Vault app", "lib/Vault/a.swift", "https://a.example/m/Vault/pull/1"]
)
def test_a_word_is_no_folder(text):
    assert not list(unmarked(("apps", "x", "Vault"), TextIndex((text,))))


def test_a_makefile_is_one_wherever_it_stands():
    assert list(unmarked(("docker", "Makefile"), TextIndex(("the Makefile says",))))
    assert list(unmarked(("LICENSE",), TextIndex(("see LICENSE",))))
