import pytest

from inspector.model import Basis, Verdict
from inspector.report.mend.choices import Choice
from inspector.store.cache import Cache
from inspector.store.library import Library
from inspector.workbench.annotations import Annotations
from inspector.workbench.bench import Bench
from tests.generate import write_claude_log
from tests.inline_executor import InlineExecutor


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "5f0d7a52-0000-4000-8000-000000000001.jsonl"
    write_claude_log(path, turns=4)
    return path


@pytest.fixture
def start(tmp_path):
    """Open a log as if in a new run of the program, with the same library."""
    libraries = []

    def begin(path):
        library = Library(tmp_path / "library.sqlite")
        libraries.append(library)
        bench = Bench(InlineExecutor(), Cache.memory())
        Annotations(bench, library)
        bench.open(path)
        assert bench.document is not None
        return bench

    yield begin
    for library in libraries:
        library.close()


def test_marks_come_back_with_the_session(start, log):
    bench = start(log)
    bench.toggle_mark(2)
    bench.toggle_mark(5)
    bench.toggle_mark(2)
    assert start(log).marks == {5}


def test_marks_of_one_session_are_not_those_of_another(start, log, tmp_path):
    bench = start(log)
    bench.toggle_mark(2)
    name = bench.document.session.id
    other = tmp_path / "5f0d7a52-0000-4000-8000-000000000002.jsonl"
    other.write_bytes(log.read_bytes().replace(name.encode(), name[::-1].encode()))
    assert start(other).marks == frozenset()


def test_opening_another_session_leaves_the_marks_of_the_first_kept(start, log, tmp_path):
    bench = start(log)
    bench.toggle_mark(2)
    bench.open(log)
    assert bench.marks == {2}
    bench.close()
    assert start(log).marks == {2}


def test_an_entered_window_comes_back_with_the_session_and_goes_when_it_is_taken_back(start, log):
    bench = start(log)
    known = bench.document.measurement.window.limit
    bench.enter_window(123_000)
    limit = start(log).document.measurement.window.limit
    assert (limit.value, limit.basis) == (123_000, Basis.ENTERED)

    start(log).enter_window(None)
    assert start(log).document.measurement.window.limit == known


def test_verdicts_notes_and_reviewed_compactions_come_back_and_an_undo_is_kept_too(start, log):
    judgements = start(log).judgements
    judgements.enter_verdict("f", 1, Verdict.REWORDED)
    judgements.write_note("f", "seen")
    judgements.set_reviewed(1, True)
    judgements.enter_verdict("g", 1, Verdict.LOST)
    judgements.undo()
    again = start(log).judgements
    assert (again.verdict("f", 1), again.note("f"), again.is_reviewed(1)) == (Verdict.REWORDED, "seen", True)
    assert again.verdict("g", 1) is None


def test_verdicts_do_not_go_over_into_another_session(start, log, tmp_path):
    bench = start(log)
    bench.judgements.enter_verdict("f", 1, Verdict.LOST)
    name = bench.document.session.id
    other = tmp_path / "5f0d7a52-0000-4000-8000-000000000002.jsonl"
    other.write_bytes(log.read_bytes().replace(name.encode(), name[::-1].encode()))
    bench.open(other)
    assert bench.judgements.verdict("f", 1) is None
    bench.open(log)
    assert bench.judgements.verdict("f", 1) is Verdict.LOST


def test_a_signed_review_comes_back_with_its_date_and_its_decisions(start, log):
    bench = start(log)
    bench.sign_offs.decide(1, "f", Choice.ACCEPT)
    first = bench.sign_offs.sign(1, "first", 2)
    second = bench.sign_offs.sign(1, "second", 2)
    again = start(log)
    assert again.sign_offs.of(1) == (first, second)
    assert again.sign_offs.decisions(1).accepted == {"f"}
