"""A session as read: items, requests, links, and the operations that built its contexts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from inspector.model.operations import Operation
from inspector.model.record import record
from inspector.model.source import Diagnostic, Source


class ItemKind(StrEnum):
    """What an item is to the model; also the bands of the token plot."""

    INSTRUCTIONS = "instructions"
    """System prompt, tool definitions, instruction files, environment notes."""
    SUMMARY = "summary"
    """Text that takes the place of history."""
    USER = "user"
    ASSISTANT = "assistant"
    REASONING = "reasoning"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    ATTACHMENT = "attachment"
    """Injected by the harness beside the conversation: files, reminders, hook output."""
    EVENT = "event"
    """In the log, never in the context: boundaries, errors shown to the user, unknown records."""


class Origin(StrEnum):
    """Whose words an item holds. ``human`` is what constraints and decisions may rest on."""

    HUMAN = "human"
    AGENT = "agent"
    TOOL = "tool"
    HARNESS = "harness"


@record
class Item:
    """One thing a context can hold, or one event of the log.

    ``number`` counts from 1 in order of the log and never changes. Where ``text`` is None, the text is read
    back from the log by ``source`` (see ``read.bodies``), so that a large log stays small in memory.
    """

    number: int
    id: str
    kind: ItemKind
    origin: Origin
    source: Source
    preview: str
    """The start of the text on one line, at most 200 characters."""
    chars: int
    """Length of the whole text in characters; an estimate from bytes is never stored here."""
    tool: str = ""
    call_id: str = ""
    time: str | None = None
    """ISO 8601 in UTC, as recorded; None where the log has no time."""
    detail: str = ""
    """How it came in: typed, queued, answer, plan_feedback, command, file, reminder, compact_boundary, …"""
    error: bool = False
    """A tool failed, or the provider did."""
    thread: str = ""
    """"" for the main thread; the subagent's id for rows of a subagent kept in the same file."""
    text: str | None = None
    """Held here only where the log cannot cheaply be read again (databases, decoded records)."""
    images: int = 0
    """How many images stand in it; they are shown as placeholders and never counted as text."""


@record
class Usage:
    """Tokens of one request, all parts disjoint. None where the log does not tell.

    The trap: Anthropic's input excludes cached tokens, OpenAI's includes them. Adapters normalise, so
    ``input`` is always the part that was neither read from nor written to a cache.
    """

    input: int | None = None
    cache_read: int | None = None
    cache_write: int | None = None
    output: int | None = None
    """What the model wrote, reasoning included."""
    reasoning: int | None = None

    @property
    def prompt(self) -> int | None:
        """What the model was sent: input, cache reads and cache writes together."""
        fresh, read, write = self.input, self.cache_read, self.cache_write
        if fresh is None and read is None and write is None:
            return None
        return (fresh or 0) + (read or 0) + (write or 0)


@record
class Request:
    """One call of the model. ``number`` counts the calls of its thread from 1, in order."""

    number: int
    id: str
    op: int
    """Index of its ``Call`` in ``Session.ops``; the context before that operation is what it saw."""
    model: str
    usage: Usage | None
    source: Source
    first_item: int | None = None
    last_item: int | None = None
    """The items it produced, by number."""
    started: str | None = None
    seconds: float | None = None
    stop: str = ""
    limit: int | None = None
    """Model window in tokens where the log records it."""
    thread: str = ""
    purpose: str = ""
    """"" for the agent's own work; "compaction" for a summariser's call that the log holds."""
    cost: float | None = None
    """US dollars that the log records for it; never 0, which agents write where they know no price or a plan pays."""
    recorded: bool = False
    """Whether the log holds the request itself, word for word, so that its context is that and not put together."""
    doubt: str = ""
    """Why its context may not be what was sent, in a sentence; "" where nothing in the log speaks against it."""


@dataclass(frozen=True, slots=True)
class Unlogged:
    """Something that the agent sends and its log does not hold, by name, so that nobody takes it for nothing."""

    name: str
    """``system prompt``, ``date and working directory``, ``sentence in front of the summary``."""
    where: str = ""
    """Where in a request it stands: ``in front``, ``behind every summary``, ``in every message of the user``."""
    chars: int | None = None
    """Its length in characters, where that is known."""
    request: str = ""
    """The id of the one request that it was sent with, where it is not every one of them."""


@dataclass(frozen=True, slots=True)
class Link:
    """Another log that belongs to this session."""

    kind: str
    """subagent, summarizer, parent, continuation, fork."""
    session: str
    title: str = ""
    path: str = ""
    """"" where the rows stand in the same file or the other log is not on this machine."""
    item: int | None = None
    """The item that started it."""
    compaction: str = ""
    """For a summarizer: the id of its compaction record."""
    compactions: int = 0
    """How often a subagent's own history was compacted, as far as its log tells."""


class Has(StrEnum):
    """Whether an agent's logs can tell something."""

    YES = "yes"
    NO = "no"
    SOMETIMES = "sometimes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What an agent's logs can say. Views and reports repeat it instead of showing an empty column."""

    usage: Has = Has.NO
    system_prompt: Has = Has.NO
    tools: Has = Has.NO
    reasoning: Has = Has.NO
    compactions: Has = Has.NO
    summary_text: Has = Has.NO
    kept_tail: Has = Has.NO
    timestamps: Has = Has.NO


@dataclass(frozen=True, kw_only=True)
class Session:
    """One session of one agent, as its log tells it."""

    id: str
    agent: str
    """The adapter's id."""
    version: str = ""
    """The agent's version; several are joined with ", "."""
    title: str = ""
    cwd: str = ""
    path: str = ""
    """The file or folder that was opened."""
    models: tuple[str, ...] = ()
    started: str | None = None
    ended: str | None = None
    items: tuple[Item, ...] = ()
    """In order of the log; ``items[n - 1].number == n``."""
    ops: tuple[Operation, ...] = ()
    requests: tuple[Request, ...] = ()
    links: tuple[Link, ...] = ()
    capabilities: Capabilities = field(default_factory=Capabilities)
    diagnostics: tuple[Diagnostic, ...] = ()
    cost: float | None = None
    """US dollars that the log records for all of it, where it tells no more than that; else calls have their own."""

    turn_ended: int = 0
    """The item that was the log's last when it recorded last that the agent's turn was over; 0 where it never did."""

    unlogged: tuple[Unlogged, ...] = ()
    """What this agent is known to send with its requests and this log does not hold."""

    before: tuple[str, ...] = ()
    """The logs that were read as one with ``path``, because it goes on from them; the earliest first."""

    def line(self, item: int | None) -> int | None:
        """The line to tell a reader of an item; None for none, and where its log has no lines."""
        return self.items[item - 1].source.own_line if item else None

    @cached_property
    def said_inside(self) -> Mapping[str, tuple[int, ...]]:
        """Call id → what the human said inside its result: items of their own, in no context by themselves."""
        found: dict[str, tuple[int, ...]] = {}
        for item in self.items:
            if item.call_id and item.origin is Origin.HUMAN:
                found[item.call_id] = (*found.get(item.call_id, ()), item.number)
        return found
