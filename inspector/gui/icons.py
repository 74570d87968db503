"""Small signs of our own, drawn in one colour of the theme. A kind of item has one, so that it is told without colour.

They lie in ``resources/icons``, 12 × 12 in one grey, which stands there for the colour that is wanted.
"""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QSize
from PySide6.QtGui import QColor, QImage, QImageReader

from inspector.gui.models.rows import is_injected
from inspector.model import Item
from inspector.resources import resource

GREY = "#808892"


class Icons:
    """Pictures, made once for each size and colour: a list draws some at every row."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, int, int, float], QImage] = {}

    def get(self, name: str, color: QColor, size: int, ratio: float = 1.0) -> QImage:
        """An icon so many pixels wide and high, sharp on a screen of this ratio; a null one for an unknown name."""
        key = (name, color.rgba(), size, ratio)
        if key not in self._made:
            self._made[key] = _drawn(name, color, size, ratio)
        return self._made[key]


def icon_of(item: Item) -> str:
    """The name of an item's icon; what the harness injected has another one than what a person wrote."""
    return "harness" if is_injected(item) else item.kind.value


def _drawn(name: str, color: QColor, size: int, ratio: float) -> QImage:
    path = resource(f"icons/{name}.svg")
    if not path.is_file():
        return QImage()
    held = QBuffer()
    held.setData(path.read_bytes().replace(GREY.encode(), color.name().encode()))
    reader = QImageReader(held, b"svg")
    reader.setScaledSize(QSize(1, 1) * max(round(size * ratio), 1))
    image = reader.read()
    image.setDevicePixelRatio(ratio)
    return image
