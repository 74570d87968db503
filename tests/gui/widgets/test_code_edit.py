from PySide6.QtCore import Qt

from inspector.gui.widgets.code_edit import CodeEdit


def test_a_new_line_begins_where_the_one_before_did(qtbot, theme):
    edit = CodeEdit(theme, "Document")
    qtbot.addWidget(edit)
    edit.setPlainText("trigger:")
    edit.moveCursor(edit.textCursor().MoveOperation.End)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.keyClicks(edit, "any")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.keyClicks(edit, "x")
    assert edit.toPlainText() == "trigger:\n  any\n  x"


def test_a_wrong_line_is_marked_and_the_tab_key_leads_on(qtbot, theme):
    edit = CodeEdit(theme, "Document")
    qtbot.addWidget(edit)
    edit.setPlainText("a\nb\nc")
    edit.mark_line(2)
    (mark,) = edit.extraSelections()
    assert mark.cursor.block().text() == "b"
    edit.mark_line(None)
    assert edit.extraSelections() == []
    assert edit.tabChangesFocus() and edit.accessibleName() == "Document"
