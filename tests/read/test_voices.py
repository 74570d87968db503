from __future__ import annotations

import pytest

from inspector.model import ItemKind, Origin
from inspector.read.voices import is_summary, voice_of


@pytest.mark.parametrize(
    "text",
    [
        "<summary>told</summary>",
        "<state_snapshot>told</state_snapshot>",
        "This session is being continued from a previous conversation that ran out of context. told",
        "Another language model started to solve this problem and left notes.",
        "Here is a summary of the conversation so far: told",
        "The conversation history before this point was compacted into the following summary: told",
        "A previous instance of Droid has summarized the work. told",
        "[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted. told",
        "Session Summary:\ntold",
        "## Conversation Summary\ntold",
        "**Session summary (turns 1 to 40)**\ntold",
        "Summary of the previous conversation:\ntold",
        "Previous context has been compacted. Here is the compaction output: told",
        "Some of the conversation history has been summarized to free up context. told",
        "You are in the middle of a conversation that has been summarized. told",
        "Note: prior messages (12 of 30) have been hidden from view. told",
        "I spoke to you previously about a number of things. told",
        "<conversation-checkpoint>told</conversation-checkpoint>",
        "<compacted-summary>told</compacted-summary>",
    ],
)
def test_summaries_are_told_by_how_they_open(text):
    assert is_summary(text)
    assert voice_of(text)[:2] == (ItemKind.SUMMARY, Origin.HARNESS)


@pytest.mark.parametrize(
    "text",
    [
        "Write a summary of the minutes.",
        "Summarise this.",
        "The previous page is wrong.",
        "Session summary please, in one line.",
        "Summary of the conversation in German, please.",
        "Prior messages were wrong.",
        "Conversation history is empty; why?",
        "<div><p>Fix this</p></div>",
    ],
)
def test_people_may_speak_of_summaries_and_html_that_someone_pastes_is_theirs(text):
    assert not is_summary(text)
    assert voice_of(text).origin is Origin.HUMAN


@pytest.mark.parametrize(
    "text", ["<environment_context>\ncwd\n</environment_context>", "<local-command-stdout>x</local-command-stdout>"]
)
def test_text_inside_one_tag_of_the_harness_is_the_harnesss(text):
    assert voice_of(text).origin is Origin.HARNESS


def test_words_behind_a_reminder_are_the_humans():
    voice = voice_of("<system-reminder>be brief</system-reminder>\n\nplan a trip")
    assert (voice.kind, voice.words) == (ItemKind.ATTACHMENT, "plan a trip")


def test_reminder_alone_holds_no_words():
    assert voice_of("<system-reminder>be brief</system-reminder>").words == ""


def test_query_wrapped_for_the_model_is_the_humans():
    assert voice_of("<user_query>\nplan a trip\n</user_query>").origin is Origin.HUMAN


def test_instruction_files_are_instructions():
    assert voice_of("# AGENTS.md instructions for /p\n\nBe brief.").kind is ItemKind.INSTRUCTIONS
