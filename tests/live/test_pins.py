"""The table of releases: every driven agent has its file, and the README says of each what the table says."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.read.adapters import ADAPTERS
from live.place import PINS, CannotRun, installed
from live.play import classes

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.parametrize("name", PINS)
def test_every_release_has_an_agent_that_is_named_after_it(name: str) -> None:
    assert [one.name.partition(":")[0] for one in classes(name)] == [name] * len(classes(name))


@pytest.mark.parametrize("name", [name for name, row in PINS.items() if "format" in row])
def test_the_readme_says_what_was_measured(name: str) -> None:
    row = PINS[name]
    assert row["format"] in {adapter.id for adapter in ADAPTERS}
    (line,) = [line for line in README.read_text("utf-8").splitlines() if f"| `{row['format']}` |" in line]
    assert line.endswith(f"| {row['version']}: {row['equal']} |")


def test_an_unknown_agent_or_variant_is_said_with_those_that_there_are() -> None:
    with pytest.raises(CannotRun, match=r"there are .*codex"):
        installed("nobody")
    with pytest.raises(CannotRun, match="codex:local"):
        classes("codex:nowhere")
