import base64

import orjson
import pytest
from PySide6.QtCore import QBuffer, QUrl
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from inspector.gui.panes.reader import ReaderPane
from inspector.model import ItemKind, Source
from inspector.workbench.document import Stage
from tests.made_session import MadeSession, open_in, small_session


@pytest.fixture
def pane(make):
    return make(ReaderPane)


def test_an_item_is_shown_with_who_when_and_how_much(pane, bench):
    document = open_in(bench, small_session().document())
    failed = next(item for item in document.session.items if item.error)
    bench.selection.select(item=failed.number)
    head = pane.head.text()
    assert head.startswith(f"#{failed.number} tool result · Bash · ▲ error")
    assert "tokens" in head and head.endswith("from a tool")
    assert pane.foot.text() == "In context: request 5, then dropped by ┊C1."
    assert pane.place.text() == f"from: made.jsonl : line {failed.source.line}"


def test_the_place_leads_to_the_raw_line(pane, bench, qtbot):
    open_in(bench, small_session().document())
    bench.selection.select(item=2)
    with qtbot.waitSignal(pane.wants) as caught:
        pane.place.click()
    assert caught.args == ["raw"]


def test_header_and_footer_fill_in_as_more_is_known(pane, bench):
    document = open_in(bench, small_session().document(), Stage.READ)
    bench.selection.select(item=2)
    assert "tokens" not in pane.head.text()
    assert not pane.foot.isVisibleTo(pane)
    whole = small_session().advanced()
    document.reconstruction, document.tally = whole.reconstruction, whole.tally
    bench.advanced.emit(Stage.RECONSTRUCT)
    assert pane.foot.text() == "In context: requests 1–5, then dropped by ┊C1."
    bench.advanced.emit(Stage.COUNT)
    assert "tokens" in pane.head.text()


def test_nothing_selected_is_said(pane, bench):
    open_in(bench, small_session().document())
    assert pane.placeholder.accessibleName().startswith("Nothing selected")


def test_a_huge_output_shows_its_ends_and_opens_on_demand(pane, bench):
    made = MadeSession()
    number = made.add(ItemKind.TOOL_RESULT, "first line\n" + "x" * 20_000_000 + "\nlast line")
    open_in(bench, made.document(), Stage.READ)
    bench.selection.select(item=number)
    assert pane.is_cut()
    assert pane.view.document().characterCount() < 80_000
    assert "last line" in pane.view.toPlainText()
    pane.view.anchorClicked.emit(QUrl("inspector:all"))
    assert not pane.is_cut()
    model = pane.all.model()
    assert model.index(model.rowCount() - 1, 0).data() == "last line"


def test_copy_takes_the_whole_text_as_the_model_saw_it(pane, bench):
    open_in(bench, small_session().document())
    bench.selection.select(item=2)
    pane.copy()
    assert QApplication.clipboard().text() == "only touch auth/, never edit files outside it"


def test_a_rewritten_log_is_a_banner_with_reload(pane, bench, tmp_path):
    made = MadeSession()
    source = Source(str(tmp_path / "gone.jsonl"), 1, 0, 10, "/a")
    number = made.add(ItemKind.USER, "was here", source=source, hold=False)
    open_in(bench, made.document(), Stage.READ)
    bench.selection.select(item=number)
    assert pane.banner.isVisibleTo(pane)
    assert "no longer holds" in pane.banner.words.text()
    other = made.add(ItemKind.USER, "held")
    open_in(bench, made.document(), Stage.READ)
    bench.selection.select(item=other)
    assert not pane.banner.isVisibleTo(pane)


def test_an_inferred_compaction_has_no_text_and_says_why(pane, bench):
    made = MadeSession()
    for prompt in (80_000, 90_000, 20_000, 21_000):
        made.call(prompt)
    open_in(bench, made.document())
    bench.selection.select(compaction=1, item=None)
    assert "the log does not record it" in pane.placeholder.accessibleName()
    assert "90,000 → 20,000" in pane.placeholder.accessibleName()


