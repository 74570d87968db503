from dataclasses import replace

from inspector.model import Has
from inspector.report.silences import silences


def test_what_logs_cannot_tell_is_said_in_sentences(document):
    able = replace(document.session.capabilities, reasoning=Has.SOMETIMES, system_prompt=Has.NO, usage=Has.YES)
    told = list(silences(replace(document.session, capabilities=able)))
    assert "Such logs do not hold the system prompt." in told
    assert "Such logs hold only at times the model's reasoning." in told
    assert not [words for words in told if "tokens" in words]
