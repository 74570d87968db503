from dataclasses import asdict, replace

from inspector.model import Capabilities, Has
from inspector.report.silences import silences


def test_what_logs_cannot_tell_is_said_in_sentences(document):
    able = Capabilities(**dict.fromkeys(asdict(document.session.capabilities), Has.YES))
    able = replace(able, reasoning=Has.SOMETIMES, system_prompt=Has.NO, tools=Has.NO, timestamps=Has.NO)
    assert list(silences(replace(document.session, capabilities=able))) == [
        "Such logs do not hold the system prompt, the definitions of the tools or when things happened.",
        "Such logs hold only at times the model's reasoning.",
    ]
