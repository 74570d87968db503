"""The tree of a pi log's entries, and the context that stands after each of them.

The system prompt and the tools in force are put together from system messages as pi does before it sends them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, Unpack

from inspector.model import ItemKind, Rewind, Severity, Source, Splice
from inspector.read.adapter import Record
from inspector.read.build import About, Builder, noted
from inspector.read.times import utc
from inspector.read.values import as_dict, as_list, as_text, render


class System(NamedTuple):
    """What the system messages up to one entry add up to."""

    texts: tuple[str, ...] = ()
    sections: tuple[tuple[str, str], ...] = ()
    """By name, in the order in which they were first set; that is how they are joined."""
    tools: tuple[tuple[str, Any], ...] = ()

    @property
    def prompt(self) -> str:
        """The prompt as it is sent: the texts, then the sections."""
        texts = ["\n\n".join(self.texts), *(text for _, text in self.sections)]
        return "\n\n".join(text for text in texts if text)

    @property
    def definitions(self) -> list[Any]:
        """The tools that can be called."""
        return [tool for _, tool in self.tools]

    def patched(self, message: Record) -> System:
        """With one more system message: sections by name, of which null takes one away, and tools by name."""
        text = _text(message.get("content"))
        sections = dict(self.sections)
        for name, value in as_dict(message.get("sections")).items():
            if isinstance(value, str):
                sections[name] = value
            else:
                sections.pop(name, None)
        tools = dict(self.tools)
        for gone in as_list(message.get("toolsRemoved")):
            tools.pop(_name(gone), None)
        for tool in as_list(message.get("toolsAdded")):
            tools[_name(tool)] = tool
        return System((*self.texts, text) if text else self.texts, tuple(sections.items()), tuple(tools.items()))


def _text(content: Any) -> str:
    if isinstance(content, list):
        return "\n".join(as_text(as_dict(block).get("text")) for block in content if as_dict(block).get("text"))
    return render(content)


def _name(tool: Any) -> str:
    return as_text(as_dict(tool).get("name")) or as_text(tool)


class Entry(NamedTuple):
    """An entry in the tree: where it hangs, what it put into the context, and the operation after which it stood."""

    parent: str
    items: tuple[int, ...]
    op: int
    system: tuple[int, ...]
    """The items of the system prompt and tools in force, where the log has them."""
    told: System = System()
    """What the system messages up to here add up to."""
    pending: tuple[tuple[str, int], ...] = ()
    """Calls that have no result yet, by their ids."""


class Pruned(NamedTuple):
    """A result whose text was replaced in its own line: what stood there, what stands there now, and when."""

    time: str
    owner: str
    before: int
    after: int
    at: Source


class Tree:
    """Knows for every entry what it put into the context; its subclass reads them."""

    def __init__(self, agent: str, path: Path) -> None:
        self.build = Builder(agent, str(path))
        self._known: dict[str, Entry] = {}
        self._order: list[str] = []
        self._last = ""
        self._system: tuple[int, ...] = ()
        self._told = System()
        self._pending: dict[str, int] = {}
        """Calls without a result so far, by their ids."""
        self._after: dict[str, tuple[int, ...]] = {}
        """The whole context after an entry that did more than to add to it."""
        self._edits: dict[str, tuple[str, tuple[int, ...]]] = {}
        self._pruned: list[Pruned] = []
        self._done: dict[int, tuple[int, int]] = {}
        """By what was replaced: what stands for it, and the operation since which it does."""

    def _go_to(self, record: Record) -> None:
        """Step back where an entry hangs on another one than the last."""
        parent = record.get("parentId", self._last)
        if parent is None:
            parent = ""
        if parent == self._last or not isinstance(parent, str):
            return
        if parent and parent not in self._known:
            # pi would start from nothing here; when it ran, the entry was there.
            message = f"Its parent {parent} is not in this log; read as if it followed the entry before."
            self.build.problem(Severity.WARNING, "lost-parent", message, self.build.at)
            return
        entry = self._known.get(parent, Entry("", (), -1, ()))
        self.build.ops.append(Rewind(entry.op))
        self._last, self._system, self._told = parent, entry.system, entry.told
        self._pending = dict(entry.pending)
        for before, (after, op) in self._done.items():
            # The line itself was rewritten, so every branch has the new text from then on.
            if op > entry.op and after in self._standing():
                at = self._standing().index(after)
                self.build.ops.append(Splice(remove=(before,), insert=(after,), at=at))

    def _text(
        self, kind: ItemKind, holder: Record, pointer: str, detail: str = "", **about: Unpack[About]
    ) -> int | None:
        """Add the value at the end of a pointer, unless there is nothing in it."""
        value = holder.get(pointer.rsplit("/", 1)[-1])
        if not value and value in (None, "", []):
            return None
        return self.build.add(kind, value, pointer, detail, **about)

    def _instruct(self, told: System, pointer: str) -> None:
        """Put the system prompt and the tools as they are from here on in front of everything else."""
        before, self._told = self._told, told
        if told == before:
            return
        old, new = self._system, []
        for value, detail in ((told.prompt, "system_prompt"), (told.definitions, "tools")):
            same = [number for number in old if self.build.items[number - 1].detail == detail]
            if same and value == (before.prompt if detail == "system_prompt" else before.definitions):
                new += same
            elif value:
                new.append(self.build.add(ItemKind.INSTRUCTIONS, value, pointer, detail, hold=True, enter=False))
        rest = [number for number in self._standing() if number not in old]
        self._system = tuple(new)
        self.build.ops.append(Splice(remove=old, insert=self._system))
        self._is_now((*new, *rest))

    def _standing(self) -> list[int]:
        """The items of the context after the last entry."""
        later, entry = [], self._last
        while entry and entry not in self._after:
            later.append(entry)
            entry = self._known[entry].parent
        return [*self._after.get(entry, ()), *(item for own in reversed(later) for item in self._known[own].items)]

    def _is_now(self, context: tuple[int, ...]) -> None:
        """Note the whole context after the entry at hand."""
        self._after[self.build.id] = context
        self.build.context = []

    def _edits_here(self) -> list[tuple[str, tuple[int, ...]]]:
        """The edits that hold on the path to the last entry, the latest last."""
        return [self._edits[entry] for entry in self._path() if entry in self._edits] if self._edits else []

    def _prune(self, record: Record) -> None:
        """Replace the results whose lines say that they had been by now."""
        if not self._pruned:
            return
        now = utc(as_dict(record.get("message")).get("timestamp")) or self.build.time or ""
        due = sorted(pruned for pruned in self._pruned if pruned.time <= now)
        self._pruned = [pruned for pruned in self._pruned if pruned.time > now]
        for pruned in due:
            standing, entry = self._standing(), self._known[pruned.owner]
            items = tuple(pruned.after if item == pruned.before else item for item in entry.items)
            self._known[pruned.owner] = entry._replace(items=items)
            for own, context in self._after.items():
                if pruned.before in context:
                    swapped = (pruned.after if item == pruned.before else item for item in context)
                    self._after[own] = tuple(swapped)
            if pruned.before in standing:
                at, name = standing.index(pruned.before), f"{pruned.owner} pruned"
                edit = noted(name, pruned.at, "edit", time=pruned.time, readable=True)
                self.build.ops.append(Splice((pruned.before,), (pruned.after,), at, compaction=edit))
            self._done[pruned.before] = (pruned.after, len(self.build.ops) - 1)

    def _path(self) -> list[str]:
        path, entry = [], self._last
        while entry:
            path.append(entry)
            entry = self._known[entry].parent
        return path[::-1]
