import re
from dataclasses import replace

from inspector.cli.facts_table import print_facts
from inspector.model import FactKind, Verdict
from inspector.resources import samples
from tests.made_facts import fact, judged_document, survival


def test_the_table_begins_with_the_humans_words_and_folds_evidence_that_nobody_missed(inspector):
    (fading,) = samples().glob("claude-code/*/fading-rules/*.jsonl")
    folded, whole = inspector("survival", fading), inspector("survival", fading, "--all")
    facts = [fact for one in inspector("survival", fading, "--json").json["compactions"] for fact in one["facts"]]
    human = [fact for fact in facts if fact["kind"] in ("constraint", "preference", "decision", "task", "given")]
    told = sum(int(count) for count in re.findall(r"(\d+) more facts? that the work showed", folded.err))
    assert len(whole.out.splitlines()) == len(facts) + 1 and "--all" not in whole.err
    assert len(folded.out.splitlines()) == len(facts) + 1 - told and 0 < told <= len(facts) - len(human)
    kinds = [line.split()[2] for line in folded.out.splitlines()[1:] if line.split()[0] == "1"]
    assert kinds.index("finding") == sum(kind in {fact["kind"] for fact in human} for kind in kinds)


def test_evidence_that_failed_is_not_folded(capsys):
    document = judged_document()
    first = document.comparison[0]
    failed = fact("failed", "make all: failed (exit 2)", FactKind.FAILURE)
    passed = fact("passed", "make lint: passed", FactKind.FINDING)
    lost = tuple(survival(one, 1, Verdict.LOST) for one in (failed, passed))
    print_facts(document, (replace(first, facts=(failed, passed), survivals=lost, claims=()),), False)
    said = capsys.readouterr()
    assert "make all: failed" in said.out and "make lint" not in said.out
    assert "1 more fact that the work showed" in said.err


def test_shares_say_what_they_count(capsys):
    document = judged_document()
    rule = fact("rule", "no tabs")
    found = fact("found", "make lint: passed", FactKind.FINDING, needed_later=True)
    told = (survival(rule, 1, Verdict.VERBATIM), survival(found, 1, Verdict.LOST))
    print_facts(document, (replace(document.comparison[0], facts=(rule, found), survivals=told, claims=()),), False)
    said = capsys.readouterr().err
    assert "constraint: 1 of the 1 that still mattered were kept" in said
    assert "finding: 0 of the 1 that the work showed were kept" in said
    assert said.rstrip().endswith("; 0 of the 1 that were used again kept.")
