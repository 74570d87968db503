import pytest

from inspector.rerun.chain import chain
from inspector.rerun.summarize import Recorded, SummaryAnswer
from tests.made_context import MadeContext, words


@pytest.fixture
def made():
    """Thirty requests, each with a result of two thousand tokens."""
    made = MadeContext()
    made.prompt("Go; never touch the tests.")
    for number in range(30):
        made.call(None)
        made.run(str(number), words(2_000, f"r{number}"))
    return made


def test_a_chain_compacts_its_own_output(made, strategies):
    done = list(chain(strategies.named("pi/current"), made.material(), 3, Recorded("Summary."), strategies.named))
    assert [one.run.changed for one in done] == [True, False, False]
    lossy = list(chain(strategies.named("codex/user-messages-only"), made.material(), 2, None, strategies.named))
    assert lossy[0].run.dropped and [piece.item for piece in lossy[1].run.slices] == [1]


def test_a_chain_keeps_to_the_fallback_once_a_result_was_refused(made, strategies):
    made.prompt("And now?")
    asked = []

    class Long:
        def answer(self, task):
            asked.append(task)
            return SummaryAnswer(words(90_000))

    done = list(chain(strategies.named("gemini/two-pass"), made.material(), 3, Long(), strategies.named))
    assert done[0].refused and not done[0].run.changed
    assert [one.run.spec.id for one in done] == ["gemini/two-pass", "gemini/truncate-only", "gemini/truncate-only"]
    assert len(asked) == 2, "both passes of the first time"
