"""The sections of an item as one rich text, built block by block: no part of a log ever becomes markup."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QMimeData
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QTextEdit

from inspector.gui.language import number
from inspector.gui.models.body import Diff, Heading, LeftOut, Mono, Note, Picture, Prose, Section
from inspector.gui.models.lines import LONGEST, spans
from inspector.gui.models.search import places
from inspector.gui.models.signs import UNSEEN, copyable, sign, signed
from inspector.gui.theme import Theme
from inspector.gui.widgets.safe_browser import OWN, SafeBrowser

_MARKDOWN = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML

_MOST_MUTED = 2_000


class _Piece(NamedTuple):
    """Text of the log that is drawn character for character, from ``start`` to ``end`` of the document."""

    start: int
    end: int
    drawn: Drawn


class BodyView(SafeBrowser):
    """Shows sections. Its own links: ``inspector:all`` and ``inspector:image/0``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._pieces: list[_Piece] = []
        self._is_laid_out = False
        self.document().setDocumentMargin(10)

    def show_sections(self, sections: Sequence[Section]) -> None:
        """Show other sections, from the top."""
        self.clear()
        self._pieces = []
        self._is_laid_out = any(isinstance(section, Prose | Heading | Diff) for section in sections)
        self.setExtraSelections([])
        if len(sections) == 1 and isinstance(sections[0], Prose):
            self.document().setMarkdown(sections[0].text, _MARKDOWN)
        else:
            cursor = QTextCursor(self.document())
            cursor.beginEditBlock()
            for place, section in enumerate(sections):
                if place:
                    cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
                self._add(cursor, section)
            cursor.endEditBlock()
        self._fix_code()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def mark(self, words: str) -> int:
        """Mark every place that reads ``words`` and bring the first into view; how many there are."""
        found = [self._range(start, end) for start, end in self._places(words)]
        self.setExtraSelections(found)
        if found:
            # Without a selection: what is copied is what a person chose.
            at = QTextCursor(self.document())
            at.setPosition(found[0].cursor.selectionStart())
            self.setTextCursor(at)
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.cursorRect(at).top() - self.viewport().height() // 3)
        return len(found)

    def logged(self, start: int, end: int) -> str:
        """What stands in the log where the document is drawn from ``start`` to ``end``; our own words as they are."""
        parts = []
        for piece in self._pieces:
            low, high = max(piece.start, start), min(piece.end, end)
            if low < high:
                drawn = piece.drawn
                parts.append(self._words(start, low))
                parts.append(drawn.text[drawn.offset(low - piece.start) : drawn.offset(high - piece.start)])
                start = high
        return "".join([*parts, self._words(start, end)])

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is selected as the log has it: without the signs and the breaks that drawing it needs."""
        cursor = self.textCursor()
        data = super().createMimeDataFromSelection() if not self._pieces else QMimeData()
        data.setText(copyable(self.logged(cursor.selectionStart(), cursor.selectionEnd())))
        return data

    def show_picture(self, place: int, image: QImage) -> None:
        """Put an image in the place of its words, no wider than the view."""
        wanted = f"{OWN}:image/{place}"
        block = self.document().begin()
        while block.isValid():
            walk = block.begin()
            while not walk.atEnd():
                if walk.fragment().charFormat().anchorHref() == wanted:
                    cursor = QTextCursor(self.document())
                    cursor.setPosition(walk.fragment().position() + walk.fragment().length())
                    cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
                    room = max(self.viewport().width() - 40, 100)
                    cursor.insertImage(image if image.width() <= room else image.scaledToWidth(room))
                    return
                walk += 1
            block = block.next()

    def _places(self, words: str) -> Iterator[tuple[int, int]]:
        if self._is_laid_out:
            text = self._words(0, self.document().characterCount() - 1)
            drawn = draw(text, len(text) + 1)
            yield from ((drawn.place(start), drawn.place(end)) for start, end in places(text, words))
            return
        for piece in self._pieces:
            for start, end in places(piece.drawn.text, words):
                yield piece.start + piece.drawn.place(start), piece.start + piece.drawn.place(end)

    def _range(self, start: int, end: int) -> QTextEdit.ExtraSelection:
        found = QTextEdit.ExtraSelection()
        found.cursor = QTextCursor(self.document())
        found.cursor.setPosition(start)
        found.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        found.format.setBackground(self._theme.role("highlight"))
        found.format.setForeground(self._theme.role("text"))
        return found

    def _words(self, start: int, end: int) -> str:
        """What the document shows there."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText().replace("\u2029", "\n")

    def _add(self, cursor: QTextCursor, section: Section) -> None:
        plain = QTextCharFormat()
        if isinstance(section, Prose):
            cursor.insertMarkdown(section.text, _MARKDOWN)
        elif isinstance(section, Heading):
            plain.setForeground(self._theme.role("muted"))
            plain.setFontWeight(QFont.Weight.DemiBold)
            cursor.insertText(signed(section.text), plain)
        elif isinstance(section, Mono):
            plain.setFont(self._theme.mono())
            start, drawn = cursor.position(), draw(section.text)
            cursor.insertText(drawn.words, plain)
            self._pieces.append(_Piece(start, cursor.position(), drawn))
            self._mute(start, drawn.signs)
        elif isinstance(section, Diff):
            self._add_diff(cursor, section)
        elif isinstance(section, Note):
            plain.setForeground(self._theme.role("muted"))
            plain.setFontItalic(True)
            cursor.insertText(section.text, plain)
        elif isinstance(section, LeftOut):
            words = self.tr("{n} characters are left out here. ").format(n=number(section.characters))
            plain.setForeground(self._theme.role("muted"))
            cursor.insertText(f"⋯ {words}", plain)
            self._link(cursor, self.tr("Open all"), "all")
        elif isinstance(section, Picture):
            self._link(cursor, f"▣ {section.words} · {self.tr('show')}", f"image/{section.place}")

    def _mute(self, start: int, signs: Sequence[tuple[int, int]]) -> None:
        """Tell our signs from words of the log; where there are thousands, what they are is plain."""
        quiet = QTextCharFormat()
        quiet.setForeground(self._theme.role("faint"))
        cursor = QTextCursor(self.document())
        for low, high in signs[:_MOST_MUTED]:
            cursor.setPosition(start + low)
            cursor.setPosition(start + high, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(quiet)

    def _link(self, cursor: QTextCursor, words: str, path: str) -> None:
        form = QTextCharFormat()
        form.setAnchor(True)
        form.setAnchorHref(f"{OWN}:{path}")
        form.setForeground(self._theme.role("link"))
        form.setFontUnderline(True)
        cursor.insertText(words, form)

    def _add_diff(self, cursor: QTextCursor, section: Diff) -> None:
        for place, (mark, line) in enumerate(section.lines):
            block, form = QTextBlockFormat(), QTextCharFormat()
            form.setFont(self._theme.mono())
            if mark in "+-":
                block.setBackground(_tint(self._theme.role("good" if mark == "+" else "error")))
            elif mark == "@":
                form.setForeground(self._theme.role("muted"))
            if place:
                cursor.insertBlock(block, form)
            else:
                cursor.setBlockFormat(block)
            cursor.insertText(f"{mark if mark != '@' else ' '} {signed(line)}", form)

    def _fix_code(self) -> None:
        """Qt takes a fixed font for code from the platform, in a size of its own and without a ground."""
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().hasProperty(QTextBlockFormat.Property.BlockCodeLanguage) or (
                block.charFormat().fontFixedPitch()
            ):
                cursor = QTextCursor(block)
                form = QTextBlockFormat()
                form.setBackground(self._theme.role("raised"))
                form.setNonBreakableLines(False)
                cursor.mergeBlockFormat(form)
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
                char = QTextCharFormat()
                char.setFontPointSize(self._theme.mono().pointSizeF())
                cursor.mergeCharFormat(char)
            block = block.next()


def _tint(color: QColor) -> QColor:
    made = QColor(color)
    made.setAlpha(45)
    return made


_ODD = re.compile(f"[{UNSEEN}\U00010000-\U0010ffff]")
"""What is drawn as a sign, and what takes two units."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """``words`` are drawn for ``text``. Both lists hold the places at which their counting parts."""

    text: str
    words: str
    _offsets: list[int]
    """In characters of the text."""
    _places: list[int]
    """In units of what is drawn."""
    signs: list[tuple[int, int]]
    """Where our words stand for a character, in units."""

    def place(self, offset: int) -> int:
        """Where a character of the text is drawn."""
        at = bisect_right(self._offsets, offset) - 1
        ahead = self._places[at] + offset - self._offsets[at]
        return min(ahead, self._places[at + 1]) if at + 1 < len(self._places) else ahead

    def offset(self, place: int) -> int:
        """Which character of the text is drawn there; within a sign the one behind it."""
        at = bisect_right(self._places, place) - 1
        ahead = self._offsets[at] + place - self._places[at]
        return min(ahead, self._offsets[at + 1]) if at + 1 < len(self._offsets) else min(ahead, len(self.text))


def draw(text: str, longest: int = LONGEST) -> Drawn:
    """Lay a text out for a text view: signs for what is not seen, and a break in a line too long to be drawn.

    A text view counts in UTF-16 units, breaks lines by its own rules and lets direction marks turn words about. What is
    drawn is made so that none of this changes what a person reads, and each place of it leads back to the log's text.
    """
    parts: list[str] = []
    offsets, places = [0], [0]
    signs: list[tuple[int, int]] = []

    def add(words: str, upto: int) -> None:
        parts.append(words)
        offsets.append(upto)
        places.append(places[-1] + len(words) + (words > "\uffff"))

    for start, end in spans(text, longest):
        if start:
            # What it stands for is nothing where a line was too long, else the line's end, of one character or two.
            add("\n", start)
        is_two = text[end : end + 1] == "\n" and text.endswith("\r", start, end)
        stop = end - 1 if is_two else end
        for odd in _ODD.finditer(text, start, stop):
            add(text[offsets[-1] : odd.start()], odd.start())
            add(sign(odd[0]), odd.end())
            if parts[-1] != odd[0]:
                signs.append((places[-2], places[-1]))
        add(text[offsets[-1] : stop], stop)
    return Drawn(text, "".join(parts), offsets, places, signs)
