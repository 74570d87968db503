"""Fit the weights of ``resources/weights.json`` on labelled logs, and say how they do on logs they have not seen.

    python -m tests.fit_weights GOLD CORPUS [--write]

``GOLD`` holds ``labels/`` and ``score.py``. Each model is a ridge-penalised logistic regression over named features.
The second table leaves out one project at a time: all models are fitted on the others and judge its logs. The third is
of the logs that stand apart in ``labelled.json``: nothing is fitted on them. Without ``--write`` nothing is changed.
Deterministic.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from inspector.facts import linear

from tests.fit_rows import Labelled, Row, load, load_score
from tests.unpack_labels import LABELLED

THRESHOLDS = {"statement human": 0.28, "statement summary": 0.25, "live": 0.4, "harmed": 0.56}
PENALTIES = {
    "statement human": 6.0,
    "statement summary": 10.0,
    "live": 5.0,
    "harmed": 2.0,
    "accused": 0.3,
    "kept": 1.0,
}
_SURE = ("accused", "kept")
"""Models of how sure a verdict is; fitted on verdicts that the other models gave where they had not seen the log."""
_NOTHING: dict[str, Any] = {"classes": ["yes"], "weights": {}}
_FIRST = 5
"""Accusations of a compaction that a reader looks at."""
_EVENTS = json.loads(LABELLED.read_text("utf-8"))["events"]
_ADDED = {event["event"] for event in _EVENTS}
"""Labelled later, by one reader each."""
_APART = {event["event"] for event in _EVENTS if event.get("apart")}
"""Never fitted on."""
_LEAST = 4
"""A feature that fewer rows have is left out."""
_SMALL = 0.01
_STEPS = 30
_ABOUT = {
    "about": "Weights of small logistic models over named features (see inspector/facts/features.py, said.py,"
    " told.py, supersede.py and inspector/verdicts/likeliest.py, confidence.py).",
    "source": "Fitted by tests/fit_weights.py on {events} hand-labelled compactions of public session logs ({labels}"
    " statements, {logs} logs of {projects} projects); the logs and labels are not part of this repository. Features"
    " that name words are families of cues (resources/cues.toml), never single words of a log.",
}


def fit(rows: Sequence[Row], penalty: float) -> dict[str, float]:
    """The weights of one model, by Newton's method."""
    counts = Counter(name for features, _ in rows for name in features)
    names = sorted(name for name, count in counts.items() if count >= _LEAST)
    column = {name: place for place, name in enumerate(names)}
    seen = np.zeros((len(rows), len(names)))
    for place, (features, _) in enumerate(rows):
        for name, value in features.items():
            if name in column:
                seen[place, column[name]] = value
    answers = np.array([float(answer) for _, answer in rows])
    weights = np.zeros(len(names))
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(seen @ weights, -30, 30)))
        slope = seen.T @ (chance - answers) + penalty * weights
        bend = (seen * (chance * (1 - chance) + 1e-6)[:, None]).T @ seen + penalty * np.eye(len(names))
        step = np.linalg.solve(bend, slope)
        weights -= step
        if np.abs(step).max() < 1e-4:
            break
    return {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True) if abs(weight) >= _SMALL}


def model(name: str, rows: Sequence[Row]) -> dict[str, Any]:
    weights = {feature: {"yes": weight} for feature, weight in fit(rows, PENALTIES[name]).items()}
    threshold = {"threshold": THRESHOLDS[name]} if name in THRESHOLDS else {}
    return {"classes": ["yes"], **threshold, "weights": weights}


def fit_all(logs: Sequence[Labelled]) -> dict[str, Any]:
    """All models, fitted on these logs. What carries facts over rests on the model that finds them.

    Logs whose readers were held against each other count twice: how they read is what the score measures.
    """
    logs = [*logs, *(log for log in logs if _ADDED.isdisjoint(event["event"] for event in log.events))]
    models = {
        "statement human": model("statement human", [row for log in logs for row in log.statements]),
        "statement summary": _NOTHING | {"threshold": 1.1},
        **dict.fromkeys(_SURE, _NOTHING),
        "live": model("live", [row for log in logs for row in log.liveness]),
    }
    states = [row for log in logs for row in log.states]
    models["harmed"] = model("harmed", [(features, state in HARMED) for features, state in states])
    linear.use(models)
    models["statement summary"] = model("statement summary", [row for log in logs for row in log.told()])
    linear.use(models)
    return models


HARMED = frozenset({"weakened", "altered", "contradicted", "lost"})


