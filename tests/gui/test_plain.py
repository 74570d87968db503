from hypothesis import given
from hypothesis import strategies as some
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument

from inspector.gui.models.signs import signed
from inspector.gui.plain import PlainLabel, tip

P = '<p style="white-space:pre-wrap">'


def test_a_tip_shows_its_lines_as_they_are():
    assert tip('a <img src="x.png"> & b', "", "second\nthird") == (
        f"{P}a &lt;img src=&quot;x.png&quot;&gt; &amp; b<br>second<br>third</p>"
    )
    assert tip("", "") == ""


@given(some.text(some.characters(codec=None) | some.sampled_from("  \n\t*_`<&\x00\u202e"), min_size=1))
def test_a_tip_reads_as_the_words_that_it_was_given(qapp, words):
    shown = QTextDocument()
    shown.setHtml(tip(words))
    lines = words.replace("\r\n", "\n").split("\n")
    # A non-breaking space is told as a space here.
    assert shown.toPlainText() == "\n".join(map(signed, lines)).replace("\xa0", " ")


def test_a_label_takes_its_text_as_it_is(qtbot):
    label = PlainLabel("<b>x</b>", wrap=True)
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.PlainText and label.wordWrap() and label.text() == "<b>x</b>"
