"""Labelled logs as rows to fit on: what can be seen of a unit or a pair of texts, and what the readers said of it."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from inspector.facts.agreed import agreed
from inspector.facts.candidates import Candidate
from inspector.facts.exchanges import exchanges
from inspector.facts.extractors.carried import Carried, retellings
from inspector.facts.extractors.decisions import Decisions
from inspector.facts.found import Found, Liveness
from inspector.facts.pipeline import kept_on, merge, together
from inspector.facts.said import HEADS, PLAN, said
from inspector.facts.supersede import live_features, liveness
from inspector.facts.weigh import fact_of, is_statement
from inspector.model import Fact, FactKind, Item, Quote
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from inspector.reconstruct.segment import Segment, find_segments
from inspector.verdicts.confidence import HARMFUL, features_of
from inspector.verdicts.held_back import hold_back
from inspector.verdicts.intervals import KEPT
from inspector.verdicts.likeliest import likeliest
from inspector.verdicts.matchers import answers, exact, normalised
from inspector.verdicts.matchers.lexical import fact_features
from inspector.verdicts.outcome import Outcome
from inspector.verdicts.survival import decide_each, judge_statements
from inspector.verdicts.zones import After, look_after
from inspector.workbench.stages import read

Label = dict[str, Any]
Row = tuple[dict[str, float], Any]
"""Features, and the answer."""
_WORD = re.compile(r"[\u3040-\u9fff]|[^\W\u3040-\u9fff]+")
_SAME = 0.6
_WHOLE = 4
"""Words of a unit that is mostly a statement."""


def load_score(gold: Path) -> ModuleType:
    """The scoring script that came with the labels."""
    spec = importlib.util.spec_from_file_location("score", gold / "score.py")
    assert spec is not None and spec.loader is not None, "a path to a script"
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    # It takes a whole clause of Chinese or Japanese for one word, so that only the same clause would be the same.
    module.WORD = _WORD  # type: ignore[attr-defined]
    return module


class Labelled:
    """One log with its labelled compactions. Whatever does not depend on a fit is computed once."""

    def __init__(self, path: Path, events: Sequence[Label], score: ModuleType) -> None:
        self.path, self.events, self._score = path, events, score
        document = read(path)
        self._bodies = document.bodies
        self._texts: dict[int, str] = {}
        self._afters: dict[int, After] = {}
        self.session = document.session
        self.compactions = find_compactions(self.session, Replay(self.session)).all
        last = max(event["compaction"] for event in events)
        self.segments = [
            segment
            for segment in find_segments(self.session, self.compactions, self.text)
            if segment.compaction.number <= last
        ]

    @property
    def project(self) -> str:
        """Whose log it is; logs are named owner__repository__session."""
        return self.path.name.split("__")[0]

    def text(self, item: Item) -> str:
        if item.number not in self._texts:
            self._texts[item.number] = self._bodies.text(item)
        return self._texts[item.number]

    def after(self, segment: Segment) -> After:
        number = segment.compaction.number
        if number not in self._afters:
            self._afters[number] = look_after(self.session, segment.compaction, self.text)
        return self._afters[number]

    @cached_property
    def candidates(self) -> list[list[Candidate]]:
        """By segment: what the human said and what was agreed, unit by unit."""
        return [[*said(segment), *agreed(segment)] for segment in self.segments]

    @cached_property
    def decisions(self) -> list[list[Fact]]:
        """By segment: what was agreed and what was turned down."""
        return [list(Decisions().extract(segment)) for segment in self.segments]

    @cached_property
    def labelled(self) -> list[tuple[Label, Segment, list[tuple[Candidate, Label]]]]:
        """Each event with its segment and the candidates that a label speaks of."""
        found = []
        for event in self.events:
            place = next(
                (n for n, one in enumerate(self.segments) if one.compaction.number == event["compaction"]), None
            )
            if place is None:
                continue
            labels = [label for label in event["facts"] if not label.get("from_summary")]
            predicted = [
                {"candidate": one, "quotes": [{"line": one.item.source.line, "text": one.unit.text}]}
                for one in self.candidates[place]
            ]
            pairs = [(fact["candidate"], label) for label, fact in self._score.pairs(labels, predicted)]
            found.append((event, self.segments[place], pairs))
        return found

    @cached_property
    def statements(self) -> list[Row]:
        """Units of the human, and whether a reader kept them."""
        rows: list[Row] = []
        for _, segment, pairs in self.labelled:
            chosen = {id(candidate) for candidate, _ in pairs}
            typed = [one for one in self.candidates[self.segments.index(segment)] if one.source == "human"]
            weighed = [one for one in typed if not {PLAN, HEADS, "pasted"} & one.features.keys()]
            rows += [(candidate.features, id(candidate) in chosen) for candidate in weighed]
        return rows

    @cached_property
    def liveness(self) -> list[Row]:
        """Labelled statements, and whether they still mattered."""
        rows = []
        for event, segment, pairs in self.labelled:
            spoken = exchanges(segment)
            # Of the kind that extraction calls them, not the reader's: readers call a task what was done and a decision
            # what stands, so their kinds give the answer away, and a fit on them rests on what nobody has later.
            placed = [(fact_of(self.session, candidate, "statements"), label) for candidate, label in pairs]
            if segment.summary is not None:
                carried = [label for label in event["facts"] if label.get("from_summary")]
                placed += [(fact_at(label, segment.summary.number), label) for label in carried]
            rows += [(live_features(segment, fact, spoken), label["live"]) for fact, label in placed]
        return rows

    @cached_property
    def states(self) -> list[Row]:
        """Labelled statements that no exact matcher finds, with what became of them."""
        rows = []
        for event, segment, pairs in self.labelled:
            after = self.after(segment)
            # Judged on what is extracted, which is often longer than what a reader quotes.
            units = {id(label): candidate.unit.text for candidate, label in pairs}
            placed = [
                (label, replace(fact, texts=(units.get(id(label), label["quote"]),)))
                for label in event["facts"]
                if (fact := self.place(label, segment)) is not None
            ]
            after.quoting = self._quoting(segment, after)
            for label, fact in placed:
                likely = likeliest(fact.texts[0], after)
                if label["state"] == "superseded" or likely is None or _verbatim(fact, after):
                    continue
                if after.is_foreign(fact):
                    # Words of two languages tell nothing; the program does not let them decide either.
                    continue
                if answers.MATCHER.match(fact, after) is None:
                    rows.append((fact_features(fact, likely, after), label["state"]))
        return rows

    def _quoting(self, segment: Segment, after: After) -> float:
        """What survival takes for it, as nearly as can be told before a model says what is a statement."""
        said = [one for one in self.candidates[self.segments.index(segment)] if one.source == "human"]
        facts = [fact_of(self.session, one, "statements") for one in said if "pasted" not in one.features]
        whole = [fact for fact in facts if len(fact.texts[0].split()) >= _WHOLE]
        return sum(_verbatim(fact, after) for fact in whole) / max(1, len(whole))

    def place(self, label: Label, segment: Segment) -> Fact | None:
        """A label as a fact of its segment."""
        for item in self.session.items:
            if item.source.line == label["line"] and label["quote"][:30] in self.text(item):
                return fact_at(label, item.number)
        return None

    def told(self) -> list[Row]:
        """Units of the summaries before, and whether a reader carried them on; depends on the models in use."""
        rows = []
        for found in self.found(carry=False):
            for event in self.events:
                labels = [label for label in event["facts"] if label.get("from_summary")]
                if event["compaction"] != found.segment.compaction.number or not labels:
                    continue
                for candidate, _ in retellings(found.segment):
                    share = max(self._score.overlap(label["quote"], candidate.unit.text) for label in labels)
                    rows.append((candidate.features, share >= _SAME))
        return rows

    def found(self, *, carry: bool = True) -> Iterator[Found]:
        """The facts of every segment with the models in use."""
        earlier: tuple[Fact, ...] = ()
        last: tuple[Fact, ...] = ()
        live: Mapping[str, Liveness] = {}
        for bare, candidates, decisions in zip(self.segments, self.candidates, self.decisions, strict=True):
            segment = replace(bare, earlier=earlier)
            statements = [one for one in candidates if one.source != "agreed" and is_statement(one)]
            facts = [*(fact_of(self.session, one, "statements") for one in statements), *decisions]
            if carry or bare is not self.segments[-1]:
                facts += Carried().extract(segment)
            merged = merge(facts)
            left = kept_on(segment, last, [fact for fact in merged if not fact.from_summary])
            last = together(left, merged)
            live = liveness(segment, last, live)
            yield Found(segment, last, live)
            earlier = (*earlier, *merged)

    def verdicts(self) -> dict[str, list[Row]]:
        """What the rules say of each fact, and whether its reader shares it; depends on the models in use.

        Of harm ("accused") all of it counts, so what no reader listed is not shared; of what was kept ("kept") only
        what became of it.
        """
        rows: dict[str, list[Row]] = {"accused": [], "kept": []}
        for found in self.found():
            event = next((one for one in self.events if one["compaction"] == found.segment.compaction.number), None)
            if event is None:
                continue
            after = self.after(found.segment)
            decided = list(decide_each(found, after))
            lines = [self._placed(fact) for fact, _, _ in decided]
            labels = {id(line): label for label, line in self._score.pairs(event["facts"], lines)}
            for (fact, matcher, match), line in zip(decided, lines, strict=True):
                live, label = found.live[fact.id], labels.get(id(line))
                features = features_of(fact, live, matcher, match, after)
                if features is None:
                    continue
                if match.verdict in HARMFUL and live.live:
                    shared = label is not None and label["live"] and label["state"] in HARMFUL
                    rows["accused"].append((features, shared))
                elif match.verdict in KEPT and label is not None:
                    rows["kept"].append((features, label["state"] in KEPT))
        return rows

    def predicted(self, *, held: bool = False) -> Label:
        """The prediction that the scoring script reads, with the models in use; ``held``: as a session is shown."""
        told = []
        for found in self.found():
            survivals = judge_statements(found, self.after(found.segment))
            number = found.segment.compaction.number
            if held:
                survivals = hold_back(Outcome(found.segment.compaction, found.facts, survivals)).survivals
            facts = [self._as_json(fact, one) for fact, one in zip(found.facts, survivals, strict=True)]
            told.append({"number": number, "facts": facts, "unsupported": []})
        return {"compactions": told}

    def _as_json(self, fact: Fact, survival: Any) -> Label:
        return self._placed(fact) | {
            "live": survival.live,
            "verdict": str(survival.verdict),
            "confidence": survival.confidence,
            "extractor": fact.extractor,
            "why": survival.why,
            "matcher": survival.matcher,
            "evidence": [one.text for one in (*survival.evidence, *filter(None, [survival.nearest]))],
        }

    def _placed(self, fact: Fact) -> Label:
        """A fact as the scoring script finds the label of it."""
        lines = [self.session.items[quote.item - 1].source.line for quote in fact.quotes]
        quotes = [{"line": line, "text": text} for line, text in zip(lines, fact.texts, strict=True)]
        return {"kind": str(fact.kind), "quotes": quotes}


def fact_at(label: Label, item: int) -> Fact:
    """A label as a fact of an item."""
    words = label["quote"]
    return Fact(
        id="label",
        kind=FactKind(label["kind"]),
        statement=words,
        quotes=(Quote(item, 0, len(words)),),
        texts=(words,),
        from_summary=bool(label.get("from_summary")),
    )


def _verbatim(fact: Fact, after: After) -> bool:
    return any(matcher.MATCHER.match(fact, after) is not None for matcher in (exact, normalised))


def load(gold: Path, corpus: Path) -> list[Labelled]:
    """All labelled logs, in order of their names."""
    score = load_score(gold)
    where = {path.name: path for path in corpus.rglob("*") if path.is_file()}
    events: dict[str, list[Label]] = {}
    for path in sorted((gold / "labels").glob("*.json")):
        event = json.loads(path.read_text("utf-8"))
        events.setdefault(event["log"], []).append(event | {"name": path.stem})
    return [Labelled(where[name], told, score) for name, told in sorted(events.items())]
