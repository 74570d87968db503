"""A session in OpenCode's second store: one compaction failed, one left a summary and a text of what is newest."""

from __future__ import annotations

import json
from typing import Any

from tests.sample_scripts.case import Case
from tests.sample_scripts.opencode_export import SCHEMA as FIRST_SCHEMA
from tests.sample_scripts.store import fact, packed, told

SESSION, CHILD, OLD = (
    "ses_7c20aa11bffeKq3LmW5tYr8Hd2",
    "ses_7c20ab93cffeTz9NpV1xJs4Gf6",
    "ses_6f11cc02dffeRb7MkC2wLu5Pq8",
)
START = 1_787_400_000_000
MODEL = {"id": "claude-sonnet-5", "providerID": "anthropic"}
ASKED = (
    "The tide app should warn before spring tides. Never send a warning between 22:00 and 06:00. "
    "Keep the dependency list as it is."
)
SECOND = "Write the warning in Dutch and in English. Harbour names stay as they are."
SUMMARY = """## Objective
- Warn users of the tide app before spring tides.

## Requirements
- Never send a warning between 22:00 and 06:00.

## Work State
### Completed
- `tides.py` has `next_spring_tide`; 9 tests pass.

## Next Move
1. Put the warning into words.
"""
RECENT = f"[User]: {SECOND}\n\n[Assistant]: Both languages, then. I read the word list first."
TIDES = "\n".join(f"{hour:02}:10  {2.1 + hour % 6 * 0.4:.1f} m" for hour in range(24))

SCHEMA = (
    "CREATE TABLE session_v2 (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, fork_session_id text, "
    "slug text NOT NULL, directory text NOT NULL, title text, version text NOT NULL, revert text, agent text, "
    "model text, time_created integer NOT NULL, time_updated integer NOT NULL)",
    "CREATE TABLE session_message (id text PRIMARY KEY, session_id text NOT NULL, type text NOT NULL, "
    "seq integer NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL)",
    "CREATE UNIQUE INDEX session_message_session_seq_idx ON session_message (session_id, seq)",
    *FIRST_SCHEMA[:3],
    "CREATE TABLE credential (id text PRIMARY KEY, value text)",
)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _tokens(fresh: int, read: int, output: int, thought: int = 0) -> dict[str, Any]:
    return {"input": fresh, "output": output, "reasoning": thought, "cache": {"read": read, "write": 0}}


def _tool(call_id: str, name: str, asked: dict[str, Any], text: str, **about: Any) -> dict[str, Any]:
    state = {"status": "completed", "input": asked, "content": [{"type": "text", "text": text}]}
    return {"type": "tool", "id": call_id, "name": name, "state": state | ({"metadata": about} if about else {})}


def _talk() -> list[tuple[str, dict[str, Any]]]:
    """Type and data of each row, in order."""
    refused = {
        "type": "permission.rejected",
        "message": "The user rejected it with the following feedback: no new files",
    }
    failed = {"status": "error", "input": {"filePath": "warn.py"}, "error": refused}
    questions = [{"header": "Hour", "question": "How early should the warning come?"}]
    answered = (
        'User has answered your questions: "How early should the warning come?"="six hours". You can now continue.'
    )
    return [
        ("user", {"text": ASKED, "files": [{"mime": "text/plain", "name": "tides.py", "data": "cGFzcw=="}]}),
        (
            "assistant",
            {
                "agent": "build",
                "model": MODEL,
                "content": [
                    {"type": "reasoning", "text": "The table of heights comes first."},
                    {"type": "text", "text": "I look at the heights."},
                    _tool("call_1", "read", {"filePath": "heights.txt"}, TIDES),
                ],
                "finish": "tool-calls",
                "tokens": _tokens(900, 14_200, 120, 30),
            },
        ),
        (
            "assistant",
            {
                "agent": "build",
                "model": MODEL,
                "content": [
                    _tool("call_2", "question", {"questions": questions}, answered, answers=[["six hours"]]),
                    {"type": "tool", "id": "call_3", "name": "write", "state": failed},
                    _tool(
                        "call_4",
                        "subagent",
                        {"agent": "explore", "description": "Find the sender", "prompt": "Where are warnings sent?"},
                        f'<subagent sessionID="{CHILD}" state="completed">\nIn push.py.\n</subagent>',
                        sessionID=CHILD,
                    ),
                ],
                "finish": "tool-calls",
                "tokens": _tokens(1_100, 15_100, 210),
            },
        ),
        ("system", {"text": "Today's date is now 2026-08-22.", "description": "Date"}),
        (
            "shell",
            {"shellID": "sh_1", "command": "make test", "status": "exited", "exit": 0, "output": {"output": "9 ok"}},
        ),
        ("idle", {"outcome": "succeeded"}),
        (
            "compaction",
            {"status": "failed", "reason": "auto", "error": {"type": "provider.error", "message": "overloaded"}},
        ),
        ("user", {"text": SECOND}),
        (
            "assistant",
            {
                "agent": "build",
                "model": MODEL,
                "content": [{"type": "text", "text": "Both languages, then. I read the word list first."}],
                "finish": "stop",
                "tokens": _tokens(600, 17_900, 40),
            },
        ),
        (
            "compaction",
            {
                "status": "completed",
                "reason": "manual",
                "model": MODEL,
                "summary": SUMMARY,
                "recent": RECENT,
                "tokens": _tokens(700, 17_900, 260),
            },
        ),
        ("synthetic", {"text": "The task in the background is finished."}),
        (
            "assistant",
            {
                "agent": "build",
                "model": MODEL,
                "content": [{"type": "text", "text": "The words are in both languages."}],
                "finish": "stop",
                "tokens": _tokens(3_900, 0, 35),
            },
        ),
    ]


