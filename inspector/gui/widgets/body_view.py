"""The sections of an item as one rich text, built block by block: no part of a log ever becomes markup."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QColor, QFont, QImage, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument

from inspector.gui.language import number
from inspector.gui.models.body import Diff, Heading, LeftOut, Mono, Note, Picture, Prose, Section
from inspector.gui.theme import Theme
from inspector.gui.widgets.safe_browser import OWN, SafeBrowser

_MARKDOWN = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML


class BodyView(SafeBrowser):
    """Shows sections. Its own links: ``inspector:all`` and ``inspector:image/0``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.document().setDocumentMargin(10)

    def show_sections(self, sections: Sequence[Section]) -> None:
        """Show other sections, from the top."""
        self.clear()
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

    def _add(self, cursor: QTextCursor, section: Section) -> None:
        plain = QTextCharFormat()
        if isinstance(section, Prose):
            cursor.insertMarkdown(section.text, _MARKDOWN)
        elif isinstance(section, Heading):
            plain.setForeground(self._theme.role("muted"))
            plain.setFontWeight(QFont.Weight.DemiBold)
            cursor.insertText(section.text, plain)
        elif isinstance(section, Mono):
            plain.setFont(self._theme.mono())
            cursor.insertText(section.text, plain)
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

    def _link(self, cursor: QTextCursor, words: str, path: str) -> None:
        form = QTextCharFormat()
        form.setAnchor(True)
        form.setAnchorHref(f"{OWN}:{path}")
        form.setForeground(self._theme.role("link"))
        form.setFontUnderline(True)
        cursor.insertText(words, form)

    def _add_diff(self, cursor: QTextCursor, section: Diff) -> None:
        for place, (sign, line) in enumerate(section.lines):
            block, form = QTextBlockFormat(), QTextCharFormat()
            form.setFont(self._theme.mono())
            if sign in "+-":
                block.setBackground(_tint(self._theme.role("good" if sign == "+" else "error")))
            elif sign == "@":
                form.setForeground(self._theme.role("muted"))
            if place:
                cursor.insertBlock(block, form)
            else:
                cursor.setBlockFormat(block)
            cursor.insertText(f"{sign if sign != '@' else ' '} {line}", form)

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
