import threading
import weakref

import pytest
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication, QWidget

from inspector.errors import Cancelled, CannotRead
from inspector.gui.executor import PoolExecutor


class Gate:
    """A job that goes on when it is told, or stops when it is cancelled."""

    def __init__(self, value=None):
        self.value = value
        self.started = threading.Event()
        self.go = threading.Event()

    def __call__(self, progress):
        self.started.set()
        while not self.go.wait(0.002):
            progress.check()
        return self.value


def nobody(_):
    raise AssertionError("nobody should hear of this")


def test_a_result_arrives_on_the_thread_of_the_window(executor, qtbot):
    heard = []
    executor.run(
        "s",
        lambda progress: QThread.currentThread(),
        lambda worker: heard.append((worker, QThread.currentThread())),
        nobody,
    )
    qtbot.waitUntil(lambda: bool(heard))
    worker, receiver = heard[0]
    assert receiver is QApplication.instance().thread()
    assert worker is not receiver


def test_a_job_that_was_heard_holds_nothing_of_what_it_was_made_of(executor, qtbot):
    class Session:
        """Anything that a weak reference can look at."""

    session, heard = Session(), []
    gone = weakref.ref(session)

    def work(progress, held=session):
        return 42

    def done(value, held=session):
        heard.append(value)

    executor.run("s", work, done, nobody)
    del session, work, done
    qtbot.waitUntil(lambda: heard == [42])
    assert gone() is None


def test_an_exception_arrives_as_it_was_raised(executor, qtbot):
    why = CannotRead("no")
    heard = []

    def fail(progress):
        raise why

    executor.run("s", fail, nobody, heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == [why]


def test_a_panic_that_is_no_exception_arrives_as_one(executor, qtbot):
    heard = []

    def panic(progress):
        raise SystemExit(3)

    executor.run("s", panic, nobody, heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    assert isinstance(heard[0], RuntimeError)
    assert isinstance(heard[0].__cause__, SystemExit)


def test_of_several_jobs_in_a_slot_only_the_newest_is_heard(executor, qtbot):
    first, heard = Gate("old"), []
    executor.run("s", first, nobody, nobody)
    assert first.started.wait(5)
    for number in range(5):
        executor.run("s", lambda progress, number=number: number, heard.append, nobody)
    qtbot.waitUntil(lambda: not executor.busy())
    assert heard == [4]


def test_a_result_that_was_overtaken_on_its_way_is_dropped(executor, qtbot):
    first, heard = Gate("old"), []
    executor.run("s", first, nobody, nobody)
    assert first.started.wait(5)
    first.go.set()
    # Its result is posted and waits for the event loop, which only runs from here on.
    assert executor._pool.waitForDone(5000)
    executor.run("s", lambda progress: "new", heard.append, nobody)
    qtbot.waitUntil(lambda: not executor.busy())
    assert heard == ["new"]


def test_slots_do_not_stand_in_each_others_way(executor, qtbot):
    slow, heard = Gate("slow"), []
    executor.run("a", slow, heard.append, nobody)
    executor.run("b", lambda progress: "quick", heard.append, nobody)
    qtbot.waitUntil(lambda: heard == ["quick"])
    assert executor.busy() == ("a",)
    slow.go.set()
    qtbot.waitUntil(lambda: heard == ["quick", "slow"])


def test_a_cancelled_job_fails_with_cancelled(executor, qtbot):
    heard = []
    gate = Gate()
    executor.run("s", gate, nobody, heard.append)
    assert gate.started.wait(5)
    executor.cancel("s")
    qtbot.waitUntil(lambda: bool(heard))
    assert isinstance(heard[0], Cancelled)


def test_a_job_that_never_looks_is_cancelled_all_the_same(executor, qtbot):
    heard, go, began = [], threading.Event(), threading.Event()

    def deaf(progress):
        began.set()
        go.wait(5)
        return "done"

    executor.run("s", deaf, nobody, heard.append)
    assert began.wait(5)
    executor.cancel()
    go.set()
    qtbot.waitUntil(lambda: bool(heard))
    assert isinstance(heard[0], Cancelled)


def test_a_slot_is_busy_without_a_gap_while_one_job_follows_another(executor, qtbot):
    told, heard = [], []
    executor.busy_changed.connect(lambda slot, busy: told.append((slot, busy)))

    def then(value):
        executor.run("s", lambda progress: "second", heard.append, nobody)

    executor.run("s", lambda progress: "first", then, nobody)
    qtbot.waitUntil(lambda: heard == ["second"] and not executor.busy())
    assert told == [("s", True), ("s", False)]


def test_a_slot_is_free_again_after_its_listener_failed(executor, qtbot, capture_exceptions):
    def fail(value):
        raise ValueError("in the listener")

    executor.run("s", lambda progress: 1, fail, nobody)
    qtbot.waitUntil(lambda: not executor.busy())
    assert [kind for kind, _, _ in capture_exceptions] == [ValueError]


def test_progress_is_heard_from_the_newest_job_only(executor, qtbot):
    told = []
    executor.progressed.connect(lambda slot, fraction, words: told.append((slot, fraction, words)))
    executor.run("s", lambda progress: progress.report(1.0, "done"), lambda value: None, nobody)
    qtbot.waitUntil(lambda: bool(told))
    assert told == [("s", 1.0, "done")]


@pytest.mark.usefixtures("qapp")
def test_closing_stops_what_runs_and_what_waits_and_delivers_nothing():
    pool = PoolExecutor()
    gates = [Gate(number) for number in range(6)]
    for number, gate in enumerate(gates):
        pool.run(f"slot {number}", gate, nobody, nobody)
    assert gates[0].started.wait(5)
    assert pool.close() is True
    QApplication.processEvents()
    assert pool.busy() == ()
    assert not gates[-1].started.is_set()


@pytest.mark.usefixtures("qapp")
def test_after_closing_nothing_starts():
    pool = PoolExecutor()
    pool.close()
    progress = pool.run("s", lambda progress: 1, nobody, nobody)
    with pytest.raises(Cancelled):
        progress.check()
    assert pool.busy() == ()


@pytest.fixture
def capture_exceptions():
    from pytestqt.exceptions import capture_exceptions

    with capture_exceptions() as found:
        yield found


class Painted(QWidget):
    """Notes when it is painted."""

    def __init__(self, order: list[str]) -> None:
        super().__init__()
        self._order = order

    def paintEvent(self, event) -> None:
        self._order.append("painted")


def test_what_a_result_led_to_waits_until_it_is_painted(qtbot):
    executor, order = PoolExecutor(), []
    shown = Painted(order)
    qtbot.addWidget(shown)
    shown.show()
    qtbot.waitUntil(lambda: bool(order))
    order.clear()

    def second(progress):
        order.append("second")

    def arrived(value):
        executor.run("slot", second, lambda _: order.append("heard"))
        assert executor.busy() == ("slot",)
        shown.update()

    executor.run("slot", lambda progress: None, arrived)
    qtbot.waitUntil(lambda: "heard" in order)
    assert order == ["painted", "second", "heard"]
    assert executor.close()
