import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser

from inspector.model import Verdict
from inspector.report.document import Figure
from inspector.report.reporters.html import REPORTER
from inspector.resources import resource
from inspector.survival.shares import DISTORTED, GONE
from inspector.wording.verdicts import NOT_LOST, SIGNS, verdict_word

ADDRESSES = {"src", "href", "srcset", "action", "formaction", "data", "poster", "background", "xlink:href", "ping"}
ALLOWED = set(
    "html head meta title style body h1 h2 h3 p dl dt dd div ol ul li figure figcaption table tr th td details "
    "summary pre section blockquote strong span a code br footer svg path rect circle line text".split()
)


class Page(HTMLParser):
    """What a browser would find in a page."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.ids, self.words = [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_data(self, data):
        self.words.append(data)


def harmless(text):
    page = Page(text)
    assert set(page.tags) <= ALLOWED
    assert not [each for each in page.attributes if each[1].startswith("on") or each[1] == "style"]
    assert not [each for each in page.attributes if each[1] in ADDRESSES and not each[2].startswith("#")]
    assert "@import" not in text and "url(" not in text
    return page


def test_a_page_of_an_ordinary_log_runs_nothing_and_loads_nothing(report):
    harmless(REPORTER.session(report))


def test_a_page_of_hostile_words_runs_nothing_and_loads_nothing(hostile, hostile_survey):
    for text in (REPORTER.session(hostile), REPORTER.survey(hostile_survey)):
        page = harmless(text)
        assert "".join(page.words).count("<script>alert(1)</script>") > 0
        assert not re.search("[\u202e\x1b\ud800]", text)
        assert "{{ 7 * 7 }}" in "".join(page.words)


def test_the_pages_own_policy_allows_its_style_and_nothing_else(report):
    text = REPORTER.session(report)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    seal = b64encode(sha256(style.encode()).digest()).decode()
    (policy,) = re.findall(r'Security-Policy" content="([^"]*)"', text)
    assert policy == f"default-src 'none'; style-src 'sha256-{seal}'; base-uri 'none'; form-action 'none'"


def test_every_link_of_a_page_leads_to_a_place_in_it(report):
    page = harmless(REPORTER.session(report))
    targets = {value[1:] for _, name, value in page.attributes if name == "href"}
    assert targets and targets <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))


def test_a_page_tells_facts_claims_problems_and_how_it_is_known(report):
    words = " ".join("".join(harmless(REPORTER.session(report)).words).split())
    for told in (
        "never edit outside auth/.", "○ lost", "◆ altered", "stands now in summary", "the client should retry on 401",
        "the user approved the schema", "Nobody approved it.", "The line is not JSON.", "How this is known",
        "nearest passage", "What this log cannot tell",
    ):  # fmt: skip
        assert told in words, told


def test_every_verdict_has_a_sign_and_every_harm_a_colour_of_its_own(report):
    first = report.compactions[0]
    style = (resource("report_templates") / "report.css").read_text("utf-8")
    for verdict in Verdict:
        facts = (replace(first.harms[0], verdict=verdict),)
        page = harmless(REPORTER.session(replace(report, compactions=(replace(first, facts=facts),))))
        told = " ".join("".join(page.words).split())
        assert f"{SIGNS[verdict]} {verdict_word(verdict)}" in told
        if verdict in DISTORTED | GONE:
            assert f".v-{verdict}{{" in style.replace(",", "{") and f".fact.b-{verdict}{{" in style.replace(",", "{")


def test_without_a_judge_a_page_says_what_stands_there_and_nothing_of_loss(exact):
    text = REPORTER.session(exact)
    words = " ".join("".join(harmless(text).words).split())
    assert "The user said 4 things before compaction 1. 1 stands there word for word, 1 in part, 2 do not." in words
    assert "□ not there" in words, "the sign that the window shows"
    assert words.index("Words not there: 2") < words.index("In part: 1") < words.index("There: 1")
    assert '<span class="where">not there: twice</span><br><span class="where">what stands there, line' in text
    told = words.partition("What stands out")[2]
    assert told.count(NOT_LOST) == 1 and "lost" not in told.replace(NOT_LOST, "")
    assert 'class="v v-lost"' not in text and 'class="fact b-' not in text


def test_a_log_without_usage_says_that_there_is_no_curve(report):
    text = REPORTER.session(replace(report, figure=Figure()))
    assert "there is no curve" in text and "<svg" not in text


def test_a_line_is_named_once(report):
    (one, *_), kept = report.compactions, next(fact for fact in report.compactions[0].facts if not fact.harm)
    twice = replace(kept, said=(kept.said[0],) * 3)
    text = REPORTER.session(replace(report, compactions=(replace(one, facts=(twice,)),)))
    assert "<summary>There: 1</summary>" in text
    assert f"line {kept.said[0].line}</span>" in text and f"line {kept.said[0].line}, line" not in text


def test_what_the_work_showed_is_folded_behind_its_count(report):
    text = REPORTER.session(report).partition('id="c2"')[0]
    shown, _, folded = text.partition("<details><summary>What the work showed: 1</summary>")
    assert "<summary>There: 1</summary>" in shown and "use pytest" in shown
    assert ">401<" in folded and ">401<" not in shown
    ids = Page(REPORTER.session(report)).ids
    assert len(ids) == len(set(ids))


def test_what_the_calls_cost_is_told_where_anything_of_it_is_known(report):
    assert not report.card.cost.is_known and "<dt>cost</dt>" not in REPORTER.session(report)
    paid = replace(report.card.cost, recorded=0.5, recorded_calls=7)
    told = REPORTER.session(replace(report, card=replace(report.card, cost=paid)))
    assert "<dt>cost</dt><dd>Cost as recorded: $0.50 for 7 calls. By list price: not known.</dd>" in told


def test_a_trigger_that_nobody_wrote_is_not_in_this_log(report):
    untold = replace(report, compactions=tuple(replace(one, trigger="unknown") for one in report.compactions))
    assert "<td>not in this log</td>" in REPORTER.session(untold) and ">unknown<" not in REPORTER.session(untold)
