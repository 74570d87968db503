import pytest

from inspector.impact.command_rules import command_rules


@pytest.mark.parametrize(
    ("text", "form", "word"),
    [
        ("Don't run the live tests (pytest -m live)", "command", "pytest -m live"),
        ("Never use sudo.", "command", "sudo"),
        ("Use pnpm, not npm.", "command", "npm"),
        ("Use uv instead of pip.", "command", "pip"),
        ("`rm -rf` is forbidden here.", "command", "rm -rf"),
        ("tenacity must not come in.", "token", "tenacity"),
        ("Don't use getUserLegacy() any more.", "token", "getUserLegacy"),
        ("No new dependencies please.", "install", "dependency"),
        ("Use only the standard library.", "install", "dependency"),
        ("Always run `make lint` before you commit.", "before", "make lint"),
        ("Before every push, run the tests.", "before", "the tests"),
        ("Run the linter before committing.", "before", "the linter"),
    ],
)
def test_plain_sentences_about_commands_set_a_rule(text, form, word):
    (rule,) = command_rules(text)
    assert rule.form == form
    assert word in rule.words


@pytest.mark.parametrize("text", ["Don't use long names.", "Do not use the old approach.", "Run the tests."])
def test_what_no_command_can_show_sets_none(text):
    assert list(command_rules(text)) == []
