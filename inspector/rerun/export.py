"""An experiment as JSON, CSV and Markdown: every figure with its interval, every run with what became of the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from inspector.model import Basis, Evidence
from inspector.model.run import Needs, Score, State, StrategySpec
from inspector.rerun.column import RECORDED_WORDS, Column
from inspector.rerun.compared import ComparedRun
from inspector.rerun.held import held_json, held_words
from inspector.rerun.judged_runs import UNRANKED
from inspector.survival.contract import standing_json
from inspector.wording.fidelity import STAYS, WHOSE, selection_word, wording_words
from inspector.wording.fields import json_fields
from inspector.wording.harmless import as_csv, harmless
from inspector.wording.units import dollars
from inspector.wording.verdicts import NOT_RECALL

SCHEMA = 2
Lines = Callable[[str], Mapping[int, int | None]]
"""Of a session the line of each item; None or nothing where a log has no lines."""
_FIELDS = (
    *("compaction", "strategy", "prompt", "model", "focus"),
    *("metric", "unit", "value", "low", "high", "n", "basis", "recorded", "context_held", "session", "settings"),
    *("selection", "wording"),
)
_NOISE = f"{NOT_RECALL} An interval is the 95 % interval of the mean over repeats; no column is better inside it."


def columns_json(columns: Sequence[Column], lines: Lines = lambda session: {}) -> dict[str, object]:
    """Every column with its figures, and every run with its text and the verdict on each fact, with its evidence."""
    return {"schema": SCHEMA, "columns": [_column(column, lines(column.session)) for column in columns]}


def columns_csv(columns: Sequence[Column]) -> str:
    """One line for each figure of each variant."""
    return as_csv(_FIELDS, _figures(columns))


def _figures(columns: Sequence[Column]) -> Iterator[tuple[object, ...]]:
    held = {(column.session, column.compaction): column.held.share for column in columns if column.held is not None}
    for column in columns:
        prompt, model, focus = _asked(column)
        share = held.get((column.session, column.compaction))
        spec = _spec(column)
        for score in column.scores:
            figures = [score.value, score.low, score.high]
            basis = score.basis.value if score.value is not None else None
            row = (column.compaction, column.variant.strategy.id, prompt, model, focus, score.metric, score.unit)
            more = (score.n, basis, score.recorded, share, column.session, spec.settings.words)
            whose = (column.variant.strategy.selection, wording_words(spec.wording))
            yield (*row, *figures, *more, *whose)


def as_markdown(columns: Sequence[Column], title: str, *about: str) -> str:
    """What the experiment is about, and a table a compaction: a line a column, figures across; failures below."""
    parts = [f"# {_cell(title)}", "", *(line for words in about if words for line in (_cell(words), ""))]
    for session, number in dict.fromkeys((column.session, column.compaction) for column in columns):
        here = [column for column in columns if (column.session, column.compaction) == (session, number)]
        held = [held_words(column.held) for column in here if column.held is not None]
        parts += [
            f"## Compaction {number}{f' of {_cell(session)}' if session else ''}",
            "",
            *(line for said in held for line in (said, "")),
            *_table(here),
            "",
        ]
        whys = ((column, dict.fromkeys((*column.failed, *(one.unread for one in column.repeats)))) for column in here)
        parts += [*(f"- {_cell(title_of(column))}: {_cell(why)}" for column, told in whys for why in told if why), ""]
    return "\n".join((*parts, noise(columns), ""))


def noise(columns: Sequence[Column]) -> str:
    """What has to be said beside figures: what they are not, and that nothing is ranked where no judge has read all."""
    whole = (one for column in columns for one in column.repeats if not one.run.error)
    return _NOISE if all(one.by is not None for one in whole) else f"{_NOISE} {UNRANKED}"


def metrics_of(scores: Iterable[Score]) -> dict[str, str]:
    """Every figure with its name for people: what no judge has read is there word for word, and not kept."""
    named: dict[str, str] = {}
    for score in scores:
        words = score.metric.replace("_", " ")
        if score.basis is Basis.JUDGED:
            named[score.metric] = words
        named.setdefault(score.metric, words.replace(" kept", " there"))
    return named


def _table(columns: Sequence[Column]) -> list[str]:
    metrics = metrics_of(score for column in columns for score in column.scores)
    if not metrics:
        return []
    heads = ("column", STAYS, WHOSE, *metrics.values())
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for column in columns:
        known = {score.metric: score for score in column.scores}
        cells = [figure_words(known[metric]) if metric in known else "–" for metric in metrics]
        spec = column.repeats[0].run.spec
        whose = (selection_word(spec.selection), wording_words(spec.wording))
        lines.append("| " + " | ".join((_cell(title_of(column)), *whose, *cells)) + " |")
    return lines


def _column(column: Column, lines: Mapping[int, int | None]) -> dict[str, object]:
    prompt, model, focus = _asked(column)
    return {
        "session": column.session or None,
        "compaction": column.compaction,
        **({"context_held": held_json(column.held)} if column.held is not None else {}),
        "strategy": column.variant.strategy.id,
        "selection": column.variant.strategy.selection,
        "wording": [one.value for one in column.repeats[0].run.spec.wording],
        "prompt": prompt or None,
        "model": model or None,
        "focus": focus or None,
        "settings": _spec(column).settings.given or None,
        "scores": [score_json(score) for score in column.scores],
        "runs": [_run(one, lines) for one in column.repeats],
    }


def score_json(score: Score) -> dict[str, object]:
    """A figure with its 95 % interval (null where there is none) and where it comes from."""
    return {
        **json_fields(score, "metric value low high n unit"),
        "basis": score.basis.value if score.value is not None else None,
        "detail": score.detail or None,
        "recorded": score.recorded,
    }


def _run(compared: ComparedRun, lines: Mapping[int, int | None]) -> dict[str, object]:
    run = compared.run
    place = places(compared, lines)
    return {
        "id": run.id,
        "text": run.text or None,
        "tokens": {"before": run.before.value, "after": run.after.value, "basis": run.after.basis.value},
        "usage": json_fields(run.usage, "input cache_read output") if run.usage is not None else None,
        **json_fields(run, "cost cost_recorded seconds error?"),
        "notes": [*filter(None, (compared.unread,)), *run.notes],
        "facts": [
            {
                "id": fact.id,
                "statement": fact.statement,
                "fold": fact.fold.value if fact.fold else None,
                **standing_json(fact, survival),
                "why": survival.why,
                "said": [
                    {**place(quote.item), "start": quote.start, "end": quote.end, "text": text}
                    for quote, text in zip(fact.quotes, fact.texts, strict=True)
                ],
                "evidence": [_evidence(one, place) for one in survival.evidence],
                "nearest": _evidence(survival.nearest, place) if survival.nearest else None,
            }
            for fact, survival in zip(compared.facts, compared.survivals, strict=True)
        ],
    }


def places(compared: ComparedRun, lines: Mapping[int, int | None]) -> Callable[[int], dict[str, object]]:
    """Says of an item where it stands: its line in the log, or which piece of the new context it is.

    A compared run numbers what was written for it behind the items of the log, in the order of its pieces.
    """
    known = max(lines, default=0)
    whole = (State.VERBATIM, State.OPAQUE)
    made = [at for at, one in enumerate(compared.run.slices) if one.item is None or one.state not in whole]

    def place(item: int) -> dict[str, object]:
        at = made[item - known - 1] if known and 0 <= item - known - 1 < len(made) else None
        if at is not None:
            return {"item": None, "line": None, "piece": at, "slot": compared.run.slices[at].slot}
        return {"item": item or None, "line": lines.get(item), "piece": None, "slot": None}

    return place


def _evidence(found: Evidence, place: Callable[[int], dict[str, object]]) -> dict[str, object]:
    return {"zone": found.zone.value, **place(found.item), **json_fields(found, "start end text")}


def _asked(column: Column) -> tuple[str, str, str]:
    """Prompt, model and focus as they were used."""
    spec = _spec(column)
    return spec.prompt, spec.model, spec.focus


def _spec(column: Column) -> StrategySpec:
    return column.repeats[0].run.spec


def recorded_words(spec: StrategySpec) -> str:
    """That the recorded summary stands in the place of one that a model would write; "" where it does not."""
    return RECORDED_WORDS if spec.needs is not Needs.NONE and not spec.model else ""


def title_of(column: Column) -> str:
    """The strategy, and what it was asked with."""
    prompt, model, focus = _asked(column)
    settings = _spec(column).settings.words
    words = recorded_words(_spec(column))
    more = ", ".join(filter(None, (model, prompt, f"preserve: {focus}" if focus else "", settings, words)))
    return f"{column.variant.strategy.id} ({more})" if more else column.variant.strategy.id


def figure_words(score: Score) -> str:
    """A figure with its interval, for people; what the log records stands before what was estimated in its place."""
    if score.recorded is not None:
        told = _plain(score.recorded, score.unit)
        beside = "" if score.value is None else f", {figure_words(replace(score, recorded=None))} estimated"
        return f"{told} recorded{beside}"
    if score.value is None:
        return "–"
    spread = ""
    if score.low is not None and score.high is not None:
        spread = f" ({_plain(score.low, score.unit)} to {_plain(score.high, score.unit)})"
    return f"{'≈' if score.basis is Basis.ESTIMATED else ''}{_plain(score.value, score.unit)}{spread}"


def _plain(value: float, unit: str) -> str:
    """Whole from a hundred on; below with as many digits as tell something."""
    if unit in ("share", "usd"):
        return f"{value:z.0%}" if unit == "share" else dollars(value)
    told = f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{told} s" if unit == "s" else told


def _cell(text: str) -> str:
    return " ".join(harmless(text).split()).replace("\\", "\\\\").replace("|", "\\|")
