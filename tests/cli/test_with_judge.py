from inspector.cli.judge_options import JudgeWanted
from inspector.cli.with_judge import judges, was_dry_run_of_each


def test_where_no_model_is_named_nobody_judges_and_the_command_goes_on():
    with judges(JudgeWanted()) as judge:
        assert judge is None
        assert not was_dry_run_of_each(judge, (), "", True)


def test_a_dry_run_is_all_that_a_command_does(inspector, compacted):
    asked = ("--judge", "openai/gpt-4o", "--dry-run", "--json")
    told = [inspector(command, compacted, *asked) for command in ("survival", "consequences")]
    told.append(inspector("mend", compacted, "--compaction", "1", *asked))
    assert [set(one.json) for one in told] == [{"schema", "dry_run", "usd", "budget", "budget_tokens", "damage"}] * 3
