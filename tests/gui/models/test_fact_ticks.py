from inspector.gui.models.fact_ticks import place_ticks, presence_words, presences
from inspector.gui.models.series import Axis, Stack, build_series
from inspector.workbench.cursor import requests_of_items
from inspector.workbench.fact_life import Presence
from inspector.workbench.selection import Focus
from tests.made_facts import judged_document


def test_ticks_stand_at_the_request_that_saw_the_fact_first_and_follow_the_cursor():
    document = judged_document()
    series = build_series(document, Axis.REQUEST, Stack.KIND, str)
    where = requests_of_items(document.session)
    ticks = place_ticks(document, series, where)
    assert len(ticks) == 4 and {tick.x for tick in ticks} == {series.position(0)}

    def at(**focus):
        found = presences(document, ticks, Focus(**focus))
        return {tick.life.fact.id: presence for tick, presence in zip(ticks, found, strict=True)}

    assert set(at(request=1).values()) == {Presence.THERE}
    assert at(request=4)["outside"] is Presence.GONE and at(request=4)["retry"] is Presence.CHANGED
    assert at(item=4, request=where[3])["outside"] is Presence.THERE
    assert at()["retry"] is Presence.GONE
    assert at(compaction=1)["outside"] is Presence.THERE


def test_each_presence_has_words_of_its_own():
    assert len({presence_words(one) for one in Presence}) == len(Presence)
