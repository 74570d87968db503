import pytest

from inspector.gui.models.plot_range import around, between, is_part, numbers_of, range_of, with_in_sight
from inspector.gui.models.series import Axis, Stack, build_series
from inspector.workbench.document import Stage
from tests.made_session import long_session, small_session


@pytest.fixture(scope="module")
def timed():
    return build_series(small_session().advanced(Stage.MEASURE), Axis.TIME, Stack.KIND, str)


@pytest.fixture(scope="module")
def long():
    return build_series(long_session(200).advanced(Stage.MEASURE), Axis.REQUEST, Stack.KIND, str)


def test_a_range_is_a_part_unless_it_shows_everything():
    assert is_part((0.5, 9.0), (0.5, 10.5)) and not is_part((0.5, 10.5), (0.5, 10.5))


def test_requests_and_the_range_that_shows_them_lead_to_each_other(timed):
    shown = range_of(timed, (2.5, 7.5))
    assert shown == (timed.edges[2], timed.edges[7])
    assert numbers_of(timed, shown) == (2.5, 7.5)


def test_around_a_request_are_fifteen_on_both_sides_as_far_as_there_are_some(long):
    assert around(long, 50) == (34.5, 65.5)
    assert around(long, 2) == (0.5, 17.5)


def test_between_two_cuts_is_the_stretch_that_holds_the_place():
    assert between((5.5, 8.5), (0.5, 10.5), 7) == (5.5, 8.5)
    assert between((5.5, 8.5), (0.5, 10.5), 1) == (0.5, 5.5)
    assert between((5.5, 8.5), (0.5, 10.5), 8.5) == (8.5, 10.5)
    assert between((), (0.5, 10.5), 10.5) is None


def test_what_is_in_sight_moves_nothing_and_what_is_not_comes_into_the_middle():
    assert with_in_sight((10, 40), (0.5, 300.5), 12) is None
    assert with_in_sight((10, 40), (0.5, 300.5), 100) == (85, 115)
    assert with_in_sight((10, 40), (0.5, 300.5), 299) == (270.5, 300.5)
