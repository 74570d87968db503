"""Pin: what is written out beside a summary so that it cannot be paraphrased away. Deterministic, each line sourced."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inspector.model import Fact, Quote
from inspector.model.run import State
from inspector.read.tools import ToolKind, command_argument, tool_kind
from inspector.rerun.material import Material
from inspector.rerun.prune import path_of
from inspector.rerun.select import Chosen
from inspector.rerun.strategy import FactsPin, FilesPin, Pin
from inspector.rerun.view import ViewEntry, written
from inspector.secrets.find import part_of
from inspector.survival.shares import RULES

_TAGS = {
    "patch": "PATCH",
    "test": "TEST",
    "file": "FILE",
    "command": "CMD",
    "talk": "FACT",
}
_CHANGED = frozenset({"edited", "created", "deleted", "moved"})
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class PinLine:
    """One line of pinned text, and the passages behind it."""

    text: str
    sources: tuple[Quote, ...]


def pins(wanted: Pin, material: Material, chosen: Chosen) -> tuple[ViewEntry, ...]:
    """The pinned texts, one entry a block."""
    gone = [entry for entry in (*chosen.span, *chosen.silent) if entry.item is not None]
    blocks: list[ViewEntry | None] = []
    if wanted.constraints == "verbatim":
        blocks.append(_block("What the user said, word for word:", _constraints(material), "constraints"))
    if wanted.facts is not None:
        blocks.append(_block("What the work showed:", _snapshot(wanted.facts, material), "facts"))
    if wanted.files is not None:
        blocks += _files(wanted.files, material.entries)
    if wanted.last_texts:
        texts = [entry for entry in gone if entry.kind == "assistant"][-wanted.last_texts :]
        lines = [PinLine(part_of(entry.text, 0, _LONGEST), _source(entry, _LONGEST)) for entry in texts]
        blocks.append(_block("The agent last said:", lines, "last texts"))
    if wanted.transcript and gone:
        numbers = sorted(entry.item for entry in gone if entry.item is not None)
        text = f"The whole history can be read in the session's transcript: items {numbers[0]} to {numbers[-1]}."
        sources = tuple(Quote(number, 0, 0) for number in numbers)
        blocks.append(written(text, State.POINTER, sources, "pin: transcript"))
    return tuple(block for block in blocks if block is not None)


def _constraints(material: Material) -> list[PinLine]:
    """The rules that a judge found, else every sentence of the human, word for word and in order."""
    rules = [fact for fact in material.judged if fact.kind in RULES] if material.judged else material.facts
    return [PinLine(" ".join(fact.texts[0].split()), fact.quotes[:1]) for fact in rules]


def _snapshot(wanted: FactsPin, material: Material) -> list[PinLine]:
    """The weightiest evidence within the budget, newest first among equals, in order of the log."""
    newest = max((quote.item for fact in material.evidence for quote in fact.quotes), default=0)

    def score(fact: Fact) -> float:
        weight = float(getattr(wanted.weights, _family(fact)))
        steps = (newest - fact.quotes[-1].item) / 2
        return weight * float(wanted.decay**steps)

    lines: list[tuple[int, PinLine]] = []
    ranked = sorted(material.evidence, key=lambda fact: (-score(fact), -fact.quotes[-1].item, fact.id))
    texts = [line_of(fact) for fact in ranked]
    left = wanted.budget
    for fact, text, size in zip(ranked, texts, material.count(texts), strict=True):
        if size + 1 <= left:
            left -= size + 1
            lines.append((fact.quotes[-1].item, PinLine(text, fact.quotes[-1:])))
    return [line for _, line in sorted(lines, key=lambda pair: pair[0])]


def line_of(fact: Fact) -> str:
    """One line of evidence: its kind, what was done, and the words themselves."""
    # A number or a code is pinned bare: the words that it is shown with are room for others.
    said = fact.value if fact.extractor == "errors" else " ".join(fact.statement.split())
    value = fact.value if fact.value and fact.value not in said else ""
    line = f"[{_TAGS[_family(fact)]}] {' '.join(filter(None, (fact.action, said, value)))}"
    return part_of(line, 0, 2 * _LONGEST)


def _family(fact: Fact) -> str:
    """The published families of evidence: patches, outputs of tests and builds, files that were read, the rest."""
    if fact.extractor == "paths":
        return "patch" if fact.action in _CHANGED else "file"
    if fact.extractor in ("tests", "errors"):
        return "test"
    return "command" if fact.extractor == "commands" else "talk"


def _files(wanted: FilesPin, entries: Sequence[ViewEntry]) -> list[ViewEntry | None]:
    read: dict[str, Quote] = {}
    modified: dict[str, Quote] = {}
    commands: list[PinLine] = []
    for entry in entries:
        if entry.kind != "tool_call" or entry.item is None:
            continue
        kind, path = tool_kind(entry.tool), path_of(entry)
        source = Quote(entry.item, 0, len(entry.text))
        if path and kind is ToolKind.READ:
            read[path] = source
        elif path and kind in (ToolKind.EDIT, ToolKind.CREATE):
            modified[path] = source
        elif wanted.commands_chars and kind is ToolKind.RUN:
            commands.append(PinLine(part_of(_command(entry), 0, wanted.commands_chars), (source,)))
    # What was changed is listed there alone.
    only_read = {path: source for path, source in read.items() if path not in modified}
    return [
        _block("Files read:", _paths(only_read), "files") if wanted.read else None,
        _block("Files changed:", _paths(modified), "files") if wanted.modified else None,
        _block("Commands run:", commands, "commands"),
    ]


def _command(entry: ViewEntry) -> str:
    import orjson

    try:
        return " ".join(command_argument(orjson.loads(entry.text)).split())
    except orjson.JSONDecodeError:
        return " ".join(entry.text.split())


def _paths(found: dict[str, Quote]) -> list[PinLine]:
    return [PinLine(path, (source,)) for path, source in sorted(found.items())]


def _source(entry: ViewEntry, longest: int) -> tuple[Quote, ...]:
    assert entry.item is not None
    return (Quote(entry.item, 0, min(longest, len(entry.text))),)


def _block(title: str, lines: Iterable[PinLine], rule: str) -> ViewEntry | None:
    told = list({line.text: line for line in lines if line.text}.values())
    if not told:
        return None
    sources = tuple(quote for line in told for quote in line.sources)
    return written("\n".join((title, *(f"- {line.text}" for line in told))), State.SYNTHETIC, sources, f"pin: {rule}")
