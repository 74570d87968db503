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

from inspector.extract import linear
from tests.fit_rows import Labelled, Row, load
from tests.unpack_labels import LABELLED

THRESHOLDS = {"statement human": 0.28, "statement summary": 0.25, "live": 0.4, "harmed": 0.56}
PENALTIES = {"statement human": 6.0, "statement summary": 10.0, "live": 5.0, "harmed": 2.0}
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
    "about": "Weights of small logistic models over named features (see inspector/extract/features.py, said.py,"
    " told.py, supersede.py and inspector/compare/likeliest.py).",
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
    return {"classes": ["yes"], "threshold": THRESHOLDS[name], "weights": weights}


def fit_all(logs: Sequence[Labelled]) -> dict[str, Any]:
    """All models, fitted on these logs. What carries facts over rests on the model that finds them.

    Logs whose readers were held against each other count twice: how they read is what the score measures.
    """
    logs = [*logs, *(log for log in logs if _ADDED.isdisjoint(event["event"] for event in log.events))]
    models = {
        "statement human": model("statement human", [row for log in logs for row in log.statements]),
        "statement summary": {"classes": ["yes"], "threshold": 1.1, "weights": {}},
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


def unseen(logs: Sequence[Labelled]) -> list[Any]:
    """Predictions for each log by models fitted on the logs of other projects."""
    predictions = {}
    for project in sorted({log.project for log in logs}):
        fit_all([log for log in logs if log.project != project])
        predictions |= {log.path: log.predicted() for log in logs if log.project == project}
    return [predictions[log.path] for log in logs]


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
    models = fit_all(logs)
    if told.write:
        target = Path(__file__).parent.parent / "resources" / linear.FILE
        target.write_text(json.dumps(about(logs) | {"models": models}, indent=1, ensure_ascii=False) + "\n", "utf-8")
    seen, never = ([log.predicted() for log in some] for some in (logs, apart))
    print("Fitted on these logs:")
    print(score(logs, seen, told.gold, told.corpus))
    print("Each log judged by models fitted on other projects:")
    print(score(logs, unseen(logs), told.gold, told.corpus))
    if apart:
        print("Logs that nothing was fitted on:")
        print(score(apart, never, told.gold, told.corpus))


if __name__ == "__main__":
    main()
