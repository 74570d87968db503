from dataclasses import replace

from PySide6.QtGui import QColor

from inspector.gui.icons import GREY, Icons, icon_of
from inspector.model import ItemKind, Origin
from inspector.resources import resource
from tests.made_session import small_session


def colours(image):
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {one.name() for one in pixels if one.alpha() == 255}


def names(document):
    item = document.session.items[0]
    kinds = {icon_of(replace(item, kind=kind, origin=Origin.HUMAN)) for kind in ItemKind}
    return kinds | {icon_of(replace(item, kind=ItemKind.USER, origin=Origin.HARNESS))}


def test_every_kind_of_item_has_a_picture_of_its_own_in_the_colour_that_is_wanted(qapp):
    every, icons = names(small_session().advanced()), Icons()
    assert len(every) == len(ItemKind) + 1
    pictures = {name: icons.get(name, QColor("#112233"), 12) for name in every}
    assert all("#112233" in colours(one) and GREY not in colours(one) for one in pictures.values())
    assert len({bytes(one.constBits()) for one in pictures.values()}) == len(every)


def test_it_is_made_once_and_sharp_on_any_screen(qapp):
    icons = Icons()
    one = icons.get("user", QColor("red"), 12, 1.5)
    assert (one.width(), one.devicePixelRatio()) == (18, 1.5) and icons.get("user", QColor("red"), 12, 1.5) is one
    assert icons.get("user", QColor("blue"), 12, 1.5) != one


def test_a_name_without_a_picture_draws_nothing(qapp):
    assert Icons().get("no such name", QColor("red"), 12).isNull()


def test_all_are_drawn_in_the_one_grey_that_is_replaced(qapp):
    for path in resource("icons").glob("*.svg"):
        words = path.read_text(encoding="utf-8")
        assert GREY in words and words.count("#") == words.count(GREY), path.name
