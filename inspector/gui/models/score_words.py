"""How a score is written: in its unit, with the interval it lies in, and with what is not certain about it."""

from __future__ import annotations

from inspector.gui.language import tr
from inspector.gui.models.figures import short
from inspector.model import Basis
from inspector.model.run import Score
from inspector.wording.units import dollars


def figure_text(score: Score | None) -> str:
    """A figure as it is written: share, number, dollars or seconds, with its interval where there is one."""
    if score is None or score.value is None:
        return "–"
    if score.unit == "share":
        if score.low is not None and score.high is not None and score.low != score.value:
            return f"{percent(score.value)} [{percent(score.low, sign='')}–{percent(score.high)}]"
        return f"{'≥ ' if score.low is not None and score.high != score.low else ''}{percent(score.value)}"
    if score.unit == "usd":
        return f"{'≈' if score.basis is Basis.ESTIMATED else ''}{dollars(score.value)}"
    if score.unit == "s":
        return tr("{n} s").format(n=f"{score.value:.1f}" if score.value >= 0.095 else f"{score.value:.2f}")
    text = short(score.value) if score.unit == "tokens" else f"{round(score.value, 1):g}"
    if score.low is not None and score.high is not None and score.high != score.low:
        low, high = (short(end) if score.unit == "tokens" else f"{end:.1f}" for end in (score.low, score.high))
        return f"{text} [{low}–{high}]"
    return f"≈{text}" if score.unit == "tokens" and score.basis is not Basis.RECORDED else text


def percent(value: float, sign: str = " %") -> str:
    """A share in whole percent."""
    return f"{round(100 * value)}{sign}"
