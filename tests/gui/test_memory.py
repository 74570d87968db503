from pathlib import Path

import pytest

from inspector.gui.memory import capture, restore
from inspector.workbench.selection import Focus
from inspector.workbench.workspace import load_workspace


def test_a_window_opens_where_and_as_it_was_closed(opened, make_window, log, settled):
    opened.setGeometry(120, 90, 1000, 700)
    opened.perspectives.trace.toggle_drawer()
    opened.perspectives.trace.show_tab("context")
    opened.perspectives.trace.card.wanted = False
    opened.bench.set_filter("kind:user")
    opened.bench.selection.select(item=4, first=2.0, last=9.0)
    focus = opened.bench.selection.focus
    sizes = opened.perspectives.trace.save_state()["middle"]
    opened.close()

    again = make_window(load_workspace(opened.workspace.file))
    assert (again.width(), again.height()) == (1000, 700)
    again.opener.open(log)
    settled(again)
    assert not again.perspectives.trace.drawer_shown()
    assert again.perspectives.trace.context.isVisible()
    assert not again.perspectives.trace.card.wanted
    assert again.perspectives.trace.save_state()["middle"] == sizes
    assert again.bench.filter.text == "kind:user"
    assert again.bench.selection.focus == focus


def test_an_opened_session_is_the_most_recent_one(opened, log):
    entry = load_workspace(opened.workspace.file).recent[0]
    assert (entry.path, entry.agent, entry.compactions) == (str(log), "claude-code", 2)


@pytest.mark.parametrize(
    "damage",
    [
        {"geometry": "not base 64 ✗", "trace": {"rows": 5, "middle": "AAAA", "tab": "no such", "panes": ["x"]}},
        {"geometry": 7, "trace": "nothing"},
        {"trace": {"panes": {"transcript": {"columns": "odd"}, "timeline": {"stack": "no such"}}}},
    ],
)
def test_an_odd_state_gives_the_default_layout(make_window, workspace, log, settled, damage):
    workspace.window = damage
    window = make_window()
    window.opener.open(log)
    settled(window)
    assert window.perspectives.trace.isVisible() and window.perspectives.trace.drawer_shown()
    assert min(window.perspectives.trace.timeline.height(), window.perspectives.trace.transcript.width()) > 50


def test_a_state_that_cannot_be_written_does_not_keep_the_window_open(make_window, tmp_path):
    (tmp_path / "file").touch()
    window = make_window(load_workspace(tmp_path / "file" / "workspace.json"))
    window.close()
    assert not window.isVisible() and window.finished


def test_a_view_of_a_longer_log_is_taken_up_as_far_as_it_is_there(opened):
    items = len(opened.bench.document.session.items)
    before = opened.bench.selection.focus
    restore(opened.bench, {"filter": "", "focus": {"item": items + 1, "compaction": 9, "request": 10**6, "first": 3}})
    assert opened.bench.selection.focus == before
    restore(opened.bench, {"focus": {"item": items, "compaction": 2, "request": 0, "first": 1.0, "last": 2.0}})
    assert opened.bench.selection.focus == Focus(items, 0, 2, first=1.0, last=2.0)


def test_a_filter_of_another_time_is_dropped(opened):
    restore(opened.bench, {"filter": "nolongerknown:value"})
    assert opened.bench.filter.text == ""


def test_a_view_is_json(opened):
    import json

    opened.bench.selection.select(item=3)
    assert json.loads(json.dumps(capture(opened.bench)))["focus"]["item"] == 3


def test_the_filter_of_one_session_is_not_put_on_another(opened, tmp_path, log, settled):
    opened.bench.set_filter("kind:user")
    other = Path(tmp_path / "5f0d7a52-0000-4000-8000-000000000009.jsonl")
    other.write_bytes(log.read_bytes())
    opened.opener.open(other)
    settled(opened)
    assert opened.bench.filter.text == ""


def test_how_the_reader_shows_messages_is_remembered_over_starts(make_window, workspace, log, settled):
    first = make_window()
    first.opener.open(log)
    settled(first)
    first.bench.selection.select(item=next(i.number for i in first.bench.document.session.items if i.kind == "user"))
    settled(first)
    assert not first.perspectives.trace.reader.is_rendered
    first.verbs["view.rendered"].trigger()
    settled(first)
    first.close()
    again = make_window(load_workspace(workspace.file))
    again.opener.open(log)
    settled(again)
    assert again.perspectives.trace.reader.is_rendered
