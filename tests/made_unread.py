"""A Codex rollout whose compaction nobody can read: behind it what was said is fetched again, or never tested."""

from __future__ import annotations

from pathlib import Path

from tests.codex_log import call, compacted, event, header, lines, message, output, says, turn, usage

RULE = "Never push to the release branch without asking me about it first."
TASK = "Mend the tide tables in tides/tables.py so that the leap day is in them."
HARBOURS = "Brest\nCuxhaven\nDover\nEsbjerg\n"
SEALED = {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAA" * 40}
START = event("task_started", model_context_window=258_400)
_TABLES = "\n".join(f"    '{day:02} February': {day * 3} * HOURS," for day in range(1, 29))


def unread_log(folder: Path, *, kept: bool = False) -> Path:
    """The log in a folder; with ``kept`` facts from the user stay in the context."""
    said = f"{TASK}\n{RULE}"
    path = folder / "rollout-2026-07-20T20-00-00-019f8100.jsonl"
    rows = [
        header(cwd="/p"), turn(), START, says("user", said),
        *ran("c1", "cat tides/tables.py", _TABLES), *ran("c2", "cat docs/rules.md", f"# Rules\n\n{RULE}\n"),
        *ran("c3", "cat docs/harbours.md", HARBOURS), usage(200_000),
        compacted(*([message("user", said)] if kept else []), SEALED), usage(20_000),
        says("assistant", "I look at the tables and at the rules again."),
        *ran("c4", "cat tides/tables.py", _TABLES), *ran("c5", "cat docs/rules.md", f"# Rules\n\n{RULE}\n"),
        says("assistant", "The tables end on the 28th."), usage(30_000),
    ]  # fmt: skip
    path.write_bytes(lines(*rows))
    return path


def ran(call_id: str, command: str, told: str) -> tuple[dict, dict]:
    """A command and what it told."""
    return call(call_id, arguments=f'{{"cmd":"{command}"}}'), output(told, call_id)
