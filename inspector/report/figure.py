"""The token curve as SVG, drawn by hand: a report has to open without Qt, without scripts and without loading anything.

Colours come from classes, so that the page can have a light and a dark set of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from inspector.model import TokenCount
from inspector.report.document import Card, Figure

WIDTH, HEIGHT = 960, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 12, 22, 30
_COLUMNS = 440
"""More steps than this cannot be told apart at the width of a page."""
_STEPS = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True, slots=True)
class _Scale:
    first: float
    last: float
    top: float

    def x(self, number: float) -> float:
        """Where a request stands."""
        span = max(1.0, self.last - self.first)
        return _LEFT + (number - self.first) / span * (WIDTH - _LEFT - _RIGHT)

    def y(self, tokens: float) -> float:
        """Where a number of tokens stands."""
        return HEIGHT - _BOTTOM - min(1.0, tokens / self.top) * (HEIGHT - _TOP - _BOTTOM)


def has_curve(figure: Figure) -> bool:
    """Whether there is anything to draw."""
    return bool(figure.numbers) and (bool(figure.bands) or any(value is not None for value in figure.prompt))


def draw(figure: Figure, card: Card) -> str:
    """The whole ``svg`` element. Holds numbers and fixed words only, never a word of the log."""
    numbers, rows, kinds = _reduced(figure)
    totals = [sum(column) for column in zip(*rows, strict=True)]
    highest = max([*totals, 1.0])
    limit = card.limit.value
    # A window far above the curve would press it flat; it is then named in words alone.
    shown = [mark for mark in (limit, card.threshold.value) if mark and mark <= 3 * highest]
    scale = _Scale(numbers[0] - 0.5, numbers[-1] + 0.5, max([highest, *shown]) * 1.06)
    parts = [
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Prompt tokens of every request">',
        *_grid(scale),
        *_areas(scale, numbers, rows, kinds),
        *_lines(scale, card.limit, card.threshold, highest),
        *_marks(scale, figure.marks),
        "</svg>",
    ]
    return "\n".join(parts)


def used_kinds(figure: Figure) -> tuple[str, ...]:
    """The bands that are not empty, for a legend; the top one first, as in the plot."""
    if not figure.bands:
        return ("prompt",)
    pairs = zip(figure.kinds, figure.bands, strict=True)
    return tuple(kind for kind, row in pairs if any(value > 0 for value in row))[::-1]


def _reduced(figure: Figure) -> tuple[list[float], list[list[float]], tuple[str, ...]]:
    """At most ``_COLUMNS`` columns; of several requests the fullest stands for all, so that no peak is lost."""
    kinds, bands = figure.kinds, figure.bands
    if not bands:
        kinds, bands = ("prompt",), (tuple(float(value or 0) for value in figure.prompt),)
    n = len(figure.numbers)
    totals = [sum(column) for column in zip(*bands, strict=True)]
    chosen: list[int] = []
    for column in range(min(n, _COLUMNS)):
        start, end = column * n // min(n, _COLUMNS), (column + 1) * n // min(n, _COLUMNS)
        chosen.append(max(range(start, end), key=totals.__getitem__))
    return [figure.numbers[place] for place in chosen], [[row[place] for place in chosen] for row in bands], kinds


def _areas(scale: _Scale, numbers: Sequence[float], rows: Sequence[Sequence[float]], kinds: Sequence[str]) -> list[str]:
    """Stacked steps, each request as wide as the way to the next."""
    edges = [scale.first, *((a + b) / 2 for a, b in pairwise(numbers)), scale.last]
    below = [0.0] * len(numbers)
    parts = []
    for kind, row in zip(kinds, rows, strict=True):
        above = [low + value for low, value in zip(below, row, strict=True)]
        if any(value > 0 for value in row):
            path = _outline(scale, edges, above, below)
            parts.append(f'<path class="k-{kind}" d="{path}"><title>{kind.replace("_", " ")}</title></path>')
        below = above
    return parts


def _outline(scale: _Scale, edges: Sequence[float], above: Sequence[float], below: Sequence[float]) -> str:
    steps = [f"M{scale.x(edges[0]):.1f} {scale.y(below[0]):.1f}"]
    for place, value in enumerate(above):
        steps.append(f"V{scale.y(value):.1f}H{scale.x(edges[place + 1]):.1f}")
    back = range(len(below) - 1, -1, -1)
    steps += (f"V{scale.y(below[place]):.1f}H{scale.x(edges[place]):.1f}" for place in back)
    return "".join(steps) + "Z"


def _grid(scale: _Scale) -> list[str]:
    parts = []
    for tokens in _ticks(scale.top, 5):
        y = scale.y(tokens)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="tick" x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{_tokens(tokens)}</text>')
    base = HEIGHT - _BOTTOM
    # Round numbers, whatever the first request's number is.
    for number in _ticks(scale.last, 8):
        if number == int(number) and scale.first <= number <= scale.last:
            x = scale.x(number)
            parts.append(f'<text class="tick" x="{x:.1f}" y="{base + 15}" text-anchor="middle">{number:,.0f}</text>')
    parts.append(f'<text class="tick" x="{WIDTH - _RIGHT}" y="{HEIGHT - 2}" text-anchor="end">request</text>')
    return parts


def _lines(scale: _Scale, limit: TokenCount, threshold: TokenCount, highest: float) -> list[str]:
    parts = []
    above = 0.0
    for name, count in (("window", limit), ("compacts here", threshold)):
        if count.value and count.value <= 3 * highest:
            y = scale.y(count.value)
            word = f"{name} {count.value:,} ({count.basis.value})"
            # Two lines close to each other: the second is named below itself.
            words = y + 12 if above and y - above < 14 else y - 4
            above = y
            parts.append(f'<line class="limit" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
            parts.append(f'<text class="limit" x="{_LEFT + 4}" y="{words:.1f}">{word}</text>')
    return parts


def _marks(scale: _Scale, marks: Sequence[tuple[int, float]]) -> list[str]:
    """Each compaction as a dotted line, named as long as the names have room."""
    parts = []
    free = 0.0
    for number, place in marks:
        x = scale.x(min(max(place, scale.first), scale.last))
        parts.append(f'<line class="cut" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP - 6}" y2="{HEIGHT - _BOTTOM}"/>')
        if x >= free:
            name = f"C{number}"
            text = f'<text class="cut" x="{x:.1f}" y="{_TOP - 9}" text-anchor="middle">{name}</text>'
            parts.append(f'<a href="#c{number}">{text}</a>')
            free = x + 9 * len(name)
    return parts


def _ticks(span: float, wanted: int) -> list[float]:
    """Round numbers from 0 to ``span``, about as many as wanted."""
    rough = max(span, 1.0) / wanted
    power = 1.0
    while power * 10 <= rough:
        power *= 10
    step = next(power * factor for factor in _STEPS if power * factor >= rough)
    return [step * place for place in range(int(span / step) + 1)]


def _tokens(value: float) -> str:
    if value >= 1_000_000:
        return f"{value / 1e6:g}M"
    return f"{value / 1000:g}k" if value >= 1000 else f"{value:g}"


def draw_share(share: float, quartiles: tuple[float, float, float] | None) -> str:
    """A share on a line from 0 to 1, and the box of single compactions behind it."""
    width, height = 180, 16
    # Room on both sides, so that the dot of 0 or 100 % stands whole.
    parts = [f'<svg class="share" viewBox="-5 0 {width + 10} {height}" role="img" aria-label="{share:.0%}">']
    parts.append(f'<line class="grid" x1="0" x2="{width}" y1="8" y2="8"/>')
    if quartiles:
        start, middle, end = (value * width for value in quartiles)
        parts.append(f'<rect class="box" x="{start:.1f}" y="3" width="{max(1.0, end - start):.1f}" height="10"/>')
        parts.append(f'<line class="middle" x1="{middle:.1f}" x2="{middle:.1f}" y1="3" y2="13"/>')
    parts.append(f'<circle class="dot" cx="{share * width:.1f}" cy="8" r="3.5"/></svg>')
    return "".join(parts)
