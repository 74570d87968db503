"""The items of a session of the Agents SDK → what the model was sent, request by request and branch by branch."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from inspector.model import CompactionRecord, ItemKind, Origin, Severity
from inspector.read.adapters.openai_agents.stored import Row, Stored, is_encrypted
from inspector.read.api.responses import SEALED, item_parts
from inspector.read.build import ELSEWHERE, RequestDraft
from inspector.read.conversation import Place, Walk
from inspector.read.prefix import Entry, Part
from inspector.read.times import iso
from inspector.read.values import as_dict, as_text

_BY_MODEL = frozenset({ItemKind.ASSISTANT, ItemKind.REASONING, ItemKind.TOOL_CALL})
_LIMITED = (
    "An earlier compaction still stands before this one, so the session has a limit (SessionSettings.limit): requests "
    "held its newest items alone. How many is not in this log, and contexts are shown with all items."
)
_BESIDE = "The server compacted before it answered; what it kept beside the summary is not in this log."


class Items(Walk):
    def __init__(self, agent: str, stored: Stored) -> None:
        super().__init__(agent, stored.path)
        self.stored = stored
        self._draft: RequestDraft | None = None
        """The request whose answer is being read."""
        self._places: dict[int, Place] = {}
        """Where the context stood behind each row."""
        self._ends: dict[str, int] = {}
        """The last row of each branch."""
        self._last = 0
        self._asked: dict[tuple[str, int], list[RequestDraft]] = {}
        """The requests of each turn of a branch."""
        self._waiting: list[Row] = []
        self._encrypted = 0
        self._is_limited = False

    def add(self, row: Row) -> None:
        """Take in one row. Those written at once are kept together: a compaction may be the last of them."""
        if self._waiting and (self._waiting[-1].created, self._waiting[-1].branch) != (row.created, row.branch):
            self._written_at_once()
        self._waiting.append(row)

    def finish(self) -> None:
        """What was read, with the tokens of the turns."""
        self._written_at_once()
        if self._encrypted:
            words = f"{self._encrypted} items are encrypted and cannot be read."
            self.build.problem(Severity.WARNING, "encrypted-items", words)
        self._spend()

    # Rows ---------------------------------------------------------------------------------------------------------

    def _written_at_once(self) -> None:
        rows, self._waiting = self._waiting, []
        sealed = [place for place, row in enumerate(rows) if (as_text(as_dict(row.item).get("type")) in SEALED)]
        # A new list begins with the messages that stay; what was answered stands behind what was asked.
        start = 0
        for place in sealed:
            if not any(_is_answer(row) for row in rows[place + 1 : place + 2]):
                first = _first_kept(rows, start, place)
                for row in rows[start:first]:
                    self._row(row)
                self._replaced(rows[first : place + 1])
                start = place + 1
        for row in rows[start:]:
            self._row(row)

    def _row(self, row: Row) -> None:
        if not self._is_new(row):
            return
        parts = self._parts(row)
        for part in parts:
            if part.detail == "encrypted_summary":
                self._by_server(part, row)
                continue
            if part.kind in _BY_MODEL:
                self._answer(row)
            elif part.kind is not ItemKind.EVENT:
                self._draft = None
            self.build.produced(self._draft, self.append(part))
        self._done(row)

    def _is_new(self, row: Row) -> bool:
        """Whether a row was not read in another branch; brings the context to the end of the branch it is on."""
        if row.number in self._places:
            self._ends[row.branch] = row.number
            return False
        before = self._ends.get(row.branch, 0 if row.branch else self._last)
        if before != self._last:
            place = self._places.get(before)
            if place:
                self.conversation.back(place)
            else:
                self.conversation.change_to([])
            self._draft = None
        self.build.record(row.at, f"row {row.number}", iso(row.created))
        return True

    def _done(self, row: Row) -> None:
        self._last = self._ends[row.branch] = row.number
        self._places[row.number] = self.conversation.place()

    def _parts(self, row: Row) -> list[Part]:
        base = row.at.pointer
        if is_encrypted(row.item):
            self._encrypted += 1
            return [Part(row.number, ItemKind.EVENT, Origin.HARNESS, "", base, "encrypted", headline="encrypted")]
        return [] if row.item is None else list(item_parts(row.item, base, self.build.tools))

    # Requests and compactions -------------------------------------------------------------------------------------

    def _answer(self, row: Row) -> None:
        if self._draft is None:
            # Only what did not come from the Responses API itself says whose answer it is.
            told = as_dict(as_dict(row.item).get("provider_data"))
            name = as_text(told.get("response_id")) or f"answer at row {row.number}"
            self._draft = self.conversation.call(name, as_text(told.get("model")), row.at, started=self.build.time)
            self._asked.setdefault((row.branch, row.turn or 0), []).append(self._draft)

    def _by_server(self, part: Part, row: Row) -> None:
        self._answer(row)
        number = self.make(part)
        self.build.produced(self._draft, number)
        self.conversation.replace_history([Entry(part.key, number)], self._record(row, number, _BESIDE))

    def _replaced(self, rows: Sequence[Row]) -> None:
        """Rows that took the place of all that stood there before: messages that stay, and a summary."""
        kept = []
        number = 0
        fresh = [row for row in rows if self._is_new(row)]
        if not fresh:
            return
        for row in fresh:
            self.build.record(row.at, f"row {row.number}", iso(row.created))
            for part in self._parts(row):
                number = self.make(part)
                if part.kind is not ItemKind.EVENT:
                    kept.append(Entry(part.key, number))
            self._last = self._ends[row.branch] = row.number
        self._draft = None
        stands = any(self.build.items[entry.item - 1].kind is ItemKind.SUMMARY for entry in self.conversation.entries)
        if stands and not self._is_limited:
            self._is_limited = True
            self.build.problem(Severity.WARNING, "limited-session", _LIMITED, fresh[0].at)
        self.conversation.change_to(
            [*self.conversation.entries, *kept], self._record(fresh[-1], number or None, ELSEWHERE)
        )
        self._places.update((row.number, self.conversation.place()) for row in fresh)

    def _record(self, row: Row, summary: int | None, note: str) -> CompactionRecord:
        name = as_text(as_dict(row.item).get("id")) or f"row {row.number}"
        return self.build.compaction(name, "native", summary=summary, readable=False, notes=(note,))

    # Tokens -------------------------------------------------------------------------------------------------------

    def _spend(self) -> None:
        """Give a turn's tokens to its request where it has only one; say the sum of the others."""
        requests, spent = 0, []
        for turn, (asked, usage) in self.stored.turns.items():
            drafts = self._asked.get(turn, [])
            if usage and asked == len(drafts) == 1:
                drafts[0].usage = usage
            elif usage:
                requests += asked
                spent.append(usage)
        if spent:
            sent, written = sum(usage.prompt or 0 for usage in spent), sum(usage.output or 0 for usage in spent)
            words = (
                f"Tokens are kept by turn, not by request: {requests} requests were sent {sent:,} tokens and answered "
                f"{written:,} in sum."
            )
            self.build.problem(Severity.NOTE, "tokens-by-turn", words)


def _is_answer(row: Row) -> bool:
    item = as_dict(row.item)
    kind = as_text(item.get("type"))
    return kind == "reasoning" or kind.endswith("_call") or item.get("role") == "assistant"


def _first_kept(rows: Sequence[Row], start: int, sealed: int) -> int:
    """The first of the messages that stand right before a summary: the new list holds no calls or results."""
    before = reversed(rows[start:sealed])
    return sealed - len(list(takewhile(lambda row: "role" in as_dict(row.item), before)))
