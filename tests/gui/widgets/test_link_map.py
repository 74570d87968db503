import pytest
from PySide6.QtGui import QColor

from inspector.gui.widgets.link_map import LinkBand, LinkMap


@pytest.fixture
def draw(theme, qtbot):
    def drawn(*bands):
        made = LinkMap(theme, lambda: bands)
        qtbot.addWidget(made)
        made.resize(made.width(), 200)
        return made.grab().toImage()

    return drawn


def inked(image, x, role, theme):
    wanted = theme.role(role)

    def near(color: QColor):
        parts = zip(color.getRgb()[:3], wanted.getRgb()[:3], strict=True)
        return sum(abs(a - b) for a, b in parts) < 90

    return [y for y in range(image.height()) if near(image.pixelColor(x, y))]


def test_a_band_runs_from_its_row_to_its_passage(draw, theme):
    image = draw(LinkBand(20, 180, "lost", True))
    assert any(abs(y - 20) <= 3 for y in inked(image, 1, "lost", theme))
    assert any(abs(y - 180) <= 3 for y in inked(image, image.width() - 2, "lost", theme))


def test_a_loss_ends_on_the_way(draw, theme):
    image = draw(LinkBand(50, None, "lost", True))
    assert inked(image, int(image.width() * 0.4), "lost", theme)
    assert not inked(image, image.width() - 2, "lost", theme)


def test_without_bands_it_is_empty(draw, theme):
    image = draw()
    assert image.pixelColor(10, 10) == theme.role("base")
