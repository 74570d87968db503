"""What an experiment says, laid out for a page: figures and facts down, variants across, and every new context."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_uppercase

from inspector.measure.price import price_of
from inspector.model import Usage
from inspector.model.basis import full_sum
from inspector.model.run import Run, Slice, State
from inspector.report.sheet import Context, FactRow, Head, KeptShare, Sheet, SheetOrigin, SheetPiece
from inspector.rerun.column import Column
from inspector.rerun.compared import ComparedRun
from inspector.rerun.export import figure_words, metrics_of, title_of
from inspector.rerun.library import RECORDED
from inspector.wording.fidelity import selection_word, wording_words
from inspector.wording.units import dollars
from inspector.wording.verdicts import verdict_word

_SOURCES = 4
"""Of a text that was made of many items, so many are named."""


def sheets(columns: Sequence[Column], origin: SheetOrigin) -> tuple[Sheet, ...]:
    """One for each compaction of each session, in order."""
    places = list(dict.fromkeys((column.session, column.compaction) for column in columns))
    logs = list(dict.fromkeys(session for session, _ in places))
    return tuple(
        _sheet(
            f"s{logs.index(session)}c{number}" if session else f"c{number}",
            [one for one in columns if (one.session, one.compaction) == (session, number)],
            origin.lines_of(session),
        )
        for session, number in places
    )


def prompts_used(columns: Sequence[Column], origin: SheetOrigin) -> dict[str, str | None]:
    """Every prompt that a run names, with its text where that is known."""
    labels = dict.fromkeys(
        label.strip()
        for column in columns
        for judged in column.repeats
        for label in judged.run.spec.prompt.split(",")
        if label.strip()
    )
    return {label: origin.prompts.get(label) for label in labels}


def models_used(columns: Sequence[Column]) -> tuple[tuple[str, str], ...]:
    """Every model with the date of the price list; "" where it is on none."""
    models = dict.fromkeys(column.variant.model for column in columns if column.variant.asks_model)
    return tuple((model, price_of(model, Usage(1, 0, 0, 1)).checked) for model in models)


def _sheet(mark: str, columns: Sequence[Column], lines: Mapping[int, int | None]) -> Sheet:
    # As in the window: what the agent itself did has no letter.
    ahead = sum(column.variant.strategy.id == RECORDED for column in columns[:1])
    named = [*[""] * ahead, *map(letters, range(len(columns) - ahead))]
    kept: dict[int, Slice] = {}
    for column in columns:
        for judged in column.repeats:
            kept |= {piece.item: piece for piece in judged.run.slices if _is_kept(piece) and piece.item is not None}
    return Sheet(
        mark,
        columns[0].session,
        columns[0].compaction,
        tuple(_head(letter, column) for letter, column in zip(named, columns, strict=True)),
        _rows(columns),
        tuple(_facts(columns, lines)),
        tuple(
            Context(
                f"{letter}, run {nth}" if len(column.repeats) > 1 else letter or RECORDED,
                judged.run.after.value,
                tuple(_pieces(judged.run.slices, lines)),
                judged.run.error,
            )
            for letter, column in zip(named, columns, strict=True)
            for nth, judged in enumerate(column.repeats, 1)
        ),
        tuple(KeptShare(item, lines.get(item), piece.kind.value, piece.text) for item, piece in sorted(kept.items())),
    )


def _head(letter: str, column: Column) -> Head:
    runs = [judged.run for judged in column.repeats]
    strategy = column.variant.strategy
    return Head(
        letter=letter,
        strategy=strategy.id,
        selection=selection_word(strategy.selection),
        wording=wording_words(runs[0].spec.wording),
        about=title_of(column).removeprefix(strategy.id).strip(" ()"),
        repeats=len(runs),
        cost=_cost(runs),
        used=_used([run.usage for run in runs if run.usage is not None]),
        notes=tuple(
            dict.fromkeys(filter(None, (note for one in column.repeats for note in (one.unread, *one.run.notes))))
        ),
        failed=column.failed,
    )


def _cost(runs: Sequence[Run]) -> str:
    """What the log records before the list price; "" where one of the runs has neither."""
    recorded, listed = full_sum(run.cost_recorded for run in runs), full_sum(run.cost for run in runs)
    if not runs or recorded is listed is None:
        return ""
    if recorded is not None:
        return f"{dollars(recorded)}, recorded"
    return f"≈{dollars(listed)}" if listed else dollars(0)


def _used(used: Sequence[Usage]) -> str:
    """Tokens read and written in all; what one of the runs does not tell is in no sum."""
    read, written = full_sum(usage.prompt for usage in used), full_sum(usage.output for usage in used)
    told = ((read, "tokens read"), (written, "tokens written")) if used else ()
    return ", ".join(f"{count:,} {words}" for count, words in told if count is not None)


def _rows(columns: Sequence[Column]) -> dict[str, tuple[tuple[str, str], ...]]:
    rows = {}
    for metric, title in metrics_of(score for column in columns for score in column.scores).items():
        scores = [column.score(metric) for column in columns]
        rows[title] = tuple(("–", "") if one is None else (figure_words(one), one.detail) for one in scores)
    return rows


def _facts(columns: Sequence[Column], lines: Mapping[int, int | None]) -> Iterator[FactRow]:
    told = {fact.id: fact for column in columns for judged in column.repeats for fact in judged.facts}
    live = {one.fact: one.live for column in columns for judged in column.repeats for one in judged.survivals}
    found = [_verdicts(column.repeats) for column in columns]
    for name, fact in told.items():
        if fact.fold is not None:
            continue
        item = fact.quotes[0].item
        cells = tuple(tuple(one.get(name, Counter()).items()) for one in found)
        alive = live.get(name, True)
        yield FactRow(fact.kind.value, fact.statement, alive, lines.get(item), item, cells)


def _verdicts(repeats: Sequence[ComparedRun]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for judged in repeats:
        for survival in judged.survivals:
            found.setdefault(survival.fact, Counter())[verdict_word(survival.verdict)] += 1
    return found


def _pieces(slices: Sequence[Slice], lines: Mapping[int, int | None]) -> Iterator[SheetPiece]:
    """The pieces in order; kept items that follow each other in one slot as one."""
    row: list[Slice] = []
    for piece in slices:
        if row and not (_is_kept(piece) and piece.slot == row[0].slot):
            yield _together(row, lines)
            row = []
        if _is_kept(piece):
            row.append(piece)
        else:
            items = list(dict.fromkeys(quote.item for quote in piece.sources))
            named = tuple((item, lines.get(item)) for item in items[:_SOURCES])
            yield SheetPiece(
                piece.slot,
                piece.state.value,
                piece.kind.value,
                piece.tokens,
                piece.why,
                named,
                len(items) - len(named),
                piece.text,
            )
    if row:
        yield _together(row, lines)


def _together(row: Sequence[Slice], lines: Mapping[int, int | None]) -> SheetPiece:
    items = [piece.item for piece in row if piece.item is not None]
    return SheetPiece(
        row[0].slot,
        State.VERBATIM.value,
        "",
        sum(piece.tokens for piece in row),
        "",
        tuple((item, lines.get(item)) for item in items),
        0,
        None,
    )


def _is_kept(piece: Slice) -> bool:
    return piece.item is not None and piece.state is State.VERBATIM


def letters(place: int) -> str:
    """The name of a column by its place: A to Z, then AA, AB …"""
    name = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, len(ascii_uppercase))
        name = ascii_uppercase[rest] + name
    return name
