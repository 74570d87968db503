"""Hold the judge against hand labels with answers that were recorded once, and print what comes of it.

    python -m tests.judged.measure GOLD CORPUS [--verbose]

Each compaction goes on from the one before it, so answers are recorded for all of a session up to the labelled one.

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

from inspector.ask.redact import redact
from inspector.errors import Unanswered
from inspector.judge.chain import Chain, NotYetRead
from inspector.judge.reading import judge
from inspector.llm.chat import Message
from inspector.measure.tokenizer import default_tokenizer
from inspector.model import Judgement
from inspector.reconstruct.segment import find_segments
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
    tokens: int = 0
    """Of all that was asked."""
    requests: int = 0
    changed: int = 0
    """Questions that are asked in other words than when they were answered."""

    def __call__(self, messages: Sequence[Message], nth: int) -> str:
        kind, messages = kind_of(messages), redact(messages).messages
        self.requests += 1
        self.tokens += sum(default_tokenizer().count_many([message.text for message in messages]))
        for one in self.answers:
            if (one["kind"], one["nth"]) == (kind, nth):
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
    missing: int = 0
    """Compactions without an answer, or behind one."""


def kind_of(messages: Sequence[Message]) -> str:
    """What a question is, by the words that it opens with."""
    return "again" if messages[0].text.startswith("A first reader") else "read"


def digest(messages: Sequence[Message]) -> str:
    """What tells a question from another one."""
    asked = json.dumps([(message.role, message.text) for message in messages])
    return hashlib.blake2b(asked.encode(), digest_size=8).hexdigest()


@contextmanager
def chain_of(log: Path) -> Iterator[tuple[Document, Chain]]:
    """The compactions of a log, ready to be judged one after the other."""
    document = read(log)
    try:
        advance(document, Stage.RECONSTRUCT, Cache.memory())
        yield document, Chain(find_segments(document.session, document.compactions, document.bodies.text))
    finally:
        document.close()


def measure(corpus: Path, predictions: Path) -> Measured:
    """Judge what answers were recorded for, and write predictions as ``score.py`` reads them.

    One that has no answer to what it is asked now is counted as missing, with those that go on from it.
    """
    measured = Measured()
    for name, events in _by_log(json.loads(RECORDED.read_text("utf-8"))["events"]).items():
        told = []
        with chain_of(found_log(corpus, name)) as (document, chain):
            for segment in chain.to_read(events):
                ask = Replayed(events.get(segment.compaction.number, ()), document)
                try:
                    found = judge(segment, ask, model="recorded", earlier=chain.before(segment))
                except (NotYetRead, Unanswered):
                    measured.missing += 1
                    continue
                chain.put(found)
                told.append(_prediction(found, document))
                measured.tokens.append(ask.tokens)
                measured.requests.append(ask.requests)
                measured.changed += ask.changed
                measured.judgements.append((name, found, document))
        (predictions / f"{name}.json").write_text(json.dumps({"compactions": told}), "utf-8")
    return measured


def found_log(corpus: Path, name: str) -> Path:
    """A log of the corpus by its name: a file, or the folder that one agent makes of a session."""
    (path,) = (one for one in corpus.glob("*/*") if one.name == name)
    return path


def _by_log(events: Sequence[dict[str, Any]]) -> dict[str, dict[int, Sequence[dict[str, Any]]]]:
    found: dict[str, dict[int, Sequence[dict[str, Any]]]] = {}
    for event in events:
        found.setdefault(event["log"], {})[event["compaction"]] = event["answers"]
    return found


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
                "quotes": [
                    {"line": line(quote.item), "text": text}
                    for quote, text in zip(fact.quotes, fact.texts, strict=True)
                ],
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
    parser.add_argument("--verbose", action="store_true")
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measured = measure(told.corpus, Path(folder))
        print(score(told.gold, told.corpus, Path(folder), *(["--verbose"] if told.verbose else [])), end="")
    median, most = statistics.median(measured.tokens), max(measured.tokens)
    print(f"tokens asked for a compaction: median {median:,.0f}, most {most:,}")
    print(f"requests for a compaction: most {max(measured.requests)}")
    trust = [one.trust for _, one, _ in measured.judgements]
    print(f"quotes and lines that stand in the log: {sum(t.stood for t in trust)} of {sum(t.given for t in trust)}")
    print(f"compactions without an answer: {measured.missing}")
    print(f"questions asked in other words than when they were answered: {measured.changed}")


if __name__ == "__main__":
    main()
