"""What a record tells of a compaction, as a person reads it."""

from __future__ import annotations

from inspector.model import CompactionRecord, Source
from inspector.wording.compactions import growth_words, sentences
from inspector.workbench.document import Stage
from tests.made_session import MadeSession


def record(**more: object) -> CompactionRecord:
    return CompactionRecord("c", Source("log"), "summary", **more)  # type: ignore[arg-type]


def test_a_record_that_tells_nothing_has_no_sentences():
    assert sentences(record()) == ()


def test_why_it_failed_and_how_often_the_summarizer_was_asked():
    told = sentences(record(status="failed", reason="too long", attempts=3))
    assert told == ("too long.", "The summarizer was asked 3 times.")


def test_one_attempt_is_not_worth_a_sentence():
    assert sentences(record(attempts=1)) == ()


def test_method_focus_what_was_sent_and_the_notes():
    told = sentences(record(method="handoff", focus="the port", shown=(1, 2), notes=("Kept.",)))
    assert told == (
        "The agent calls this way “handoff”.",
        "It was asked to look after: “the port”.",
        "The summarizer was sent 2 items of what stood before.",
        "Kept.",
    )


def test_growth_is_said_in_tokens():
    made = MadeSession()
    made.call(30_000)
    made.compact()
    made.call(197_000)
    (one,) = made.advanced(Stage.RECONSTRUCT).compactions
    assert growth_words(one) == "The context grew by 167,000 tokens."
