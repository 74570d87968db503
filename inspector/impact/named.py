"""Where the human named what was done again, and whether they ordered it, as far as that can be told exactly.

An order is a line that holds the command and nothing else, or a file that a message brings in by ``@`` ahead of its
path, as agents offer it. Words around a name may ask for it, ask about it, or forbid it: only a reader can tell. There
the finding stays and says in which line the name stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from inspector.impact.files import same_file
from inspector.impact.scene import Scene
from inspector.model import Item
from inspector.text.normal import tidy
from inspector.wording.units import place

_MARKS = " \t`$!"
"""What stands around a command that is alone on its line: quotes, a prompt, the sign that has agents run it."""
_BROUGHT_IN = re.compile(r"(?<!\S)@([^\s`\"'()<>,;:!?]+)")


class Named(NamedTuple):
    """A message of the human that names something."""

    item: Item
    is_order: bool

    def words(self) -> str:
        """Where, as a sentence."""
        return f" The user named it in {place(self.item.source.own_line, self.item.number)}."


def command_named(scene: Scene, command: str, first: int, last: int) -> Named | None:
    """Where the human named a command from one item on and before another: an order, or else the first place."""
    command = command.strip()
    return _named(scene, command, first, last, lambda text: command in (one.strip(_MARKS) for one in text.splitlines()))


def file_named(scene: Scene, form: str, first: int, last: int) -> Named | None:
    """Where the human named a file there, by its name at least."""

    def brings_in(text: str) -> bool:
        return any(same_file(form, tidy(path.rstrip("."))) for path in _BROUGHT_IN.findall(text))

    return _named(scene, form.rsplit("/", 1)[-1], first, last, brings_in)


def stands_alone(name: str, text: str, ahead: str = "", behind: str = "") -> bool:
    """Whether a name stands where it is no part of another: no letter or digit beside it, nor one of some signs."""
    start = text.find(name)
    while start >= 0:
        before, after = text[max(0, start - 1) : start], text[start + len(name) : start + len(name) + 1]
        if not (_joins(before, ahead) or _joins(after, behind)):
            return True
        start = text.find(name, start + 1)
    return False


def _joins(sign: str, signs: str) -> bool:
    return sign.isalnum() or (sign != "" and sign in "_" + signs)


def _named(scene: Scene, name: str, first: int, last: int, orders: Callable[[str], bool]) -> Named | None:
    if not name:
        return None
    found = None
    for item in scene.said_between(first, last):
        text = scene.read(item)
        if orders(text):
            return Named(item, True)
        if found is None and stands_alone(name, text):
            found = Named(item, False)
    return found
