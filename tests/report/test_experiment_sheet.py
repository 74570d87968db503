"""An experiment laid out for a page: the recorded compaction, a strategy that keeps items, one with a failed model."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.model import Usage
from inspector.model.run import State
from inspector.report.experiment_sheet import letters, models_used, prompts_used, sheets
from inspector.report.sheet import SheetOrigin
from inspector.rerun.column import Column, ColumnState
from inspector.rerun.prompts import load_prompts
from inspector.rerun.scored import scored_run
from inspector.rerun.scores import scores_of
from inspector.workbench.experiment_export import origin_of, recorded_column
from tests.made_runs import ready_of, run_free, strategies, variant

PROMPTS = tuple(load_prompts().all.values())
HANDOFF = load_prompts().named("handoff")


def column(name: str, *, repeats: int = 1, asked: str = "", **run: object) -> Column:
    """A column of the sample's first compaction, as if it had been run so often."""
    wanted = variant(name)
    result = run_free(ready_of(), wanted, strategies())
    judged = replace(result.compared, run=replace(result.compared.run, **run))
    asking = replace(wanted, model=asked, prompt="handoff" if asked else "")
    results = (scored_run(judged),) * repeats
    return Column("", asking, ColumnState.DONE, results, scores_of((judged,) * repeats), compaction=1)


@pytest.fixture(scope="module")
def columns():
    recorded = recorded_column(ready_of(), ready_of().recorded, strategies().all["own/pins-only"])
    return [recorded, column("own/head-tail"), column("control/empty")]


@pytest.fixture(scope="module")
def sheet(columns):
    (made,) = sheets(columns, origin_of(ready_of().document, PROMPTS))
    return made


def test_variants_stand_under_letters_with_the_recorded_compaction_first(sheet):
    assert [(head.letter, head.strategy) for head in sheet.heads] == [
        ("", "recorded"), ("A", "own/head-tail"), ("B", "control/empty"),
    ]  # fmt: skip
    assert all(len(cells) == 3 for cells in sheet.whole.values())


def test_each_fact_has_a_row_with_every_variants_verdict_and_the_line_where_it_was_said(sheet, columns):
    facts = [fact for fact in columns[0].repeats[0].facts if fact.fold is None]
    for fact, row in zip(facts, sheet.facts, strict=True):
        assert row.statement == fact.statement and row.line
        assert [sum(times for _, times in cell) for cell in row.cells] == [1, 1, 1]
    gone = [row for row in sheet.facts if [cell[0][0] for cell in row.cells][2] == "not there"]
    assert gone and all(row.differs == (len({cell[0][0] for cell in row.cells}) > 1) for row in gone)


def test_verdicts_of_repeats_are_counted():
    same = column("control/empty", repeats=3)
    (made,) = sheets([same], SheetOrigin(title="", agent="", path="", made="", by=""))
    assert all(sum(times for _, times in row.cells[0]) == 3 for row in made.facts)
    assert [context.name for context in made.contexts] == ["A, run 1", "A, run 2", "A, run 3"]


def test_every_piece_of_every_context_is_there_and_kept_items_once(sheet, columns):
    for context, one in zip(sheet.contexts, columns, strict=True):
        slices = one.repeats[0].run.slices
        written = [piece.text for piece in slices if not (piece.item and piece.state is State.VERBATIM)]
        assert [piece.text for piece in context.pieces if piece.text is not None] == written
        kept = [item for piece in context.pieces if piece.text is None for item, _ in piece.sources]
        assert kept == [piece.item for piece in slices if piece.item and piece.state is State.VERBATIM]
        assert sum(piece.tokens for piece in context.pieces) == sum(piece.tokens for piece in slices)
    items = [one.item for one in sheet.kept]
    assert items == sorted(set(items))
    assert all(one.line for one in sheet.kept)


def test_a_text_names_some_of_the_items_it_was_made_of_and_how_many_more_there_are():
    made = sheets([column("own/pins-only")], origin_of(ready_of().document, PROMPTS))[0]
    for piece, was in zip(made.contexts[0].pieces, _sources(), strict=True):
        assert len(piece.sources) + piece.more == was
        assert len(piece.sources) <= 4 or piece.text is None


def _sources():
    """How many items are behind each piece, kept ones in a row together."""
    run = run_free(ready_of(), variant("own/pins-only"), strategies()).compared.run
    rows = []
    for piece in run.slices:
        if piece.item and piece.state is State.VERBATIM:
            if rows and rows[-1][0] == ("kept", piece.slot):
                rows[-1][1] += 1
            else:
                rows.append([("kept", piece.slot), 1])
        else:
            rows.append([("new", piece.slot), len({quote.item for quote in piece.sources})])
    return [n for _, n in rows]


def test_money_and_models_are_told_with_the_date_of_the_prices():
    paid = column("own/pins-only", asked="anthropic/claude-sonnet-4-5", cost=0.25)
    strategy = strategies().all["own/guided"]
    paid = replace(paid, variant=replace(paid.variant, strategy=strategy))
    (head,) = sheets([paid], origin_of(ready_of().document, PROMPTS))[0].heads
    assert head.cost == "≈$0.25"
    ((name, checked),) = models_used([paid])
    assert name == "anthropic/claude-sonnet-4-5" and checked
    far, here = "claude-sonnet-4-5@http://models.example/v1", "claude-sonnet-4-5@http://127.0.0.1:1/v1"
    served = [replace(paid, variant=replace(paid.variant, model=model)) for model in (far, here)]
    assert models_used(served) == ((far, ""), (here, checked))


def test_a_cost_that_is_not_known_is_not_nothing():
    (head,) = sheets([column("own/pins-only", cost=None)], origin_of(ready_of().document, PROMPTS))[0].heads
    assert head.cost == ""


def test_what_a_log_records_stands_before_the_list_price_and_what_it_does_not_tell_is_no_0():
    used = Usage(900, 0, 100, None)
    told = [
        column("own/pins-only", cost=0.3, cost_recorded=0.25, usage=used),
        column("own/pins-only", repeats=2, usage=replace(used, output=40)),
    ]
    heads = sheets(told, origin_of(ready_of().document, PROMPTS))[0].heads
    assert [(head.cost, head.used) for head in heads] == [
        ("$0.25, recorded", "1,000 tokens read"),
        ("$0", "2,000 tokens read, 80 tokens written"),
    ]


def test_prompts_stand_with_their_texts_as_far_as_they_are_known():
    label = HANDOFF.label
    made = run_free(ready_of(), variant("own/pins-only"), strategies())
    spec = replace(made.compared.run.spec, prompt=f"{label}, x@1")
    used = prompts_used([column("own/pins-only", spec=spec)], origin_of(ready_of().document, PROMPTS))
    assert [*used.items()] == [(label, HANDOFF.text), ("x@1", None)]


def test_letters_go_on_behind_z() -> None:
    assert [letters(place) for place in (0, 25, 26, 27, 701, 702)] == ["A", "Z", "AA", "AB", "ZZ", "AAA"]
