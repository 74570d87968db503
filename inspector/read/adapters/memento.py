"""Memento traces and rows of OpenMementos: a model that summarises its own reasoning block by block.

Producer:  models of microsoft/memento served by its vLLM overlay, its data pipeline, and the dataset OpenMementos.
           Seen only as documented; no real trace was read.
Evidence:  source: microsoft/memento d8c10e66 vllm/README.md, vllm/vllm/config/block_masking.py,
           data/pipeline/{segment,summarize_iterative}.py, data/README.md; dataset card of OpenMementos; checked
           2026-11-20.
Context:   prompt, then inside ``<think>`` units of a block and its summary between four markers, then the answer.
           A block leaves the context as soon as its summary ends; the summary stays.
Compaction: every unit that is complete. The eviction follows from the server's default settings
           (keep_last_n_blocks 0); a trace does not say how it was served, and rows of the dataset never were.
Requests:  a response is generated in one go. So that the saw-tooth can be seen, each block, each summary and the
           answer count as a request, sent what stands in the context when it begins; the tokens a server reports
           for the prompt stand at the first.
Not said:  usage by block, times, the delimiters' and ``<think>``'s own tokens (left out here), what a summary's
           cached keys and values keep of their block beyond its text.
Damage:    a response cut inside a block or a summary; markers stripped by the server (then nothing is left to
           read). Texts of Parquet are held in memory: rows cannot be read back by offset.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Unpack

from inspector.model import (
    CompactionRecord,
    ItemKind,
    Origin,
    Session,
    Severity,
    Source,
    Usage,
)
from inspector.read.adapter import Adapter, Glance, Match, Probe, Record, Report, can_say
from inspector.read.build import About, Builder, RequestDraft
from inspector.read.content import plain_stem, read_bytes
from inspector.read.documents import read_document
from inspector.read.drafts import Noted
from inspector.read.lines import read_lines, whole_lines
from inspector.read.parquet import is_parquet, read_rows
from inspector.read.usage import response_usage
from inspector.read.values import as_dict, as_int, as_list, as_text, as_title, render

MOST = 200
"""Traces read of one file; a dataset has hundreds of thousands."""
_MARKERS = re.compile(r"<(?:\|(block|summary)_(start|end)\|>|(/?think)>)")
_IN_BYTES = re.compile(rb"<\|(?:block|summary)_start\|>")
_COLUMNS = re.compile(rb'"block_summaries":\s*\[')
_RESPONSES = ("response", "full_response", "output", "completion")
_MADE = (ItemKind.REASONING, ItemKind.SUMMARY, ItemKind.ASSISTANT)
_RULE = "The block left by the server's default rule; the trace does not say how it was served."


class Memento(Adapter):
    id = "memento"
    title = "Memento"
    capabilities = can_say(always="reasoning compactions summary_text kept_tail", sometimes="usage system_prompt")

    def recognise(self, probe: Probe) -> Match | None:
        """By the markers, or the columns of blocks and their summaries."""
        if _IN_BYTES.search(probe.head):
            # In logs of agents somebody may talk about the markers.
            plain = any(set(record) & {"problem", "response", "choices", "messages"} for record in probe.records)
            return Match(0.98 if plain else 0.6, "block and summary markers")
        if is_parquet(probe.head):
            described = probe.tail or probe.head
            if b"block_summaries" in described:
                return Match(0.9, "a Parquet file with block summaries")
            plain = all(name in described for name in (b"problem", b"response", b"domain", b"difficulty"))
            return Match(0.6, "a Parquet file with the columns of OpenMementos") if plain else None
        if _COLUMNS.search(probe.head) and b'"sentences":' in probe.head:
            return Match(0.95, "columns of sentences, blocks and block summaries")
        return None

    def glance(self, probe: Probe) -> Glance:
        titles = (as_title(as_text(record.get("problem"))) for record in probe.records)
        return Glance(next(filter(None, titles), ""))

    def read(self, path: Path, report: Report) -> Session:
        """Read every trace of a file, each with a context of its own. Raises CannotRead."""
        walk = _Walk(self.id, path)
        for row, source in _rows(path, report):
            if walk.traces == MOST:
                message = f"The first {MOST} traces are shown; the file holds more."
                walk.build.problem(Severity.WARNING, "more-traces", message, source)
                break
            walk.row(row, source)
        name = walk.name or plain_stem(path)
        return walk.build.session(id=name, title=walk.build.opening, cwd="", capabilities=self.capabilities)


def _rows(path: Path, report: Report) -> Iterator[tuple[Record, Source]]:
    """The objects of a file, one a line or in one document."""
    if is_parquet(read_bytes(path, 4)[0]):
        for index, row in enumerate(read_rows(path, report)):
            yield row, Source(str(path), pointer=f"/{index}")
        return
    try:
        lines = whole_lines(path)
    except OSError:
        lines = []
    if any(isinstance(line, dict) for line in lines):
        for line in read_lines(path, report):
            yield line.record, line.at(path)
        return
    document = read_document(path, report)
    if isinstance(document, dict):
        yield document, Source(str(path))
    for index, row in enumerate(as_list(document)):
        if isinstance(row, dict):
            yield row, Source(str(path), pointer=f"/{index}")


class _Unit(NamedTuple):
    """A piece of a response: what it is, its text, and whether its end is there."""

    kind: str
    """text, block, summary or answer."""
    text: str
    whole: bool = True


def units(response: str) -> Iterator[_Unit]:
    """A response cut at its markers; an inner start is text, a missing end is the next start or the end of thinking."""
    kind, start = "text", 0
    thinking = "<think>" in response or "<|block_start|>" in response
    for mark in _MARKERS.finditer(response):
        what, side, think = mark.groups()
        if (side == "start" and what == kind) or (think == "think" and kind != "text"):
            continue
        text = response[start : mark.start()].strip()
        closed = side == "end" and what == kind
        if text:
            yield _Unit(kind, text, closed or kind in ("text", "answer"))
        start = mark.end()
        if think == "/think":
            kind, thinking = "answer", False
        else:
            kind = what if side == "start" else "text"
    text = response[start:].strip()
    if text:
        open_ = kind in ("block", "summary")
        yield _Unit(kind if thinking or open_ else "answer", text, not open_)


class _Walk:
    def __init__(self, agent: str, path: Path) -> None:
        self.build = Builder(agent, str(path), hold=is_parquet(read_bytes(path, 4)[0]))
        self.name, self.traces = "", 0

    def row(self, row: Record, source: Source) -> None:
        """One trace: a row of the dataset or the pipeline, or a chat with such a response."""
        self.build.record(source)
        if self.traces:
            self.build.become(())
        else:
            self.name = as_text(row.get("task_id")) or as_text(row.get("id"))
        self.traces += 1
        self._model = as_text(row.get("model"))
        self._draft: RequestDraft | None = None
        self._usage = response_usage(as_dict(row.get("usage")))
        said = len(self.build.items)
        self._put(ItemKind.USER, row.get("problem"), "/problem", "typed")
        for index, message in enumerate(map(as_dict, as_list(row.get("messages")))):
            self._message(message, f"/messages/{index}")
        choices = [as_dict(choice) for choice in as_list(row.get("choices"))]
        if choices:
            self._message(as_dict(choices[0].get("message")), "/choices/0/message")
        key = next((key for key in _RESPONSES if as_text(row.get(key))), "")
        if key and (_MARKERS.search(row[key]) or not as_list(row.get("blocks"))):
            self._response(row[key], f"/{key}")
        elif as_list(row.get("blocks")):
            self._columns(row)
        if len(self.build.items) == said:
            self._put(ItemKind.EVENT, row, "", detail="unknown")
            self.build.problem(Severity.NOTE, "unknown-row", "A row holds no trace; kept as an event.", source)

    def _put(self, kind: ItemKind, value: Any, pointer: str, detail: str = "", **about: Unpack[About]) -> int | None:
        """Add the value at a pointer into the row, unless there is nothing in it."""
        number = self.build.put(kind, value, pointer, detail, **about)
        if number and kind in _MADE:
            self.build.produced(self._draft, number)
        return number

    def _message(self, message: Record, base: str) -> None:
        role, content = as_text(message.get("role")), message.get("content")
        self._draft = None
        if role == "assistant":
            thought = as_text(message.get("reasoning_content")) or as_text(message.get("reasoning"))
            if thought:
                key = "reasoning_content" if message.get("reasoning_content") else "reasoning"
                self._response(thought, f"{base}/{key}", thinking=True)
            self._response(render(content), f"{base}/content")
        elif role in ("system", "developer"):
            self._put(ItemKind.INSTRUCTIONS, content, f"{base}/content", detail="system_prompt")
        else:
            self._put(ItemKind.USER, content, f"{base}/content", "typed")

    def _call(self) -> None:
        self._draft = self.build.request(f"generation {len(self.build.drafts) + 1}", self._model)
        if self._usage:
            told, self._usage = self._usage, None
            self._draft.usage = Usage(told.input, told.cache_read, told.cache_write)

    def _response(self, response: str, pointer: str, *, thinking: bool = False) -> None:
        block: int | None = None
        for unit in units(response):
            self._call()
            kind, text, whole = unit
            if kind == "summary" and block and whole:
                self._evict((block,), self._summary(text, pointer, hold=True))
                block = None
            elif kind == "summary" and block:
                self._put(ItemKind.REASONING, text, pointer, "cut_summary", hold=True)
                self.build.note_compaction(
                    self._record(None, "failed", "Its summary was cut off, so its block stayed.")
                )
            elif kind == "answer" and not thinking:
                self._put(ItemKind.ASSISTANT, text, pointer, hold=True)
            else:
                detail = kind if kind in ("block", "summary") else ""
                number = self._put(ItemKind.REASONING, text, pointer, detail, hold=True)
                block = number if kind == "block" else block

    def _columns(self, row: Record) -> None:
        """Blocks as spans of sentences, both ends included, and their summaries."""
        sentences = [as_text(sentence) for sentence in as_list(row.get("sentences"))]
        summaries = as_list(row.get("block_summaries"))
        for index, span in enumerate(as_list(row.get("blocks"))):
            ends = [as_int(end) for end in as_list(span)]
            if len(ends) != 2 or ends[0] is None or ends[1] is None:
                continue
            self._call()
            # Joined by line ends, as the column reads back; the pipeline joins them by spaces.
            text = "\n".join(filter(None, sentences[ends[0] : ends[1] + 1]))
            block = self._put(ItemKind.REASONING, text, "/sentences", detail="block", hold=True)
            if block and index < len(summaries) and as_text(summaries[index]).strip():
                self._call()
                self._evict((block,), self._summary(summaries[index], f"/block_summaries/{index}"))
        for key in ("answer", "prediction"):
            self._put(ItemKind.ASSISTANT, as_text(row.get(key)), f"/{key}")

    def _summary(self, text: str, pointer: str, hold: bool = False) -> int:
        whose = Origin.AGENT
        number = self.build.add(ItemKind.SUMMARY, text, pointer, "memento", origin=whose, hold=hold, enter=False)
        self.build.produced(self._draft, number)
        return number

    def _evict(self, block: tuple[int, ...], summary: int) -> None:
        """A block goes where it stood; its summary, written behind it, takes the place."""
        at = self.build.context.index(block[0])
        self.build.swap(block, (summary,), at, self._record(summary, "ok", _RULE))

    def _record(self, summary: int | None, status: str, note: str) -> CompactionRecord:
        about = Noted(model=self._model, status=status, readable=True, notes=(note,))
        return self.build.compaction(f"memento {len(self.build.ops)}", "summary", "auto", summary, **about)


ADAPTER = Memento()
