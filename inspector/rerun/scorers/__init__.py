"""The scorers, in the order in which they are shown. Add yours here."""

from inspector.rerun.scorer import Scorer
from inspector.rerun.scorers.context import COMPRESSION, COST, SECONDS, TOKENS
from inspector.rerun.scorers.facts import CONTRADICTED, IN_SUMMARY, STATEMENTS, UNSUPPORTED, USED_AGAIN
from inspector.rerun.scorers.headline import HEADLINE

SCORERS: tuple[Scorer, ...] = (
    *(IN_SUMMARY, STATEMENTS, USED_AGAIN, CONTRADICTED, UNSUPPORTED, HEADLINE),
    *(TOKENS, COMPRESSION, COST, SECONDS),
)
