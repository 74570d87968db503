import pytest

from inspector.report.redact import name_spans, names_pattern, user_names


@pytest.mark.parametrize(
    "path",
    [
        "/home/alice.b/proj/x.py", "/Users/alice.b/proj", r"C:\Users\alice.b\proj", r"C:\\Users\\alice.b\\proj",
        "/mnt/c/Users/alice.b/x", "see /home/alice.b", '"/home/alice.b"', "/c/Users/alice.b/x", "/var/home/alice.b/x",
    ],
)  # fmt: skip
def test_a_home_folder_names_its_person_on_every_system(path):
    assert user_names([path]) == {"alice.b"}


def test_agents_fold_the_path_of_a_project_into_a_name_and_names_that_say_nothing_are_none():
    assert user_names(["~/.claude/projects/-home-alice-work-app/x.jsonl"]) == {"alice"}
    assert not user_names(["/home/user/x", "/home/runner/work", "/Users/Shared/x", "/home/node/app", "/home/ab/x"])


def found(text, *names):
    return [(text[start:end], kind) for start, end, kind in name_spans(text, names_pattern(frozenset(names)))]


def test_a_name_is_found_as_a_word_of_its_own_and_not_within_others():
    assert found("alice, Alice_2 and malice -home-alice-x", "alice") == [
        ("alice", "user name"),
        ("Alice", "user name"),
        ("alice", "user name"),
    ]


def test_addresses_are_found_but_not_those_of_repositories():
    text = "Co-authored-by: A <a.b+c@example.co.uk>, git@github.com:o/r.git, @decorator, x@y"
    assert found(text) == [("a.b+c@example.co.uk", "e-mail address")]
