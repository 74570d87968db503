"""Sessions of Hermes Agent: chains of sessions, rows that keep their times, answers to be checked, rows taken back."""

from __future__ import annotations

import pytest

from inspector.read.adapters import hermes
from tests.read_back import compactions, contexts
from tests.sample_scripts.store import packed

SCHEMA = (
    "CREATE TABLE sessions (id TEXT, source, model, model_config, system_prompt, parent_session_id, started_at, "
    "end_reason)",
    "CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id, role, content, tool_call_id, tool_calls, tool_name, "
    "timestamp, finish_reason, active, compacted, reasoning)",
)
SUMMARY = ("user", "[CONTEXT COMPACTION — REFERENCE ONLY] They counted.")
TOLD = ("assistant", SUMMARY[1])
ASKED, SAID, NEXT, CHECKED = ("user", "Count."), ("assistant", "Three."), ("user", "Now?"), ("assistant", "Two?")
HASTY, THOUGHTS = ("assistant", "Four."), {"Four.": "Hm."}


@pytest.mark.parametrize(
    ("messages", "last"),
    [
        ([(0, ASKED), (0, SAID), (1, SUMMARY), (1, SAID), (1, NEXT), (1, SAID)], [SUMMARY, SAID, NEXT]),
        # After a resume what is kept has the times that it had.
        ([(0, ASKED, 101), (0, SAID, 102), (0, SUMMARY), (0, SAID, 102), (0, NEXT), (0, SAID)], [SUMMARY, SAID, NEXT]),
        ([(0, ASKED, 101), (0, SAID, 102), (0, TOLD), (0, SAID, 102), (0, NEXT), (0, SAID)], [TOLD, SAID, NEXT]),
        ([(0, ASKED), (0, CHECKED), (0, SAID), (0, NEXT), (0, SAID)], [ASKED, SAID, NEXT]),
        # A spoilt number put a row in front that stood behind the summary.
        ([(0, NEXT, 1e9 + 3), (0, HASTY), (0, SUMMARY), (0, NEXT), (0, SAID)], [NEXT, HASTY, SUMMARY, NEXT]),
        ([(0, ASKED), (0, SAID), (0, ("user", "No."), -1), (0, NEXT), (0, SAID)], [ASKED, SAID, NEXT]),
    ],
    ids=["a chain", "resumed", "told as the agent", "checked", "moved", "taken back"],
)
def test_the_last_request_holds_what_the_agent_sends(messages, last, tmp_path):
    ends = [None] if messages[-1][0] == 0 else ["compression", None]
    rows = [("sessions", [f"s{n}", "cli", "m", "{}", "", f"s{n - 1}", n + 1e9, end]) for n, end in enumerate(ends)]
    for number, (place, (role, text), *time) in enumerate(messages, 1):
        second = time[0] if time and time[0] > 0 else 1e9 + number
        about = ["verification_required" if text == "Two?" else "stop", int(time != [-1]), 0]
        rows.append(
            ("messages", [number, f"s{place}", role, text, None, None, None, second, *about, THOUGHTS.get(text)])
        )
    (tmp_path / "state.db").write_bytes(packed(SCHEMA, rows))
    session = hermes.ADAPTER.read(tmp_path / "state.db", lambda problem: pytest.fail(problem.message))
    assert contexts(session)[-1] == [text for _, text in last]
    assert ("Hm." in {item.preview for item in session.items}) == (HASTY in last)
    told = [(one.kept, session.items[one.record.summary - 1].preview) for one in compactions(session)]
    kept = (2,) if last[0][1] == SUMMARY[1] else ()
    assert told == ([(kept, SUMMARY[1])] if kept or HASTY in last else [])
