"""One verb of the window: how it is called, the keys that do it, and when it can be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QKeySequence

Key = QKeySequence.StandardKey | str


def always() -> bool:
    """Whether a verb can be done that can be done at any time."""
    return True


@dataclass(frozen=True, slots=True)
class Command:
    """One verb.

    ``keys`` work anywhere in the window. ``letters`` are single keys and work only while a list or the plot has the
    focus, so that they never take a letter from a text field.
    """

    id: str
    title: str
    run: Callable[[], object]
    enabled: Callable[[], bool] = always
    keys: tuple[Key, ...] = ()
    letters: tuple[str, ...] = ()
    checked: Callable[[], bool] | None = None
    """For a verb that turns something on and off: whether it is on."""
    starts_group: bool = False
    """A line stands before it in its menu."""

    @property
    def plain_title(self) -> str:
        """The title without the mark of its access key."""
        return self.title.replace("&", "")

    @property
    def keys_text(self) -> str:
        """All keys as this platform writes them: "F5, Ctrl+R"."""
        # Of a standard key the first binding is the one people know; the others are keys of special keyboards.
        keys = [QKeySequence(key) for key in (*self.keys, *self.letters)]
        names = [key.toString(QKeySequence.SequenceFormat.NativeText) for key in keys]
        return ", ".join(dict.fromkeys(name for name in names if name))

    def sequences(self) -> list[QKeySequence]:
        """The keys as this platform has them; a standard key may be several or none."""
        found: list[QKeySequence] = []
        for key in self.keys:
            known = [QKeySequence(key)] if isinstance(key, str) else QKeySequence.keyBindings(key)
            found += [sequence for sequence in known if sequence not in found]
        return found


Menus = dict[str, tuple[Command, ...]]
"""Every verb under the title of its menu, in the order of the menu bar."""


def places(menus: Menus) -> list[tuple[str, Command]]:
    """Every verb with where it stands: "File ▸ Reload"."""
    return [(f"{menu.replace('&', '')} ▸ {one.plain_title}", one) for menu, own in menus.items() for one in own]
