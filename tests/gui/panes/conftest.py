import pytest

from inspector.workbench.jobs import Progress
from tests.inline_executor import InlineExecutor
from tests.made_session import inline_bench, sample


@pytest.fixture
def bench():
    """A bench whose jobs run at once."""
    return inline_bench()


class HeldExecutor(InlineExecutor):
    """Runs jobs when it is told to: the newest of each slot, as the window's own does."""

    def __init__(self):
        self.held, self.progress = {}, {}

    def run(self, slot, work, done, failed):
        progress = self.progress[slot] = Progress()
        self.held[slot] = lambda: self._now(work, progress, done, failed)
        return progress

    def go_on(self):
        while self.held:
            self.held.pop(next(iter(self.held)))()

    def _now(self, work, progress, done, failed):
        try:
            value = work(progress)
        except Exception as why:
            failed(why)
        else:
            done(value)


@pytest.fixture
def held(bench):
    """The bench's jobs, not run before ``go_on``."""
    bench.executor = HeldExecutor()
    return bench.executor


@pytest.fixture
def make(qtbot, bench, theme):
    """Make a pane of a class, shown, and gone after the test."""

    def made(pane_class, width=700, height=400):
        pane = pane_class(bench, theme)
        qtbot.addWidget(pane)
        pane.resize(width, height)
        pane.show()
        qtbot.waitExposed(pane)
        return pane

    return made


@pytest.fixture
def fading(pane, bench):
    """The pane of a test on the sample of fading rules."""
    bench.open(sample("fading-rules"))
    yield pane
    bench.close()
