import pytest
from inspector.facts.features import bucket, unit_features
from inspector.text.units import Unit


def features(text, shape="sentence"):
    return unit_features(Unit(0, len(text), text, shape))


@pytest.mark.parametrize(("value", "name"), [(0, "0"), (1, "1"), (4, "3"), (99, "9")])
def test_a_number_falls_into_the_range_above_its_lower_edge(value, name):
    assert bucket(value, (1, 3, 9)) == name


def test_a_question_mark_and_the_rule_family_are_seen():
    seen = features("why does it fail?")
    assert {"ends:?", "form:question"} <= seen.keys()


def test_names_of_code_and_paths_are_seen():
    assert {"has:path", "has:code name", "has:code"} <= features("see `src/app.py` and parseAll()").keys()


def test_names_are_looked_for_in_data_in_one_go(ends):
    for data, is_name in (("a-" * 40_000, False), ("aB" * 40_000, True), ("_" * 80_000, True)):
        assert ("has:code name" in unit_features(Unit(0, len(data), data, "sentence"))) is is_name