def score(logs: Sequence[Labelled], predictions: Sequence[Any], gold: Path, corpus: Path) -> str:
    with tempfile.TemporaryDirectory() as folder:
        labels = Path(folder) / "labels"
        labels.mkdir()
        for log, predicted in zip(logs, predictions, strict=True):
            (Path(folder) / f"{log.path.name}.json").write_text(json.dumps(predicted), "utf-8")
            for event in log.events:
                (labels / f"{event['name']}.json").write_text(json.dumps(event), "utf-8")
        command = [sys.executable, str(gold / "score.py"), str(labels), str(corpus), "--pred", folder]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def first_of_each(logs: Sequence[Labelled], raw: Sequence[Any], shown: Sequence[Any], gold: Path) -> str:
    """Of the first accusations of each compaction, how many a reader shares: of all, and of those that are said."""
    lines = []
    told = (("all, in order of the log", raw, False), ("all, surest first", raw, True), ("said", shown, True))
    for words, predictions, surest in told:
        right = said = 0
        for log, predicted in zip(logs, predictions, strict=True):
            for event in log.events:
                here = [one["facts"] for one in predicted["compactions"] if one["number"] == event["compaction"]]
                facts: list[Any] = here[0] if here else []
                shared = {id(fact): label for label, fact in load_score(gold).pairs(event["facts"], facts)}
                harms = [fact for fact in facts if fact["live"] and fact["verdict"] in HARMED]
                if surest:
                    harms.sort(key=lambda fact: -(fact["confidence"] or 0))
                for fact in harms[:_FIRST]:
                    label = shared.get(id(fact))
                    said += 1
                    right += label is not None and label["live"] and label["state"] in HARMED
        lines.append(f"first {_FIRST} accusations a compaction, {words}: {right} of {said} shared")
    return "\n".join(lines) + "\n"


class Unseen:
    """Each log judged by models fitted on the logs of other projects."""

    def __init__(self, logs: Sequence[Labelled]) -> None:
        self._logs = logs
        self._models: dict[str, dict[str, Any]] = {}
        self._rows: dict[str, list[dict[str, list[Row]]]] = {}
        for project in sorted({log.project for log in logs}):
            self._models[project] = fit_all([log for log in logs if log.project != project])
            self._rows[project] = [log.verdicts() for log in logs if log.project == project]

    def sure(self, left_out: str = "") -> dict[str, Any]:
        """How sure verdicts are, fitted on the verdicts of all projects but one."""
        rows = [told for project, some in self._rows.items() if project != left_out for told in some]
        return {name: model(name, [row for told in rows for row in told[name]]) for name in _SURE}

    def predictions(self, *, held: bool = False) -> list[Any]:
        """One a log, in their order; ``held``: as a session is shown, without what is not sure enough."""
        predicted: dict[Path, Any] = {}
        for project, models in self._models.items():
            linear.use(models | self.sure(project))
            predicted |= {log.path: log.predicted(held=held) for log in self._logs if log.project == project}
        return [predicted[log.path] for log in self._logs]


def about(logs: Sequence[Labelled]) -> dict[str, str]:
    """What stands at the head of the file: what the weights are, and what they rest on."""
    events = [event for log in logs for event in log.events]
    counts = {
        "events": len(events),
        "labels": f"{sum(len(event['facts']) for event in events):,}",
        "logs": len(logs),
        "projects": len({log.project for log in logs}),
    }
    return {key: text.format(**counts) for key, text in _ABOUT.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the weights on labelled logs.")
    parser.add_argument("gold", type=Path)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--write", action="store_true", help="replace resources/weights.json")
    told = parser.parse_args()
    loaded = load(told.gold, told.corpus)
    apart = [log for log in loaded if any(event["event"] in _APART for event in log.events)]
    logs = [log for log in loaded if log not in apart]
    unseen = Unseen(logs)
    models = fit_all(logs) | unseen.sure()
    linear.use(models)
    if told.write:
        target = Path(__file__).parent.parent / "resources" / linear.FILE
        target.write_text(json.dumps(about(logs) | {"models": models}, indent=1, ensure_ascii=False) + "\n", "utf-8")
    seen, never = ([log.predicted() for log in some] for some in (logs, apart))
    held = [log.predicted(held=True) for log in apart]
    print("Fitted on these logs:")
    print(score(logs, seen, told.gold, told.corpus))
    for words, some, raw, shown in (
        (
            "Each log judged by models fitted on other projects",
            logs,
            unseen.predictions(),
            unseen.predictions(held=True),
        ),
        ("Logs that nothing was fitted on", apart, never, held),
    ):
        if some:
            print(f"{words}:")
            print(score(some, raw, told.gold, told.corpus))
            print(first_of_each(some, raw, shown, told.gold))


if __name__ == "__main__":
    main()
