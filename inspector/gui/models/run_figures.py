"""The rows of a comparison: model, prompt, figures and outcome of a column as cells, each with its why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inspector.gui.language import number, tr
from inspector.gui.models.column_words import model_words, state_words, title, wait_words
from inspector.gui.models.compactions import outcome_words as went_words
from inspector.gui.models.figures import short, unknown
from inspector.gui.models.score_words import figure_text, percent
from inspector.llm.guard import Wait
from inspector.model.run import Score, Selection, Wording
from inspector.rerun.arms import Arm
from inspector.rerun.column import RECORDED_WORDS, Column, ColumnState
from inspector.rerun.judged_arms import UNRANKED
from inspector.rerun.prompts import RECORDED as RECORDED_PROMPT
from inspector.wording.fidelity import selection_meaning, selection_word, wording_meaning, wording_words
from inspector.wording.units import dollars
from inspector.workbench.contrast import RECORDED, best, is_single, standing
from inspector.workbench.experiments import Ready


@dataclass(frozen=True, slots=True)
class FigureCell:
    """One cell. ``role`` is a colour of the theme, "" for that of the text."""

    text: str
    tip: str = ""
    role: str = ""
    strong: bool = False


_COUNTED = frozenset({"in_summary", "statements_kept", "used_again"})
"""Shares that are written with their counts."""
Show = Callable[[Ready, Column | None, Sequence[Column]], FigureCell]
"""Gives the cell of a column."""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One row: what it is of, and the cell of a column; the column is None for the recorded compaction."""

    key: str
    title: str
    tip: str
    cell: Show


def legend_words(*, is_judged: bool) -> str:
    """What the signs of the figures mean, in a line; where nothing is ranked, why."""
    if not is_judged:
        return UNRANKED
    return tr("▲ better, ▼ worse, = no different than recorded · bold: best · [44–56 %]: from – to")


def legend_lines(*, is_judged: bool) -> tuple[str, ...]:
    """The same in sentences."""
    ranks = (
        tr("▲ better than recorded, ▼ worse, = no different, as far as this can tell; no sign: not known."),
        tr("Bold: better than every other column that takes no more than a fifth more tokens, controls aside."),
    )
    return (
        *(ranks if is_judged else (legend_words(is_judged=False),)),
        tr("[44–56 %]: the range that the share lies in, with facts that could not be judged counted as lost and as "
           "kept; over repeats or compactions the 95 % interval."),
        tr("55.3k · ≈42.3k: as the log records it, and estimated as for the other columns."),
    )  # fmt: skip


def figure_rows(*, is_judged: bool) -> tuple[FigureRow, ...]:
    """The rows, in their fixed order; ``is_judged`` adds what only a judge can say."""
    kept = (tr("kept in the summary"), tr("kept in the whole context"))
    in_summary, in_all = kept if is_judged else (tr("words in the summary"), tr("words in the whole context"))
    return (
        FigureRow("model", tr("model"), tr("Who writes the summary"), _model),
        FigureRow("prompt", tr("prompt"), tr("What the summariser is asked"), _prompt),
        FigureRow("selection", tr("selection"), tr("How closely the strategy selects what to keep as the "
               "agent that it is named after does. It says nothing about the prompt."), _selection),
        FigureRow("wording", tr("wording"), tr("Whose prompt asks for the summary"), _wording),
        FigureRow("in_summary", in_summary, tr("Live statements of the user that the summary holds by "
               "itself, without what the strategy keeps beside it. Text survival, not recall."),
               lambda *args: _share("in_summary", *args)),
        FigureRow("statements_kept", in_all, tr("Live statements of the user that the new context "
               "holds, kept messages and pins included. Text survival, not recall."),
               lambda *args: _share("statements_kept", *args)),
        FigureRow("used_again", tr("used again"), tr("The share that the new context holds of the files, commands, "
               "results and names that were used again after the compaction."),
               lambda *args: _share("used_again", *args)),
        *(_judged_rows() if is_judged else ()),
        FigureRow("tokens_after", tr("tokens after"), tr("The prompt with the new context, estimated"), _tokens),
        FigureRow("compression", tr("compression"), tr("The share of the prompt that went"),
               lambda *args: _share("compression", *args)),
        FigureRow("cost", tr("cost · time"), tr("US dollars by list price, and seconds"), _cost),
        FigureRow("outcome", tr("outcome"), tr("Whether it did anything, and what has to be known about it"), _outcome),
    )  # fmt: skip


def _judged_rows() -> tuple[FigureRow, ...]:
    return (
        FigureRow("wrong", tr("contradicted · unsupported"), tr("Facts of the user that the new context "
               "contradicts; claims of the summary that are not supported by the history"), _wrong),
        FigureRow("headline", tr("kept minus false"), tr("Facts that still matter and are kept, minus those that are "
               "contradicted and minus false claims: a wrong summary is worse than none. Text survival, "
               "not recall."), lambda *args: _share("headline", *args)),
        FigureRow("wins", tr("wins against recorded"), tr("How often it kept more, less what is false, than what was "
               "recorded: over compactions and repeats, at no more than a fifth more tokens."),
               _wins),
    )  # fmt: skip


