"""What one item behind a compaction shows of a fact from before it: known, fetched again, said again, or in passing.

What stands in a listing, a log of git or a file by the way is no fetching: the file itself has to be read, the very
check run, the words stand there as they were said. But once it stood there, nobody can tell any longer whether the
agent knew it: ``Shown.UNTESTED`` says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from inspector.impact.commands import only_checks
from inspector.impact.read_again import Readings
from inspector.impact.scene import Scene
from inspector.impact.sentence_again import LEAST
from inspector.model import Fact, Item, ItemKind, Origin
from inspector.model.shown import Shown
from inspector.read.tools import ToolKind
from inspector.text.normal import command_form
from inspector.text.normalise import normalise
from inspector.text.text_index import TextIndex
from inspector.work.finders.paths import CHANGED
from inspector.work.lookup import stands
from inspector.work.steps import Step

_ASKS = frozenset({ToolKind.READ, ToolKind.SEARCH, ToolKind.FETCH, ToolKind.RUN})
"""What brings something in that the agent does not write itself."""
_WORDS = frozenset({ItemKind.ASSISTANT, ItemKind.REASONING})


@dataclass(frozen=True)
class Seen:
    """An item behind a compaction with its text, and the call that it is, or is the result of."""

    item: Item
    text: str
    step: Step | None

    @cached_property
    def lowered(self) -> str:
        """The text to look through first: most facts stand in none."""
        return self.text.casefold()

    @cached_property
    def normal(self) -> str:
        """The text in its normal form."""
        return normalise(self.text)

    @cached_property
    def index(self) -> TextIndex:
        """The text by its words."""
        return TextIndex((self.text,))

    @cached_property
    def commands(self) -> frozenset[str]:
        """The simple commands that a call runs."""
        return frozenset(command_form(simple.text) for simple in self.step.commands) if self.step else frozenset()

    @property
    def is_result(self) -> bool:
        """Whether it was brought in by a call that asks for something."""
        step = self.step if self.item.kind is ItemKind.TOOL_RESULT else None
        # What stands in the place of a result that the human refused are the human's words.
        return step is not None and step.kind in _ASKS and not step.refused


def words_shown(words: str, said: int | None, one: Seen) -> Shown:
    """What an item shows of words of the human that stand in it, given in their normal form.

    In item ``said`` the human says them again.
    """
    if one.item.number == said:
        return Shown.SAID_AGAIN
    if one.item.kind in _WORDS:
        return Shown.KNOWN
    return Shown.FETCHED if one.is_result and len(words.encode()) >= LEAST else Shown.UNTESTED


def value_shown(scene: Scene, readings: Readings, fact: Fact, value: str, one: Seen) -> Shown | None:
    """What an item shows of evidence, whose ``value`` is given in lower case; None where it does not stand there."""
    step = one.step if one.item.kind in (ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT) else None
    done = _done(scene, readings, fact, one, step) if one.item.kind is ItemKind.TOOL_CALL and step else None
    if done is not None:
        return done
    if value not in one.lowered:
        return Shown.UNTESTED if _is_named_short(fact, value, one) else None
    if stands(fact, one.index) is None:
        return None
    if one.item.kind is ItemKind.USER and one.item.origin is Origin.HUMAN:
        return Shown.SAID_AGAIN
    if one.item.kind in _WORDS:
        # A command in words may be advice to the human, and is known to every agent.
        return Shown.UNTESTED if fact.extractor == "commands" else Shown.KNOWN
    if step is None:
        return Shown.UNTESTED
    is_test = fact.extractor == "tests" and one.item.kind is not ItemKind.TOOL_CALL
    tested = is_test and _is_same_check(scene, fact, step.command, step)
    return Shown.FETCHED if tested else Shown.UNTESTED


def _done(scene: Scene, readings: Readings, fact: Fact, one: Seen, step: Step) -> Shown | None:
    """What a call shows by the file that it works on, or the command that it runs; None where it does neither."""
    if fact.extractor == "paths":
        actions = {action for action, form in scene.files.actions(step) if form == fact.value}
        if actions & CHANGED:
            return Shown.KNOWN
        again = bool(actions) and readings.again(fact.value, step)
        return Shown.FETCHED if again else Shown.UNTESTED if actions else None
    if fact.extractor == "commands" and fact.value in one.commands:
        return Shown.FETCHED if _is_same_check(scene, fact, fact.value, step) else Shown.UNTESTED
    return None


def _is_named_short(fact: Fact, value: str, one: Seen) -> bool:
    """Whether something that the agent did not write names a file from a folder further down."""
    if fact.extractor != "paths" or one.item.kind in (*_WORDS, ItemKind.TOOL_CALL):
        return False
    return value.rpartition("/")[2] in one.lowered and stands(fact, one.index) is not None


def _is_same_check(scene: Scene, fact: Fact, command: str, step: Step) -> bool:
    """Whether a test, a build or a check was run again though no file was changed: it had told that all is well."""
    if step.looks or step.refused or fact.action == "failed" or not only_checks(command):
        return False
    return not scene.files.any_changed(fact.quotes[-1].item, step.item.number)
