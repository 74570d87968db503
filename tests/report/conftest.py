"""Reports of the session with verdicts made by hand, one of them with a log that would like to act."""

from dataclasses import replace

import pytest

from inspector.model import Severity
from inspector.report.document import Consequence, Link
from inspector.report.survey import SessionRow
from inspector.store.cache import Cache
from inspector.workbench.batch import survey_of
from inspector.workbench.document import Stage
from inspector.workbench.judgements import Judgements
from inspector.workbench.reports import report_of
from inspector.workbench.stages import advance
from tests.made_facts import SUMMARY, judge, session

HOSTILE = (
    '<script>alert(1)</script><img src="http://example.invalid/x.png" onerror="alert(2)"><a href="javascript:alert(3)">'
    "x</a></style><link rel=stylesheet href=//example.invalid/y.css>{{ 7 * 7 }} ![p](http://example.invalid/z.png) "
    "[go](http://example.invalid) \x1b[31m \u202egnp.exe \ud800 </pre></details>]]>=cmd|'/c calc'!A0"
)


EXACT = "Summary:\n- Never edit outside auth/.\n- the client should retry on 401"


def made_document(summary: str = SUMMARY):
    made = session(summary)
    made.problem(Severity.WARNING)
    document = made.document()
    for stage in (Stage.MEASURE, Stage.COUNT):
        advance(document, stage, Cache.memory())
    document.comparison = judge(document)
    return document


@pytest.fixture
def document():
    return made_document()


@pytest.fixture
def report(document):
    return report_of(document, Judgements())


@pytest.fixture
def exact():
    """A report without a judge: of four sentences one is there, one in part, and two are not."""
    document = session(EXACT).document()
    for stage in (Stage.MEASURE, Stage.COMPARE):
        advance(document, stage, Cache.memory())
    return report_of(document, Judgements())


@pytest.fixture
def hostile(report):
    """Every text of the log that a report shows, replaced by one that would like to act."""

    def spoil(value, name=""):
        if isinstance(value, str) and name in WORDS:
            return HOSTILE
        if isinstance(value, tuple):
            return tuple(spoil(one, name) for one in value)
        if hasattr(value, "__dataclass_fields__"):
            return replace(value, **{key: spoil(getattr(value, key), key) for key in value.__dataclass_fields__})
        return value

    one = Consequence(
        compaction=1,
        title="lost",
        links=(Link("said", 2, 2),),
        sure="certain",
        basis=report.compactions[0].basis,
    )
    return spoil(replace(report, consequences=(one,)))


@pytest.fixture
def hostile_survey():
    row = SessionRow(path=HOSTILE, agent=HOSTILE, version=HOSTILE, title=HOSTILE, error=HOSTILE)
    return survey_of([row])


WORDS = frozenset(
    "text statement missing why note title message id version agent_title models path cwd summary notes "
    "unjudged window_why silent model judge".split()
)
