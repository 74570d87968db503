import pytest

from inspector.model import Verdict
from tests.claude_log import Call
from tests.evidence_scene import scene


def verdict(tmp_path, finder, value, summary, *blocks):
    return scene(tmp_path / "log.jsonl", *blocks, summary=summary)[finder, value][1].verdict


def read(path):
    return Call("Read", {"file_path": path}, "text")


def test_a_file_that_fits_a_pattern_of_the_summary_is_reworded(tmp_path):
    summary = "- `tools/input/*.real.txt` (13 files)"
    assert verdict(tmp_path, "paths", "tools/input/a.real.txt", summary, read("tools/input/a.real.txt")) is (
        Verdict.REWORDED
    )
    assert verdict(tmp_path, "paths", "tools/a.real.txt", summary, read("tools/a.real.txt")) is Verdict.LOST


@pytest.mark.parametrize(("code", "told"), [(0, Verdict.REWORDED), (1, Verdict.LOST)])
def test_a_usage_tells_of_a_call_but_not_that_it_failed(tmp_path, code, told):
    command = 'npx tsx tools/title.ts "Some title"'
    step = lambda log: log.bash(command, "text", code=code)  # noqa: E731
    assert verdict(tmp_path, "commands", command, "Usage: `npx tsx tools/title.ts <file>`", step) is told


def test_a_module_is_its_file(tmp_path):
    path = "src/app/api/ai.py"
    assert verdict(tmp_path, "paths", path, "from `app.api.ai`", read(path)) is Verdict.REWORDED


def test_a_number_is_its_address(tmp_path):
    said = "See https://github.com/o/r/issues/50 there."
    assert verdict(tmp_path, "identifiers", "github.com/o/r/issues/50", "issue #50", said) is Verdict.REWORDED


def module(tmp_path, summary, *paths):
    return verdict(tmp_path, "paths", paths[0], summary, *map(read, paths))


@pytest.mark.parametrize("summary", ["from `app.api.ai`", "app.api.ai.ask()", "src.app.api.ai"])
def test_three_parts_name_a_file(tmp_path, summary):
    assert module(tmp_path, summary, "src/app/api/ai.py") is Verdict.REWORDED


@pytest.mark.parametrize("summary", ["api.ai", "other.app.api.ai", "app.api.aid", "my-app.api.ai"])
def test_less_or_something_else_does_not(tmp_path, summary):
    assert module(tmp_path, summary, "src/app/api/ai.py") is Verdict.LOST


def test_parts_that_two_files_have_name_neither(tmp_path):
    paths = ("src/app/api/ai.py", "old/app/api/ai.py")
    assert module(tmp_path, "app.api.ai", *paths) is Verdict.LOST
    assert module(tmp_path, "src.app.api.ai", *paths) is Verdict.REWORDED


def test_other_languages_have_no_such_modules(tmp_path):
    assert module(tmp_path, "app.api.ai", "src/app/api/ai.ts") is Verdict.LOST
