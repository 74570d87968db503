import pytest

from inspector.impact.git_rules import git_rules
from inspector.impact.rules import rules_of


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Never push to main.", "push"),
        ("Do not commit yet.", "commit"),
        ("I will do the pushes myself.", "push"),
        ("I'll commit everything myself.", "commit"),
        ("Leave the committing to me.", "commit"),
        ("Never force push.", "force push"),
        ("Never push main.", "push"),
        ("**Apply locally; never push.**", "push"),
        ("Please don't squash them.", "squash"),
    ],
)
def test_plain_sentences_about_git_set_a_rule(text, word):
    (rule,) = git_rules(text)
    assert (rule.form, rule.words) == ("git", (word,))


@pytest.mark.parametrize("text", ["Never commit secrets.", "This is used to stop commit iteration early."])
def test_what_no_call_of_git_can_show_sets_none(text):
    assert list(git_rules(text)) == []


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
    (act,) = scene.acts
    (rule,) = git_rules(text)
    assert bool(rule.broken(act)) is told


@pytest.mark.parametrize(
    "text", ["Never commit to the main repo.", "Don't commit to main until the tests pass.", "Never commit to a name."]
)
def test_no_branch_no_rule_about_one(text):
    assert list(rules_of(text)) == []
