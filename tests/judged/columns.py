"""Eight columns for each of six recorded compactions, judged blind with recorded answers: where do the controls end up?

    python -m tests.judged.columns GOLD CORPUS

They ask no model and hang on no rule that finds facts. ``columns.json`` has the reading that found each compaction's
statements, which the verdicts are numbered after, and the answers as places in the texts that were judged.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.ask.answers import InMemory, question_key
from inspector.ask.asker import Asker
from inspector.ask.redact import redact
from inspector.judge.columns import LETTERS, shuffled
from inspector.judge.columns_plan import plan_columns
from inspector.judge.reading import judge
from inspector.llm.chat import Message
from inspector.llm.loop import Loop
from inspector.llm.models import open_chat
from inspector.measure.price import Price
from inspector.model import Judgement
from inspector.model.answer import AnswerState, RawAnswer
from inspector.rerun.compared import ComparedRun, stand_in
from inspector.rerun.controls import INVENTED
from inspector.rerun.judged_runs import JudgedRuns, can_be_read, judge_runs, statements_of
from inspector.rerun.judging import LONGEST, Judging
from inspector.rerun.library import RECORDED, load_strategies
from inspector.rerun.scored import recorded_summary
from inspector.rerun.scorers.headline import HEADLINE
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.experiments import Ready, make_ready
from inspector.workbench.stages import advance, read
from tests.judged.measure import Replayed, digest
from tests.judged.places import packed, unpacked
from tests.made_columns import results_of

KEPT = Path(__file__).parent / "columns.json"
EVENTS = ("d05", "d09", "d11", "d16", "d19", "d20")
COLUMNS = (
    "own/extractive",
    "own/transcript-pointer",
    "codex/user-messages-only",
    "own/head-tail",
    "control/empty",
    "control/alphabetical",
    "control/inverted",
)


@dataclass(frozen=True)
class Scene:
    """One compaction with its columns, and what a judge is asked about them."""

    log: str
    compaction: int
    ready: Ready
    judgement: Judgement
    runs: Sequence[ComparedRun]
    messages: Sequence[Message]
    texts: dict[str, str]
    """By letter, what was judged under it."""


@dataclass(frozen=True)
class Ranked:
    """What came of one compaction."""

    scene: Scene
    results: JudgedRuns
    changed: bool
    """The question is asked in other words than when it was answered."""

    @property
    def named(self) -> int:
        """How many of the claims that ``control/inverted`` invents the judge names."""
        (inverted,) = (one for one in self.results.runs if one.run.spec.id == "control/inverted")
        doubted = [claim.text for claim in inverted.claims if claim.kind != "supported"]
        return sum(any(told in claim or claim in told for claim in doubted) for told in INVENTED)

    @property
    def ranking(self) -> list[tuple[float, str]]:
        """The headline of every result, the best first."""
        told = [(HEADLINE.score(one).value, one.run.spec.id) for one in self.results.runs]
        return sorted(((value, name) for value, name in told if value is not None), reverse=True)


def scenes(gold: Path, corpus: Path) -> Iterator[Scene]:
    """The six compactions, each with its columns run and the judge's question written."""
    readings = {(one["log"], one["compaction"]): one["reading"] for one in json.loads(KEPT.read_text())["events"]}
    strategies = load_strategies()
    for event in EVENTS:
        label = json.loads((gold / "labels" / f"{event}.json").read_text())
        log, number = label["log"], label["compaction"]
        (path,) = (one for one in corpus.rglob(log) if one.is_file())
        document = read(path)
        cache = Cache.memory()
        for stage in (Stage.COUNT, Stage.EXTRACT):
            advance(document, stage, cache)
        segment = next(one.segment for one in document.extraction or () if one.segment.compaction.number == number)
        judgement = judge(segment, Replayed([readings[log, number]], document), model="recorded")
        document.judgements[number] = judgement
        ready = make_ready(document, number)
        chosen = [strategies.named(name) for name in COLUMNS]
        words = recorded_summary(ready.material, ready.compaction)
        results = results_of(chosen, ready.material, ready.found, words, strategies.named)
        runs = [ready.recorded.compared, *(result.compared for result in results)]
        yield Scene(log, number, ready, judgement, runs, *_question(ready, judgement, runs))
        document.close()


def _question(
    ready: Ready, judgement: Judgement, runs: Sequence[ComparedRun]
) -> tuple[Sequence[Message], dict[str, str]]:
    segment = ready.found.segment
    readable = [one.run for one in runs if can_be_read(one.run)]
    contexts = [segment if run.spec.id == RECORDED else stand_in(run, segment) for run in readable]
    planned = plan_columns(segment, statements_of(judgement, runs)[0], contexts)
    (batch,) = planned.batches(shuffled({column.text for column in planned.columns if column.is_read}, 0))
    texts = dict(zip(LETTERS, batch, strict=False))
    return redact(planned.question(texts)).messages, texts


def without_words(answer: dict[str, Any], texts: dict[str, str]) -> dict[str, Any]:
    """An answer with places for what it quotes of the texts."""
    return _each(answer, lambda words, letter: packed(words, [(0, texts[letter])]))


def with_words(answer: dict[str, Any], texts: dict[str, str]) -> dict[str, Any]:
    """The same answer with its words again."""
    return _each(answer, lambda places, letter: unpacked(places, lambda _: texts[letter]))


def _each(answer: dict[str, Any], work: Any) -> dict[str, Any]:
    return {
        "texts": {
            letter: {
                "verdicts": {number: [work(said[0], letter), said[1]] for number, said in told["verdicts"].items()},
                "claims": [
                    {"quote": work(one["quote"], letter), "verdict": one["verdict"], "lines": one.get("lines", [])}
                    for one in told["claims"]
                ],
            }
            for letter, told in answer["texts"].items()
        }
    }


def rank(gold: Path, corpus: Path) -> Iterator[Ranked]:
    """Every compaction's columns with the recorded answers."""
    kept = {(one["log"], one["compaction"]): one for one in json.loads(KEPT.read_text())["events"]}
    with Loop() as loop:
        for scene in scenes(gold, corpus):
            one = kept[scene.log, scene.compaction]
            answers = InMemory()
            chat = open_chat("replay:recorded")
            judging = Judging(Asker(chat, loop, answers, lambda _: Price(0.0, "")))
            key = question_key(chat.name, scene.messages, 0, LONGEST)
            text = json.dumps(with_words(one["answer"], scene.texts))
            answers.put(RawAnswer(key=key, state=AnswerState.ANSWERED, model=chat.name, asked="", text=text))
            results = judge_runs(judging, scene.ready.found, scene.judgement, scene.runs)
            yield Ranked(scene, results, digest(scene.messages) != one["request"])


def main() -> None:
    parser = argparse.ArgumentParser(description="Where the controls end up under the judge.")
    parser.add_argument("gold", type=Path)
    parser.add_argument("corpus", type=Path)
    told = parser.parse_args()
    for one in rank(told.gold, told.corpus):
        print(f"{one.scene.log}, compaction {one.scene.compaction}: {one.results.controls.says}")
        print(f"  invented claims named: {one.named} of {len(INVENTED)}; question changed: {one.changed}")
        for value, name in one.ranking:
            print(f"  {value:6.2f}  {name}")


if __name__ == "__main__":
    main()
