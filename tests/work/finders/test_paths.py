import pytest

from tests.claude_log import Call
from tests.evidence_scene import CWD, scene


def touched(tmp_path, *blocks):
    return {
        (fact.action, fact.value)
        for fact, _ in scene(tmp_path / "log.jsonl", *blocks).values()
        if fact.extractor == "paths"
    }


def call(name, **arguments):
    return Call(name, arguments, "ok")


@pytest.mark.parametrize(
    ("name", "arguments", "found"),
    [
        ("Read", {"file_path": f"{CWD}/src/a.py"}, {("read", "src/a.py")}),
        ("Edit", {"file_path": "./src/a.py", "old_string": "x", "new_string": "y"}, {("edited", "src/a.py")}),
        ("Write", {"file_path": "/tmp/a.py", "content": "x"}, {("created", "/tmp/a.py")}),
        ("Grep", {"pattern": "x", "path": f"{CWD}/src"}, {("searched", "src")}),
        ("Bash", {"command": "cd src && cat a.py"}, {("read", "src/a.py")}),
        ("Bash", {"command": "mv a.py lib/"}, {("deleted", "a.py"), ("created", "lib/a.py")}),
        ("exec_command", {"cmd": "cat a.py", "workdir": f"{CWD}/src"}, {("read", "src/a.py")}),
        ("str_replace_based_edit_tool", {"command": "view", "path": "src/a.py"}, {("read", "src/a.py")}),
        ("Glob", {"pattern": "**/*.py"}, set()),
    ],
)
def test_a_call_tells_what_was_done_with_which_file(tmp_path, name, arguments, found):
    assert touched(tmp_path, call(name, **arguments)) == found


def test_a_patch_names_each_of_its_files(tmp_path):
    changes = "*** Update File: src/a.py\n@@\n-x\n+y\n*** Add File: b.py\n+z\n*** Delete File: c.py"
    patch = f"*** Begin Patch\n{changes}\n*** End Patch"
    assert touched(tmp_path, call("apply_patch", input=patch)) == {
        ("edited", "src/a.py"),
        ("created", "b.py"),
        ("deleted", "c.py"),
    }


def test_a_failed_call_touched_nothing(tmp_path):
    failed = Call("Edit", {"file_path": "src/a.py", "old_string": "x", "new_string": "y"}, "no match", error=True)
    assert touched(tmp_path, failed, lambda log: log.bash("rm b.py", "denied", code=1)) == set()
