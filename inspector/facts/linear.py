"""Small logistic models over named features: weights in a resource file, and which features spoke."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import orjson

from inspector.resources import resource

FILE = "weights.json"

Features = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class LinearModel:
    """One score per class; with a single class the score is that of "yes"."""

    weights: Mapping[str, Mapping[str, float]]
    """Feature → class → weight."""
    classes: tuple[str, ...]
    threshold: float = 0.5

    def scores(self, features: Features) -> dict[str, float]:
        """Log odds of each class."""
        totals = dict.fromkeys(self.classes, 0.0)
        for name, value in features.items():
            for label, weight in self.weights.get(name, {}).items():
                totals[label] += weight * value
        return totals

    def probability(self, features: Features) -> float:
        """Of "yes", for a model with a single class."""
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, self.scores(features)[self.classes[0]]))))

    def reasons(self, features: Features, label: str = "", most: int = 3) -> tuple[str, ...]:
        """The features that spoke most for a class, strongest first."""
        label = label or self.classes[0]
        spoken = [
            (self.weights.get(name, {}).get(label, 0.0) * value, name)
            for name, value in features.items()
            if name != "one"
        ]
        return tuple(name for weight, name in sorted(spoken, reverse=True)[:most] if weight > 0)


@cache
def model(name: str) -> LinearModel:
    """A model shipped with the program."""
    told = _shipped()[name]
    return LinearModel(told["weights"], tuple(told["classes"]), told.get("threshold", 0.5))


@cache
def _shipped() -> dict[str, Any]:
    models: dict[str, Any] = orjson.loads(resource(FILE).read_bytes())["models"]
    return models


def use(models: Mapping[str, Any]) -> None:
    """Weigh with other models than those shipped, in the shape of the resource file: what a fit needs to be judged."""
    model.cache_clear()
    _shipped().clear()
    _shipped().update(models)
