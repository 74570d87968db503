"""Hold the judge against hand labels with answers that were recorded once, and print what comes of it.

    python -m tests.judged.measure GOLD CORPUS [--passes 2] [--verbose]

``GOLD`` holds ``labels/*.json`` and ``score.py``, ``CORPUS`` the logs. The labels are readings by strong language
models, not by people, and so are the answers: what both share flatters. Sessions that nothing was recorded for are
measured with the command line alone: ``inspector survival LOG --json --judge MODEL --requests-to Q --answers-from A``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.errors import Unanswered
from inspector.judge.reading import judge
from inspector.llm.chat import Message
from inspector.measure.tokenizer import default_tokenizer
from inspector.model import Judgement
from inspector.reconstruct.segment import Segment, find_segments
from inspector.store.cache import Cache
from inspector.workbench.document import Document, Stage
from inspector.workbench.stages import advance, read
from tests.judged.places import with_words

RECORDED = Path(__file__).parent / "answers.json"


@dataclass
class Replayed:
    """Recorded answers in the place of a model, for one compaction."""

    answers: Sequence[dict[str, Any]]
    document: Document
    passes: int
    tokens: int = 0
    """Of all that was asked."""
    requests: int = 0
    changed: int = 0
    """Questions that are asked in other words than when they were answered."""

    def __call__(self, messages: Sequence[Message], nth: int) -> str:
        kind = kind_of(messages)
        self.requests += 1
        self.tokens += sum(default_tokenizer().count_many([message.text for message in messages]))
        for one in self.answers:
            passes = one.get("passes", self.passes)
            if (one["kind"], one["nth"], passes) == (kind, nth, self.passes):
                self.changed += one["request"] != digest(messages)
                return json.dumps(with_words(one["answer"], self.document.text))
        raise Unanswered(f"No answer was recorded to this question ({kind}, {nth}).")


@dataclass
class Measured:
    """The judge on every labelled compaction."""

    judgements: list[tuple[str, Judgement, Document]] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    requests: list[int] = field(default_factory=list)
    changed: int = 0


def kind_of(messages: Sequence[Message]) -> str:
    """What a question is, by the words that it opens with."""
    return "again" if messages[0].text.startswith("A first reader") else "read"


def digest(messages: Sequence[Message]) -> str:
    """What tells a question from another one."""
    asked = json.dumps([(message.role, message.text) for message in messages])
    return hashlib.blake2b(asked.encode(), digest_size=8).hexdigest()


@contextmanager
def segment_of(log: Path, compaction: int) -> Iterator[tuple[Document, Segment]]:
    """One compaction of a log, ready to be judged."""
    document = read(log)
    try:
        advance(document, Stage.RECONSTRUCT, Cache.memory())
        found = find_segments(document.session, document.compactions, document.bodies.text)
        yield document, next(one for one in found if one.compaction.number == compaction)
    finally:
        document.close()


def measure(corpus: Path, passes: int, predictions: Path) -> Measured:
    """Judge what answers were recorded for, and write predictions as ``score.py`` reads them."""
    logs = {path.name: path for path in corpus.rglob("*") if path.is_file()}
    told: dict[str, list[dict[str, Any]]] = {}
    measured = Measured()
    for event in json.loads(RECORDED.read_text("utf-8"))["events"]:
        with segment_of(logs[event["log"]], event["compaction"]) as (document, segment):
            ask = Replayed(event["answers"], document, passes)
            found = judge(segment, ask, model="recorded", passes=passes)
            told.setdefault(event["log"], []).append(_prediction(found, document))
        measured.tokens.append(ask.tokens)
        measured.requests.append(ask.requests)
        measured.changed += ask.changed
        measured.judgements.append((event["log"], found, document))
    for log, compactions in told.items():
        (predictions / f"{log}.json").write_text(json.dumps({"compactions": compactions}), "utf-8")
    return measured


def score(gold: Path, corpus: Path, predictions: Path, *more: str) -> str:
    """What ``score.py`` prints of predictions."""
    args = [
        sys.executable,
        str(gold / "score.py"),
        str(gold / "labels"),
        str(corpus),
        "--pred",
        str(predictions),
        *more,
    ]
    return subprocess.run(args, capture_output=True, text=True, check=True).stdout


def _prediction(found: Judgement, document: Document) -> dict[str, Any]:
    def line(item: int) -> int | None:
        return document.item(item).source.line

    return {
        "number": found.compaction,
        "facts": [
            {
                "kind": fact.kind.value,
                "live": survival.live,
                "verdict": survival.verdict.value,
                "quotes": [{"line": line(fact.quotes[0].item), "text": fact.texts[0]}],
            }
            for fact, survival in zip(found.facts, found.survivals, strict=True)
        ],
        "unsupported": [
            {"line": line(claim.quote.item), "text": claim.text} for claim in found.claims if claim.kind != "supported"
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Hold the judge against hand labels with recorded answers.")
    parser.add_argument("gold", type=Path)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--passes", type=int, choices=(1, 2), default=1)
    parser.add_argument("--verbose", action="store_true")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measured = measure(told.corpus, told.passes, Path(folder))
        print(score(told.gold, told.corpus, Path(folder), *(["--verbose"] if told.verbose else [])), end="")
    median, most = statistics.median(measured.tokens), max(measured.tokens)
    print(f"tokens asked for a compaction: median {median:,.0f}, most {most:,}")
    print(f"requests for a compaction: most {max(measured.requests)}")
    trust = [one.trust for _, one, _ in measured.judgements]
    print(f"quotes and lines that stand in the log: {sum(t.stood for t in trust)} of {sum(t.given for t in trust)}")
    print(f"questions asked in other words than when they were answered: {measured.changed}")


if __name__ == "__main__":
    main()
