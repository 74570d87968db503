"""Sessions of any shape for the window's tests and measurements, built in memory without a log behind them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inspector.model import (
    Capabilities,
    CompactionRecord,
    Diagnostic,
    Has,
    ItemKind,
    Origin,
    Rewind,
    Severity,
    Source,
    Splice,
    Usage,
)
from inspector.read.adapter import Match
from inspector.read.adapters import ADAPTERS
from inspector.read.bodies import Bodies
from inspector.read.build import Builder, RequestDraft
from inspector.read.open import Opened
from inspector.store.cache import Cache
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.stages import advance
from tests.inline_executor import InlineExecutor

ORIGINS = {
    ItemKind.USER: Origin.HUMAN,
    ItemKind.TOOL_RESULT: Origin.TOOL,
    ItemKind.SUMMARY: Origin.HARNESS,
    ItemKind.ATTACHMENT: Origin.HARNESS,
    ItemKind.INSTRUCTIONS: Origin.HARNESS,
    ItemKind.EVENT: Origin.HARNESS,
}


class MadeSession:
    """Add items and requests in the order of a log, then ask for the document."""

    def __init__(self, path: str = "made.jsonl") -> None:
        self.build = Builder("claude-code", path)
        self.capabilities = Capabilities(usage=Has.YES, compactions=Has.YES)

    def source(self) -> Source:
        line = len(self.build.items) + 1
        return Source(self.build.path, line, line * 100, line * 100 + 99)

    def add(self, kind: ItemKind, text: Any, origin: Origin | None = None, **more: Any) -> int:
        origin = origin or ORIGINS.get(kind, Origin.AGENT)
        more = {"hold": True, "time": clock(len(self.build.items)), **more}
        return self.build.item(kind, origin, text, more.pop("source", None) or self.source(), **more)

    def call(self, prompt: int | None, text: str = "Done.", **more: Any) -> RequestDraft:
        """A request, and the answer it gave."""
        usage = None if prompt is None else Usage(prompt // 10, prompt - prompt // 10, 0, 50, None)
        when = clock(len(self.build.items))
        draft = self.build.call(
            f"r{len(self.build.drafts)}", "model-a", self.source(), usage=usage, started=when, **more
        )
        draft.first_item = draft.last_item = self.add(ItemKind.ASSISTANT, text)
        return draft

    def compact(self, keep: tuple[int, ...] = (), text: str = "What happened so far.", **more: Any) -> int:
        """A recorded compaction with a summary; gives the summary's number."""
        summary = self.add(ItemKind.SUMMARY, text, enter=False)
        record = CompactionRecord(f"c{summary}", self.source(), "summary", "auto", summary=summary, **more)
        self.build.ops.append(Splice(None, (summary, *keep), 0, compaction=record))
        return summary

    def clear(self, item: int) -> None:
        """Clear one result in place."""
        record = CompactionRecord(f"e{item}", self.source(), "edit", "auto")
        self.build.ops.append(Splice(mask=(item,), compaction=record))

    def rewind(self, to: int) -> None:
        self.build.ops.append(Rewind(to))

    def problem(self, severity: Severity = Severity.ERROR, **more: Any) -> Diagnostic:
        self.build.problem(severity, "bad-line", "The line is not JSON.", more.get("source") or self.source())
        return self.build.diagnostics[-1]

    def document(self) -> Document:
        session = self.build.session(id="made", title="made", cwd="", capabilities=self.capabilities)
        return Document(Opened(session, Bodies(), ADAPTERS[0], Match(1.0, "made")))

    def advanced(self, to: Stage = Stage.COUNT) -> Document:
        document = self.document()
        advance(document, to, Cache.memory())
        return document


def clock(place: int) -> str:
    """A time that rises with the place in the log."""
    return (
        f"2026-01-{1 + place // 86400 % 28:02d}T{place // 3600 % 24:02d}:{place // 60 % 60:02d}:{place % 60:02d}.000Z"
    )


def small_session() -> MadeSession:
    """Ten requests, a compaction, a tool error, an edit, a damaged line: something for every pane."""
    made = MadeSession()
    made.add(ItemKind.INSTRUCTIONS, "Be brief.")
    made.add(ItemKind.USER, "only touch auth/, never edit files outside it", detail="typed")
    for number in range(5):
        made.call(20_000 + 10_000 * number, f"answer {number}")
        made.add(ItemKind.TOOL_CALL, {"command": f"make {number}"}, tool="Bash", call_id=f"a{number}")
        made.add(ItemKind.TOOL_RESULT, f"result {number}", tool="Bash", call_id=f"a{number}", error=number == 3)
    made.compact(keep=(made.build.items[-1].number,), reported_after=9_000)
    for number in range(5):
        made.call(12_000 + 5_000 * number, f"later answer {number}")
    made.clear(made.add(ItemKind.TOOL_RESULT, "long output", tool="Read", call_id="b"))
    made.call(30_000, "the end")
    made.problem()
    return made


def long_session(items: int, every: int = 2_000) -> MadeSession:
    """As many items, a request each, a compaction after every ``every`` items."""
    made = MadeSession()
    kinds = (ItemKind.TOOL_RESULT, ItemKind.TOOL_CALL, ItemKind.REASONING, ItemKind.USER, ItemKind.TOOL_RESULT)
    words = "the parser reads a token, then tests/auth/test_refresh.py fails because refresh() is called twice "
    while len(made.build.items) < items:
        place = len(made.build.items)
        within = place % every
        if within < 2 and place:
            made.compact(keep=(place,))
        kind = kinds[place % 5]
        tool = "Bash" if kind in (ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT) else ""
        made.add(
            kind, f"{place} {words}" * 3, tool=tool, call_id=f"c{place // 2}" if tool else "", error=place % 97 == 0
        )
        prompt = 20_000 + within * 70 + place * 7919 % 3_000
        made.call(prompt, f"{place} {words}")
    return made


def open_in(bench: Bench, document: Document, upto: Stage = Stage.COUNT) -> Document:
    """Put a made document into a bench as if it had been opened, advanced as far as asked."""
    bench.put(document)
    bench.opened.emit(document)
    for stage in _through(upto):
        advance(document, stage, Cache.memory())
        bench.advanced.emit(stage)
    return document


def _through(upto: Stage) -> list[Stage]:
    stages = list(Stage)
    return stages[1 : stages.index(upto) + 1]


def inline_bench() -> Bench:
    """A bench whose jobs run at once."""
    return Bench(InlineExecutor(), Cache.memory())


def sample(name: str) -> Path:
    """One sample session by its case name."""
    root = Path(__file__).parent.parent / "sample_sessions"
    return next(
        path for path in sorted(root.rglob("*.jsonl")) if name in path.as_posix() and "subagents" not in path.parts
    )
