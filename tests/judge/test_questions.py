"""What a judge is asked about the samples is held by a digest: a recorded answer belongs to one question.

    INSPECTOR_REWRITE_GOLDEN=1 pytest tests/judge/test_questions.py      after a change that is meant

Then the answers in tests/judged/ are of other questions, and have to be made anew.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from inspector.judge import ask as questions
from inspector.judge.earlier import Earlier
from inspector.judge.plan import plan
from inspector.model import Judgement
from inspector.reconstruct.segment import find_segments
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.stages import advance, read
from tests.conftest import SAMPLES

GOLDEN = Path(__file__).parent / "questions.json"
LOGS = ("claude-code", "codex", "opencode", "openhands", "gemini", "pi", "qwen", "copilot", "kimi", "goose")
_OTHER = ("case.json", "facts.json", "reading.json", "state.json")


def asked(log: Path) -> list[str]:
    """A digest of each question about a log: whole, cut for a small window, and as one that goes on from another."""
    document = read(log)
    try:
        advance(document, Stage.RECONSTRUCT, Cache.memory())
        found = []
        before: Earlier | None = None
        for segment in find_segments(document.session, document.compactions, document.bodies.text):
            ways = ((None, None), (20_000, None), *(((None, before),) if before is not None else ()))
            for window, earlier in ways:
                planned = plan(segment, window, earlier)
                if earlier is not None:
                    messages = questions.following(planned.listed, planned.copy, planned.log)
                elif planned.is_whole:
                    messages = questions.whole(planned.copy, planned.log)
                else:
                    messages = [one for part in planned.parts for one in questions.part(part, carried=True)]
                words = json.dumps([(one.role, one.text) for one in messages])
                found.append(hashlib.blake2b(words.encode(), digest_size=8).hexdigest())
            before = Earlier(segment, Judgement(compaction=segment.compaction.number, model=""))
        return found
    finally:
        document.close()


def _logs() -> list[Path]:
    found = [log for agent in LOGS for log in sorted((SAMPLES / agent).rglob("*")) if log.suffix in (".jsonl", ".json")]
    return [log for log in found if not {"subagents", "events"} & {*log.parts} and log.name not in _OTHER]


def _name(log: Path) -> str:
    return log.relative_to(SAMPLES).as_posix()


@pytest.mark.parametrize("log", _logs(), ids=_name)
def test_the_questions_about_a_sample_are_those_that_were_answered(log):
    golden = json.loads(GOLDEN.read_text("utf-8")) if GOLDEN.is_file() else {}
    found = asked(log)
    if os.environ.get("INSPECTOR_REWRITE_GOLDEN"):
        golden[_name(log)] = found
        GOLDEN.write_text(json.dumps(golden, indent=1, sort_keys=True) + "\n", "utf-8")
    assert golden.get(_name(log)) == found
