from PySide6.QtGui import QColor, QImage

from inspector.gui.widgets.plot_bar import Chip, Legend


def colors_in(widget):
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return {QColor(image.pixel(x, y)).name() for x in range(image.width()) for y in range(image.height())}


def test_the_first_square_keeps_the_margin(qtbot, theme):
    legend = Legend(theme)
    qtbot.addWidget(legend)
    legend.setContentsMargins(8, 0, 8, 0)
    legend.show_chips([Chip(QColor("#ff0000"), "Tool result")])
    legend.resize(400, 24)
    image = legend.grab().toImage()
    row = [QColor(image.pixel(x, 12)).name() for x in range(20)]
    assert row.index("#ff0000") == 8


def test_chips_that_do_not_fit_are_counted_and_stay_in_the_words(qtbot, theme):
    legend = Legend(theme)
    qtbot.addWidget(legend)
    legend.show_chips([Chip(QColor("#ff0000"), "Tool result"), Chip(QColor("#00ff00"), "Assistant", True)])
    legend.resize(400, 24)
    wide = colors_in(legend)
    assert {"#ff0000", "#00ff00"} <= wide
    legend.resize(110, 24)
    narrow = colors_in(legend)
    assert "#ff0000" in narrow and "#00ff00" not in narrow
    assert legend.accessibleDescription() == "Tool result, Assistant"


def test_the_count_of_what_is_left_out_is_never_cut(qtbot, theme):
    legend = Legend(theme)
    qtbot.addWidget(legend)
    legend.show_chips([Chip(QColor("red"), f"entry number {place}") for place in range(12)])
    metrics = legend.fontMetrics()
    for width in range(60, 1600, 7):
        legend.resize(width, 20)
        found, x = legend.fitting()
        left_out = 12 - len(found)
        assert not left_out or x + metrics.horizontalAdvance(f"+{left_out}") <= width
    assert not left_out
