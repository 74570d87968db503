from inspector.facts.candidates import section_names
from inspector.text.units import split


def test_a_unit_is_named_by_the_headings_above_it():
    unit = split("## Pending tasks\n\nWrite the docs.")[-1]
    assert "section:pending" in section_names(unit)
