import re
from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as some
from markdown_it import MarkdownIt

from inspector.model import Quote, Said
from inspector.report.reporters.markdown import REPORTER, escaped
from inspector.wording.harmless import harmless
from inspector.wording.verdicts import NOT_LOST
from inspector.workbench.judgements import Judgements
from inspector.workbench.reports import report_of

PLAIN = {"paragraph_open", "paragraph_close", "inline", "text", "text_special"}


def tokens(text):
    """Everything that a renderer makes of a text, with raw HTML, tables and bare addresses switched on."""
    found = []
    for token in MarkdownIt("commonmark", {"html": True}).enable("table").parse(text):
        found += [token, *(token.children or ())]
    return found


def test_nothing_of_a_hostile_log_becomes_a_link_an_image_or_html(hostile, hostile_survey):
    for text in (REPORTER.session(hostile), REPORTER.survey(hostile_survey)):
        kinds = {token.type for token in tokens(text)}
        assert not kinds & {"html_block", "html_inline", "image", "link_open", "code_block", "fence"}
        assert not re.search("[\u202e\x1b\ud800]", text)


@given(some.text(some.characters(codec=None) | some.sampled_from("_*`#~[]()<>&|\\\\ \\n.12")))
@example("__init__.py, ~/a, 2*3*4, # x, src/**/*.py, `a`, ![p](http://b/c.png) www.x.org @mara #12")
def test_once_rendered_words_read_as_they_were_logged(words):
    shown = [token for token in tokens(f"“{escaped(words)}”") if token.type in ("text", "text_special", "softbreak")]
    assert {token.type for token in tokens(f"“{escaped(words)}”")} <= PLAIN
    read = "".join(token.content for token in shown).replace("\u2060", "")
    assert read == f"“{' '.join(harmless(words).split())}”".replace("\u2060", "")


def test_bare_addresses_do_not_become_links_where_renderers_make_them():
    assert "http://" not in escaped("see http://example.invalid") and "www." not in escaped("www.example.invalid")


def test_nobody_is_called_and_no_issue_linked_where_a_report_is_posted():
    assert "@mara" not in escaped("ask @mara") and "#12" not in escaped("see #12")
    assert escaped("me@example.invalid") == "me@example.invalid"


def test_words_stay_readable_as_plain_text_and_act_nowhere():
    plain = "run src/tide-watch.py (4 tests), then 2 + 2 = 4!"
    assert escaped(plain) == plain
    for words in ("- a list", "# a title", "+ a list", "= a title", "a *b* _c_ `d` [e](f) <g> &amp; ~~h~~ | i"):
        acting = {token.type for token in tokens(escaped(words))} - {"text", "inline", "text_special"}
        assert acting == {"paragraph_open", "paragraph_close"}


def test_facts_stand_with_their_lines_and_harm_comes_first(report):
    text = REPORTER.session(report)
    assert "- **lost** constraint: “never edit outside auth/.” (line 2)" in text
    assert text.index("**lost** constraint") < text.index("“use pytest, not unittest.” (line 2, reworded constraint")
    rendered = "".join(token.content for token in tokens(text) if token.type == "text")
    assert "never edit outside auth/." in rendered


def test_what_the_work_showed_is_counted_and_not_listed(report):
    text = REPORTER.session(report).partition("## Compaction 2")[0]
    assert "“401”" not in text and "- finding: 0 of 1 there" in text
    assert (
        "Not listed here, what the work showed: 1 (`inspector survival LOG --compaction 1 --all` lists them)." in text
    )


def test_without_a_judge_every_sentence_stands_where_it_belongs_and_nothing_is_called_lost(exact):
    text = REPORTER.session(exact)
    first = text.partition("## Compaction 1")[2].partition("## Compaction 2")[0]
    assert "The user said 4 things before compaction 1. 1 stands there word for word, 1 in part, 2 do not." in first
    assert first.index("### Words not there") < first.index("### In part") < first.index("### There")
    assert "- “Retry twice on 401.” (line 2)\n  - not there: twice\n  - what stands there, line" in first
    assert text.count(NOT_LOST) == 1 and "lost" not in text.replace(NOT_LOST, "")
    assert "gone earlier: 3" in text.partition("## Compaction 2")[2]


def test_what_was_asked_stands_beside_a_pick(document):
    (first, *rest) = document.comparison
    asked = Said(Quote(4, 0, 10), "Which runner?")
    document.comparison = (replace(first, facts=tuple(replace(fact, question=asked) for fact in first.facts)), *rest)
    told = REPORTER.session(report_of(document, Judgements()))
    assert "“use pytest, not unittest.” (line 2, reworded constraint, judged, asked: Which runner?)" in told


def test_a_table_row_of_hostile_words_stays_one_row(hostile_survey):
    text = REPORTER.survey(hostile_survey)
    rows = [token for token in tokens(text) if token.type == "tr_open"]
    assert len(rows) == 2 + sum(bool(groups) for _, groups in hostile_survey.distributions)


def test_where_nothing_was_compacted_or_judged_that_stands_there_once(report, hostile_survey):
    bare = REPORTER.session(replace(report, compactions=(), consequences=(), card=replace(report.card, headlines=())))
    assert bare.count("never compacted") == 1 and "## Compactions" not in bare and "## What followed" not in bare
    rows = tuple(replace(row, error="") for row in hostile_survey.rows)
    blind = REPORTER.survey(replace(hostile_survey, rows=rows, distributions=(("agent", ()), ("round", ()))))
    assert blind.count("None of these sessions was compacted") == 1 and "## What was said" not in blind
    assert "| 0 |  |" in blind, "where nothing was compacted nothing is missing, and not 0 things"


def test_a_line_that_says_a_fact_twice_is_named_once(report):
    (one, *_), told = report.compactions, report.compactions[0].facts[0]
    twice = replace(told, said=(told.said[0],) * 3)
    text = REPORTER.session(replace(report, compactions=(replace(one, facts=(twice,)),)))
    assert f"(line {told.said[0].line})" in text and f"line {told.said[0].line}, line" not in text


def test_what_the_calls_cost_is_told_where_anything_of_it_is_known(report):
    assert not report.card.cost.is_known and "list price" not in REPORTER.session(report)
    paid = replace(report.card.cost, recorded=0.5, recorded_calls=7)
    told = REPORTER.session(replace(report, card=replace(report.card, cost=paid)))
    assert " Cost as recorded: $0.50 for 7 calls. By list price: not known." in told


def test_a_trigger_that_nobody_wrote_is_not_in_this_log_and_without_lines_an_item_is_named(report):
    bare = tuple(replace(one, trigger="unknown", line=None) for one in report.compactions)
    (row,) = [line for line in REPORTER.session(replace(report, compactions=bare)).splitlines() if "| C1 |" in line]
    assert "| not in this log |" in row and "unknown" not in row and f"| item {bare[0].item} |" in row
