"""An experiment as JSON, CSV and Markdown: every figure with its interval, every run with what became of the facts."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import replace

import orjson

from inspector.model.run import Score
from inspector.rerun.column import Column
from inspector.rerun.held import held_json, held_words
from inspector.rerun.judge import JudgedRun
from inspector.rerun.scores import PARTS, is_part
from inspector.verdicts.as_said import as_said, looked_for
from inspector.wording.fidelity import selection_word, wording_words

SCHEMA = 1
_FIELDS = (
    *("compaction", "strategy", "prompt", "model", "focus"),
    *("metric", "unit", "value", "low", "high", "n", "basis", "recorded", "context_held"),
    *("selection", "wording"),
)
AGES = "Oldest to newest are quarters of the facts that still matter, by when they were first said."
NOISE = (
    "Shares are survival in text, not recall. An interval is the 95 % interval of the mean over repeats; no variant is "
    "better inside it."
)


def as_json(columns: Sequence[Column]) -> bytes:
    """Every column with its figures, and every run with its text and the verdict on each fact."""
    return orjson.dumps(
        {"schema": SCHEMA, "columns": [_column(column) for column in columns]}, option=orjson.OPT_INDENT_2
    )


def as_csv(columns: Sequence[Column]) -> str:
    """One line for each figure of each variant."""
    out = io.StringIO()
    held = {column.compaction: column.held.share for column in columns if column.held is not None}
    write = csv.writer(out, lineterminator="\n")
    write.writerow(_FIELDS)
    for column in columns:
        prompt, model, focus = _asked(column)
        share, wording = held.get(column.compaction), column.repeats[0].run.spec.wording
        for score in column.scores:
            figures = [score.value, score.low, score.high]
            basis = score.basis.value if score.value is not None else None
            row = (column.compaction, column.variant.strategy.id, prompt, model, focus, score.metric, score.unit)
            more = (score.n, basis, score.recorded, share, column.variant.strategy.selection, wording_words(wording))
            write.writerow([_safe(value) for value in (*row, *figures, *more)])
    return out.getvalue()


def as_markdown(columns: Sequence[Column]) -> str:
    """A table for each compaction: variants down, figures across; failures below."""
    parts = ["# Experiment", ""]
    for number in dict.fromkeys(column.compaction for column in columns):
        here = [column for column in columns if column.compaction == number]
        held = [held_words(column.held) for column in here if column.held is not None]
        parts += [
            f"## Compaction {number}",
            "",
            *(line for said in held for line in (said, "")),
            *_table(here, part=False),
            "",
        ]
        parts += [*(f"- {_cell(title_of(column))}: {_cell(why)}" for column in here for why in column.failed), ""]
        by_part = _table(here, part=True)
        if by_part:
            parts += ["### Kept, by kind and age", "", *by_part, "", AGES, PARTS, ""]
    return "\n".join((*parts, NOISE, ""))


def metrics_of(columns: Sequence[Column], *, part: bool) -> list[str]:
    """The figures that any column has: those about the whole, or those about a part of the facts."""
    return list(dict.fromkeys(score.metric for one in columns for score in one.scores if is_part(score) is part))


def _table(columns: Sequence[Column], *, part: bool) -> list[str]:
    metrics = metrics_of(columns, part=part)
    if not metrics:
        return []
    heads = (metric.removeprefix("kept_" if part else "").replace("_", " ") for metric in metrics)
    # Whose prompt asked is no figure, and stands once.
    said = () if part else ("selection", "wording")
    lines = ["| " + " | ".join(("variant", *said, *heads)) + " |", "|" + "---|" * (len(metrics) + len(said) + 1)]
    for column in columns:
        known = {score.metric: score for score in column.scores}
        cells = [figure_words(known[metric]) if metric in known else "–" for metric in metrics]
        spec = column.repeats[0].run.spec
        whose = () if part else (selection_word(spec.selection), wording_words(spec.wording))
        lines.append("| " + " | ".join((_cell(title_of(column)), *whose, *cells)) + " |")
    return lines


def _column(column: Column) -> dict[str, object]:
    prompt, model, focus = _asked(column)
    return {
        "compaction": column.compaction,
        **({"context_held": held_json(column.held)} if column.held is not None else {}),
        "strategy": column.variant.strategy.id,
        "selection": column.variant.strategy.selection,
        "wording": [one.value for one in column.repeats[0].run.spec.wording],
        "prompt": prompt or None,
        "model": model or None,
        "focus": focus or None,
        "scores": [score_json(score) for score in column.scores],
        "runs": [_run(judged) for judged in column.repeats],
    }


def score_json(score: Score) -> dict[str, object]:
    """A figure with its 95 % interval (null where there is none) and where it comes from."""
    return {
        "metric": score.metric,
        "value": score.value,
        "low": score.low,
        "high": score.high,
        "n": score.n,
        "unit": score.unit,
        "basis": score.basis.value if score.value is not None else None,
        "detail": score.detail or None,
        "recorded": score.recorded,
    }


def _run(judged: JudgedRun) -> dict[str, object]:
    run = judged.run
    usage = run.usage
    return {
        "id": run.id,
        "text": _clean(run.text) or None,
        "tokens": {"before": run.before.value, "after": run.after.value, "basis": run.after.basis.value},
        "usage": None
        if usage is None
        else {"input": usage.input, "cache_read": usage.cache_read, "output": usage.output},
        "cost": run.cost,
        "cost_recorded": run.cost_recorded,
        "seconds": run.seconds,
        "error": run.error or None,
        "notes": list(run.notes),
        "facts": [
            {
                "id": fact.id,
                "statement": _clean(as_said(fact).statement),
                "looked_for": _clean(looked_for(fact)) or None,
                "verdict": survival.verdict.value,
                "live": survival.live,
            }
            for fact, survival in zip(judged.facts, judged.survivals, strict=True)
        ],
    }


def _asked(column: Column) -> tuple[str, str, str]:
    """Prompt, model and focus as they were used."""
    spec = column.repeats[0].run.spec
    return spec.prompt, spec.model, spec.focus


def title_of(column: Column) -> str:
    """The strategy, and what it was asked with."""
    prompt, model, focus = _asked(column)
    more = ", ".join(filter(None, (model, prompt, f"preserve: {focus}" if focus else "")))
    return f"{column.variant.strategy.id} ({more})" if more else column.variant.strategy.id


def figure_words(score: Score) -> str:
    """A figure with its interval, for people; what the log records stands before what was estimated in its place."""
    if score.recorded is not None:
        told = f"{score.recorded:.0%}" if score.unit == "share" else _plain(score.recorded)
        beside = "" if score.value is None else f", {figure_words(replace(score, recorded=None))} estimated"
        return f"{told} recorded{beside}"
    if score.value is None:
        return "–"
    if score.unit == "share":
        spread = f" ({score.low:.0%} to {score.high:.0%})" if score.low is not None and score.high is not None else ""
        return f"{score.value:.0%}{spread}{f', n {score.n}' if is_part(score) else ''}"
    if score.low is None or score.high is None:
        return _plain(score.value)
    return f"{_plain(score.value)} ({_plain(score.low)} to {_plain(score.high)})"


def _plain(value: float) -> str:
    """Whole from a hundred on; below with as many digits as tell something."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _cell(text: str) -> str:
    return " ".join(_clean(text).split()).replace("\\", "\\\\").replace("|", "\\|")


def _clean(text: str) -> str:
    """Half a surrogate pair cannot be written."""
    return text.encode("utf-8", "replace").decode()


def _safe(value: object) -> object:
    """A text that a spreadsheet would run as a formula is kept a text."""
    if isinstance(value, str):
        value = _clean(value)
        return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
    return "" if value is None else value
