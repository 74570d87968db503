import xml.etree.ElementTree as ET

import pytest
from PySide6.QtGui import QImage

from inspector.errors import InspectorError
from inspector.gui.export import export_plot


def test_a_picture_has_twice_the_size_on_screen_and_is_not_blank(opened, tmp_path):
    plot = opened.perspectives.trace.timeline.body
    export_plot(plot, tmp_path / "plot.png")
    image = QImage(str(tmp_path / "plot.png"))
    assert (image.width(), image.height()) == (2 * plot.width(), 2 * plot.height())
    colours = {image.pixel(x, y) for x in range(0, image.width(), 9) for y in range(0, image.height(), 9)}
    assert len(colours) > 5


def test_a_drawing_has_the_size_on_screen_and_holds_shapes(opened, tmp_path):
    plot = opened.perspectives.trace.timeline.body
    export_plot(plot, tmp_path / "plot.svg")
    root = ET.parse(tmp_path / "plot.svg").getroot()
    assert root.get("viewBox") == f"0 0 {plot.width()} {plot.height()}"
    assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) > 5


@pytest.mark.parametrize("name", ["plot.png", "plot.svg"])
def test_a_folder_that_is_not_there_is_an_error_with_a_way_out(opened, tmp_path, name):
    with pytest.raises(InspectorError) as failed:
        export_plot(opened.perspectives.trace.timeline.body, tmp_path / "no" / name)
    assert name in failed.value.message and failed.value.hint
