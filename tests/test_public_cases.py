"""Situations from public bug reports, beside the checkout where they are: every compaction as it really was.

A row a log: of each compaction whether it worked, who asked for it, and the tokens before and after.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.stages import advance, read
from tests.conftest import CORPUS

CASES = CORPUS.parent / "public-cases"
Told = tuple[str, str, int | None, int | None]
SUMMARY_FIRST: list[Told] = [("ok", "auto", 159_000, 24_100)]
OUT_OF_ORDER: list[Told] = [("ok", "auto", 150_411, 28_200)]
STREAM: list[Told] = [("ok", "auto", 158_140, 24_100)]
FLAGS_GONE: list[Told] = [("ok", "unknown", 158_000, 24_100)]
FORKED: list[Told] = [("ok", "unknown", 271_964, 275_000), ("ok", "unknown", 275_783, 41_000)]
RIGHT: dict[str, list[Told]] = {
    "01-subagent-grows/agent-a7d20c1e4.jsonl": [("ok", "auto", 30_029, 197_548)],
    "01-subagent-grows/main.jsonl": [("ok", "auto", 30_029, 197_548)],
    "03-branch-duplicates/fork.jsonl": [("ok", "auto", 25_500, 29_000)],
    "04-summary-earlier-than-boundary/adjacent.jsonl": SUMMARY_FIRST,
    "04-summary-earlier-than-boundary/row-between.jsonl": SUMMARY_FIRST,
    "04-summary-earlier-than-boundary/with-kept.jsonl": SUMMARY_FIRST,
    "04-summary-earlier-than-boundary/as-written.jsonl": OUT_OF_ORDER,
    "04-summary-earlier-than-boundary/sorted-by-time.jsonl": OUT_OF_ORDER,
    "05-backdated-compact-rows/session.jsonl": [("ok", "manual", 91_233, 24_100)],
    "06-failed-then-compacted/session.jsonl": [("failed", "manual", 150_300, None), ("ok", "manual", 151_900, 24_100)],
    **{f"06-failed-then-compacted/variant{n}.jsonl": [("failed", "manual", 150_300, None)] for n in (0, 1, 3)},
    "07-new-file-at-compaction/4462ebfc-5f91-4ef0-9cfb-ac6e7687a66e.jsonl": [("ok", "auto", 159_900, 24_100)],
    "09-pi-fork-copies/2026-04-26T06-01-17-000Z_01a00001-ade0-7171-b58c-91b72265b1f5.jsonl": FORKED,
    "09-pi-fork-copies/2026-04-26T09-30-14-000Z_01a00002-ade0-7171-b58c-dcf4f4bea973.jsonl": FORKED,
    "10-omp-snapcompact-grows/2026-08-28T00-04-39-622Z_01a00003-ade0-7171-b58c-97b73ceb3ffd.jsonl": [
        ("ok", "unknown", 72_706, 79_900)
    ],
    "11-pi-empty-conversation/2026-05-20T08-00-00-000Z_01a00004-ade0-7171-b58c-4da43c6da5d7.jsonl": [
        ("ok", "unknown", 152_000, 23_000)
    ],
    "11-pi-empty-conversation/2026-05-20T08-00-00-000Z_empty-01a00005-ade0-7171-b58c-41649f767c45.jsonl": [
        ("ok", "unknown", 152_000, 23_000)
    ],
    "13-opencode-failed-but-dropped/claude-code-failed-then-drop.jsonl": [
        ("failed", "manual", 158_000, None),
        ("ok", "unknown", 158_000, 21_000),
    ],
    "13-opencode-failed-but-dropped/dropped.json": [
        ("failed", "auto", 118_000, None),
        ("ok", "auto", 118_000, 15_400),
    ],
    "13-opencode-failed-but-dropped/kept.json": [("failed", "auto", 118_000, None)],
    "14-codex-forked-child/2026/08/15/rollout-2026-08-15T17-20-27-01a00670-6f78-7f4b-8dcf-d95bf2a4d27b.jsonl": [],
    "15-codex-two-in-one-turn/rollout-2026-07-04T10-00-00-019f2c92-1900-73ce-897b-21638b529b4a.jsonl": [
        ("ok", "auto", 241_000, 243_000),
        ("ok", "auto", 243_000, 22_000),
    ],
    "15-codex-two-in-one-turn/marker-first-rollout-2026-07-04T11-00-00-019f2cc9-0780-7032-8783-c3931cc62be5.jsonl": [
        ("ok", "auto", 241_000, 23_000)
    ],
    "16-codex-images-kept/rollout-2026-05-18T10-00-00-019e3a87-3500-73c6-84da-b8a11a6916c7.jsonl": [
        ("ok", "auto", 230_000, 205_000),
        ("ok", "auto", 205_000, 214_000),
        ("ok", "auto", 214_000, 223_000),
    ],
    "17-codex-window-shrinks/rollout-2026-06-19T10-00-00-019edf52-b500-79f7-8416-5bc8bde5c099.jsonl": [
        ("ok", "auto", 410_000, 31_000)
    ],
    "19-stream-order/boundary-first.jsonl": STREAM,
    "19-stream-order/summary-first.jsonl": STREAM,
    "19-stream-order/inline-summary.jsonl": STREAM,
    "19-stream-order/failed-no-boundary.jsonl": [("failed", "unknown", 158_000, None)],
    "19-stream-order/started-never-ended.jsonl": [("failed", "unknown", 158_000, None)],
    "21-flags-stripped/both-gone.jsonl": FLAGS_GONE,
    "21-flags-stripped/boundary-row-gone.jsonl": FLAGS_GONE,
    "21-flags-stripped/summary-flag-gone.jsonl": FLAGS_GONE,
    "22-phantom-parents/session.jsonl": [("ok", "manual", 159_000, 24_100)],
    "23-window-collapses/session.jsonl": [("ok", "auto", 521_900, 48_000), ("ok", "auto", 164_400, 47_000)],
    "23-window-collapses/model-switch.jsonl": [
        ("failed", "manual", 637_000, None),
        ("ok", "manual", 638_000, 41_000),
    ],
    **{
        f"24-codex-failed-remote/{name}.jsonl": [("failed", "manual", 236_000, None)]
        for name in (
            "error-event-rollout-2026-09-23T20-27-05-01a0cff3-51a8-7a3b-81c8-bdd606671ad1",
            "error-in-task-complete-rollout-2026-09-23T20-27-05-01a0cff3-51a8-7618-8550-fe1b3b106980",
        )
    },
    "25-copilot-failed-twice/events.jsonl": [
        ("failed", "unknown", 103_453, None),
        ("failed", "unknown", 107_296, None),
    ],
    "27-kimi-cache-miss/session_aaaa/agents/main/wire.jsonl": [("ok", "auto", 212_154, 41_250)],
    "28-subagent-compacts/277582f0-93f5-4c2c-888e-44f94ecc6c7f.jsonl": [],
}


@pytest.mark.parametrize("name", RIGHT)
def test_every_compaction_of_a_reported_situation_is_as_it_was(name: str) -> None:
    path: Path = CASES / name
    if not path.exists():
        pytest.skip("the situations are not beside the checkout")
    document = read(path)
    try:
        advance(document, Stage.RECONSTRUCT, Cache.memory())
        found = [
            (one.record.status, one.record.trigger, one.before.value, one.after.value) for one in document.compactions
        ]
    finally:
        document.close()
    assert found == RIGHT[name]
