import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as some
from PySide6.QtGui import QImage

from inspector.gui.models.body import Diff, Heading, LeftOut, Mono, Note, Picture, Prose, read_body
from inspector.gui.models.lines import LONGEST
from inspector.gui.models.signs import signed
from inspector.gui.widgets.body_view import BodyView
from inspector.read.open import open_log
from inspector.workbench.document import Document

SAMPLES = Path(__file__).parent.parent.parent.parent / "sample_sessions"
LOGS = sorted(path.parent / tomllib.loads(path.read_text("utf-8"))["log"] for path in SAMPLES.rglob("case.toml"))

HOSTILE = """<script>alert(1)</script> <img src="file:///etc/hostname"> <iframe src="http://x"></iframe>

![pixel](http://127.0.0.1:9/track.png) ![local](file:///etc/hostname)

[click](javascript:alert(1)) &lt;b&gt;
"""


@pytest.fixture
def view(qtbot, theme):
    made = BodyView(theme)
    qtbot.addWidget(made)
    made.resize(500, 400)
    return made


def test_hostile_markdown_loads_nothing_and_its_markup_stays_text(view, monkeypatch, qtbot):
    loaded = []
    real = BodyView.loadResource
    monkeypatch.setattr(
        BodyView, "loadResource", lambda self, kind, name: loaded.append(real(self, kind, name)) or loaded[-1]
    )
    view.show_sections([Prose(HOSTILE)])
    view.show()
    qtbot.waitExposed(view)
    view.grab()
    assert all(found.isEmpty() for found in loaded)
    assert "<script>alert(1)</script>" in view.toPlainText()


def test_markup_in_a_tool_result_stays_text(view):
    view.show_sections([Mono("<b>bold?</b> **no**"), Heading("<i>x</i>")])
    assert view.toPlainText() == "<b>bold?</b> **no**\n<i>x</i>"


def test_a_diff_shows_its_signs_and_grounds(view):
    view.show_sections([Diff(((" ", "same"), ("-", "old"), ("+", "new")))])
    assert view.toPlainText() == "  same\n- old\n+ new"
    blocks = [view.document().findBlockByNumber(number) for number in range(3)]
    grounds = [block.blockFormat().background().color().name() for block in blocks]
    assert len(set(grounds)) == 3


def test_what_is_left_out_is_said_and_can_be_opened(view):
    view.show_sections([Mono("head"), LeftOut(5_000_000), Mono("tail")])
    assert "5,000,000 characters are left out" in view.toPlainText()
    assert 'href="inspector:all"' in view.toHtml()


def test_a_picture_is_words_until_it_is_asked_for(view):
    view.show_sections([Note("none"), Picture(0, "image 1: image/png, 300 bytes encoded")])
    assert "<img" not in view.toHtml()
    view.show_picture(0, QImage(900, 10, QImage.Format.Format_RGB32))
    assert "<img" in view.toHtml()


def test_prose_beside_other_sections_is_still_laid_out(view):
    view.show_sections([Prose("**bold**"), Note("note")])
    assert view.toPlainText().split() == ["bold", "note"]


ODD = "\r\n\t\x00\x1b[1m \u202eabc\u2066 \u2029\u2028\u200b\xa0\ufdd0\U0001f600  __init__.py ~/a 2*3*4\n# x\n![a](http://b)\r"


def drawn(view):
    """The document's own characters: blocks end in U+2029, and nothing is made of the others."""
    return view.document().toRawText().replace("\u2029", "\n")


def shown(text):
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(signed(line[at : at + LONGEST]) for line in lines for at in range(0, max(len(line), 1), LONGEST))


def selected(view):
    view.selectAll()
    return view.createMimeDataFromSelection().text()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=some.text(some.characters(codec=None) | some.sampled_from(ODD), max_size=300))
@example(ODD)
@example("a\n")
def test_any_text_is_drawn_as_it_was_logged_and_copied_as_it_was_logged(view, text):
    view.show_sections([Mono(text)])
    assert drawn(view) == shown(text)
    # No clipboard takes one half of a surrogate pair.
    assert selected(view) == "".join("\ufffd" if "\ud800" <= one <= "\udfff" else one for one in text)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=some.data(), text=some.text(some.sampled_from("aAbßİ\U0001f600\r\n\x00 "), max_size=60))
def test_a_hit_marks_the_characters_that_read_it(view, data, text):
    view.show_sections([Note("a note of ours"), Mono(text)])
    start = data.draw(some.integers(0, len(text)))
    words = text[start : start + data.draw(some.integers(1, 3))]
    # No line break can be typed into the field.
    assume(words and not set(words) & set("\r\n"))
    assert view.mark(words) >= 1
    for mark in view.extraSelections():
        logged = view.logged(mark.cursor.selectionStart(), mark.cursor.selectionEnd())
        assert words.casefold() in logged.casefold() and len(logged) <= len(words)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: str(log.parent.relative_to(SAMPLES)))
def test_the_reader_draws_every_item_of_every_sample_as_the_log_has_it(view, log):
    document = Document(open_log(log))
    for item in document.session.items:
        text = document.text(item.number)
        sections = [one for one in read_body(document, item).sections if isinstance(one, Mono | LeftOut)]
        if sections and not any(isinstance(one, LeftOut) for one in sections):
            view.show_sections(sections)
            assert drawn(view) == shown(text)
            assert selected(view) == text
    document.close()


def test_ends_of_a_text_are_copied_with_our_words_between_them(view):
    view.show_sections([Mono("a\r\nb"), LeftOut(12), Mono("c\x00")])
    assert selected(view).startswith("a\r\nb\n⋯ 12 characters are left out here.")
    assert selected(view).endswith("\nc\x00")


def test_in_what_is_laid_out_the_words_are_marked_where_they_are_shown(view):
    view.show_sections([Prose("some \U0001f600 **bold** word")])
    assert view.mark("Bold word") == 1
    assert [mark.cursor.selectedText() for mark in view.extraSelections()] == ["bold word"]
    assert view.mark("**bold**") == 0
    view.show_sections([Heading("src/a.py"), Diff((("-", "old"), ("+", "new")))])
    assert (view.mark("a.py"), view.mark("new"), view.mark("nowhere")) == (1, 1, 0)


def test_the_first_hit_is_in_view(view):
    view.show()
    view.show_sections([Mono("line\n" * 5_000 + "needle" + "\nline" * 5_000)])
    view.mark("needle")
    assert all(view.viewport().rect().contains(view.cursorRect(mark.cursor)) for mark in view.extraSelections())
    assert not view.textCursor().hasSelection()


def test_our_signs_are_told_from_words_of_the_log(view, theme):
    view.show_sections([Mono("⟨NUL⟩\x00")])
    cursor = view.textCursor()
    colours = []
    for place in (1, 6):
        cursor.setPosition(place)
        colours.append(cursor.charFormat().foreground().color().name() == theme.role("faint").name())
    assert view.toPlainText() == "⟨NUL⟩⟨NUL⟩" and colours == [False, True]
