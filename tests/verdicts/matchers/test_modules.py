import pytest

from inspector.model import Verdict
from tests.claude_log import Call
from tests.evidence_scene import scene


def verdict(tmp_path, summary, *paths):
    blocks = [Call("Read", {"file_path": path}, "text") for path in paths]
    return scene(tmp_path / "log.jsonl", *blocks, summary=summary)["paths", paths[0]][1].verdict


@pytest.mark.parametrize("summary", ["from `app.api.ai`", "app.api.ai.ask()", "src.app.api.ai"])
def test_three_parts_name_a_file(tmp_path, summary):
    assert verdict(tmp_path, summary, "src/app/api/ai.py") is Verdict.REWORDED


@pytest.mark.parametrize("summary", ["api.ai", "other.app.api.ai", "app.api.aid", "my-app.api.ai"])
def test_less_or_something_else_does_not(tmp_path, summary):
    assert verdict(tmp_path, summary, "src/app/api/ai.py") is Verdict.LOST


def test_parts_that_two_files_have_name_neither(tmp_path):
    paths = ("src/app/api/ai.py", "old/app/api/ai.py")
    assert verdict(tmp_path, "app.api.ai", *paths) is Verdict.LOST
    assert verdict(tmp_path, "src.app.api.ai", *paths) is Verdict.REWORDED


def test_other_languages_have_no_such_modules(tmp_path):
    assert verdict(tmp_path, "app.api.ai", "src/app/api/ai.ts") is Verdict.LOST
