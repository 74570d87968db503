import pytest

from inspector.cli.judge_options import JudgeWanted

USAGE = 2


@pytest.mark.parametrize(
    "option",
    [
        ("--budget", "1"),
        ("--budget-tokens", "1000"),
        ("--passes", "2"),
        ("--dry-run",),
        ("--requests-to", "questions.jsonl"),
        ("--answers-from", "answers.jsonl"),
    ],
)
def test_what_belongs_to_asking_is_refused_where_no_model_is_named(inspector, compacted, option):
    told = inspector("survival", compacted, *option)
    assert told.status == USAGE
    assert "These options are about asking a model." in told.err and "--judge" in told.err


def test_a_file_of_questions_or_answers_takes_the_place_of_a_model(tmp_path):
    assert not JudgeWanted("m").writes
    assert JudgeWanted("m", requests_to=tmp_path).writes
    assert JudgeWanted("m", answers_from=tmp_path).writes
