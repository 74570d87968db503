"""Add answers to those that are kept, from files of batches: questions as they were asked, answers as they came.

    python -m tests.judged.record CORPUS LOG COMPACTION QUESTIONS.jsonl ANSWERS.jsonl --made DATE

``QUESTIONS`` is what ``inspector survival LOG --requests-to`` wrote, ``ANSWERS`` what came back. Answers of a large
language model only, each made from its question alone: never by who wrote the prompt, a label or an expected value.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from inspector.llm.batch import read_answers
from inspector.llm.chat import Message
from tests.judged.measure import RECORDED, chain_of, digest, found_log, kind_of
from tests.judged.places import without_words

ABOUT = (
    "Answers of a large language model to the judge's questions about compactions in public session logs, each made "
    "from its question's text alone; what they quote stands as places in items, reasons are left out. "
    "tests/judged/measure.py gives them their words again where the logs are at hand."
)


def entry(messages: list[Message], answer: str, segment: Any, made: str) -> dict[str, Any]:
    """One answer as it is kept."""
    kept: dict[str, Any] = {"kind": kind_of(messages), "nth": 0, "request": digest(messages), "made": made}
    return kept | {"answer": without_words(json.loads(answer), segment)}


def keep(log: str, compaction: int, answers: list[dict[str, Any]]) -> None:
    """Put answers about a compaction among those that are kept, in the place of earlier ones to the same question."""
    told = json.loads(RECORDED.read_text("utf-8")) if RECORDED.is_file() else {"about": ABOUT, "events": []}
    event = next((e for e in told["events"] if (e["log"], e["compaction"]) == (log, compaction)), None)
    if event is None:
        event = {"log": log, "compaction": compaction, "answers": []}
        told["events"].append(event)
    new = {(one["kind"], one["nth"]) for one in answers}
    event["answers"] = [one for one in event["answers"] if (one["kind"], one["nth"]) not in new] + answers
    RECORDED.write_text(as_text(told), "utf-8")


def as_text(told: dict[str, Any]) -> str:
    """One answer a line: what changes shows as that in a diff."""
    events = []
    for event in told["events"]:
        answers = ",\n   ".join(json.dumps(one, separators=(",", ":")) for one in event["answers"])
        head = json.dumps({"log": event["log"], "compaction": event["compaction"]})[:-1]
        events.append(f'  {head}, "answers": [\n   {answers}]}}')
    return f'{{"about": {json.dumps(told["about"])},\n "events": [\n' + ",\n".join(events) + "]}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Add answers to those that are kept.")
    parser.add_argument("corpus", type=Path)
    parser.add_argument("log")
    parser.add_argument("compaction", type=int)
    parser.add_argument("questions", type=Path)
    parser.add_argument("answers", type=Path)
    parser.add_argument("--made", required=True, help="The date of the answers.")
    told = parser.parse_args()
    path = found_log(told.corpus, told.log)
    answers = {one.custom_id: one.text for one in read_answers(told.answers)[0]}
    with chain_of(path) as (_, chain):
        segment = next(one for one in chain.segments if one.compaction.number == told.compaction)
        kept = []
        for line in told.questions.read_text("utf-8").splitlines():
            question = json.loads(line)
            messages = [Message(one["role"], one["content"]) for one in question["body"]["messages"]]
            if question["custom_id"] in answers:
                text = answers[question["custom_id"]]
                kept.append(entry(messages, text, segment, told.made))
    keep(told.log, told.compaction, kept)


if __name__ == "__main__":
    main()
