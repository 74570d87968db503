"""What no log may change about a report, held on every sample of every agent."""

import csv
import io
import json
import re

import pytest

from inspector.report.redact import redact
from inspector.report.reporters import REPORTERS
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.judgements import Judgements
from inspector.workbench.reports import report_of
from inspector.workbench.samples import find_samples
from inspector.workbench.stages import advance, read

HOME = re.compile(r"(?:/home/|/Users/|\\Users\\+)(?!\[)\w")
LOADS = re.compile(
    r"""<(?:script|iframe|object|embed|link|img)\b|\s(?:src|href)="(?!#)|\son\w+=|url\(""", re.IGNORECASE
)
WRITTEN = {reporter.name: reporter for reporter in REPORTERS}


@pytest.fixture(params=find_samples(), ids=lambda case: f"{case.agent}-{case.title}")
def told(request):
    document = read(request.param.path)
    for stage in (Stage.MEASURE, Stage.COUNT, Stage.COMPARE, Stage.CONSEQUENCES):
        advance(document, stage, Cache.memory())
    report = report_of(document, Judgements())
    document.close()
    return redact(report)[0]


def test_every_format_tells_of_every_compaction_and_names_no_home(told):
    texts = {name: reporter.session(told) for name, reporter in WRITTEN.items()}
    assert not [name for name, text in texts.items() if HOME.search(text)]
    assert not LOADS.search(texts["html"])
    numbers = [one.number for one in told.compactions]
    assert [one["number"] for one in json.loads(texts["json"])["compactions"]] == numbers
    assert sorted({int(row["compaction"]) for row in csv.DictReader(io.StringIO(texts["csv"]))}) == numbers
    assert [int(number) for number in re.findall(r"^## Compaction (\d+)$", texts["md"], re.MULTILINE)] == numbers
    assert [int(number) for number in re.findall(r'<section class="compaction" id="c(\d+)">', texts["html"])] == numbers
