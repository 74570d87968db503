from __future__ import annotations

from pathlib import Path

import pytest

from inspector.errors import UsageError
from inspector.llm.command_chat import CommandChat
from inspector.llm.litellm_chat import LitellmChat
from inspector.llm.models import guarded, is_free, key_of, kind_of, open_chat, unpriced
from inspector.llm.replayed_chat import ReplayedChat


@pytest.mark.parametrize(
    ("name", "chat", "kind"),
    [
        ("anthropic/claude-x", LitellmChat("anthropic/claude-x"), "provider"),
        ("qwen:7b@http://localhost:11434/v1/", LitellmChat("qwen:7b", "http://localhost:11434/v1"), "here"),
        ("big@https://models.example.com/v1", LitellmChat("big", "https://models.example.com/v1"), "provider"),
        ("vertex_ai/claude@20250101", LitellmChat("vertex_ai/claude@20250101"), "provider"),
        ("command: claude -p", CommandChat("claude -p"), "command"),
        ("replay:answers.jsonl", ReplayedChat(Path("answers.jsonl")), "here"),
    ],
)
def test_a_name_leads_to_its_model_and_back(name, chat, kind) -> None:
    assert open_chat(name) == chat
    assert open_chat(chat.name) == chat
    assert kind_of(chat) == kind
    assert is_free(chat) is name.startswith("replay:")


@pytest.mark.parametrize("name", ["", "  ", "a model", "m@ftp://host/v1", "@http://host/v1", "m@http://me:pw@host/v1"])
def test_a_name_that_leads_nowhere_says_how_names_look(name) -> None:
    with pytest.raises(UsageError) as caught:
        open_chat(name)
    assert caught.value.hint


def test_a_machine_that_is_shared_answers_one_at_a_time() -> None:
    assert guarded(open_chat("m@http://127.0.0.1:1/v1")).queue.at_once == 1
    assert guarded(open_chat("openai/gpt-x")).queue.at_once == 4


def test_where_a_key_comes_from_or_that_there_is_none_is_told_and_never_the_key(monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-to-be-seen")
    assert key_of(open_chat("openai/gpt-x")) == "key: OPENAI_API_KEY in the environment"
    assert key_of(open_chat("m@http://127.0.0.1:1/v1")) == key_of(open_chat("command:x")) == "no key is needed"
    monkeypatch.setenv("INSPECTOR_API_KEY", "sk-not-to-be-seen")
    assert key_of(open_chat("m@http://127.0.0.1:1/v1")) == "key: INSPECTOR_API_KEY in the environment"
    monkeypatch.delenv("OPENAI_API_KEY")
    assert key_of(open_chat("openai/gpt-x")).startswith("no key: OPENAI_API_KEY is not set")


def test_why_no_price_is_known_is_told() -> None:
    here = unpriced(open_chat("m@http://127.0.0.1:1/v1"))
    assert here == "a server on this machine: its price is not in the list"
    assert unpriced(open_chat("m@http://far.example/v1")) == "price not known"
    assert unpriced(open_chat("command:x")) == "price not known before it answers; a subscription may cover it"
