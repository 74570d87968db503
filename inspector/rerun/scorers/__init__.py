"""The scorers, in the order in which they are shown. Add yours here."""

from inspector.rerun.scorer import Scorer
from inspector.rerun.scorers.context import COMPRESSION, COST, SECONDS, TOKENS
from inspector.rerun.scorers.facts import CONSTRAINTS, DISTORTED, SURVIVAL, UNSUPPORTED
from inspector.rerun.scorers.headline import HEADLINE
from inspector.rerun.scorers.parts import AGES, KINDS

SCORERS: tuple[Scorer, ...] = (
    *(HEADLINE, CONSTRAINTS, SURVIVAL, DISTORTED, UNSUPPORTED),
    *(TOKENS, COMPRESSION, COST, SECONDS),
    *KINDS.values(),
    *AGES,
)
