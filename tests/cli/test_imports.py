"""What a command waits for: only the stages that it asks for are imported, and what was kept needs no rule."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.cli.conftest import sample

TELL = """
import json, sys
from inspector.cli.main import run
status = run(sys.argv[1:])
print("\\n" + json.dumps([status, sorted(sys.modules)]))
"""
WORDS_OF_VERDICTS = {"inspector.verdicts", "inspector.survival.shares", "inspector.survival.outcome"}
"""Which verdicts are losses, and what an outcome holds: names, and no rule."""


@pytest.fixture
def imported(tmp_path):
    """The modules of a process that runs one command line; each in the same home."""
    environment = {**os.environ, "INSPECTOR_HOME": str(tmp_path / "inspector"), "HOME": str(tmp_path)}

    def run(*args: object) -> set[str]:
        told = subprocess.run(
            [sys.executable, "-c", TELL, *map(str, args)],
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        status, modules = json.loads(told.stdout.splitlines()[-1])
        assert status == 0, told.stderr
        return set(modules)

    return run


def of(modules: set[str], *packages: str) -> set[str]:
    return {name for name in modules if name.startswith(tuple(f"{package}." for package in packages))} | (
        modules & set(packages)
    )


def test_listing_compactions_imports_no_rule_no_tokenizer_no_model_and_no_window(imported):
    modules = imported("compactions", sample("fading-rules"))
    assert of(modules, "inspector.verdicts") <= WORDS_OF_VERDICTS
    heavy = ("inspector.work", "inspector.rerun", "inspector.llm", "inspector.measure", "inspector.gui")
    assert of(modules, *heavy, "inspector.read.adapters.codex.rollout", "inspector.read.adapters.cline.walk") == set()
    assert of(modules, "PySide6", "litellm", "asyncio", "numpy", "tiktoken", "rapidfuzz", "cattrs", "rich") == set()


def test_as_json_they_need_the_count_and_still_no_rule(imported):
    modules = imported("compactions", sample("fading-rules"), "--json")
    assert "inspector.measure.count" in modules
    assert of(modules, "inspector.verdicts") <= WORDS_OF_VERDICTS
    assert of(modules, "inspector.facts", "inspector.rerun", "inspector.llm", "litellm", "PySide6") == set()


def test_what_stands_where_is_shown_without_a_judge_and_without_what_only_others_need(imported):
    shown = imported("survival", sample("fading-rules"))
    assert of(shown, "inspector.impact", "inspector.judge", "inspector.llm", "inspector.rerun.engine") == set()
    assert of(shown, "PySide6", "litellm", "asyncio", "numpy", "tiktoken", "rapidfuzz", "jinja2") == set()


def test_a_prompt_without_a_compaction_before_it_waits_for_nothing(imported, monkeypatch):
    modules = imported("hook", "BeforeAgent", "--agent", "gemini")
    assert of(modules, "inspector.read", "inspector.workbench", "inspector.report", "rich") == set()
