import pytest
from inspector.facts.headings import headings
from inspector.text.units import split


def heads(text):
    units = split(text, clauses=True)
    return [units[place].text for place in sorted(headings(text, units))]


def test_headings_of_a_document_state_nothing():
    text = "Follow this.\n\n# Tides\n\n## Must not\n\n- guess a height\n\n**Not allowed:**\n\n- frames"
    assert heads(text) == ["# Tides", "## Must not", "**Not allowed:**"]


def test_a_single_heading_may_be_all_that_somebody_says():
    assert heads("# Always moor at the old pier\n\nAnd mend the lamp.") == []


def test_underlined_lines_are_headings():
    text = "Constraints\n-----------\n\nNo frames.\n\nNot allowed\n===\n\nFrames."
    assert heads(text) == ["Constraints", "Not allowed"]


def test_a_line_above_a_rule_is_a_sentence_where_it_ends_as_one():
    text = "# Tides\n\n## Heights\n\nShow them in metres.\n---\n\n## Moons"
    assert heads(text) == ["# Tides", "## Heights", "## Moons"]


@pytest.mark.parametrize(
    "order",
    [
        "## Never push to the main branch",
        "### Do not use inline styles",
        "**You MUST only write below the harbour folder:**",
        "**Read the rules of the harbour first. Breaking them is a bug.**",
    ],
)
def test_a_heading_that_orders_something_by_itself_is_kept(order):
    text = f"# Harbour\n\nAbout it.\n\n## Lamps\n\nThey burn.\n\n{order}\n\nThat is so."
    assert heads(text) == ["# Harbour", "## Lamps"]


@pytest.mark.parametrize("heading", ["## Never do", "## Things you should never do", "## Do I need a lamp?"])
def test_a_heading_that_leaves_it_to_its_list_is_none(heading):
    assert heads(f"# Harbour\n\nAbout it.\n\n{heading}\n\n- moor there") == ["# Harbour", heading]


def test_steps_with_numbers_are_no_headings_of_a_document():
    assert heads("# Harbour\n\n## Lamps\n\n1. Light the lamps at dusk:\n\n   lamp --on") == ["# Harbour", "## Lamps"]
