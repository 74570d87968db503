import orjson
import pytest

from inspector.gui.panes.raw import RawPane
from inspector.model import Diagnostic, ItemKind, Severity, Source
from inspector.workbench.document import Stage
from tests.made_session import MadeSession, open_in

RECORD = {"type": "user", "content": "remember this"}


@pytest.fixture
def pane(make, bench, tmp_path):
    log = tmp_path / "log.jsonl"
    first = orjson.dumps(RECORD)
    log.write_bytes(first + b"\n{torn\n")
    made = MadeSession(str(log))
    made.add(ItemKind.USER, "remember this", source=Source(str(log), 1, 0, len(first), "/content"), hold=False)
    made.add(ItemKind.USER, "row", source=Source(str(log), pointer="messages/7"))
    made.build.diagnostics.append(
        Diagnostic(Severity.ERROR, "bad-line", "x", Source(str(log), 2, len(first) + 1, len(first) + 6))
    )
    pane = make(RawPane)
    document = open_in(bench, made.document(), Stage.READ)
    yield pane
    document.close()


def lines(pane):
    model = pane.text.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_the_part_that_became_the_item_is_selected(pane, bench):
    bench.selection.select(item=1)
    assert orjson.loads("".join(lines(pane))) == RECORD
    assert pane.text.selected_text() == '  "content": "remember this"'
    assert "line 1" in pane.place.text() and "/content" in pane.place.text()


def test_the_line_is_also_shown_as_it_stands(pane, bench):
    bench.selection.select(item=1)
    pane.pretty.setChecked(False)
    assert "".join(lines(pane)) == orjson.dumps(RECORD).decode()


def test_a_problem_shows_its_own_line_and_the_next_item_its_own(pane, bench):
    bench.selection.select(problem=0, item=2)
    assert lines(pane) == ["{torn"]
    assert "not readable as JSON" in pane.place.text()
    bench.selection.select(item=1)
    assert "remember this" in "".join(lines(pane))


def test_a_database_row_has_no_line(pane, bench):
    bench.selection.select(item=2)
    assert pane.placeholder.accessibleName().startswith("This has no line of its own")


def test_a_log_that_is_gone_is_a_banner_with_reload(pane, bench, tmp_path):
    (tmp_path / "log.jsonl").unlink()
    bench.selection.select(item=1)
    assert pane.banner.isVisibleTo(pane)


def test_nothing_is_read_while_nobody_looks(pane, bench):
    pane.hide()
    bench.selection.select(item=1)
    assert pane.text.model() is None
    pane.show()
    assert lines(pane)


def test_what_is_looked_for_is_marked_in_the_line(pane, bench):
    bench.selection.select(item=1)
    bench.seek("REMEMBER")
    assert len(pane.text.itemDelegate().marks) == 1


@pytest.mark.parametrize(("words", "leaves"), [("remember", False), ("remember\nthis", True)])
def test_a_hit_that_json_spells_otherwise_is_left_to_the_reader(pane, bench, words, leaves):
    asked = []
    pane.wants.connect(asked.append)
    bench.selection.select(item=1)
    bench.seek(words)
    assert asked == []
    pane.show_hit()
    assert asked == (["reader"] if leaves else [])
