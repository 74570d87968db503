"""The first page tells of every command, and of agents what the command tells; that on JSON, what writes none."""

import re
from pathlib import Path

import click.testing
import pytest

from inspector.cli.main import COMMANDS, cli

README, JSON = ((Path(__file__).parent.parent / page).read_text("utf-8") for page in ("README.md", "inspector/JSON.md"))
SAID = [*(f"inspector {name}" for name in COMMANDS), *(f"make {task}" for task in ("run", "test", "check", "bench"))]


@pytest.mark.parametrize("words", SAID)
def test_every_command_and_every_task_for_a_newcomer_stand_in_the_readme(words):
    assert words in README


def test_the_table_of_agents_is_what_the_command_prints():
    told = click.testing.CliRunner().invoke(cli, ["agents"]).output
    heads, *printed = [re.split("  +", line) for line in told.splitlines()]
    lines = [line for line in README.partition("## Which agents")[2].splitlines() if line.startswith("|")]
    columns, _, *rows = [[cell.strip("` ") for cell in line.split("|")[1:-2]] for line in lines]
    assert rows == [[row[heads.index(name)] for name in ("name", "agent", *columns[2:])] for row in printed]


def test_the_commands_that_write_no_json_are_named():
    none = []
    for name in COMMANDS:
        each = [command := cli.get_command(click.Context(cli), name), *getattr(command, "commands", {}).values()]
        none += [] if any("--json" in option.opts for one in each for option in one.params) else [f"`{name}`"]
    words = f"Every command but {', '.join(none[:-1])} and {none[-1]} takes `--json`"
    assert words in README and words in JSON
