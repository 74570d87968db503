"""Which series of requests each call of a log belongs to; one log may hold several.

An agent's own, its subagents', calls that only make a title. A call names the answer that it goes on from, or is told
by the history that it holds.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from inspector.model import Item, ItemKind, Link, Origin, Severity
from inspector.read.adapter import Record
from inspector.read.api.dialects import Dialect
from inspector.read.api.exchange import Exchange
from inspector.read.api.messages import SYSTEM_PROMPT, key_of
from inspector.read.build import Builder
from inspector.read.conversation import Conversation, Place
from inspector.read.prefix import HISTORY, Entry, Part
from inspector.read.values import as_dict, as_text

_SIGNED = 300
_SENT_ANEW = frozenset({SYSTEM_PROMPT, "tools"})


@dataclass(slots=True)
class AllSeries:
    """The series of a log so far."""

    build: Builder
    conversations: list[Conversation] = field(default_factory=list)
    _places: dict[str, tuple[Conversation, Place]] = field(default_factory=dict)
    """Where each answer left its conversation, by the answer's id."""
    _named: dict[str, Conversation] = field(default_factory=dict)

    def follow(self, exchange: Exchange, parts: list[Part], dialect: Dialect) -> tuple[Conversation, bool]:
        """The conversation that a request goes on with, brought to its context; whether that changed it."""
        before = earlier_answer(exchange.request.value)
        previous = self._places.get(before or held_by(exchange.request.value, dialect))
        if previous:
            conversation, place = previous
            items = self.build.items
            base = [_part(items[entry.item - 1], entry) for entry in self._go_back(conversation, place)]
            standing = [part for part in parts if part.detail in _SENT_ANEW]
            if dialect is Dialect.ANTHROPIC and not standing:
                # A thread keeps what it was begun with; a request that goes on in it must not send it.
                standing = [part for part in base if part.detail in _SENT_ANEW]
            earlier = [part for part in base if part.detail not in _SENT_ANEW]
            parts = [*standing, *earlier, *(part for part in parts if part.detail not in _SENT_ANEW)]
        else:
            if before:
                message = "The answer that it goes on from is not in this log; its context is known in part."
                self.build.problem(Severity.WARNING, "lost-parent", message, exchange.at)
            conversation = self._belongs_to(parts, dialect, bool(exchange.compacted))
        # What begins beside others is a subagent's or a summarizer's.
        if exchange.compacted and (conversation.drafts or len(self.conversations) == 1):
            conversation.expect(exchange.compacted)
            exchange.compacted = []
        changed = conversation.follow(parts, exchange.at, exchange.time)
        return conversation, changed

    def named(self, name: str) -> Conversation:
        """The series of calls without words that goes by a name."""
        if name not in self._named:
            self._named[name] = Conversation(self.build)
            self.conversations.append(self._named[name])
        return self._named[name]

    def remember(self, name: str, conversation: Conversation) -> None:
        """A later request may go on from this answer by its name."""
        self._places[name] = conversation, conversation.place()

    def main(self) -> Conversation:
        """The longest series; there is one."""
        return max(self.conversations, key=lambda one: (len(one.drafts), len(one.items)))

    def end(self) -> None:
        """Settle what no request followed: the longest series is the main thread, the others are threads beside it."""
        for conversation in self.conversations:
            conversation.finish()
        if self.conversations:
            main = self.main()
            self.build.ops = main.ops
            for number, other in enumerate((one for one in self.conversations if one is not main), 1):
                self._as_thread(other, main, f"series-{number}")

    def _go_back(self, conversation: Conversation, place: Place) -> Sequence[Entry]:
        if conversation.pending is not None:
            conversation.finish()
        elif conversation.place() != place:
            conversation.back(place)
        return conversation.entries

    def _belongs_to(self, parts: list[Part], dialect: Dialect, compacted: bool = False) -> Conversation:
        """By the longest common history; after a compaction by its summary under the same instructions.

        An agent on Gemini's API asks beside its work, of the same history under other instructions, who speaks next,
        whether it goes in circles, and for a snapshot. Those are series of their own.
        """
        signature = _signature(parts)
        history = [part for part in parts if part.kind in HISTORY]
        best, reach = None, 0
        for conversation in reversed(self.conversations):
            alike = conversation.signature == signature
            shared = conversation.reach(history)
            if shared > reach and (alike or (shared > 1 and dialect is not Dialect.GEMINI)):
                best, reach = conversation, shared
        if best is None:
            best = next((one for one in reversed(self.conversations) if one.signature == signature
                         and (compacted or _goes_on(one, history))), None)  # fmt: skip
        if best is None:
            best = Conversation(self.build, signature=signature)
            self.conversations.append(best)
        return best

    def _as_thread(self, other: Conversation, main: Conversation, name: str) -> None:
        """Another series beside the main one: whose prompts its own are, the log does not say."""
        items, drafts = self.build.items, self.build.drafts
        ops = [drafts[index].op for index in main.drafts]
        for number in other.items:
            item = items[number - 1]
            if item.origin is Origin.HUMAN:
                item = replace(item, origin=Origin.AGENT, detail="delegated")
            items[number - 1] = replace(item, thread=name)
        for index in other.drafts:
            place = bisect_left(main.drafts, index)
            drafts[index].thread, drafts[index].op = name, ops[place] if place < len(ops) else len(main.ops)
        prompts = (items[number - 1] for number in other.items if items[number - 1].kind is ItemKind.USER)
        title = next((item.preview[:80] for item in prompts), name)
        purposes = {drafts[index].purpose for index in other.drafts}
        self.build.links.append(Link("summarizer" if purposes == {"compaction"} else "subagent", name, title))


def earlier_answer(request: Record) -> str:
    """The answer that a request goes on from, so that it holds what is new alone; "" where it holds all."""
    return as_text(request.get("previous_response_id") or as_dict(request.get("thread")).get("previous_message_id"))


def held_by(request: Record, dialect: Dialect) -> str:
    """The conversation at the provider that a request adds to, what is new alone; "" where it names none."""
    named = request.get("conversation") if dialect is Dialect.RESPONSES else None
    return as_text(as_dict(named).get("id") or named)


def _part(item: Item, entry: Entry) -> Part:
    """A part that stands for an item of the context as it is."""
    return Part(entry.key, item.kind, item.origin, "", item.source.pointer, item.detail, item.tool, item.call_id)


def _signature(parts: list[Part]) -> int:
    """Of the longest instructions: agents, subagents and title calls have their own."""
    texts = [as_text(part.value) for part in parts if part.kind is ItemKind.INSTRUCTIONS and part.detail != "tools"]
    return key_of(max(texts, key=len, default="")[:_SIGNED])


def _goes_on(conversation: Conversation, history: list[Part]) -> bool:
    if conversation.pending is not None or any(part.kind is ItemKind.SUMMARY for part in history):
        return True
    known = {entry.key for entry in conversation.entries}
    shared = [part for part in history if part.key in known]
    # The id of one call tells as much as two texts.
    return len(shared) > 1 or any(part.call_id for part in shared)
