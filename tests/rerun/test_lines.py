from inspector.measure.tokenizers.characters import Characters
from inspector.rerun.lines import telling_lines
from tests.made_context import MadeContext


def test_rules_errors_and_decisions_come_before_idle_words():
    made = MadeContext()
    made.prompt("You must never change the header of sightings.csv.\nThe weather was rather nice on that day.")
    made.say("The root cause was a stale cache in src/cache.py, so the refresh failed.\nI look at the next one now.")
    made.run("ls", "\n".join(f"an unremarkable listing line number {n}" for n in range(300)))
    entry = telling_lines(made.material().entries, 40, Characters().count_many)
    assert "must never change the header" in entry.text
    assert "root cause was a stale cache" in entry.text
    assert "unremarkable" not in entry.text
    assert [quote.item for quote in entry.sources] == [1, 2], "each line with its place"


def test_each_line_is_quoted_from_where_it_stands():
    made = MadeContext()
    made.prompt("   indented: never drop this rule\nnothing")
    entries = made.material().entries
    entry = telling_lines(entries, 15, Characters().count_many)
    (quote,) = entry.sources
    assert entries[0].text[quote.start : quote.end] == "indented: never drop this rule"


def test_the_budget_holds_and_the_same_line_stands_once():
    made = MadeContext()
    for _ in range(50):
        made.say("Decided: the parser keeps the error in src/parser.py because it must not fail.")
    entry = telling_lines(made.material().entries, 500, Characters().count_many)
    assert entry.text.count("Decided:") == 1


def test_where_there_are_no_lines_there_is_no_extract():
    made = MadeContext()
    made.prompt("ok")
    assert telling_lines(made.material().entries, 100, Characters().count_many) is None
