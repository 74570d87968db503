import itertools

import numpy as np
import pytest
import shiboken6
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication, QLabel

from inspector.gui.models.verdicts import role as role_of
from inspector.gui.theme import _ROLES, KIND_ORDER, Scheme, palette
from inspector.model import Verdict

# Machado, Oliveira and Fernandes 2009, full severity; for linear RGB.
VISIONS = {
    "normal": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
SCHEMES = [Scheme.LIGHT, Scheme.DARK, Scheme.CONTRAST]


def linear(color: QColor) -> np.ndarray:
    rgb = np.array(color.getRgbF()[:3])
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def contrast(one: QColor, other: QColor) -> float:
    light, dark = sorted((float(linear(color) @ TO_XYZ[1]) for color in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(color: QColor, vision: str) -> np.ndarray:
    seen = np.clip(np.array(VISIONS[vision]) @ linear(color), 0, 1)
    xyz = (TO_XYZ @ seen) / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.fixture(params=SCHEMES)
def scheme(request, theme):
    theme.choose(request.param)
    yield theme
    theme.choose(Scheme.LIGHT)


@pytest.mark.parametrize("vision", VISIONS)
def test_bands_can_be_told_apart(scheme, vision):
    seen = {kind: lab(scheme.kind(kind), vision) for kind in KIND_ORDER}
    pairs = {pair: np.linalg.norm(seen[pair[0]] - seen[pair[1]]) for pair in itertools.combinations(KIND_ORDER, 2)}
    neighbours = {pair: pairs[pair] for pair in itertools.pairwise(KIND_ORDER)}
    assert min(pairs.values()) >= 16, min(pairs, key=pairs.get)
    assert min(neighbours.values()) >= 24, min(neighbours, key=neighbours.get)


def test_bands_stand_out_from_their_ground(scheme):
    weak = {kind: contrast(scheme.kind(kind), scheme.role("base")) for kind in KIND_ORDER}
    assert min(weak.values()) >= 2.8, weak


@pytest.mark.parametrize("vision", VISIONS)
def test_verdicts_can_be_told_apart_and_stand_out_from_their_ground(scheme, vision):
    names = dict.fromkeys(map(role_of, Verdict))
    seen = {name: lab(scheme.role(name), vision) for name in names}
    pairs = {pair: np.linalg.norm(seen[pair[0]] - seen[pair[1]]) for pair in itertools.combinations(names, 2)}
    assert min(pairs.values()) >= 16, min(pairs, key=pairs.get)
    grounds = [(name, ground) for name in names for ground in ("base", "raised", "selection")]
    weak = {pair: contrast(*map(scheme.role, pair)) for pair in grounds}
    assert min(weak.values()) >= 4.5, weak


@pytest.mark.parametrize("role", ["text", "muted", "warning", "error", "good", "link"])
def test_words_can_be_read(scheme, role):
    for ground in ("base", "raised"):
        assert contrast(scheme.role(role), scheme.role(ground)) >= 4.5, ground
    assert min(contrast(scheme.role(name), scheme.role("selection")) for name in ("text", "muted")) >= 4.5
    assert contrast(scheme.role("text"), scheme.role("highlight")) >= 4.5
    assert contrast(scheme.role("accent_text"), scheme.role("accent")) >= 4.5


@pytest.mark.parametrize("role", ["text", "muted", "warning", "error", "good", "link", "faint"])
def test_in_high_contrast_words_have_seven_to_one(theme, role):
    theme.choose(Scheme.CONTRAST)
    grounds = ("base", "raised", "selection", "highlight") if role == "text" else ("base", "raised")
    weak = {ground: contrast(theme.role(role), theme.role(ground)) for ground in grounds}
    assert min(weak.values()) >= 7, weak
    assert contrast(theme.role("line"), theme.role("base")) >= 3
    theme.choose(Scheme.LIGHT)


@pytest.mark.parametrize(("dark", "strong"), [(False, False), (True, False), (True, True)])
def test_words_of_the_platforms_own_widgets_can_be_read(dark, strong):
    made, role = palette(dark, strong), QPalette.ColorRole
    for words, ground in (
        (role.WindowText, role.Window), (role.Text, role.Base), (role.Text, role.AlternateBase),
        (role.ButtonText, role.Button), (role.ToolTipText, role.ToolTipBase), (role.Link, role.Base),
        (role.HighlightedText, role.Highlight), (role.PlaceholderText, role.Base),
    ):  # fmt: skip
        assert contrast(made.color(words), made.color(ground)) >= (7 if strong else 4.5), (words, ground)


def test_every_kind_has_a_title_and_every_role_a_colour(theme):
    assert all(theme.kind_title(kind) for kind in (*KIND_ORDER, "event"))
    assert all(theme.role(name).isValid() for name in _ROLES)
    with pytest.raises(KeyError):
        theme.role("no such role")


def test_choosing_another_scheme_is_told_once_and_reaches_the_application(theme, qapp):
    told = QSignalSpy(theme.changed)
    theme.choose(Scheme.DARK)
    theme.choose(Scheme.DARK)
    assert (told.count(), theme.dark) == (1, True)
    assert qapp.palette().color(QPalette.ColorRole.Base) == theme.role("base")
    theme.choose(Scheme.LIGHT)
    assert (told.count(), theme.dark) == (2, False)


def test_the_fixed_font_has_a_size_in_points(theme):
    assert theme.mono().pointSizeF() > 0


def test_a_box_to_tick_has_a_frame_that_is_seen_in_the_dark(qapp, theme):
    """The style draws it a third darker than the window of that kind of widget."""
    theme.choose(Scheme.DARK)
    for name in ("QCheckBox", "QListWidget"):
        frame = QApplication.palette(name).window().color().darker(140)
        assert frame.lightness() - theme.role("base").lightness() > 60
    theme.choose(Scheme.LIGHT)
    assert QApplication.palette("QCheckBox").window().color() == QApplication.palette().window().color()


def test_tinted_parts_follow_the_scheme_and_one_that_is_gone_is_left(theme, qtbot):
    kept, gone = QLabel(), QLabel()
    qtbot.addWidget(kept)
    for label in (kept, gone):
        theme.tint(label, WindowText="muted")
    theme.tint(kept, Text="error")
    shiboken6.delete(gone)
    for scheme in (Scheme.DARK, Scheme.LIGHT):
        theme.choose(scheme)
        assert kept.palette().color(QPalette.ColorRole.WindowText) == theme.role("muted")
        assert kept.palette().color(QPalette.ColorRole.Text) == theme.role("error")
