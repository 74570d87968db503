import pytest

from inspector.impact.act import acts
from inspector.impact.command_rules import command_rules, holds
from inspector.impact.rules import rules_of


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
        ("Never push to main.", "git", "push"),
        ("Do not commit yet.", "git", "commit"),
        ("I will do the pushes myself.", "git", "push"),
        ("No new dependencies please.", "install", "dependency"),
        ("Use only the standard library.", "install", "dependency"),
        ("Always run `make lint` before you commit.", "before", "make lint"),
        ("Before every push, run the tests.", "before", "the tests"),
    ],
)
def test_plain_sentences_about_commands_set_a_rule(text, form, word):
    (rule,) = command_rules(text)
    assert rule.form == form
    assert word in rule.words


@pytest.mark.parametrize(
    "text", ["Don't use long names.", "Never commit secrets.", "Do not use the old approach.", "Run the tests."]
)
def test_what_no_command_can_show_sets_none(text):
    assert list(command_rules(text)) == []


@pytest.mark.parametrize(
    ("line", "words", "told"),
    [
        ("pytest tests -m live -v", ["pytest", "-m", "live"], True),
        ("pytest tests -m 'not live'", ["pytest", "-m", "live"], False),
        ("git -C web push origin main", ["git", "push"], True),
        ("git commit -m 'push to main'", ["git", "push"], False),
        ("CI=1 sudo make x", ["make", "x"], True),
        ("echo npm install", ["npm", "install"], False),
        ("scripts/check.sh --all", ["./scripts/check.sh"], True),
    ],
)
def test_a_command_holds_words_in_their_order_behind_its_program(line, words, told):
    assert holds(line, words) is told


@pytest.mark.parametrize(
    "text",
    ["Never commit directly to main.", "Do not commit to the main branch.", "Don't commit anything to `main`."],
)
@pytest.mark.parametrize(
    ("line", "output", "told"),
    [
        ("git commit -m 'Add tides'", "[main 3f1c2ab] Add tides\n 1 file changed", True),
        ("git commit -m 'Add tides'", "[feeds 3f1c2ab] Add tides\n 1 file changed", False),
        ("git commit -qm 'Add tides'", "", False),
        ("git log --oneline", "[main 3f1c2ab] Add tides", False),
    ],
)
def test_a_commit_on_a_branch_is_told_by_its_own_answer(story, follow, text, line, output, told):
    story.human("Please look after the feeds.")
    story.say(story.bash(line, output))
    story.cut()
    scene = follow(story).scene
    (act,) = acts(scene.calls, scene.files)
    (rule,) = command_rules(text)
    assert bool(rule.broken(act)) is told


@pytest.mark.parametrize(
    "text", ["Never commit to the main repo.", "Don't commit to main until the tests pass.", "Never commit to a name."]
)
def test_no_branch_no_rule_about_one(text):
    assert list(rules_of(text)) == []
