"""The call that wrote a summary, with what the log tells of it and nothing else."""

from dataclasses import replace

from inspector.model import Usage
from inspector.report.summary_call import call_words, calls_json
from inspector.workbench.document import Stage
from inspector.workbench.stages import advance, read
from tests.made_session import sample


def document():
    """A session whose summarizer left a log of its own."""
    opened = read(sample("kept-messages"))
    advance(opened, Stage.RECONSTRUCT, None)
    return opened


def test_the_call_is_told_with_its_model_tokens_prompt_and_price():
    made = document()
    (one,) = made.compactions
    (call,) = calls_json(made.session, one)
    words = call_words(made.session, one)
    assert words.startswith(f"Call for the summary: {call['model']}, {call['prompt']:,} tokens sent")
    assert f"The prompt is item {one.record.prompt}." in words
    assert "What its calls cost is not in this log." in words
    made.close()


def test_what_the_log_does_not_tell_is_said_and_is_null():
    made = document()
    (one,) = made.compactions
    bare = [
        replace(call, model="", usage=Usage(), seconds=None) if call.purpose == "compaction" else call
        for call in made.session.requests
    ]
    session = replace(made.session, requests=tuple(bare))
    assert "a model that is not in this log, tokens sent not in this log" in call_words(session, one)
    (call,) = calls_json(session, one)
    assert [call[key] for key in ("model", "prompt", "output", "seconds")] == [None] * 4
    made.close()


def test_a_compaction_whose_call_is_not_in_the_log_says_nothing():
    made = read(sample("fading-rules"))
    advance(made, Stage.RECONSTRUCT, None)
    assert [call_words(made.session, one) for one in made.compactions] == ["", "", ""]
    assert calls_json(made.session, made.compactions[0]) == []
    made.close()
