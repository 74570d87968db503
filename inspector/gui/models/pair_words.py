"""Two columns of a comparison in words: how each is called, what it is, and what the two keep beside each other."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from inspector.gui.language import number, tr
from inspector.gui.models.compactions import name
from inspector.gui.models.figures import short, short_line, tokens, unknown
from inspector.gui.models.judge_words import wait_words
from inspector.llm.guard import Wait
from inspector.llm.models import open_chat
from inspector.model import Compaction
from inspector.model.run import Wording
from inspector.rerun.column import RECORDED_WORDS, Column, ColumnState, Variant
from inspector.rerun.judged_runs import Controls
from inspector.rerun.library import PLAIN
from inspector.rerun.prompts import RECORDED as RECORDED_PROMPT
from inspector.rerun.scored import ScoredRun
from inspector.wording.units import dollars
from inspector.workbench.contrast import Told, tokens_of
from inspector.workbench.document import Document
from inspector.workbench.experiments import Ready
from inspector.workbench.model_runs import ModelRuns

_LONGEST = 40
"""Characters of a name; a command line as a model may have many more."""


def column_name(column: Column | None) -> str:
    """What heads a column; None is what was recorded."""
    return tr("recorded summary") if column is None else variant_name(column.variant)


def variant_name(variant: Variant) -> str:
    """The name of the prompt that is asked, or of what is done without one."""
    own = variant.strategy.title if variant.strategy.id != PLAIN else ""
    if variant.strategy.summarize is None:
        return own
    if variant.model == RECORDED_WORDS:
        return tr("{name}, recorded words").format(name=variant.strategy.title)
    prompt = tr("the agent's own prompt") if variant.prompt == RECORDED_PROMPT else variant.prompt
    return " · ".join(filter(None, (prompt, own))) or variant.strategy.title


def column_title(column: Column | None) -> str:
    """The same with the model that answers."""
    asks = column is not None and column.variant.asks_model
    model = short_line(column.variant.model.rpartition("/")[2], _LONGEST) if column is not None and asks else ""
    return " · ".join(filter(None, (column_name(column), model)))


def side_words(ready: Ready, column: Column | None, wait: Wait | None = None) -> str:
    """What a column is and took: whose prompt, which model, tokens after, dollars, seconds; or why it has no result."""
    if column is None:
        record = ready.compaction.record
        by = tr("written by {model}").format(model=record.model) if record.model else ""
        prompt = tr("prompt: {place}").format(
            place=unknown() if record.prompt is None else tr("#{n} of the log").format(n=number(record.prompt))
        )
        *took, recorded = _took((ready.recorded,))
        # In a small window what stands last goes first: B has no such words to compare.
        return " · ".join(filter(None, (*took, by, prompt, recorded)))
    if column.state is not ColumnState.DONE:
        return state_words(column, wait)
    return " · ".join(filter(None, (_whose(column), *_took(column.results), _answers(column))))


def state_words(column: Column, wait: Wait | None = None) -> str:
    """How far a column is; "" for one that is done."""
    if wait is not None:
        return wait_words(wait)
    if column.state is ColumnState.RUNNING:
        since = "" if column.since is None else tr(" {n} s").format(n=int(time.monotonic() - column.since))
        if column.text or not column.variant.asks_model:
            return tr("being written…{since}").format(since=since) if column.text else tr("running…")
        # What a command may do besides is told before it is asked.
        whom = open_chat(column.variant.model).destination.partition(",")[0].partition(" (")[0]
        return tr("waiting for {whom}…{since}").format(whom=short_line(whom, _LONGEST), since=since)
    return {
        ColumnState.WANTS_MODEL: tr("not run yet: it needs a model, Run… asks which"),
        ColumnState.READY: tr("not run yet: Run… shows first what is sent and what it costs"),
        ColumnState.FAILED: tr("failed"),
        ColumnState.STOPPED: tr("stopped"),
    }.get(column.state, "")


def _whose(column: Column) -> str:
    """Whose prompt asked."""
    wordings = column.results[0].compared.run.spec.wording if column.results and column.variant.asks_model else ()
    words = {
        Wording.AGENT: tr("the agent's own prompt"),
        Wording.OURS: tr("our prompt"),
        Wording.YOURS: tr("your prompt"),
    }
    return ", ".join(dict.fromkeys(words[one] for one in wordings))


def _took(results: Sequence[ScoredRun]) -> tuple[str, ...]:
    after = tokens_of(results)
    runs = [result.compared.run for result in results]
    scores = (result.score("used_again") for result in results)
    again, _, undecided = next((one.detail for one in scores if one is not None and one.n), "").partition("; ")
    used = tr("{n} things that the work used again").format(n=again) if again else ""
    cost = [run.cost for run in runs if run.cost is not None]
    took = [run.seconds for run in runs if run.seconds is not None and run.cost]
    # Estimated for both sides alike, so that they can be compared; the log's own figure, which Review shows, is last.
    recorded = runs[0].recorded if len(runs) == 1 else None
    size = tr("≈{n} tokens after")
    if any(result.compared.unread for result in results):
        size = tr("≈{n} tokens after without its summary, which cannot be read")
    return (
        size.format(n=short(after)) if after is not None else "",
        tr("{words}, {n} besides").format(words=used, n=undecided) if undecided else used,
        dollars(sum(cost)) if any(cost) else "",
        tr("{n} s").format(n=f"{sum(took):.0f}") if took else "",
        tr("{n} tokens recorded").format(n=short(recorded[1])) if recorded is not None else "",
    )


def _answers(column: Column) -> str:
    return tr("{n} answers").format(n=number(len(column.results))) if len(column.results) > 1 else ""


def answer_words(
    a: Told | None, b: Told | None, missing: tuple[str, str], trust: Controls, *, said: bool = True
) -> str:
    """The answer in a sentence or two: what A and B keep, and how much longer B is.

    ``missing`` says of each why it has no figures, ``said`` whether a sentence is known to have stood there before.
    ``trust`` is what the controls say of a judge that read both: where it did not put them last, only what is counted
    is told.
    """
    if not said:
        return tr("None of your sentences was found in the context before this compaction.")
    told = [_alone(label, side) for label, side in (("A", a), ("B", b)) if side is not None]
    if a is not None and b is not None:
        longer = _longer(a, b)
        besides = (*_besides("A", a), *_besides("B", b))
        told = ["; ".join(filter(None, (_both(a, b, is_judged=trust.last is True), *besides, longer))) + "."]
    told += [why for side, why in zip((a, b), missing, strict=True) if side is None]
    if not trust.says:
        told.append(tr("Not read by a model."))
    return " ".join(told)


def missing_words(label: str, column: Column | None) -> str:
    """Why a side has no figures."""
    if column is None or column.state is ColumnState.DONE:
        return tr("What {label} left cannot be read, so its words cannot be counted.").format(label=label)
    if column.state is ColumnState.FAILED:
        return tr("{label} failed.").format(label=label)
    words = tr("{label} is being made.") if column.state is ColumnState.RUNNING else tr("{label} has no result yet.")
    return words.format(label=label)


def _both(a: Told, b: Told, *, is_judged: bool) -> str:
    kept = tr("A and B both keep {b} of {n}") if a.kept == b.kept else tr("B keeps {b} of {n}, A {a}")
    if not is_judged:
        kept = tr("B keeps {b} of your {n} sentences word for word, A {a}")
        if a.kept == b.kept:
            kept = tr("A and B both keep {b} of your {n} sentences word for word")
    words = kept.format(a=_range(a.kept), b=_range(b.kept), n=number(b.n))
    return tr("A model read both blind: {words}").format(words=words) if is_judged else words


def _alone(label: str, side: Told) -> str:
    words = tr("{label} keeps {kept} of your {n} sentences word for word")
    words = words.format(label=label, kept=_range(side.kept), n=number(side.n))
    return "; ".join((words, *_besides(label, side))) + "."


def _besides(label: str, side: Told) -> Iterator[str]:
    """Where its words were counted if not in its summary, what it says falsely, and what could not be told."""
    if side.is_beside:
        yield tr("counted for {label} is what stayed beside its summary").format(label=label)
    if side.false and any(side.false):
        many = tr("{label} says {n} things that never happened")
        one = tr("{label} says one thing that never happened")
        yield (one if side.false == (1,) else many).format(label=label, n=_range(side.false))
    if side.undecided:
        yield tr("{n} undecided in {label}").format(n=number(side.undecided), label=label)


def _longer(a: Told, b: Told) -> str:
    # A summary that nobody can read is not counted, so that nobody can tell how long its context is.
    if a.tokens is None or b.tokens is None or a.is_beside or b.is_beside:
        return ""
    more = b.tokens - a.tokens
    if not more:
        return tr("both are equally long")
    words = tr("B is {n} tokens longer") if more > 0 else tr("B is {n} tokens shorter")
    # Both are estimates: no more digits than they are good for.
    return words.format(n=number(_rounded(abs(more))))


def _rounded(value: int) -> int:
    step = 10 ** max(len(str(value)) - 2, 0)
    return round(value / step) * step


def _range(values: Sequence[int]) -> str:
    low, high = min(values), max(values)
    return number(low) if low == high else tr("{low} to {high}").format(low=number(low), high=number(high))


def brief(told: Told | None, column: Column | None) -> str:
    """What a list of columns says beside a name: ``14 of 18 word for word · 27.0k tokens``."""
    if told is None:
        return state_words(column) if column is not None else ""
    kept = tr("{kept} of {n} word for word").format(kept=_range(told.kept), n=number(told.n))
    return f"{kept} · {tr('≈{n} tokens').format(n=short(told.tokens))}" if told.tokens is not None else kept


def head_words(document: Document, compaction: Compaction, ready: Ready | None) -> str:
    """``┊C1 of 3 · input: 140 items, ≈42,067 tokens``: what is summarized again."""
    parts = [tr("{name} of {n}").format(name=name(compaction), n=number(len(document.compactions)))]
    if ready is not None and ready.compaction is compaction:
        words = tr("input: {items} items, {tokens} tokens")
        items = number(len(ready.material.entries))
        parts.append(words.format(items=items, tokens=tokens(ready.recorded.compared.run.before)))
    else:
        parts.append(tr("input: {tokens} tokens").format(tokens=tokens(compaction.before)))
    return " · ".join(parts)


def spent_words(models: ModelRuns) -> str:
    """``spent $0.25 of $2.00``; requests without a known price are counted beside it."""
    words = tr("Spent ${spent}").format(spent=f"{models.spent:.2f}")
    if models.spending.cap is not None:
        words = tr("{words} of a budget of ${cap}").format(words=words, cap=f"{models.spending.cap:.2f}")
    if models.unpriced:
        many = tr("{n} requests whose price is not known").format(n=number(models.unpriced))
        more = tr("1 request whose price is not known") if models.unpriced == 1 else many
        words = f"{words}, {tr('and')} {more}"
    if expected := models.spending.expected:
        many = tr("{n} requests at their expected price").format(n=number(expected))
        words = f"{words} ({tr('1 request at its expected price') if expected == 1 else many})"
    return f"{words}."
