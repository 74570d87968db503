import pytest

from inspector.gui.models.arcs import find_arcs, selected
from inspector.gui.models.plot_marks import find_marks
from inspector.gui.models.series import Axis, Stack, build_series
from inspector.store.cache import Cache
from inspector.workbench.cursor import requests_of_items
from inspector.workbench.document import Stage
from inspector.workbench.selection import Focus
from inspector.workbench.stages import advance, read
from tests.made_session import sample


def arcs_of(document, axis=Axis.REQUEST):
    series = build_series(document, axis, Stack.KIND, str)
    requests = requests_of_items(document.session)
    return find_arcs(document, series, requests, find_marks(document, series, requests).compactions)


@pytest.fixture(scope="module")
def fading():
    document = read(sample("fading-rules"))
    advance(document, Stage.AFTERMATH, Cache.memory())
    yield document
    document.close()


@pytest.mark.parametrize("axis", list(Axis))
def test_the_planted_chain_is_the_only_arc_and_its_stops_are_in_order(fading, axis):
    (arc,) = arcs_of(fading, axis)
    assert [stop.what for stop in arc.stops] == ["said", "lost", "broken", "again"]
    places = [stop.x for stop in arc.stops]
    assert places == sorted(places) and len(set(places)) == 4
    lines = [fading.item(number).source.line for number in (arc.chain.said, arc.chain.broken, arc.chain.again)]
    assert lines == [4, 173, 181] and arc.chain.compaction == 2


def test_its_words_name_every_stop(fading):
    (arc,) = arcs_of(fading)
    chain = arc.chain
    said = f"said at #{chain.said} → lost at ┊C2 → broken at #{chain.broken} → said again at #{chain.again}"
    assert arc.words() == said


def test_a_chain_is_selected_by_its_fact_and_by_its_items(fading):
    (arc,) = arcs_of(fading)
    chain = arc.chain
    assert selected(arc, Focus(item=chain.broken))
    assert selected(arc, Focus(fact=chain.fact, compaction=2, item=1))
    assert not selected(arc, Focus(fact=chain.fact, compaction=1))
    assert not selected(arc, Focus(item=1)) and not selected(arc, Focus())


def test_the_clean_sample_has_no_arc():
    document = read(sample("2.1/clean"))
    advance(document, Stage.AFTERMATH, Cache.memory())
    assert arcs_of(document) == ()
    document.close()
