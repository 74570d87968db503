from __future__ import annotations

from pathlib import Path

from inspector.cli.run_json import run_json
from inspector.resources import samples
from tests.made_columns import results_of
from tests.rerun.conftest import case_of, ready
from tests.rerun.laboratory import STRATEGIES


def _log() -> Path:
    (log,) = samples().glob("codex/*/auth-refresh/*.jsonl")
    return log


def test_a_run_tells_where_each_piece_of_its_context_is_from() -> None:
    document = ready(_log())
    case = case_of(document, 1)
    (result,) = results_of([STRATEGIES.named("jetbrains/masking-10")], case.material, case.found, None)
    told = run_json(result)
    document.close()
    entries = told["context"]["entries"]
    assert len(entries) == len(result.compared.run.slices)
    whole = [entry for entry in entries if entry["item"] and entry["state"] == "verbatim"]
    assert whole and all(entry["text"] is None for entry in whole), "what stands in the log is not written out again"
    assert all(entry["text"] for entry in entries if entry["state"] == "masked")
    assert (told["usage"], told["cost"], told["error"], told["prompt"]) == (None, 0, None, None)
    assert told["params"]["id"] == "jetbrains/masking-10"
    assert set(told["facts"]) == {fact.id for fact in result.compared.facts}
    assert {one["words"] for one in told["facts"].values()} <= {"there", "part", "absent", "unread"}
    assert all(one["statement"] and one["judged"] is None for one in told["facts"].values())
