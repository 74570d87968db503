import sys

import pytest

from inspector.cli.program import own_path


@pytest.mark.parametrize("name", ["inspector", "compaction-inspector"])
def test_it_is_named_by_its_path_under_both_names(name, monkeypatch, tmp_path):
    program = tmp_path / name
    program.touch()
    monkeypatch.setattr(sys, "argv", [str(program)])
    assert own_path() == str(program)


def test_what_runs_it_as_a_module_is_not_taken_for_it(monkeypatch, tmp_path):
    module = tmp_path / "__main__.py"
    module.touch()
    monkeypatch.setattr(sys, "argv", [str(module)])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert own_path() == "inspector"
