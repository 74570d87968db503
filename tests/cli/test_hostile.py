"""Files that broke something once, opened by the commands that a person would open them with."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from inspector.errors import InspectorError
from inspector.read.open import open_log
from tests.fuzz.trial import follow

FOLDER = Path(__file__).parents[1] / "hostile"
CASES = tomllib.loads((FOLDER / "cases.toml").read_text(encoding="utf-8"))
OPENED = [name for name, case in CASES.items() if "refused" not in case]
REFUSED = [name for name, case in CASES.items() if "refused" in case]


def test_every_file_has_its_case():
    there = {path.name for path in FOLDER.iterdir()} - {"cases.toml"}
    assert there == {name.partition("/")[0] for name in CASES}


@pytest.mark.parametrize("name", OPENED)
def test_it_opens_with_all_that_is_whole_and_its_damage_is_listed(name):
    session = open_log(FOLDER / name).session
    assert len(session.items) == CASES[name]["items"]
    assert [problem.code for problem in session.diagnostics] == CASES[name]["damage"]
    what, told, _ = follow(FOLDER / name, session.agent)
    assert (what, told) == ("ok", "")


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_in_a_sentence(name):
    with pytest.raises(InspectorError, match=CASES[name]["refused"]) as told:
        open_log(FOLDER / name)
    assert told.value.hint


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("command", ["show", "show --json", "compactions", "survival", "consequences", "tokens"])
def test_every_command_answers_and_writes_nothing_that_a_terminal_obeys(inspector, name, command):
    ran = inspector(*command.split(), FOLDER / name)
    assert not any(sign in ran.out + ran.err for sign in "\x1b\x07\x9b\u202e")
    if "refused" in CASES[name]:
        assert CASES[name]["refused"] in ran.err
    else:
        assert ran.status == 0
        assert ran.out or ran.err
