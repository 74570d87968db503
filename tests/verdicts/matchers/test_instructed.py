import pytest
from inspector.verdicts.evidence import judge_evidence
from inspector.verdicts.zones import look_after

from inspector.model import Fact, FactKind, Verdict, Zone
from inspector.reconstruct.segment import find_segments
from tests.talk import compactions, read, session

INSTRUCTIONS = """Run `make check`. At https://a.example/x, node v1.2.3. See docs/setup.md.
Look at pyproject.toml; wait 20 seconds."""


def judged(finder, value, action):
    made = session(("human", "first"), ("instructions", INSTRUCTIONS), ("summary", "S one"), keep=1)
    (one,) = compactions(made)
    (segment,) = find_segments(made, [one], read)
    fact = Fact(
        id="1", kind=FactKind.FINDING, statement="", quotes=(), texts=(), extractor=finder, value=value, action=action
    )
    (survival,) = judge_evidence(segment, (fact,), look_after(made, one, read))
    return survival


@pytest.mark.parametrize(
    ("finder", "value", "action"),
    [
        ("commands", "make check", "ran"),
        ("identifiers", "a.example/x", "url"),
        ("numbers", "node=1.2.3", "version"),
        ("paths", "docs/setup.md", "read"),
    ],
)
def test_what_instructions_name_whole_is_not_lost(finder, value, action):
    survival = judged(finder, value, action)
    assert (survival.verdict, survival.evidence[0].zone) == (Verdict.VERBATIM, Zone.INSTRUCTIONS)


@pytest.mark.parametrize(
    ("finder", "value", "action"),
    [
        ("paths", "app/pyproject.toml", "read"),
        ("paths", "pyproject.toml", "read"),
        ("numbers", "20 s", "number"),
        ("numbers", "1.2.3", "version"),
        ("identifiers", "seconds", "name"),
    ],
)
def test_file_names_numbers_and_words_of_instructions_tell_nothing(finder, value, action):
    assert judged(finder, value, action).verdict is Verdict.LOST
