"""Write the sample sessions: ``python tests/write_samples.py``. The same bytes every time; a test checks it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.sample_scripts import (
    agent_sdks,
    chat_log,
    damaged,
    fading_rules,
    full_window,
    kept_messages,
    opencode_export,
    opencode_second,
    small_cases,
    small_stores,
    traces,
)
from tests.sample_scripts.case import Case, toml

SAMPLES = Path(__file__).parent.parent / "sample_sessions"


def cases() -> Iterator[Case]:
    """Every case that is written by a script."""
    yield fading_rules.write()
    yield full_window.write()
    yield kept_messages.write()
    yield damaged.write()
    yield small_cases.write_tiny()
    yield small_cases.write_clean()
    yield opencode_export.write_export()
    yield opencode_export.write_database()
    yield opencode_second.write_second()
    yield small_stores.write_crush()
    yield small_stores.write_goose()
    yield small_stores.write_composer()
    yield small_stores.write_agent()
    yield agent_sdks.write_openai_agents()
    yield agent_sdks.write_langgraph()
    yield agent_sdks.write_google_adk()
    yield agent_sdks.write_strands()
    yield agent_sdks.write_acp()
    yield agent_sdks.write_deepseek_harness()
    yield agent_sdks.write_pydantic_ai()
    yield chat_log.write()
    yield traces.write_otlp()
    yield traces.write_langfuse()
    yield traces.write_langsmith()


def contents(case: Case) -> dict[Path, bytes]:
    """A case's files by path, case.toml among them."""
    folder = SAMPLES / case.folder
    return {folder / name: body for name, body in case.files.items()} | {folder / "case.toml": toml(case.truth)}


def main() -> None:
    """Write all of them."""
    for case in cases():
        for path, body in contents(case).items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body)
            print(f"{len(body):>9,}  {path.relative_to(SAMPLES)}")


if __name__ == "__main__":
    main()
