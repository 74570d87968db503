import os
import subprocess
import sys
from statistics import median

from PySide6.QtGui import QImage

from tests.gui.screenshots import LARGE, LEAST, SMALL


def test_start_page_and_perspectives_are_drawn_in_all_colours_and_sizes(tmp_path, log):
    command = [sys.executable, "-m", "tests.gui.screenshots", str(tmp_path), str(log)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ, timeout=240)
    assert done.returncode == 0, done.stderr
    names = [path.name for path in sorted(tmp_path.iterdir())]
    shots = ("start", "trace", "trace-small", "review", "review-small", "erosion")
    shots += ("compare-first", "compare", "compare-small", "prompt", "prompt-small", "sending")
    shots += ("consequences", "consequences-small", "take-away", "take-away-small")
    shots += tuple(f"{what}-least" for what in "start trace consequences review take-away compare sending".split())
    assert names == sorted(f"{what}-{scheme}.png" for what in shots for scheme in ("light", "dark", "contrast"))
    for name in names:
        image = QImage(str(tmp_path / name))
        assert (image.width(), image.height()) == (SMALL if "small" in name else LEAST if "least" in name else LARGE)
    edge = {name: _of_the_edge(QImage(str(tmp_path / name))) for name in names}
    assert all((lightness < 128) == ("light" not in name) for name, lightness in edge.items())


def _of_the_edge(image: QImage) -> float:
    """Lightness along the left edge, words there or not."""
    return median(image.pixelColor(5, y).lightness() for y in range(0, image.height(), 7))


def test_without_a_folder_it_says_how_it_is_used():
    done = subprocess.run([sys.executable, "-m", "tests.gui.screenshots"], capture_output=True, text=True)
    assert done.returncode == 2 and "usage" in done.stderr