def write_second() -> Case:
    """What 2.x writes, beside a session that it took over from 1.x and left where it was."""
    rows: list[tuple[str, list[Any]]] = []
    for id_, parent, title in ((SESSION, None, "Spring tide warnings"), (CHILD, SESSION, "Find the sender")):
        about = ["8c1f", parent, None, "quiet-tide", "/home/ines/tides", title, "2.0.12", None, "build", _json(MODEL)]
        rows.append(("session_v2", [id_, *about, START, START + 900_000]))
    for seq, (kind, data) in enumerate(_talk(), 1):
        at = START + 40_000 * seq
        time = {"created": at} | ({"completed": at + 6_000} if kind == "assistant" else {})
        rows.append(("session_message", [f"msg_{seq:03}", SESSION, kind, seq, at, at, _json({"time": time} | data)]))
    prompt = {
        "time": {"created": START},
        "text": "You are a subagent spawned by another session.\nWhere are warnings sent?",
    }
    rows.append(("session_message", ["msg_c01", CHILD, "user", 1, START, START, _json(prompt)]))
    old = ["8c1f", None, "old-tide", "/home/ines/tides", "Heights in metres", "1.18.31", None, START - 9_000_000]
    rows.append(("session", [OLD, *old, START - 8_000_000]))
    said = {"role": "user", "time": {"created": START - 9_000_000}}
    rows.append(("message", ["msg_o01", OLD, START - 9_000_000, START - 9_000_000, _json(said)]))
    text = _json({"type": "text", "text": "Show the heights in metres."})
    rows.append(("part", ["prt_o01", "msg_o01", OLD, START - 9_000_000, START - 9_000_000, text]))
    rows.append(("credential", ["c1", "not to be read"]))
    shows = [
        "rows of the second store, in which a tool's result stands beside its call",
        "a compaction that failed and removed nothing, then one that left a summary and a text of what is newest",
        "an answer of the user, a refusal with a reason, a command that the user ran",
        "a session of the first store in the same database, and a table with credentials that is never read",
    ]
    pointer = "session_message/10/data"
    compactions = [
        {"pointer": "session_message/7/data", "kind": "summary", "trigger": "auto"},
        {"pointer": pointer, "kind": "summary", "trigger": "manual", "summary_pointer": f"{pointer}/summary"},
    ]
    truth = told("The second store", "opencode", "opencode.db", shows, compactions)
    night = (2, "verbatim", "summary", "Never send a warning between 22:00 and 06:00")
    truth["facts"] = [
        fact("night", "session_message/1/data/text", "Never send a warning between 22:00 and 06:00", night),
        fact(
            "dependencies",
            "session_message/1/data/text",
            "Keep the dependency list as it is",
            (2, "lost", "summary", ""),
        ),
    ]
    return Case("opencode/2.0/second-store", "opencode.db", {"opencode.db": packed(SCHEMA, rows)}, truth)
