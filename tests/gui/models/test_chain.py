from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from inspector.gui.models.chain import (
    ChainTable,
    chain_grid,
    chain_words,
    columns,
    share_words,
    sign_legend,
)
from inspector.gui.models.table import RecordTable
from inspector.gui.models.verdicts import SIGNS
from inspector.gui.plain import tip
from inspector.model import FactKind, Verdict
from inspector.survival.erosion import Point
from inspector.workbench.chains import chains
from tests.made_runs import ready_of, strategies

HORIZONTAL = Qt.Orientation.Horizontal


def chain_of(name="cline/legacy-half", times=3):
    return list(chains(ready_of().document, strategies(), name, 1, times))[-1]


@pytest.fixture(scope="module")
def chain():
    return chain_of()


@pytest.fixture
def table(chain, theme):
    made = ChainTable(theme)
    made.show(chain_grid(chain, None))
    return made


def test_both_are_sound_models(table, chain, qtmodeltester):
    qtmodeltester.check(table)
    figures = RecordTable(columns())
    figures.show(chain.links)
    qtmodeltester.check(figures)


def test_a_row_a_fact_a_column_a_generation_and_where_it_goes(table, chain, theme):
    titles = [table.headerData(place, HORIZONTAL) for place in range(table.columnCount())]
    assert titles == ["Kind", "Fact", "Said", "Lost at", "×1", "×2", "×3"]
    assert table.rowCount() == len(chain.erosion.tracks)
    track = next(one for one in chain.erosion.tracks if one.first_loss == 3)
    row = table.row_of(track.fact.id)
    cells = [table.index(row, place).data() for place in range(3, 7)]
    assert cells == ["×3", SIGNS[track.cells[0].verdict], SIGNS[track.cells[1].verdict], SIGNS[Verdict.LOST]]
    assert table.index(row, 3).data(Qt.ItemDataRole.ToolTipRole) == "first lost in generation 3"
    lost = table.index(row, 6)
    assert lost.data(Qt.ItemDataRole.ForegroundRole) == theme.role("lost")
    assert lost.data(Qt.ItemDataRole.AccessibleTextRole) == "×3: lost, no longer in the context, its first loss"
    assert table.column_of(2) == 5


def test_what_stays_says_so(table, chain):
    track = next(one for one in chain.erosion.tracks if one.first_loss is None)
    index = table.index(table.row_of(track.fact.id), 3)
    assert index.data() == "" and index.data(Qt.ItemDataRole.ToolTipRole) == "never lost"


def test_a_fact_that_no_longer_matters_is_told_apart(chain, theme):
    track = chain.erosion.tracks[0]
    done = replace(track.cells[0], survival=replace(track.cells[0].survival, live=False))
    old = replace(track, cells=(done, *track.cells[1:]))
    table = ChainTable(theme)
    table.show(chain_grid(replace(chain, erosion=replace(chain.erosion, tracks=(old,))), None))
    index = table.index(0, table.fixed)
    assert index.data(Qt.ItemDataRole.ForegroundRole) == theme.role("undecided")
    assert "no longer mattered" in index.data(Qt.ItemDataRole.ToolTipRole)


def test_only_chosen_kinds_or_only_what_goes(chain):
    assert {one.fact.kind for one in chain_grid(chain, frozenset({FactKind.TASK})).tracks} == {FactKind.TASK}
    going = chain_grid(chain, None, gone_only=True).tracks
    assert 0 < len(going) < len(chain.erosion.tracks)
    lost = {one.fact.id for one in chain.erosion.tracks if one.first_loss}
    assert lost < {one.fact.id for one in going}
    assert chain_grid(None, None).tracks == ()


def test_a_generation_has_its_tokens_its_shares_and_what_changed(chain, qapp):
    texts = {column.title: [column.text(link) for link in chain.links] for column in columns()}
    assert texts["Generation"] == ["×1", "×2", "×3"]
    assert texts["Tokens after"][0].startswith("≈")
    human = chain.links[0].human
    assert texts["Human's words kept"][0].startswith(f"{human.kept} of {human.n}: ")
    first, second, _ = (link.generation.gone_surely() for link in chain.links)
    lost, unsure = (sum(one is sure for _, one in first) for sure in (True, False))
    assert texts["Change"][0] == f"−{lost} ?{unsure}" and unsure
    assert texts["Change"][1] == f"−{len(second)}" and texts["Change"][2].startswith("−")
    assert texts["Not sure"][0] == str(chain.links[0].generation.unsure)
    tips = {column.title: column.tip for column in columns()}
    assert "<br>… and" in tips["Change"](chain.links[0])


def test_what_came_back_is_told_and_words_of_a_log_are_no_markup(chain, qapp):
    change = next(column for column in columns() if column.title == "Change")
    link = chain.links[0]
    fact = replace(link.generation.gone[0], statement="use <b>tabs</b>")
    back = replace(link, generation=replace(link.generation, gone=(), back=(fact,)))
    assert change.text(back) == "+1" and change.tip(back) == tip("back: use <b>tabs</b>")
    same = replace(link, generation=replace(link.generation, gone=(), back=()))
    assert change.text(same) == "0" and "Nothing is lost" in change.tip(same)


def test_a_share_says_what_it_rests_on(qapp):
    assert share_words(Point(1, 8, 6, 0.409, 0.929)) == "6 of 8: 75 % (41–93)"
    assert share_words(None) == "none judged"


def test_a_chain_in_sentences(chain, qapp):
    words = chain_words(chain)
    assert words.startswith("cline/legacy-half on the context before ┊C1 (≈") and "nothing changes" not in words
    settled = chain_words(chain_of("own/pins-only"))
    assert "After generation 1 nothing changes any more." in settled
    assert "Its pins are picked by the same rules" in settled


def test_a_generation_that_failed_is_told_with_its_reason(chain, qapp):
    last = chain.links[-1]
    run = replace(last.generation.judged.run, error="It broke.")
    broken = replace(last.generation, judged=replace(last.generation.judged, run=run))
    failed = replace(chain, links=(*chain.links[:-1], replace(last, generation=broken)))
    assert "Generation 3 failed: It broke." in chain_words(failed)


def test_the_legend_has_every_sign_that_a_chain_can_show(qapp):
    shown = set(Verdict) - {Verdict.RESTATED, Verdict.SUPERSEDED}
    assert all(SIGNS[verdict] in sign_legend() for verdict in shown)
