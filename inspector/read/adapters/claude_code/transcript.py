"""A transcript under way: what the rows read so far have left behind."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from inspector.model import Diagnostic, Item, ItemKind, Severity, Source
from inspector.read.adapter import Record
from inspector.read.adapters.claude_code.requests import Recorded, Standing
from inspector.read.build import Builder, RequestDraft
from inspector.read.lines import Line

_KINDS = {bool: "true or false", int: "a number", float: "a number", str: "a text", list: "a list", dict: "an object"}


class Row(NamedTuple):
    """One row of the tree. ``thread`` is "" for the main thread."""

    line: Line
    record: Record
    uuid: str
    time: str | None
    thread: str


@dataclass(slots=True)
class Response:
    """One answer of the model, which stands on several rows."""

    draft: RequestDraft
    end: int = -1
    """The last operation of its rows, to rewind to; those with results of its calls are among them."""


@dataclass(slots=True)
class Left:
    """What a row left behind: its first and last item (the last is the smaller where it has none), and more."""

    first: int
    last: int
    parent: str
    """The uuid of the row that it hangs on."""
    end: int | None = None
    """Its last operation, once it was read."""
    response: Response | None = None
    """The response it belongs to, as one of its rows or as a result of one of its calls."""


class Call(NamedTuple):
    """A tool call that a result may answer."""

    tool: str
    response: Response | None
    id: str


class Boundary(NamedTuple):
    """A compact_boundary row that waits for its summary."""

    record: Record
    source: Source
    kept: tuple[int, ...]
    missing: int
    """Kept rows that the log names and does not hold."""
    kept_first: bool
    """Whether kept rows stand before the summary."""
    cut: bool
    """Whether the log holds nothing of the history before it."""
    between: list[int]
    """What the harness wrote between the boundary and its summary: it opens the new context."""
    uuids: list[str]
    """The kept rows in order."""


class Lone(NamedTuple):
    """A summary without a boundary before it; the boundary may follow."""

    op: int
    summary: int
    calls: int
    """How many calls of the model there were."""
    cut: bool


@dataclass(slots=True)
class Late:
    """A compaction of which some kept rows are only written behind it."""

    op: int
    boundary: Boundary
    summary: int | None
    items: dict[str, tuple[int, ...]]
    """The items of each kept row that came late."""


class Sum(NamedTuple):
    """What a process wrote down as it ended."""

    source: Source
    record: Record
    drafts: int
    """How many calls there were."""
    ops: int


@dataclass(slots=True)
class Transcript:
    """The session so far, and the indexes that later rows need."""

    build: Builder
    path: str
    alone: bool = False
    """Whether the file is a subagent's own: then its sidechain is the main thread."""
    first_words: str = ""
    rows: dict[str, Left] = field(default_factory=dict)
    """uuid of every row so far → what it left. The one index of rows: a lookup among so many is a visit to far memory,
    and one a row is what can be afforded."""
    responses: dict[str, Response] = field(default_factory=dict)
    left: Left = field(default_factory=lambda: Left(1, 0, ""))
    """Of the row under way."""
    calls: dict[str, Call] = field(default_factory=dict)
    results: dict[str, int] = field(default_factory=dict)
    """call id → item of its result."""
    delegations: dict[str, int] = field(default_factory=dict)
    """call id or prompt → item that started a subagent."""
    boundary: Boundary | None = None
    late: Late | None = None
    lone: Lone | None = None
    unsorted: bool = False
    """Whether no request came since the last compaction."""
    focus: str = ""
    """What a person asked a compaction to keep that has not come yet."""
    writes_requests: bool = False
    """Whether the log is of a version that writes its requests down."""
    recorded: Recorded = field(default_factory=Recorded)
    pending: Row | None = None
    """The row of a request that has no answer yet."""
    standing: Standing = field(default_factory=Standing)
    sums: list[Sum] = field(default_factory=list)
    queue: list[Row] = field(default_factory=list)
    handed: Row | None = None
    """A prompt taken from the queue whose own row has not come yet."""
    delivered: dict[str, int] = field(default_factory=dict)
    """Queued prompts handed to the model and their items; later versions repeat them as an attachment."""
    attached: list[str] = field(default_factory=list)
    """Queued prompts that an attachment brought, before the queue tells of them."""
    wordless: list[Diagnostic] = field(default_factory=list)
    """What was reported of prompts that the queue holds no words of; an attachment may bring them."""
    command: str = ""
    """The slash command whose output comes next."""

    def source(self, row: Row, pointer: str = "") -> Source:
        """A place in a row."""
        return row.line.at(self.path, pointer)

    def begin(self, row: Row) -> None:
        """What is added from here on stands in this row."""
        build = self.build
        build.at = row.line.at(self.path)
        build.id, build.time, build.thread = row.uuid, row.time, row.thread

    def event(self, detail: str, pointer: str, value: Any, *, error: bool = False) -> None:
        """Add something that the model never saw."""
        label = "" if value else detail.replace("_", " ")
        self.build.add(ItemKind.EVENT, value or "", pointer, detail, headline=label, error=error, hold=not value)

    def wrong_type(self, line: Line, name: str, value: Any) -> None:
        """List a field that holds something else than it should."""
        message = f"The field “{name}” holds {_KINDS.get(type(value), 'something else')}; it was left out."
        self.build.problem(Severity.WARNING, "wrong-type", message, line.at(self.path))

    def item(self, number: int) -> Item:
        """The item with this number."""
        return self.build.items[number - 1]

    def items_of(self, uuids: list[Any]) -> tuple[int, ...]:
        """The items of these rows, in the order of the list; unknown rows have none."""
        numbers: list[int] = []
        for uuid in uuids:
            left = self.rows.get(uuid) if isinstance(uuid, str) else None
            if left:
                numbers.extend(range(left.first, left.last + 1))
        return tuple(numbers)

    def remember(self) -> None:
        """Note which items and operations the row under way left behind."""
        left = self.left
        left.end = len(self.build.ops) - 1
        if left.last < left.first:
            left.last = len(self.build.items)
        if left.response is not None:
            left.response.end = left.end

    def parent_of(self, uuid: str) -> str:
        """The row that a row hangs on; "" where that is not known."""
        left = self.rows.get(uuid)
        return left.parent if left else ""

    def end_of(self, uuid: str) -> int | None:
        """The last operation of a row, or of the response it belongs to; None where the row is not known."""
        left = self.rows.get(uuid)
        if left is None:
            return None
        return left.response.end if left.response else left.end
