import pytest

from inspector.model import Verdict
from tests.evidence_scene import scene


def verdict(tmp_path, address, summary, *said):
    blocks = (f"See https://{address} there.", *said)
    return scene(tmp_path / "log.jsonl", *blocks, summary=summary)["identifiers", address][1].verdict


@pytest.mark.parametrize("summary", ["issue #50", "PRs #49, #50", "pull request 50", "o/r#50 is open", "#50 of o/r"])
def test_an_issue_is_told_by_its_number(tmp_path, summary):
    assert verdict(tmp_path, "github.com/o/r/issues/50", summary) is Verdict.REWORDED


@pytest.mark.parametrize("summary", ["#50", "issue #501", "50 issues", "step #50 of all"])
def test_a_number_alone_is_no_issue(tmp_path, summary):
    assert verdict(tmp_path, "github.com/o/r/issues/50", summary) is Verdict.LOST


def test_a_number_of_two_repositories_is_neither(tmp_path):
    other = "And https://github.com/o/s/pull/50 too."
    assert verdict(tmp_path, "github.com/o/r/issues/50", "issue #50", other) is Verdict.LOST


def test_a_repository_is_told_by_owner_and_name(tmp_path):
    assert verdict(tmp_path, "github.com/owner/tide.git", "in `owner/tide`.") is Verdict.REWORDED
    assert verdict(tmp_path, "github.com/owner/tide", "in src/owner/tide and owner/tide/a") is Verdict.LOST
