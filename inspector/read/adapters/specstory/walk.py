"""Turns become items: who said what, what was called, where the context was replaced by a summary."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inspector.model import Basis, ItemKind, Origin, Severity, Source
from inspector.read.adapters.specstory.blocks import Block, cut_blocks
from inspector.read.adapters.specstory.calls import read_call
from inspector.read.adapters.specstory.turns import Turn
from inspector.read.build import Builder, RequestDraft
from inspector.read.lines import TextLine
from inspector.read.values import as_title
from inspector.read.voices import NOTICES, voice_of

SIDECHAIN = "sidechain"
_CONTINUED = (
    "This session is being continued from a previous conversation",
    "Another language model started to solve this problem",
)
_COMMANDS = ("<command-name>", "<command-message>", "<command-args>")
_HARNESS = {
    "[Request interrupted by user": "interrupt",
    "<local-command-": "command_output",
    **dict.fromkeys(NOTICES, "notification"),
}
_NOTE = "Nothing marks it; the text opens as summaries do, and what it replaced is taken to be all that stood before."


class Walk:
    def __init__(self, agent: str, path: Path) -> None:
        self.build = Builder(agent, str(path), hold=True)
        self.opening = ""
        self._drafts: dict[str, RequestDraft | None] = {}
        self._calls = 0

    def turn(self, turn: Turn) -> None:
        heading = turn.heading
        thread = SIDECHAIN if heading.is_sidechain else ""
        for block in cut_blocks(turn.body):
            if not block.lines and block.kind != "tool":
                continue
            self.build.record(self._place(block.lines, turn.at), "", heading.time, thread)
            if not block.whole:
                message = f"A block of kind “{block.kind}” has no end; it was read up to where its turn ends."
                self.build.problem(Severity.WARNING, "cut-block", message, self.build.at)
            if heading.is_user and block.kind == "text":
                self._drafts[thread] = None
                self._said(_joined(block.lines))
            else:
                self._answered(block, turn)

    def _place(self, lines: Sequence[TextLine], at: TextLine) -> Source:
        first, last = (lines[0], lines[-1]) if lines else (at, at)
        return Source(self.build.path, first.number, first.start, last.end)

    def _said(self, text: str) -> None:
        """Words in the user's place: the human's, the harness's, or a summary."""
        add = self.build.add
        if self.build.thread:
            add(ItemKind.USER, text, "", "prompt", origin=Origin.AGENT)
        elif text.startswith(_CONTINUED):
            self._continued(text)
        elif text.startswith(_COMMANDS):
            add(ItemKind.USER, text, "", "command")
        elif harness := next((detail for start, detail in _HARNESS.items() if text.startswith(start)), ""):
            add(ItemKind.ATTACHMENT, text, "", harness)
        else:
            self._typed(text)

    def _typed(self, text: str) -> None:
        voice = voice_of(text)
        if voice.kind is ItemKind.SUMMARY:
            # People write like that, too; only the openings that an agent writes by itself count.
            self.build.add(ItemKind.USER, text, "", "typed")
        else:
            self.build.add(voice.kind, text, "", voice.detail, origin=voice.origin)
        words = voice.words or (text if voice.origin is Origin.HUMAN else "")
        if voice.words:
            # In the context it stands inside the text before; here it is told apart from the frame.
            self.build.said(voice.words, "", "typed")
        self.opening = self.opening or as_title(words)

    def _continued(self, text: str) -> None:
        """A summary takes the place of history; at the beginning of a transcript the history is in another."""
        if not self.build.context:
            self.build.add(ItemKind.SUMMARY, text, "", "compact_summary")
            return
        number = self.build.add(ItemKind.SUMMARY, text, "", "compact_summary", enter=False)
        record = self.build.compaction(
            f"summary {number}", "summary", summary=number, basis=Basis.INFERRED, notes=(_NOTE,)
        )
        self.build.cut((), record, insert=(number,))

    def _answered(self, block: Block, turn: Turn) -> None:
        """What the model said, thought or called, and what came back."""
        thread = self.build.thread
        draft = self._drafts.get(thread)
        if draft is None:
            draft = self.build.request(f"line {turn.at.number}", turn.heading.model)
            self._drafts[thread] = draft
        first = len(self.build.items) + 1
        if block.kind != "tool":
            kind = ItemKind.REASONING if block.kind == "thought" else ItemKind.ASSISTANT
            self.build.produced(draft, self.build.add(kind, _joined(block.lines)))
            return
        told = read_call(block)
        self._calls += 1
        call_id = f"call {self._calls}"
        self.build.called(told.arguments, "", block.name, call_id, told.arguments, block.sort)
        self.build.produced(draft, first)
        # Its result was sent with the next call of the model.
        self._drafts[thread] = None
        if told.result is not None:
            self.build.record(self._place(told.result, turn.at), "", turn.heading.time, thread)
            self.build.add(ItemKind.TOOL_RESULT, _joined(told.result), "", "", block.name, call_id, error=told.is_error)


def _joined(lines: Sequence[TextLine]) -> str:
    return "\n".join(line.text for line in lines)
