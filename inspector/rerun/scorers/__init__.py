"""The scorers, in the order in which they are shown. Add yours here."""

from inspector.rerun.scorer import Scorer
from inspector.rerun.scorers import (
    ages,
    compression,
    constraints,
    cost,
    distorted,
    headline,
    kinds,
    seconds,
    survival,
    tokens,
    unsupported,
)

SCORERS: tuple[Scorer, ...] = (
    headline.SCORER,
    constraints.SCORER,
    survival.SCORER,
    distorted.SCORER,
    unsupported.SCORER,
    tokens.SCORER,
    compression.SCORER,
    cost.SCORER,
    seconds.SCORER,
    *kinds.SCORERS,
    *ages.SCORERS,
)
