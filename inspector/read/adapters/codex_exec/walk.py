"""Blocks become items: who said what, what was called, what came back, where the context was compacted."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from inspector.model import ItemKind, Severity, Source
from inspector.read.adapters.codex_exec import calls
from inspector.read.adapters.codex_exec.cut import BEGUN_BY, Block, Cutter
from inspector.read.adapters.codex_exec.header import Header, plain
from inspector.read.adapters.codex_exec.marks import Running
from inspector.read.build import Builder, RequestDraft
from inspector.read.lines import TextLine
from inspector.read.tools import headline
from inspector.read.values import as_title
from inspector.read.voices import voice_of

_NOTE = (
    "The log says that it happened, and no more: what was kept, and the summary, are not in this log. "
    "The context is shown as it is known to be: with what came since."
)
_EVENTS = {"diff": "turn_diff", "stopped": "interrupt", "notice": "notice"}
_FAILED = frozenset({"failed", "declined"})


class Walk:
    """Walks the blocks of one log. ``times`` are those of its lines, where a pipeline noted them."""

    def __init__(self, agent: str, path: Path, cutter: Cutter, times: Mapping[int, str]) -> None:
        blocks = cutter.cut()
        self.build = Builder(agent, str(path), hold=True)
        self.opening = ""
        self.headers: list[Header] = []
        self._blocks, self._times = blocks, times
        self._ends = [number for number, block in enumerate(blocks) if block.kind == "patch_end"]
        self._counts = cutter.is_stamped and any(block.kind == "tokens" for block in blocks)
        """Whether a count of tokens ends every call of the model."""
        self._draft: RequestDraft | None = None
        self._running = Running()
        self._begun: dict[str, list[str]] = {kind: [] for kind in BEGUN_BY.values()}
        self._calls = self._apart = 0
        self._said = self._thought = self._searched = ""
        self._steps: set[str] = set()

    def walk(self) -> None:
        for number, block in enumerate(self._blocks):
            steps = calls.take_steps(block, self._steps)
            self._block(number, block, _joined(block.body))
            if steps:
                self._at(block, steps)
                self._call("update_plan", calls.plan_arguments(Block("plan", body=steps)))
        if self._apart:
            words = f"{self._apart} results of calls made at once: the log does not say which of them each is of."
            self.build.problem(Severity.NOTE, "unpaired-results", words)

    def _block(self, number: int, block: Block, text: str) -> None:
        kind = block.kind
        self._at(block, [*block.head, *block.body])
        if block.quotes:
            words = "An output quotes another log of codex exec. Where it ends is not said: parts may be read wrongly."
            self.build.problem(Severity.WARNING, "quoted-log", words, self.build.at)
        if block.header:
            self._run(block, block.header)
        elif kind == "asked":
            self._asked(block, text)
        elif kind in ("said", "thought"):
            self._wrote(block, text)
        elif kind in ("exec", "plan", "search", "image") or kind in self._begun:
            self._called(number, block)
        elif kind == "ran" or kind in BEGUN_BY:
            self._came_back(block, text)
        elif kind == "final":
            self._final(block, text)
        elif kind == "compacted":
            self._compacted(block)
        elif kind == "tokens":
            self._draft = None
            self._at(block, block.head)
            self._event(block.head, "token_count")
            self._printed(block)
        else:
            self._event([*block.head, *block.body], _EVENTS.get(kind, "printed"))

    def _at(self, block: Block, lines: Sequence[TextLine]) -> None:
        """What is added from here on stands in these lines."""
        lines = _trimmed(lines)
        if lines:
            at = Source(self.build.path, lines[0].number, lines[0].start, lines[-1].end)
            self.build.record(at, "", self._times.get(lines[0].number, block.time))

    def _event(self, lines: Sequence[TextLine], detail: str) -> None:
        text = _joined(lines)
        if text:
            is_error = plain(text).split("] ")[-1].startswith("ERROR:")
            self.build.add(ItemKind.EVENT, text, "", detail, error=is_error)

    def _printed(self, block: Block) -> None:
        """Lines below a heading that has none."""
        self._at(block, block.body)
        self._event(block.body, "printed")

    def _run(self, block: Block, header: Header) -> None:
        """A run. It begins with nothing known, unless it goes on with the session above."""
        if self.headers:
            own = header.told.get("session id")
            same = own is not None and own == self.headers[-1].told.get("session id")
            if not same:
                self.build.cut((), None)
            words = "This run goes on with the session above." if same else "Another session begins here."
            self.build.problem(Severity.NOTE, "another-run", words, self.build.at)
        if not header.is_whole:
            words = "The block above the run has no end; it was read as far as it goes."
            self.build.problem(Severity.WARNING, "cut-block", words, self.build.at)
        self.headers.append(header)
        self.build.version(header.version)
        self._draft, self._running = None, Running()
        self._begun = {kind: [] for kind in self._begun}
        self._said = ""
        self._at(block, block.head)
        self._event(block.head, "session")
        self._printed(block)

    def _asked(self, block: Block, text: str) -> None:
        self._draft = None
        if not text:
            return
        self._at(block, block.body)
        voice = voice_of(text)
        if voice.kind is ItemKind.SUMMARY:
            # People paste summaries of other sessions; nothing here was replaced by one.
            self.build.add(ItemKind.USER, text, "", "typed")
        else:
            self.build.add(voice.kind, text, "", voice.detail, origin=voice.origin)
        if voice.words:
            self.build.said(voice.words, "", "typed")
        self.opening = self.opening or as_title(voice.words or text)

    def _wrote(self, block: Block, text: str) -> None:
        self._running.speak()
        if not text:
            return
        self._at(block, block.body)
        if block.kind == "thought":
            self._thought = text
            self._made(ItemKind.REASONING, text)
        elif self._counts and text in self._thought:
            # Versions of autumn 2025 print a thought once more, as if it were said.
            self.build.add(ItemKind.EVENT, text, "", "reasoning_repeated")
        else:
            self._said = text
            self._made(ItemKind.ASSISTANT, text)

    def _called(self, number: int, block: Block) -> None:
        told, kind = block.told, block.kind
        if kind == "exec":
            self._running.begin(told["command"]).call = self._call("exec", calls.run_arguments(told))
        elif kind == "patch":
            below = bisect_left(self._ends, number)
            end = self._blocks[self._ends[below]] if below < len(self._ends) else None
            self._begun[kind].append(self._call("apply_patch", calls.patch_arguments(block, end)))
        elif kind in self._begun:
            self._begun[kind].append(self._call(told["name"], calls.tool_arguments(told)))
        elif kind == "plan":
            arguments = calls.plan_arguments(block)
            if arguments is not None:
                self._call("update_plan", arguments)
                return
            self._at(block, block.head)
            self._event(block.head, "notice")
        elif kind == "image":
            self._call("view_image", {"path": told["path"]})
        else:
            self._searches(told.get("query", "").strip())
        if kind != "patch":
            self._printed(block)

    def _searches(self, query: str) -> None:
        # The newest versions print a search where it begins, often without its words, and where it ends.
        if query and query != self._searched:
            self._call("web_search", {"query": query})
        self._searched = "" if query == self._searched else query

    def _call(self, name: str, arguments: Any) -> str:
        self._calls += 1
        call = f"call {self._calls}"
        self._made(ItemKind.TOOL_CALL, arguments, name, call, headline(name, arguments))
        return call

    def _came_back(self, block: Block, text: str) -> None:
        kind, told = block.kind, block.told
        if kind == "ran":
            command = self._running.end(told.get("command"))
            call, tool = command.call if command else "", "exec"
        else:
            begun = self._begun[BEGUN_BY[kind]]
            # Of several that run at once, nothing tells which one ended.
            call, tool = begun.pop() if len(begun) == 1 else "", told.get("name", "apply_patch")
        self._apart += not call
        if not self._counts:
            self._draft = None
        self._at(block, block.body)
        code = told.get("code")
        how = told.get("how") or f"exited {code}"
        detail = f"{how} in {told['took']}" if "took" in told else how
        is_error = how in _FAILED or code not in (None, "0")
        self.build.add(ItemKind.TOOL_RESULT, text, "", detail, tool, call, error=is_error)

    def _final(self, block: Block, text: str) -> None:
        """What stands below the count of tokens: the last message once more, where both outputs went to one file."""
        if not self._said and text:
            self._made(ItemKind.ASSISTANT, text)
        else:
            self._event(block.body, "final_message" if text == self._said else "printed")

    def _compacted(self, block: Block) -> None:
        self._at(block, block.head)
        self._event(block.head, "compacted")
        name = f"line-{block.head[0].number}"
        record = self.build.compaction(name, "unknown", status="partial", readable=False, notes=(_NOTE,))
        self.build.cut((), record)
        self._draft = None
        self._printed(block)

    def _made(self, kind: ItemKind, value: Any, tool: str = "", call: str = "", line: str = "") -> None:
        if self._draft is None:
            model = self.headers[-1].told["model"] if self.headers else ""
            self._draft = self.build.request(f"line {self.build.at.line}", model)
        self.build.produced(self._draft, self.build.add(kind, value, "", "", tool, call, line))


def _trimmed(lines: Sequence[TextLine]) -> list[TextLine]:
    """Lines without the empty ones at both ends."""
    full = [at for at, line in enumerate(lines) if line.text.strip()]
    return list(lines[full[0] : full[-1] + 1]) if full else []


def _joined(lines: Sequence[TextLine]) -> str:
    return "\n".join(line.text for line in _trimmed(lines))
