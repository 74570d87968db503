import pytest

from inspector.errors import UsageError
from inspector.workbench.saved_runs import Prepared
from inspector.workbench.scenes import Scenes
from tests.inline_executor import InlineExecutor
from tests.made_runs import open_sample, ready_of
from tests.made_session import inline_bench


class Heard:
    """What the scenes told, and which compactions they had made ready."""

    def __init__(self, bench, bad=()):
        self.made, self.shown, self.failures, self.bad = [], [], 0, bad
        self.scenes = Scenes(bench, lambda: self.prepare, self.shown.append, self.fail)

    def prepare(self, document, number):
        self.made.append(number)
        if number in self.bad:
            raise UsageError("no context")
        return Prepared(ready_of(number=number), None, {}, ())

    def fail(self):
        self.failures += 1


@pytest.fixture
def bench():
    made = inline_bench()
    open_sample(made)
    return made


def test_the_one_that_is_looked_at_comes_first_and_each_once(bench) -> None:
    heard = Heard(bench)
    heard.scenes.choose((1, 3))
    heard.scenes.look_at(2)
    heard.scenes.prepare()
    assert heard.made == [2, 1, 3] and heard.scenes.taking_part() == (1, 2, 3)
    heard.scenes.look_at(3)
    heard.scenes.prepare()
    assert heard.made == [2, 1, 3] and heard.scenes.get(2) is None


def test_what_the_session_does_not_have_cannot_take_part(bench) -> None:
    heard = Heard(bench)
    heard.scenes.choose((0, 1, 99))
    assert heard.scenes.taking_part() == (1,)


def test_trouble_is_that_of_the_compaction_and_others_are_made_ready(bench) -> None:
    heard = Heard(bench, bad=(1, 2))
    heard.scenes.look_at(1)
    heard.scenes.prepare()
    assert "no context" in str(heard.scenes.trouble) and heard.failures == 1
    heard.scenes.choose((2, 3))
    heard.scenes.look_at(3)
    heard.scenes.prepare()
    assert heard.scenes.trouble is None and list(heard.scenes.troubles) == [2]
    assert [one.compaction.number for one in heard.scenes.ready()] == [3]


def test_cleared_nothing_takes_part(bench) -> None:
    heard = Heard(bench)
    heard.scenes.look_at(1)
    heard.scenes.prepare()
    heard.scenes.clear()
    assert heard.scenes.taking_part() == () and heard.scenes.ready() == () and heard.scenes.get(1) is None


def test_a_compaction_that_no_longer_takes_part_when_it_is_ready_is_let_go(bench) -> None:
    waiting = []

    class Later(InlineExecutor):
        def run(self, slot, work, done, failed):
            waiting.append(lambda: InlineExecutor.run(self, slot, work, done, failed))

    bench.executor = Later()
    heard = Heard(bench)
    heard.scenes.look_at(1)
    heard.scenes.prepare()
    heard.scenes.look_at(2)
    waiting.pop()()
    assert heard.shown == [] and heard.scenes.get(1) is None
    heard.scenes.prepare()
    bench.document = None
    waiting.pop()()
    assert heard.shown == [] and heard.scenes.get(2) is None
