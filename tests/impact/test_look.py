import tomllib

import pytest

from inspector.impact.finding import Kind
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.stages import advance, read
from tests.generate_consequences import write_consequences_log
from tests.impact.conftest import follow_all

SEEDS = range(60)


def followed(path):
    document = read(path)
    advance(document, Stage.CONSEQUENCES, Cache.memory())
    return document


@pytest.fixture(scope="module")
def scores(tmp_path_factory):
    """Right, false and missed findings by kind, over many made sessions."""
    path = tmp_path_factory.mktemp("logs") / "log.jsonl"
    right, false, missed = [], [], []
    for seed in SEEDS:
        plan = write_consequences_log(path, seed)
        document = read(path)
        follow_all(document)
        found = {
            (finding.kind.value, document.item(finding.item).source.line)
            for one in document.consequences
            for finding in one.findings
        }
        document.close()
        right += [(seed, *one) for one in found & plan.truth]
        false += [(seed, *one) for one in found - plan.truth]
        missed += [(seed, *one) for one in plan.truth - found]
    return right, false, missed


def test_of_the_findings_of_made_sessions_nineteen_in_twenty_hold(scores):
    right, false, _ = scores
    assert len(right) / (len(right) + len(false)) >= 0.95, false


def test_of_the_planted_consequences_seventeen_in_twenty_are_found(scores):
    right, _, missed = scores
    assert len(right) / (len(right) + len(missed)) >= 0.85, missed


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in {Kind.LOOP, Kind.BROKEN}])
def test_each_kind_by_itself_is_mostly_found_and_mostly_right(scores, kind):
    right, false, missed = ([one for one in each if one[1] == kind.value] for each in scores)
    assert len(right) >= 10
    assert len(right) / (len(right) + len(false)) >= 0.95, false
    assert len(right) / (len(right) + len(missed)) >= 0.85, missed


def test_no_sample_breaks_the_search(samples):
    for case in sorted(samples.rglob("case.toml")):
        log = tomllib.loads(case.read_text("utf-8"))["log"]
        document = followed(case.parent / log)
        assert len(document.consequences) == len(document.compactions)
        document.close()


def test_every_finding_of_real_logs_has_its_evidence_in_order(corpus):
    seen = 0
    for path in sorted(corpus.glob("*/*.jsonl"))[::3]:
        document = followed(path)
        for one in document.consequences:
            for finding in one.findings:
                seen += 1
                assert finding.evidence and finding.why and finding.subject
                assert list(finding.evidence) == sorted(finding.evidence)
                assert all(1 <= item <= len(document.session.items) for item in finding.evidence)
        document.close()
    assert seen
