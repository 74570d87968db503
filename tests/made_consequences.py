"""A log in which everything was had again behind a compaction, for tests of what a user sees of it."""

from __future__ import annotations

from pathlib import Path

from tests.claude_log import Call
from tests.impact.conftest import RULE, new_story, ruled

_QUESTION = "What should a feed do with a reading far below its datum?"
_REPORT, _TABLE = "python -m tidewatch.report --days 14", "station expected received\nbattery 240 231"
_ABSENT = "/bin/bash: line 1: gauge: command not found"
NAMED, NAMED_AT = "read again, named", "where it was named"


def consequences_log(folder: Path) -> tuple[Path, dict[str, int]]:
    """The log, and by what happened its line; one file was named by the user before it was read again."""
    log = ruled(new_story())
    for call in (log.bash("gauge build", _ABSENT, code=127), _ask(), log.bash(_REPORT, _TABLE)):
        log.say(call)
    for name in ("noaa", "bodc", "shom", "base"):
        log.say(log.read(f"src/feeds/{name}.py"))
    log.cut()
    lines = {"read again": log.say(log.read("src/feeds/bodc.py")), "done again": log.say(log.bash(_REPORT, _TABLE))}
    lines["asked again"] = log.say(_ask()) - 1
    lines["known mistake"] = log.say(log.bash("gauge report", _ABSENT, code=127))
    lines[NAMED_AT] = log.queued("Is shom.py the right place for it?")
    lines[NAMED] = log.say(log.read("src/feeds/shom.py"))
    log.say("Going on.")
    lines["said again"] = log.human(f"Stop. {RULE}")
    path = folder / "log.jsonl"
    path.write_bytes(log.dump())
    return path, lines


def _ask() -> Call:
    told = f'User has answered your questions: "{_QUESTION}"="Keep it". You can now continue.'
    return Call("AskUserQuestion", {"questions": [{"question": _QUESTION, "options": [{"label": "Keep it"}]}]}, told)
