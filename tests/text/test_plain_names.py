import pytest

from inspector.text.plain_names import ends_alike, unmarked
from inspector.text.text_index import TextIndex


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
