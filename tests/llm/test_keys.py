from __future__ import annotations

import keyring
import keyring.backend
import keyring.errors
import pytest

from inspector.llm.keys import HIDDEN, SERVICE, Key, find_key, lacks_key, variables, without_keys

SECRET = "sk-ant-a-very-secret-key-000000"


class InMemory(keyring.backend.KeyringBackend):
    # A backend offers itself to the whole run as soon as its class exists; below this one nobody is ranked.
    priority = -10

    def __init__(self, locked: bool = False) -> None:
        super().__init__()
        self.kept = {(SERVICE, "anthropic"): SECRET}
        self.locked = locked

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise keyring.errors.KeyringLocked("locked")
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password


@pytest.fixture(autouse=True)
def ring(monkeypatch):
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY", "INSPECTOR_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    before = keyring.get_keyring()
    keyring.set_keyring(InMemory())
    yield
    keyring.set_keyring(before)


def test_the_environment_comes_before_the_keyring(monkeypatch) -> None:
    assert find_key("anthropic") == Key(SECRET, "the keyring")
    monkeypatch.setenv("ANTHROPIC_API_KEY", " from-the-environment ")
    assert find_key("anthropic") == Key("from-the-environment", "ANTHROPIC_API_KEY in the environment")


def test_a_key_stands_in_no_representation() -> None:
    assert SECRET not in repr(find_key("anthropic"))


def test_where_there_is_none_it_is_said_where_one_was_looked_for() -> None:
    found = find_key("gemini")
    assert found.value == ""
    assert "GEMINI_API_KEY and GOOGLE_API_KEY are not set" in found.where
    assert "no entry 'gemini'" in found.where


def test_a_provider_that_may_answer_without_our_key_lacks_none(monkeypatch) -> None:
    keyring.set_keyring(InMemory(locked=True))
    assert lacks_key("anthropic").startswith("Nothing can be sent to anthropic without a key: ANTHROPIC_API_KEY is not")
    assert lacks_key("openai")
    assert not lacks_key("bedrock") and not lacks_key("somebody_new") and not lacks_key("models.example.com")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "a token")
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    assert not lacks_key("anthropic") and not lacks_key("openai")


def test_a_locked_keyring_is_no_failure() -> None:
    keyring.set_keyring(InMemory(locked=True))
    assert "cannot be read (KeyringLocked)" in find_key("anthropic").where


def test_a_key_made_for_a_provider_is_sent_to_no_other_server(monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    assert find_key("models.example.com").value == ""
    assert variables("127.0.0.1") == variables("localhost") == ("INSPECTOR_API_KEY",)


def test_a_provider_that_repeats_the_key_does_not_show_it() -> None:
    words = "Incorrect API key provided: sk-proj-abcdefghijklmnop. You sent plainkey."
    assert without_keys(words, "plainkey") == f"Incorrect API key provided: {HIDDEN}. You sent {HIDDEN}."


@pytest.mark.parametrize(
    "words", ["--skip-git-repo-check is unknown", "pip install hf_transfer", "sketch-of-an-answer"]
)
def test_words_that_only_begin_like_a_key_stay(words) -> None:
    assert without_keys(words) == words
