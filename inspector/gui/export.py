"""The plot as a picture: PNG at twice the size on screen, or SVG."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from inspector.errors import InspectorError

SCALE = 2


def export_plot(widget: QWidget, path: Path) -> None:
    """Write a picture of a widget; the suffix decides which kind. Raises InspectorError when it cannot be written."""
    written = _svg(widget, path) if path.suffix.lower() == ".svg" else _png(widget, path)
    if not written:
        raise InspectorError(
            f"{path} could not be written.", hint="Choose a folder that you may write to.", path=str(path)
        )


def _png(widget: QWidget, path: Path) -> bool:
    # Drawn anew at that size rather than enlarged.
    picture = QPixmap(widget.size() * SCALE)
    picture.setDevicePixelRatio(SCALE)
    widget.render(picture)
    return picture.save(str(path), "PNG")


def _svg(widget: QWidget, path: Path) -> bool:
    # Loaded here: most sessions never need it.
    from PySide6.QtSvg import QSvgGenerator

    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(QSize(widget.size()))
    generator.setViewBox(widget.rect())
    # Without the widget's own resolution the axes' labels are misplaced. pyqtgraph's exporter of SVG fails on
    # filled curves from Qt 6.11 on, hence this one.
    generator.setResolution(int(widget.logicalDpiX()))
    painter = QPainter()
    if not painter.begin(generator):
        return False
    widget.render(painter, QPoint())
    return painter.end()
