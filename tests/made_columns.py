"""Contexts with texts of one's own after a recorded compaction, and a judge that answers from a script."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from inspector.llm.chat import Message
from inspector.model import Basis, ItemKind, Origin, TokenCount
from inspector.model.run import Needs, Run, Selection, Slice, State, StrategySpec
from inspector.reconstruct.segment import Segment
from inspector.rerun.column import RECORDED_WORDS, Variant
from inspector.rerun.compared import stand_in
from inspector.rerun.controls import INVENTED
from inspector.rerun.experiment import Subject, Trial, run_model_free
from inspector.rerun.scored import ScoredRun

_TEXT = re.compile(r"\[\[text ([A-Z]) (\w+)\]\]\n(.*?)\n\[\[end of text \1 \2\]\]", re.DOTALL)
_NONE = TokenCount(None, Basis.INFERRED)
KEPT = "All times must be stored in UTC"
SAID = (
    ("Never edit anything outside src/tidewatch/feeds/ and tests/feeds/.", "verbatim"),
    (KEPT, "verbatim"),
    ("local time is for printing only.", "verbatim"),
    ("btw don't run the live tests (pytest -m live)", "lost"),
)
"""What a judge of the sample ``fading-rules`` finds, and what became of it in the recorded compaction."""


def run_of(text: str, name: str = "made/result", *, kept: Sequence[Slice] = ()) -> Run:
    """A run whose summary is a text; "" for one that wrote nothing."""
    summary = Slice("summary", ItemKind.SUMMARY, Origin.HARNESS, State.PARAPHRASED, text, 10)
    spec = StrategySpec(id=name, hash="", selection=Selection.OWN, needs=Needs.NONE)
    slices = (*kept, *([summary] if text else []))
    return Run(
        id=f"1:{name}", spec=spec, compaction=1, slices=slices, dropped=(), folded=(), silent=(), before=_NONE,
        after=_NONE, text=text,
    )  # fmt: skip


def contexts(segment: Segment, *texts: str) -> list[Segment]:
    """A context for each text."""
    return [stand_in(run_of(text, f"made/{number}"), segment) for number, text in enumerate(texts)]


def texts_in(messages: Sequence[Message]) -> dict[str, str]:
    """The texts of a question, by letter."""
    return {letter: text for letter, _, text in _TEXT.findall(messages[-1].text)}


class Script:
    """A judge that says of each text what a function says; keeps what it was asked."""

    def __init__(self, say: Callable[[str], dict[str, Any] | None]) -> None:
        self.say = say
        self.asked: list[tuple[list[Message], int]] = []

    def __call__(self, messages: Sequence[Message], nth: int) -> str:
        self.asked.append((list(messages), nth))
        told = {letter: self.say(text) for letter, text in texts_in(messages).items()}
        return json.dumps({"texts": {letter: one for letter, one in told.items() if one is not None}})

    @property
    def questions(self) -> list[str]:
        """The words of each question."""
        return [messages[-1].text for messages, _ in self.asked]


def judge(messages: list[dict[str, str]]) -> str:
    """For a server: reads the recorded compaction of ``fading-rules``, and tells honest texts from the controls."""
    if "TEXTS" not in messages[-1]["content"]:
        statements = [
            {"line": "L1", "quote": quote, "kind": "constraint", "strength": "must", "live": True,
             "evidence": quote if state == "verbatim" else "", "state": state}
            for quote, state in SAID
        ]  # fmt: skip
        return json.dumps({"statements": statements, "claims": []})
    told = {}
    for letter, text in texts_in([Message("user", messages[-1]["content"])]).items():
        lies = INVENTED[0] in text
        verdicts = {
            str(n): [quote, "C" if lies else "V"] if quote in text else ["", "L"]
            for n, (quote, _) in enumerate(SAID, 1)
        }
        told[letter] = {"verdicts": verdicts, "claims": [claim for claim in INVENTED if claim in text]}
    return json.dumps({"texts": told})


def results_of(strategies, material, found, summarizer=None, find=None) -> Iterator[ScoredRun]:
    """Each strategy in turn, with the words in the place of a summary."""
    for strategy in strategies:
        words = RECORDED_WORDS if summarizer is not None and strategy.summarize is not None else ""
        yield run_model_free(Trial(Subject(material, found, summarizer), Variant(strategy, words)), find)
