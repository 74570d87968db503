"""A log cut into blocks at its headings.

Outputs hold any text, headings of this printer among it. What is known of their length is used: old versions print no
more than 20 lines of one, and ``sed -n 'A,Bp' FILE`` no more than it names. A stamp tells headings by their time.
Beyond that, a line of an output that is a heading counts as one.

An output that quotes a log of this very printer (its header stands in it) is read as a quotation up to that bound;
where there is none, up to the first heading below an empty line.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from inspector.read.adapters.codex_exec.header import Header, header_at
from inspector.read.adapters.codex_exec.marks import SHOWN, Mark, Marks, Running, lines_read
from inspector.read.lines import TextLine

_OUTPUTS = frozenset({"ran", "tool_end", "patch", "patch_end", "diff"})
_TEXTS = frozenset({"asked", "said", "thought"})
BEGUN_BY = {"tool_end": "tool", "mcp_end": "mcp", "patch_end": "patch"}


@dataclass(slots=True)
class Block:
    """A heading with the lines below it; ``header`` begins a run."""

    kind: str
    head: Sequence[TextLine] = ()
    told: dict[str, str] = field(default_factory=dict)
    time: str | None = None
    body: list[TextLine] = field(default_factory=list)
    header: Header | None = None
    limit: int | None = None
    """Lines that the body has at most, where that is known."""
    quotes: bool = False
    """Whether the body quotes another log, so that where it ends is not sure."""
    above: int = 0
    """How many lines above stands what the body quotes, where that is this very log."""

    @property
    def is_full(self) -> bool:
        """Whether the body has all the lines that it can have."""
        return self.limit is not None and len(self.body) >= self.limit


class Cutter:
    """Cuts the lines of one log into ``blocks``. ``texts`` are the lines without colours."""

    def __init__(self, lines: Sequence[TextLine], texts: Sequence[str]) -> None:
        self._lines, self._texts = lines, texts
        self._headers = {at: header for at in range(len(lines)) if (header := header_at(lines, at))}
        first = next(iter(self._headers.values()), None)
        self.is_stamped = first.is_stamped if first else _is_stamped(texts)
        self._marks = Marks(texts, is_stamped=self.is_stamped)
        self._patched: list[int] = [at for at in range(len(texts)) if "exited" in texts[at] and self._is_patched(at)]
        self.blocks: list[Block] = [Block("above")]
        self._running, self._begun = Running(), dict.fromkeys(BEGUN_BY.values(), 0)
        self._looked = (0, False)
        """Up to where lines that may be headings were looked at, and whether they are."""
        self._time = ""
        self._is_cut: bool | None = None
        """Whether this version prints no more than the beginning of an output, which its first command tells."""
        self._quoted: set[str] = set()
        """Files that hold such logs."""
        self._session = (0, "")
        """Where the header of the run at hand stands, and its session's id."""

    def cut(self) -> list[Block]:
        """All blocks in order; the first holds what stands above the first heading."""
        at = 0
        while at < len(self._lines):
            header = self._headers.get(at)
            if header is not None and self._is_run(header):
                at = self._begin_run(at, header)
            elif header is None and (mark := self._mark(at)):
                at = self._begin(at, mark)
            else:
                at = self._continue(at, header)
        return self.blocks

    def _is_patched(self, at: int) -> bool:
        mark = self._marks.at(at)
        return mark is not None and mark.kind == "patch_end"

    # What a line is -------------------------------------------------------------------------------------------

    def _is_run(self, header: Header) -> bool:
        """Whether a header begins a run; in what a command printed, or a prompt says, it is quoted."""
        now = self.blocks[-1]
        if header.is_stamped != self.is_stamped:
            return False
        if now.kind not in _OUTPUTS and now.kind != "asked":
            return True
        return header.time >= self._time if header.time else now.is_full

    def _mark(self, at: int) -> Mark | None:
        """The heading on this line, where it counts."""
        now = self.blocks[-1]
        if now.kind == "above" and self._headers:
            return None
        mark = self._ended(at) or self._marks.at(at)
        if mark is None or (mark.time and mark.time < self._time):
            return None
        if mark.kind in BEGUN_BY and self._begun[BEGUN_BY[mark.kind]] < 1:
            return None
        return mark if self._counts(now, mark, at) else None

    def _counts(self, now: Block, mark: Mark, at: int) -> bool:
        if now.kind == "final":
            return mark.kind in ("exec", "said")
        if now.kind == "patch" and mark.kind != "patch_end":
            # A new file is printed whole: all up to its end belongs to it.
            below = bisect_left(self._patched, at)
            return below == len(self._patched) and not mark.is_weak
        if now.kind in _OUTPUTS:
            return not self._is_quoted(now, at) and (not mark.is_weak or now.is_full)
        if mark.is_weak and now.kind in _TEXTS:
            return mark.time is not None or self._ends_text(at)
        return not mark.is_weak or now.kind != "above"

    def _is_quoted(self, now: Block, at: int) -> bool:
        if now.above:
            return self._texts[at] == self._texts[at - now.above]
        return now.quotes and not now.is_full and (now.limit is not None or bool(self._texts[at - 1].strip()))

    def _ended(self, at: int) -> Mark | None:
        if not self._running.commands:
            return None
        if not self.is_stamped:
            told = self._marks.ended(at)
            return Mark("ran", told) if told else None
        if not self._texts[at].startswith("["):
            return None
        for command in self._running.commands:
            if found := self._marks.ended_as(at, command.text):
                return found
        return None

    def _ends_text(self, at: int) -> bool:
        """Whether only such lines stand between this one and the next sure heading, or the end."""
        end, is_so = self._looked
        if at < end:
            return is_so
        is_so, below = True, at + 1
        while below < len(self._lines):
            mark = self._marks.at(below)
            if below in self._headers or (mark and not mark.is_weak):
                break
            text = self._texts[below]
            if mark is None and text.strip() and not text.startswith("  "):
                is_so = False
                break
            below += 1
        self._looked = (below, is_so)
        return is_so

    # What becomes of it ---------------------------------------------------------------------------------------

    def _begin_run(self, at: int, header: Header) -> int:
        end = at + header.lines
        self._running, self._begun = Running(), dict.fromkeys(self._begun, 0)
        self._time = header.time or ""
        self._session = (at, header.told.get("session id", ""))
        self.blocks.append(Block("header", self._lines[at:end], header.told, header.started, header=header))
        if not self.is_stamped and end < len(self._texts) and self._texts[end] == "user":
            self.blocks.append(Block("asked", self._lines[end : end + 1]))
            end += 1
        return end

    def _begin(self, at: int, mark: Mark) -> int:
        end = min(at + mark.lines, len(self._lines))
        block = Block("notice" if mark.kind == "weak" else mark.kind, self._lines[at:end], mark.told, mark.time)
        self.blocks.append(block)
        self._time = max(self._time, mark.time or "")
        if block.kind == "exec":
            self._running.begin(mark.told["command"])
            if self._is_cut is None:
                self._is_cut = self.is_stamped or "how" in mark.told or "glued" in mark.told
            if "how" in mark.told:
                # Which of those that run it is of is told no more than where it stands on a line of its own.
                told = {key: value for key, value in mark.told.items() if key != "command"}
                self._output(Block("ran", self._lines[end - 1 : end], told))
        elif block.kind == "ran":
            self.blocks.pop()
            self._output(block)
        elif block.kind in ("said", "thought"):
            self._running.speak()
        elif block.kind in self._begun:
            self._begun[block.kind] += 1
        elif block.kind in BEGUN_BY:
            self._begun[BEGUN_BY[block.kind]] -= 1
            block.limit = SHOWN if block.kind == "tool_end" else None
        elif block.kind == "tokens" and not self.is_stamped:
            self.blocks.append(Block("final"))
        return end

    def _output(self, block: Block) -> None:
        likely = list(self._running.commands)
        command = self._running.end(block.told.get("command"))
        read = [lines_read(one.text) for one in ([command] if command else likely)]
        bounds = [lines for lines, _ in read if lines is not None]
        bound = max(bounds) if bounds and len(bounds) == len(read) else None
        path = read[0][1] if command else ""
        block.limit = min(filter(None, (SHOWN if self._is_cut else None, bound)), default=None)
        block.quotes = path in self._quoted
        if path:
            block.told = block.told | {"file": path}
        self.blocks.append(block)

    def _continue(self, at: int, header: Header | None) -> int:
        """A line without a heading of its own."""
        now = self.blocks[-1]
        line = self._lines[at]
        if header is not None and now.kind in _OUTPUTS:
            self._quote(now, at, header)
        elif now.kind in ("patch_end", "notice", "mcp_end") and line.text.startswith("diff --git "):
            # The newest versions print what changed without a heading.
            now = Block("diff")
            self.blocks.append(now)
        elif now.kind != "printed" and now.is_full and line.text.strip():
            now = Block("printed")
            self.blocks.append(now)
        now.body.append(line)
        return at + 1

    def _quote(self, now: Block, at: int, header: Header) -> None:
        """An output quotes a log: this very one up to where it stood then, or another."""
        own = header.told.get("session id")
        if own and own == self._session[1]:
            now.above = at - self._session[0]
            return
        now.quotes = True
        if "file" in now.told:
            self._quoted.add(now.told["file"])


def _is_stamped(texts: Sequence[str]) -> bool:
    """Whether the headings of a log without a header have stamps."""
    marks = Marks(texts[:1000], is_stamped=True)
    return any((mark := marks.at(at)) and mark.kind in ("exec", "said", "tokens") for at in range(len(texts[:1000])))