def has_judge(ready: Ready | None, columns: Sequence[Column]) -> bool:
    """Whether a judge has read any of them."""
    recorded = ready.recorded.score("headline") if ready is not None else None
    return recorded is not None or any(column.score("headline") is not None for column in columns)


def score_of(ready: Ready, column: Column | None, metric: str) -> Score | None:
    """One figure of a column, or of the recorded compaction."""
    return ready.recorded.score(metric) if column is None else column.score(metric)


def _arms(ready: Ready, column: Column | None) -> tuple[Arm, ...]:
    return (ready.recorded,) if column is None else column.arms


def outcome_words(ready: Ready, column: Column | None, wait: Wait | None = None) -> str:
    """What has to be known about a column, in full: why it failed or waits, what it says of itself; "" for nothing."""
    if column is None:
        return ""
    if wait is not None:
        return f"{title(column)}: {wait.why} {wait_words(wait).capitalize()}."
    cell = _outcome(ready, column, ())
    if column.state is ColumnState.WANTS_MODEL:
        wants = tr("Its summary needs a model. F2 chooses one; nothing is sent before you have seen what.")
        return f"{title(column)}: {wants}"
    told = " ".join(cell.text.split())
    return f"{title(column)}: {told}" if column.error or cell.text != tr("ok") else ""


def _model(ready: Ready, column: Column | None, _: Sequence[Column]) -> FigureCell:
    if column is None:
        name = ready.compaction.record.model
        return FigureCell(name or unknown(), tr("The model that wrote the recorded summary"), "" if name else "muted")
    words = model_words(column)
    wants = column.variant.wants_model
    return FigureCell(words, words, "link" if wants else "muted" if column.variant.strategy.llm == "none" else "")


def _prompt(ready: Ready, column: Column | None, _: Sequence[Column]) -> FigureCell:
    if column is None:
        item = ready.compaction.record.prompt
        return (
            FigureCell(f"#{number(item)}", tr("In the log")) if item is not None else FigureCell(unknown(), "", "muted")
        )
    if column.variant.strategy.summarize is None or column.variant.model == RECORDED_WORDS:
        return FigureCell("–", tr("Nothing is asked."), "muted")
    name = column.variant.prompt or tr("one of ours")
    edited = f" ✎ {tr('(edited)')}" if column.ran is not None and column.ran.prompt != column.variant.prompt else ""
    if not column.variant.focus:
        return FigureCell(f"{name}{edited}", name)
    focus = tr("preserve: {focus}").format(focus=column.variant.focus)
    return FigureCell(f"{name}{edited} · {focus}", f"{name}. {focus}")


def _selection(ready: Ready, column: Column | None, _: Sequence[Column]) -> FigureCell:
    if column is None:
        return FigureCell(tr("what happened"), tr("As the log records it"), "muted")
    strategy = column.variant.strategy
    is_stand_in = Selection(strategy.selection) is Selection.STAND_IN
    about = f"{strategy.title}: {selection_meaning(strategy.selection)}. {' '.join(strategy.about.split())}"
    return FigureCell(selection_word(strategy.selection), about, "warning" if is_stand_in else "")


def _wording(ready: Ready, column: Column | None, _: Sequence[Column]) -> FigureCell:
    wordings = (Wording.AGENT,) if column is None else _wordings(column)
    if wordings is None:
        return FigureCell("–", tr("It is known once it has run."), "muted")
    words = wording_words(wordings)
    return FigureCell(words, "; ".join(wording_meaning(one) for one in wordings), "" if wordings else "muted")


def _wordings(column: Column) -> tuple[Wording, ...] | None:
    """Whose words asked, or would ask; None where that is not known yet."""
    variant = column.variant
    if variant.strategy.summarize is None:
        return ()
    if column.arms:
        return column.arms[0].judged.run.spec.wording
    if variant.model == RECORDED_WORDS or variant.prompt == RECORDED_PROMPT:
        return (Wording.AGENT,)
    return None if variant.prompt else (Wording.OURS,)


def _share(metric: str, ready: Ready, column: Column | None, columns: Sequence[Column]) -> FigureCell:
    score = score_of(ready, column, metric)
    text = figure_text(score)
    if score is None or score.value is None:
        return FigureCell(text, score.detail if score is not None else "", "muted")
    if ready.over:
        # How many there are stands above the column.
        text = f"{text} n {number(score.n)}" if score.n != len(ready.over) else text
    elif " of " in score.detail and metric in _COUNTED:
        text = f"{text}  {score.detail.split(';')[0].replace(' of ', '/')}"
    if metric == "compression":
        recorded = score.recorded
        text = text if recorded is None else f"{percent(recorded)} · ≈{text}"
        return FigureCell(text, _recorded_tip(recorded, percent) + score.detail)
    return _ranked(metric, ready, column, columns, text, score.detail)


