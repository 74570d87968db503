"""Logs of any size with known truth, for benchmarks and properties: ``python tests/generate.py OUT 200``.

Lines are as long as in real logs: half of them under 1.3 kB, one in a hundred over 54 kB. Texts are cut from a pool
of words, so that 200 MB take seconds; the people who look at logs have sample_sessions instead.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

import orjson

MEDIAN = 1_200
SPREAD = 1.6
LONGEST = 400_000
ENVELOPE = 640
BASE = 21_000
WINDOW = 167_000
"""Prompt tokens at which a compaction comes where their number is not given."""
_RULES = (
    "Never change the files under vendor/{}.",
    "Always run the {} tests before you commit.",
    "Keep at most {} retries.",
    "Only the {} module may open sockets.",
    "I prefer short functions in part {}.",
)


@dataclass(slots=True)
class Truth:
    """What a reader has to find. Lines count from 1."""

    lines: int = 0
    size: int = 0
    items: int = 0
    """Everything that ever stands in the context; rows that are events only are not counted."""
    requests: int = 0
    prompts: list[int] = field(default_factory=list)
    """Prompt tokens of each request, in order."""
    boundaries: list[int] = field(default_factory=list)
    summaries: list[int] = field(default_factory=list)
    kept: list[tuple[int, ...]] = field(default_factory=list)
    """For each compaction, the lines of the rows that stayed."""
    statements: list[tuple[int, str]] = field(default_factory=list)
    """What the human said: line and text."""


@cache
def _pool(seed: int, words: tuple[str, ...]) -> tuple[str, Any]:
    """What texts are cut from, and how the dice lie then."""
    dice = random.Random(seed)
    words = words or tuple(
        "".join(chr(97 + dice.randrange(26)) for _ in range(dice.randrange(2, 10))) for _ in range(3_000)
    )
    return " ".join(words[int(dice.random() * len(words))] for _ in range(2 * LONGEST // 6 + 1)), dice.getstate()


class _Writer:
    """Rows on their way to the disk."""

    def __init__(self, out: BinaryIO, seed: int, words: Sequence[str] = ()) -> None:
        self.out = out
        self.truth = Truth()
        self.dice = random.Random()
        self.pool, state = _pool(seed, tuple(words))
        self.dice.setstate(state)
        self.session = f"{self.dice.getrandbits(128):032x}"
        self.parent: str | None = None
        self.clock = 1_770_000_000_000
        self.context = BASE
        self.recent: list[tuple[str, int, int]] = []
        """uuid, line and tokens of the rows since the last prompt: what a compaction may keep."""

    def size(self) -> int:
        """The length of a line to come."""
        return min(LONGEST, int(math.exp(math.log(MEDIAN) + SPREAD * self.dice.gauss(0, 1))))

    def text(self, size: int) -> str:
        """About as many characters of words; never none."""
        start = int(self.dice.random() * LONGEST)
        return self.pool[start : start + max(20, size)]

    def tree(self, record: dict[str, Any], tokens: int, *, root: bool = False) -> int:
        """A row of the tree; gives its line."""
        uuid = f"{self.dice.getrandbits(128):032x}"
        self.clock += int(self.dice.random() * 9_000) + 50
        seconds, milliseconds = divmod(self.clock, 1_000)
        day, rest = divmod(seconds - 1_769_904_000, 86_400)
        stamp = f"{rest // 3600:02d}:{rest // 60 % 60:02d}:{rest % 60:02d}.{milliseconds:03d}Z"
        month, date = divmod(day, 28)
        envelope = {
            "parentUuid": None if root else self.parent,
            "isSidechain": False,
            **record,
            "uuid": uuid,
            "timestamp": f"{2026 + month // 12}-{month % 12 + 1:02d}-{date + 1:02d}T{stamp}",
            "userType": "external",
            "entrypoint": "cli",
            "slug": "quietly-counting-lines",
            "cwd": "/home/mara/generated",
            "sessionId": self.session,
            "version": "2.1.219",
            "gitBranch": "main",
        }
        self.parent = uuid
        raw = orjson.dumps(envelope) + b"\n"
        self.out.write(raw)
        self.truth.lines += 1
        self.truth.size += len(raw)
        self.context += tokens
        self.recent.append((uuid, self.truth.lines, tokens))
        return self.truth.lines

    def prompt(self, number: int) -> None:
        """What the human says: now and then a rule, else a task."""
        self.recent.clear()
        rule = _RULES[number // 4 % len(_RULES)].format(number) + " " if number % 4 == 0 else ""
        text = f"{rule}Task {number}: {self.text(min(self.size() // 8, 900))}"
        line = self.tree({"type": "user", "message": {"role": "user", "content": text}}, len(text) // 4)
        self.truth.statements.append((line, text))
        self.truth.items += 1

    def request(self, last: bool) -> None:
        """One answer of the model, a row a block, and the results of its calls."""
        read = int(self.context * 0.93)
        usage = {
            "input_tokens": 3,
            "cache_read_input_tokens": read,
            "cache_creation_input_tokens": self.context - read - 3,
            "output_tokens": 40 + int(self.dice.random() * 900),
            "service_tier": "standard",
            "cache_creation": {"ephemeral_1h_input_tokens": self.context - read - 3, "ephemeral_5m_input_tokens": 0},
            "server_tool_use": {"web_search_requests": 0, "web_fetch_requests": 0},
            "speed": "standard",
        }
        self.truth.prompts.append(self.context)
        self.truth.requests += 1
        number = self.truth.requests
        calls = 0 if last else 1 + (self.dice.random() < 0.2)
        blocks: list[dict[str, Any]] = []
        if self.dice.random() < 0.3:
            thought = self.text(min(self.size() // 2, 6_000))
            blocks.append({"type": "thinking", "thinking": thought, "signature": "c2lnbmF0dXJl" * 40})
        if last or self.dice.random() < 0.5:
            blocks.append({"type": "text", "text": self.text(min(self.size() - ENVELOPE, 8_000))})
        for place in range(calls):
            name, path = ("Read", "Bash", "Edit", "Grep")[number % 4], f"/home/mara/generated/{number % 97}.py"
            arguments = (
                {"command": f"run {number} {self.text(self.size() // 6)}"} if name == "Bash" else {"file_path": path}
            )
            if name == "Edit":
                arguments |= {"old_string": self.text(self.size()), "new_string": self.text(self.size())}
            blocks.append({"type": "tool_use", "id": f"toolu_{number}_{place}", "name": name, "input": arguments})
        for block in blocks:
            message = {"id": f"msg_{number}", "model": "claude-opus-5", "type": "message", "role": "assistant"}
            message |= {"content": [block], "stop_reason": "tool_use" if calls else "end_turn", "usage": usage}
            record = {"type": "assistant", "requestId": f"req_{number}", "message": message}
            self.tree(record, len(orjson.dumps(block)) // 4)
        for place in range(calls):
            text = self.text(2 * self.size() - ENVELOPE)
            result = {"tool_use_id": f"toolu_{number}_{place}", "type": "tool_result", "content": text}
            record = {
                "type": "user",
                "message": {"role": "user", "content": [result]},
                "toolUseResult": {"type": "text"},
            }
            self.tree(record, len(text) // 4)
        self.truth.items += len(blocks) + calls

    def compact(self) -> None:
        """A boundary and its summary; every second one keeps the rows since the last prompt."""
        kept = self.recent[-12:] if len(self.truth.boundaries) % 2 else []
        stays = sum(tokens for _, _, tokens in kept)
        about: dict[str, Any] = {"trigger": "auto", "preTokens": self.context, "durationMs": 60_000}
        about["postTokens"] = 1_200 + stays
        if kept:
            uuids = [uuid for uuid, _, _ in kept]
            about["preservedMessages"] = {"anchorUuid": None, "uuids": uuids, "allUuids": uuids}
        head = {"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted", "isMeta": False}
        logical = {"logicalParentUuid": self.parent, "level": "info", "compactMetadata": about}
        self.truth.boundaries.append(self.tree(head | logical, 0, root=True))
        text = f"This session is being continued from a previous conversation. {self.text(4_800)}"
        message = {"role": "user", "content": text}
        flags = {"isCompactSummary": True, "isVisibleInTranscriptOnly": True}
        self.context = BASE + stays
        self.truth.summaries.append(self.tree({"type": "user", "message": message} | flags, 1_200))
        self.truth.items += 1
        self.truth.kept.append(tuple(line for _, line, _ in kept))
        self.recent.clear()


def write_claude_log(
    path: Path,
    *,
    megabytes: float | None = None,
    turns: int = 40,
    compactions: int | None = None,
    seed: int = 0,
    words: Sequence[str] = (),
) -> Truth:
    """Write a Claude Code log row by row and say what is in it.

    As long as ``megabytes`` says, else so many ``turns``. ``compactions`` come evenly spread; where their number
    is not given, whenever the context is full. Texts are of these ``words``, else of letters at random.
    """
    goal = None if megabytes is None else int(megabytes * 1_000_000)
    with path.open("wb", buffering=1 << 20) as out:
        writer = _Writer(out, seed, words)
        truth = writer.truth
        turn = 0
        while turn < turns if goal is None else truth.size < goal:
            writer.prompt(turn)
            requests = 1 + int(writer.dice.expovariate(1 / 6))
            for number in range(requests):
                writer.request(last=number == requests - 1)
                if compactions is None and writer.context > WINDOW:
                    writer.compact()
            turn += 1
            done = turn / turns if goal is None else truth.size / goal
            while compactions and len(truth.boundaries) < compactions and done > len(truth.boundaries) / compactions:
                if done < (len(truth.boundaries) + 0.5) / compactions:
                    break
                writer.compact()
    return truth


def write_parts(folder: Path, *, turns: int, compactions: int, cuts: int) -> list[Path]:
    """A log in several files: what stood before its last ``cuts`` compactions, and from each boundary on."""
    whole = folder / "whole.jsonl"
    write_claude_log(whole, turns=turns, compactions=compactions)
    rows = whole.read_bytes().splitlines(keepends=True)
    whole.unlink()
    at = [place for place, row in enumerate(rows) if orjson.loads(row).get("subtype") == "compact_boundary"]
    ends = [0, *at[-cuts:], len(rows)]
    paths = [folder / f"5f0d7a52-0000-4000-8000-{number:012}.jsonl" for number in range(1, cuts + 2)]
    for path, start, end in zip(paths, ends, ends[1:], strict=False):
        first = orjson.loads(rows[start])
        if start:
            first["logicalParentUuid"] = orjson.loads(rows[start - 1])["uuid"]
        path.write_bytes(b"".join([orjson.dumps(first) + b"\n", *rows[start + 1 : end]]))
    return paths


# Damage. Each gives the changed bytes, and leaves the rest as it was.


def damage(path: Path, change: Callable[[bytes], bytes]) -> None:
    """Change a file in place."""
    path.write_bytes(change(path.read_bytes()))


def cut_at(raw: bytes, at: int) -> bytes:
    """The file as a crash leaves it: nothing behind ``at``."""
    return raw[:at]


def flip_byte(raw: bytes, at: int, bits: int = 0xFF) -> bytes:
    """One byte with some of its bits turned over."""
    return raw[:at] + bytes([raw[at] ^ bits]) + raw[at + 1 :]


def flip_line(raw: bytes, number: int) -> bytes:
    """One line with every byte turned over but its end; line ends that come up are made to vanish."""
    lines = raw.split(b"\n")
    lines[number - 1] = bytes(byte ^ 0x55 for byte in lines[number - 1]).replace(b"\n", b"\x00")
    return b"\n".join(lines)


def insert_line(raw: bytes, number: int, garbage: bytes) -> bytes:
    """Garbage as a line of its own, before line ``number``."""
    lines = raw.split(b"\n")
    lines.insert(number - 1, garbage)
    return b"\n".join(lines)


if __name__ == "__main__":
    print(write_claude_log(Path(sys.argv[1]), megabytes=float(sys.argv[2])).lines)
