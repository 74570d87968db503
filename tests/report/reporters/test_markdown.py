import re
from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as some
from markdown_it import MarkdownIt

from inspector.model import FactKind, Part, Quote, Role, Said
from inspector.report.harmless import harmless
from inspector.report.reporters.html import REPORTER as HTML
from inspector.report.reporters.markdown import REPORTER, escaped
from inspector.wording.verdicts import WHAT_COUNTS
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
    assert text.index("**lost** constraint") < text.index("| reworded | constraint |")
    rendered = "".join(token.content for token in tokens(text) if token.type == "text")
    assert "never edit outside auth/." in rendered


def test_evidence_that_nobody_missed_is_counted_and_not_listed(document, report):
    (first, *rest) = document.comparison
    text = REPORTER.session(report).partition("## Compaction 2")[0]
    assert "401 |" not in text and "1 more fact that the work showed, kept, undecided, or neither failed" in text
    assert "`inspector survival LOG --compaction 1 --all` lists it." in text
    facts = tuple(replace(fact, kind=FactKind.FAILURE) if fact.id == "port" else fact for fact in first.facts)
    document.comparison = (replace(first, facts=facts), *rest)
    told = REPORTER.session(report_of(document, Judgements())).partition("## Compaction 2")[0]
    assert "| lost | failure | 401 |" in told and "more fact" not in told


def test_shares_say_what_they_count(report):
    assert escaped(WHAT_COUNTS) in REPORTER.session(report)


def test_what_was_looked_for_stands_under_a_lost_fact_that_a_summary_had_carried(document):
    (first, *rest) = document.comparison
    facts = tuple(replace(fact, first=Said(fact.quotes[0], "as said", "as said")) for fact in first.facts)
    document.comparison = (replace(first, facts=facts), *rest)
    report = report_of(document, Judgements())
    assert (
        "- **lost** constraint: “as said” (line 2)\n  - looked for as it stood then: “never edit outside auth/.”"
        in REPORTER.session(report)
    )
    page = HTML.session(report)
    assert '<p class="where">looked for as it stood then</p><blockquote>never edit outside auth/.</blockquote>' in page


def test_what_a_decision_turned_down_stands_under_it_with_its_place(document):
    (first, *rest) = document.comparison
    part = Part(Role.REJECTED, Quote(4, 0, 10), "the other way")
    facts = tuple(replace(fact, parts=(part,)) for fact in first.facts)
    document.comparison = (replace(first, facts=facts), *rest)
    assert "  - rejected, line 4: “the other way”" in REPORTER.session(report_of(document, Judgements()))


def test_a_table_row_of_hostile_words_stays_one_row(hostile_survey):
    text = REPORTER.survey(hostile_survey)
    rows = [token for token in tokens(text) if token.type == "tr_open"]
    assert len(rows) == 2 + sum(bool(groups) for _, groups in hostile_survey.distributions)


def test_where_nothing_was_compacted_or_judged_that_stands_there_once(report, hostile_survey):
    bare = REPORTER.session(replace(report, compactions=(), consequences=(), card=replace(report.card, headlines=())))
    assert bare.count("never compacted") == 1 and "## Compactions" not in bare and "losses led to" not in bare
    blind = REPORTER.survey(replace(hostile_survey, distributions=(("agent", ()), ("round", ()))))
    assert blind.count("No compaction of these sessions could be judged.") == 1 and "## Survival" not in blind


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


def test_a_trigger_that_nobody_wrote_is_not_in_this_log(report):
    untold = replace(report, compactions=tuple(replace(one, trigger="unknown") for one in report.compactions))
    (row,) = [line for line in REPORTER.session(untold).splitlines() if line.startswith("| C1 |")]
    assert "| not in this log |" in row and "unknown" not in row


def test_what_is_held_back_is_not_found(held_back):
    assert "| not found | constraint | never edit outside auth/. |" in REPORTER.session(held_back)