def _wins(ready: Ready, column: Column | None, columns: Sequence[Column]) -> FigureCell:
    score = None if column is None else column.score("wins")
    if score is None:
        why = tr("At least two pairs are needed: add repeats or compactions.")
        return FigureCell("–", why, "muted")
    return FigureCell(figure_text(score), score.detail)


def _ranked(
    metric: str, ready: Ready, column: Column | None, columns: Sequence[Column], text: str, detail: str
) -> FigureCell:
    """A share with a sign for better or worse than recorded, and set off where it is the best of all."""
    is_best = best(columns, ready, metric) == (RECORDED if column is None else column.key)
    tips = [
        detail,
        tr("better than every other column that takes no more than a fifth more tokens than recorded, controls aside")
        if is_best
        else "",
    ]
    if column is not None:
        found = standing(column, ready, metric)
        sign = {"better": "▲", "worse": "▼", "same": "="}.get(found, "")
        text = f"{text} {sign}".rstrip()
        told = {
            "better": tr("better than recorded"),
            "worse": tr("worse than recorded"),
            "same": tr("no different from recorded, as far as this can tell"),
        }
        tips.append(told.get(found, ""))
        if is_single(column):
            tips.append(tr("One answer of a model: how much the next would differ is not known. Repeat it."))
    return FigureCell(text, ". ".join(tip for tip in tips if tip), strong=is_best)


def _wrong(ready: Ready, column: Column | None, _: Sequence[Column]) -> FigureCell:
    scores = [score_of(ready, column, metric) for metric in ("contradicted", "unsupported_claims")]
    if all(score is None for score in scores):
        return FigureCell("–", "", "muted")
    tips = (tr("contradicted"), tr("unsupported claims"))
    tip = "; ".join(
        f"{name}: {score.detail or figure_text(score)}" for name, score in zip(tips, scores, strict=True) if score
    )
    return FigureCell(" · ".join(figure_text(score) for score in scores), tip)


def _tokens(ready: Ready, column: Column | None, _: Sequence[Column]) -> FigureCell:
    score = score_of(ready, column, "tokens_after")
    text = figure_text(score)
    if score is not None and score.recorded is not None:
        text = f"{short(score.recorded)} · {text}"
    limit = ready.material.limits.window
    if score is None or score.value is None:
        return FigureCell(text, "", "muted")
    if ready.over:
        return FigureCell(text, score.detail)
    if limit is not None and score.value > limit:
        over = tr("More than the window of {n} tokens").format(n=number(limit))
        return FigureCell(f"{text} ▲ {tr('limit')}", over, "error")
    estimated = tr("{n} tokens, estimated {detail}").format(n=number(score.value), detail=score.detail).strip()
    return FigureCell(text, _recorded_tip(score.recorded, number) + estimated)


def _recorded_tip(recorded: float | None, written: Callable[[float], str]) -> str:
    """What the log records, ahead of what was estimated as for every other column; "" where it records nothing."""
    if recorded is None:
        return ""
    return tr("{n} recorded. Beside it the estimate, which compares with the other columns. ").format(
        n=written(recorded)
    )


def _cost(ready: Ready, column: Column | None, _: Sequence[Column]) -> FigureCell:
    if not _arms(ready, column):
        return FigureCell("–", "", "muted")
    cost, took = score_of(ready, column, "cost"), score_of(ready, column, "seconds")
    tip = "; ".join(score.detail for score in (cost, took) if score is not None and score.detail)
    text, recorded = figure_text(cost), cost.recorded if cost is not None else None
    if recorded is not None:
        known = cost is not None and cost.value is not None
        text = f"{dollars(recorded)} ({text})" if known else dollars(recorded)
        said = _recorded_tip(recorded, dollars) if known else tr("{n} recorded. ").format(n=dollars(recorded))
        tip = said + tip
    return FigureCell(f"{text} · {figure_text(took)}", tip)


def _outcome(ready: Ready, column: Column | None, _: Sequence[Column]) -> FigureCell:
    if column is None:
        note = ready.recorded.judged.note
        return FigureCell(
            note or ready.compaction.went, note or went_words(ready.compaction.went), "warning" if note else ""
        )
    if column.state is ColumnState.FAILED:
        return FigureCell(column.error, column.error, "error")
    if column.state is not ColumnState.DONE or not column.arms:
        return FigureCell(state_words(column), "", "muted")
    runs = [arm.judged.run for arm in column.arms]
    notes = dict.fromkeys(note for arm in column.arms for note in (arm.judged.note, *arm.judged.run.notes) if note)
    silent = max(len(run.silent) for run in runs)
    said = [tr("{n} items dropped by no rule of the strategy").format(n=number(silent))] if silent else []
    said += [] if any(run.changed for run in runs) else [tr("nothing to do")]
    return FigureCell("; ".join((*said, *notes)) or tr("ok"), "\n".join((*said, *notes)), "warning" if silent else "")
