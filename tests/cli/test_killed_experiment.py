"""An experiment that is killed twice, against a server with faults: each answer is paid once, the budget is kept."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from inspector.model import Usage
from tests.claude_log import ClaudeLog
from tests.cli.priced_inspector import price
from tests.llm.provider import USAGE, Provider

COMPACTIONS, PROMPTS, REPEATS = 10, 4, 3
RUNS = COMPACTIONS * PROMPTS * REPEATS
BUDGET = 500.0
FAULTS = {3: "busy", 5: "cut", 7: "empty", 9: "refused"}
"""By the last digit of a request's number modulo twelve."""


@pytest.fixture
def experiment(tmp_path, server) -> Path:
    log = ClaudeLog("cd" * 16, "/srv/quay", "2.1.219", "main", "2026-03-02T09:00:00")
    for number in range(1, COMPACTIONS + 1):
        log.human(f"Never touch pier {number}; the crane on it must keep port {8000 + number}.")
        log.say(f"Pier {number} is left alone.")
        log.compact(f"Pier {number} must not be touched. Its crane keeps port {8000 + number}.")
    (tmp_path / "quay.jsonl").write_bytes(log.dump())
    for number in range(PROMPTS):
        (tmp_path / f"p{number}.md").write_text(f"Sum up what was said, in way {number}.")
    path = tmp_path / "experiment.yaml"
    prompts = ", ".join(f"p{number}.md" for number in range(PROMPTS))
    path.write_text(
        f"sessions: [quay.jsonl]\nstrategies: [codex/local]\nprompts: [{prompts}]\n"
        f"models: [faulty@{server.address}]\nrepeats: {REPEATS}\nconcurrency: 6\n"
        f"budget: {{dollars: {BUDGET}}}\noutput: [out.json]\n"
    )
    return path


def start(experiment: Path) -> subprocess.Popen[str]:
    env = {**os.environ, "INSPECTOR_OFFLINE": "1", "INSPECTOR_HOME": str(experiment.parent / "home")}
    return subprocess.Popen(
        [sys.executable, "-m", "tests.cli.priced_inspector", "experiment", "run", str(experiment)],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=env,
    )


def spent(experiment: Path) -> list[tuple[int, float]]:
    """The rows of the ledger: whether each is open, and its dollars."""
    with closing(sqlite3.connect(experiment.parent / "home/data/library.sqlite")) as library:
        return library.execute("SELECT open, dollars FROM spent").fetchall()


def paid(server: Provider) -> int:
    return sum(fault != "busy" for _, fault in server.ended)


def killed_after(answers: int, experiment: Path, server: Provider) -> None:
    """Start it, let so many more requests through, hold the others, and kill it once all that came back is kept."""
    before, begun, lock = paid(server), 0, threading.Lock()

    def fault(nth: int) -> str:
        nonlocal begun
        with lock:
            kind = FAULTS.get(nth % 12, "ok") if begun < answers else "hang"
            begun += kind not in ("busy", "hang")
            return kind

    server.hanging.clear()
    server.fault = fault
    child = start(experiment)
    try:
        assert server.hanging.wait(30)
        give_up = time.monotonic() + 10
        while sum(not is_open for is_open, _ in spent(experiment)) < before + begun:
            assert child.poll() is None and time.monotonic() < give_up
            time.sleep(0.02)
    finally:
        child.send_signal(signal.SIGKILL)
        child.communicate()


def test_killed_twice_each_answer_is_paid_once_and_the_budget_is_kept(experiment, server) -> None:
    killed_after(40, experiment, server)
    killed_after(40, experiment, server)
    kept = sum(fault in ("ok", "refused") for _, fault in server.ended)
    server.fault = lambda nth: "busy" if nth % 12 == 3 else "ok"
    child = start(experiment)
    _, told = child.communicate(timeout=60)
    assert child.returncode == 0, told

    whole = Counter(messages for messages, fault in server.ended if fault in ("ok", "refused"))
    assert len(whole) == COMPACTIONS * PROMPTS
    assert set(whole.values()) == {REPEATS}, "each repeat of each question was answered whole once"

    rows = spent(experiment)
    ended = Counter(fault for _, fault in server.ended)
    assert all(ended[fault] for fault in ("busy", "cut", "empty", "refused")), "every fault came up"
    assert len([row for row in rows if not row[0]]) == paid(server)
    one = price(None, Usage(USAGE["prompt_tokens"], 0, 0, USAGE["completion_tokens"])).dollars  # type: ignore[arg-type]
    exact = [dollars for is_open, dollars in rows if not is_open and dollars == one]
    assert len(exact) == ended["ok"], "what an answer took is kept to the cent"
    assert paid(server) * one <= sum(dollars for _, dollars in rows) <= BUDGET

    columns = json.loads((experiment.parent / "out.json").read_text())["columns"]
    runs = [run for column in columns for run in column["runs"] if column["strategy"] != "recorded"]
    assert len(runs) == RUNS
    assert sum(run["error"] is not None for run in runs) == ended["refused"]
    assert f": {kept} answers kept from before, {RUNS - kept} requests left." in told
    assert f"{RUNS} of {RUNS} runs done, 0 left; spent: $" in told
