import pytest

from inspector.model import ItemKind
from inspector.model.run import State
from inspector.rerun.estimate import bytes4, estimator, total
from tests.made_context import MadeContext, words


@pytest.fixture
def message():
    made = MadeContext()
    made.prompt("häuser" * 100)
    return made.material().entries


@pytest.mark.parametrize(
    ("name", "tokens"),
    [("chars4", 150), ("chars4x1.33", 200), ("bytes4", 175), ("gemini", 275), ("json3", 247), ("provider", 300)],
)
def test_each_agent_guesses_in_its_own_way(name, tokens, message):
    assert estimator(name, ratio=2.0)(message) == tokens


def test_the_name_of_a_called_tool_counts_and_a_message_is_rounded_once():
    made = MadeContext()
    made.prompt("ab")
    made.add(ItemKind.TOOL_CALL, "{}", tool="Bash", call_id="a")
    entries = made.material().entries
    assert estimator("chars4")([entries[1]]) == 2
    assert total(entries, estimator("chars4")) == 3


def test_bytes_are_rounded_up():
    assert [bytes4(text) for text in ("", "a", "abcd", "abcde")] == [0, 1, 1, 2]


def test_cline_counts_a_result_whole_of_which_it_sends_the_two_ends():
    made = MadeContext()
    made.run("a", f"{words(100)}...[truncated 8400 chars]...{words(100)}")
    result = made.material().entries[-1]
    count = estimator("json3")
    whole = count([result])
    assert whole - count([result.changed(result.text, State.TRUNCATED, "by a strategy")]) == 2_800
