"""Make label files of the places in ``labelled.json``, for ``tests.judged.measure``.

    python -m tests.unpack_labels LOGS OUT

``LOGS`` or a folder in it holds the public logs by the names of the file (repository, branch and path stand beside
each; one in parts, ``full.jsonl.001`` and so on, is joined with line breaks). ``OUT`` gets one file for each event, in
the form of the other hand labels. A log that is not there, or has another length, is said and left out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LABELLED = Path(__file__).parent / "labelled.json"


def strings(value: Any) -> Iterator[str]:
    """Every string in a parsed line, in order; places count them from 0."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def quote(lines: list[str], place: list[Any]) -> str:
    """The words at a place: line from 1, string of the line from 0, half-open characters."""
    line, number, start, end = place[:4]
    return list(strings(json.loads(lines[line - 1])))[number][start:end]


def unpacked(event: dict[str, Any], log: Path) -> dict[str, Any]:
    """One event with its words, as the other label files have it."""
    lines = log.read_text("utf-8").split("\n")
    facts = [
        {
            "id": f"f{number}",
            "kind": place[4],
            "strength": place[5] or None,
            "line": place[0],
            "quote": quote(lines, place),
            "state": place[6],
            "live": bool(place[7]),
            "from_summary": bool(place[8]),
        }
        for number, place in enumerate(event["facts"], 1)
    ]
    claims = [{"quote": quote(lines, place), "line": place[0], "type": place[4]} for place in event["unsupported"]]
    about = {key: event[key] for key in ("event", "log", "compaction")}
    return about | {"facts": facts, "unsupported": claims}


def main() -> None:
    parser = argparse.ArgumentParser(description="Make label files of the places in labelled.json.")
    parser.add_argument("logs", type=Path)
    parser.add_argument("out", type=Path)
    told = parser.parse_args()
    told.out.mkdir(parents=True, exist_ok=True)
    logs = {path.name: path for path in told.logs.rglob("*.jsonl")}
    for event in json.loads(LABELLED.read_text("utf-8"))["events"]:
        log = logs.get(event["log"])
        if log is None or log.stat().st_size != event["bytes"]:
            print(f"{event['event']}: {event['log']} of {event['repository']} ({event['path']}) is not here")
            continue
        made = json.dumps(unpacked(event, log), indent=1, ensure_ascii=False)
        (told.out / f"{event['event']}.json").write_text(made + "\n", "utf-8")


if __name__ == "__main__":
    main()
