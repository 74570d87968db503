"""What the panes share."""

from pathlib import Path

import pytest

from inspector.errors import InspectorError, UsageError
from inspector.store.cache import Cache
from inspector.workbench.bench import Bench
from inspector.workbench.document import Stage
from inspector.workbench.stages import STAGES
from tests.inline_executor import InlineExecutor


@pytest.fixture
def bench():
    """A bench that works at once, and what it told."""
    made = Bench(InlineExecutor(), Cache.memory())
    yield made
    made.close()


@pytest.fixture
def log(samples) -> Path:
    """A sample with compactions."""
    return next(samples.glob("claude-code/2.1/fading-rules/*.jsonl"))


def test_opening_tells_the_document_before_its_stages(bench, log):
    told = []
    bench.opened.connect(lambda document: told.append((document.reconstruction, document.measurement)))
    bench.advanced.connect(told.append)
    bench.open(log)
    assert told[0] == (None, None)
    assert told[1:4] == [Stage.RECONSTRUCT, Stage.MEASURE, Stage.COUNT]


def test_a_failed_opening_leaves_the_document_that_was_there(bench, log, tmp_path):
    bench.open(log)
    failures = []
    bench.failed.connect(lambda path, why: failures.append((path, why)))
    bench.open(tmp_path / "absent")
    assert bench.document.session.path == str(log)
    assert isinstance(failures[0][1], InspectorError)


def test_closing_forgets_selection_marks_and_document(bench, log):
    bench.open(log)
    bench.toggle_mark(3)
    bench.selection.select(item=3)
    bench.close()
    assert (bench.document, bench.marks, bench.selection.focus.item) == (None, frozenset(), None)


def test_a_filter_that_does_not_parse_leaves_the_one_that_was_there(bench):
    bench.set_filter("kind:user")
    with pytest.raises(UsageError):
        bench.set_filter("tokens:>many")
    assert bench.filter.text == "kind:user"


def test_marks_toggle(bench):
    told = []
    bench.marked.connect(told.append)
    bench.toggle_mark(5)
    bench.toggle_mark(5)
    assert told == [frozenset({5}), frozenset()]


def test_a_failed_stage_takes_only_what_rests_on_it(bench, log, monkeypatch):
    def fails(document, cache, progress):
        raise OSError("no room")

    monkeypatch.setitem(STAGES, Stage.COUNT, fails)
    bench.open(log)
    assert list(bench.document.failures) == [Stage.COUNT]
    assert bench.document.tally is None
    assert bench.document.comparison is not None


def test_reloading_a_part_opened_alone_reads_it_alone(bench, samples):
    part = next(samples.glob("claude-code/2.1/kept-messages/*/subagents/agent-a4*.jsonl"))
    bench.open(part, alone=True)
    assert bench.document.session.path == str(part)
    bench.reload()
    assert bench.document.session.path == str(part)


def test_after_another_verdict_what_rests_on_it_is_worked_out_again(bench, log):
    told = []
    bench.open(log)
    bench.document.consequences = None
    bench.document.failures[Stage.CONSEQUENCES] = UsageError("Stopped.")
    bench.advanced.connect(told.append)
    bench.judged()
    assert told == [Stage.COMPARE, Stage.CONSEQUENCES]
    assert bench.document.consequences is not None and not bench.document.failures


def test_before_there_are_verdicts_no_other_ones_are_told(bench):
    told = []
    bench.advanced.connect(told.append)
    bench.judged()
    assert told == []


def test_what_verdicts_rest_on_is_brought_back_before_they_are_given(bench, log):
    found = []
    bench.recall = lambda document: found.append((document.session.path, document.comparison))
    bench.open(log)
    assert found == [(str(log), None)]


def test_what_is_looked_for_is_told_and_else_what_the_filter_looks_for(bench):
    heard = []
    bench.sought_after.connect(heard.append)
    bench.set_filter("kind:user")
    bench.set_filter("kind:user needle")
    bench.seek("other")
    bench.set_filter("more")
    bench.seek("")
    assert heard == ["needle", "other", "more"] and bench.sought == "more"