def png(color):
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(QColor(color))
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return base64.b64encode(bytes(buffer.data())).decode()


@pytest.mark.parametrize("is_picture", [True, False])
def test_a_picture_is_shown_only_when_asked_for(pane, bench, tmp_path, is_picture):
    data = png("#ff0000") if is_picture else base64.b64encode(b"no picture").decode()
    block = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
    log = tmp_path / "log.jsonl"
    log.write_bytes(orjson.dumps({"content": [block]}) + b"\n")
    made = MadeSession(str(log))
    source = Source(str(log), 1, 0, log.stat().st_size - 1, "/content")
    number = made.add(ItemKind.TOOL_RESULT, [block], source=source, hold=False)
    document = open_in(bench, made.document(), Stage.READ)
    bench.selection.select(item=number)
    assert "<img" not in pane.view.toHtml()
    pane.view.anchorClicked.emit(QUrl("inspector:image/0"))
    assert ("<img" in pane.view.toHtml()) is is_picture
    assert pane.banner.isVisibleTo(pane) is not is_picture
    document.close()


def _item(bench, text, kind=ItemKind.ASSISTANT, **more):
    made = MadeSession()
    number = made.add(kind, text, **more)
    open_in(bench, made.document(), Stage.READ)
    bench.selection.select(item=number)


MARKED = "# x\n`__init__.py` and __all__, ~/a, 2*3*4\nnext line ![pic](http://127.0.0.1:9/p.png)"


def test_a_message_stands_there_as_it_was_logged_until_it_is_asked_to_be_rendered(pane, bench):
    _item(bench, MARKED)
    assert pane.view.toPlainText() == MARKED
    assert (pane.logged.isChecked(), pane.rendered.text()) == (True, "Rendered")
    pane.rendered.click()
    assert "**" not in pane.view.toPlainText() and not pane.view.toPlainText().startswith("#")
    assert pane.rendered.isChecked()
    pane.logged.click()
    assert pane.view.toPlainText() == MARKED


def test_a_call_is_laid_out_and_can_be_read_as_it_was_logged(pane, bench):
    _item(bench, {"command": "ls -l"}, ItemKind.TOOL_CALL, tool="Bash")
    assert pane.view.toPlainText() == "$ ls -l"
    assert pane.rendered.text() == "Laid out"
    pane.toggle_rendered()
    assert pane.view.toPlainText() == '{"command":"ls -l"}'


def test_what_is_rendered_is_remembered(pane, bench, make):
    _item(bench, MARKED)
    pane.toggle_rendered()
    other = make(ReaderPane)
    other.restore_state(pane.save_state())
    assert other.is_rendered
    other.restore_state({"rendered": "nonsense"})
    assert other.is_rendered


def test_where_the_text_is_all_there_is_nothing_is_offered(pane, bench):
    _item(bench, "**plain**", ItemKind.TOOL_RESULT)
    assert not pane.logged.isVisibleTo(pane) and not pane.rendered.isVisibleTo(pane)


def test_what_is_looked_for_is_marked_and_words_of_the_log_alone_are_offered_as_logged(pane, bench):
    _item(bench, MARKED)
    bench.seek("__INIT__")
    assert [mark.cursor.selectedText() for mark in pane.view.extraSelections()] == ["__init__"]
    pane.toggle_rendered()
    bench.seek("next LINE")
    assert [mark.cursor.selectedText() for mark in pane.view.extraSelections()] == ["next line"]
    bench.seek("# x")
    assert pane.view.extraSelections() == [] and "stands in the log" in pane.banner.words.text()
    bench.seek("")
    assert pane.view.extraSelections() == []


def test_a_hit_in_the_part_that_is_left_out_opens_the_whole_text(pane, bench):
    _item(bench, "a" * 60_000 + "needle" + "z" * 60_000, ItemKind.TOOL_RESULT)
    assert pane.is_cut()
    bench.seek("needle")
    assert not pane.is_cut()
    assert pane.all.itemDelegate().marks == [(60_000, 60_006)]
