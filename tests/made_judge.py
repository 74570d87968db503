"""A judge that answers by a script: what it says about the three compactions of the sample with fading rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.llm.provider import Provider

_RULE = "Never edit anything outside src/tidewatch/feeds/ and tests/feeds/."


def statement(line: int, quote: str, state: str, evidence: str = "", **more: Any) -> dict[str, Any]:
    """One statement as a judge gives it."""
    told = {"kind": "constraint", "strength": "must", "live": True, **more}
    return {"line": line, "quote": quote, "state": state, "evidence": evidence, **told}


def claim(quote: str, verdict: str, *lines: str, why: str = "") -> dict[str, Any]:
    """One claim as a judge gives it."""
    return {"quote": quote, "lines": list(lines), "verdict": verdict, "why": why}


ANSWERS: dict[str, dict[str, Any]] = {
    "[L93 new summary]": {
        "statements": [
            statement(4, _RULE, "verbatim", _RULE),
            statement(
                4,
                "The alerting code is frozen until the audit is over.",
                "verbatim",
                "The alerting code is frozen until the audit is over.",
                kind="given",
                strength=None,
            ),
            statement(
                4,
                "Retry at most 4 times, and never wait longer than 90 seconds in total for one page.",
                "reworded",
                "No more than 4 retries, and at most 90 seconds of waiting in all for a page.",
            ),
            statement(
                4,
                "I'd prefer one small commit per feed, please don't squash them.",
                "reworded",
                "The user would like one small commit for each feed, not squashed.",
                kind="preference",
                strength="should",
            ),
            statement(
                39,
                "No new dependency: write the backoff yourself, tenacity must not come in.",
                "reworded",
                "No new dependency; the backoff is our own code, without tenacity.",
            ),
            statement(
                43, "btw don't run the live tests (pytest -m live)", "weakened", "live tests carry the marker `live`"
            ),
        ],
        "claims": [claim("committed as 3f1c2ab", "supported", "L49")],
    },
    "[L155 new summary]": {
        "followed": {
            "Never edit": ("lost", ""),
            "The alerting code": ("superseded", ""),
            "Retry at most": ("altered", "Up to 5 retries for a page, within about 90 seconds."),
            "I'd prefer one small": ("weakened", "Commits may be kept small where it makes sense."),
            "No new dependency": ("weakened", "Try to avoid new dependencies if possible."),
            "btw don't run": ("lost", ""),
        },
        "statements": [
            statement(
                118,
                "Below -3 m or above 12 m nothing of ours is real.",
                "reworded",
                "Impossible levels (below -3 m or above 12 m)",
                kind="given",
                strength=None,
            ),
            statement(118, "These words stand nowhere in the log", "lost"),
        ],
        "claims": [
            claim("BODC is committed as 9be40d7.", "supported", "L109"),
            claim(
                "The whole suite was run after the last change and all 212 tests pass.",
                "contradicted",
                "L107",
                why="The last run was of two files, 8 tests.",
            ),
            claim("The flag is in all five feeds.", "supported", "L130", "L132"),
        ],
    },
    "": {"statements": [statement(162, "Flagged readings have no business raising an alarm.", "lost")], "claims": []},
}
"""By the label that the new summary has in the request; "" for any other."""
_FOLLOWED = re.compile(r"^(\d+)\. \[L\d+ [^\]]*\] (.*)$", re.MULTILINE)


def answer(messages: list[dict[str, str]]) -> str:
    """What the judge says to a request; nothing new where it is asked once more."""
    asked = messages[-1]["content"]
    if "STATEMENTS AND PASSAGES" in asked:
        return json.dumps({"statements": []})
    told = next(told for label, told in ANSWERS.items() if label in asked)
    return json.dumps({**told, "followed": list(_fates(asked, told.get("followed", {})))})


def _fates(asked: str, known: dict[str, tuple[str, str]]) -> Iterator[dict[str, Any]]:
    """What becomes of every statement that is followed: lost, where the script says nothing."""
    for number, words in _FOLLOWED.findall(asked.split("=== EARLIER SUMMARY ===")[0]):
        state, evidence = next((fate for start, fate in known.items() if words.startswith(start)), ("lost", ""))
        yield {"n": int(number), "live": True, "evidence": evidence, "state": state}


def judge_at(provider: Provider) -> str:
    """The name of the judge, once the server answers by the script."""
    provider.script = answer
    return f"scripted@{provider.address}"
