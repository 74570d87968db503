from inspector.facts.proposals import points
from inspector.text.units import split


def told(text):
    return [unit.text for unit in points(split(text), text)]


def test_a_numbered_step_is_a_point_and_what_explains_it_is_none():
    text = (
        "## Findings\n\nThe loader reads each row twice.\n\n## Proposed changes\n\n"
        "### 1. Cache the rows of the ledger\nReading is slow here. A row should hold:\n- the name of its gauge\n\n"
        "### 2. Drop the second index\nNothing asks for it.\n"
    )
    assert told(text) == ["### 1. Cache the rows of the ledger", "### 2. Drop the second index"]


def test_what_stands_in_a_section_behind_a_point_is_not_under_it():
    text = "## Changes\n\n### 1. Cache the rows\nReading is slow.\n\n## Non-goals\n- Sorting the gauges by name\n"
    assert told(text) == ["### 1. Cache the rows", "Sorting the gauges by name"]


def test_findings_that_change_the_plan_propose():
    assert told("The results change the plan:\n- Phase 2 comes first\n") == ["Phase 2 comes first"]
    assert told("The results of the plan:\n- Phase 2 came first\n") == []


def test_a_numbered_finding_that_orders_nothing_is_no_point():
    assert told("## What I found\n\n### 1. The loader is slow\n\n### 2. Read errors are swallowed\n") == []


def test_what_is_left_as_it_is_is_a_point_of_its_own():
    text = "**What I'd not change:**\n- The size of a batch, it is well chosen\n- The order of the gauges\n"
    assert told(text) == ["The size of a batch, it is well chosen", "The order of the gauges"]


def test_an_entry_that_is_proposed_is_taken_with_all_its_sentences_unless_it_is_long():
    short = "**Ledger**: it is read often. Rows sorted by hour are safer."
    text = f"My recommendation:\n- {short}\n- Keep the gauges apart. {'Rain is one of them. ' * 12}\n"
    assert told(text) == [short, "Keep the gauges apart."]


def test_options_reasons_and_risks_are_no_points():
    for head in ("Options for the fix:", "Why I'd suggest it:", "Risks of this plan:", "This change would still keep:"):
        assert told(f"{head}\n- One row for each gauge\n- One card for each hour\n") == [], head


def test_a_label_settles_what_stands_behind_it_but_not_what_refers_back():
    text = "**Scope for now:** Move only the ledger. The gauges stay in the old place. This is the smaller step."
    assert told(text) == ["**Scope for now:** Move only the ledger.", "The gauges stay in the old place."]
    assert told("**Current behaviour:** The ledger is read twice.") == []


def test_a_rule_that_is_set_off_is_a_point():
    text = "## The approach in one sentence\n\n> **Keep the ledger small, and move old rows to a file of their own.**\n"
    assert told(text) == ["> **Keep the ledger small, and move old rows to a file of their own.**"]


def test_of_a_message_that_lists_much_the_numbered_steps_are_taken_or_the_last_list():
    many = "Suggested rules:\n" + "".join(f"- Rule number {name} of the ledger\n" for name in "abcdefghijkl")
    steps = "## 1. Add a ledger for the rows\n\n## 2. Add a file for the old rows\n\n"
    assert told(many + steps) == ["## 1. Add a ledger for the rows", "## 2. Add a file for the old rows"]
    last = "\n## My recommendation\n- Sort the rows by hour\n"
    assert told(many + last) == ["Sort the rows by hour"]
    assert told(many) == []
