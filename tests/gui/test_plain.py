from PySide6.QtCore import Qt

from inspector.gui.plain import PlainLabel, tip


def test_a_tip_shows_its_lines_as_they_are():
    assert tip('a <img src="x.png"> & b', "", "second\nthird") == (
        "<p>a &lt;img src=&quot;x.png&quot;&gt; &amp; b<br>second<br>third</p>"
    )
    assert tip("", "") == ""


def test_a_label_takes_its_text_as_it_is(qtbot):
    label = PlainLabel("<b>x</b>", wrap=True)
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.PlainText and label.wordWrap() and label.text() == "<b>x</b>"
