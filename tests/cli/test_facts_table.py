import re
from dataclasses import replace
from io import StringIO

from rich.console import Console

from inspector.cli.facts_table import _SHARES, print_facts
from inspector.cli.fitted import print_fitted
from inspector.model import Claim, FactKind, Quote, Verdict
from inspector.resources import samples
from inspector.store.cache import Cache
from inspector.wording.verdicts import WHAT_COUNTS
from inspector.workbench.document import Stage
from inspector.workbench.stages import advance, read
from tests.made_facts import fact, judged_document, survival


def test_the_table_begins_with_the_humans_words_and_folds_evidence_that_nobody_missed(inspector):
    (fading,) = samples().glob("claude-code/*/fading-rules/*.jsonl")
    folded, whole = inspector("survival", fading), inspector("survival", fading, "--all")
    facts = [fact for one in inspector("survival", fading, "--json").json["compactions"] for fact in one["facts"]]
    human = [fact for fact in facts if fact["kind"] in ("constraint", "preference", "decision", "task", "given")]
    told = sum(int(count) for count in re.findall(r"(\d+) more facts? that the work showed", folded.err))
    assert len(whole.tables[0]) == len(facts) + 1 and "--all" not in whole.err
    assert len(folded.tables[0]) == len(facts) + 1 - told and 0 < told <= len(facts) - len(human)
    kinds = [line.split()[2] for line in folded.tables[0][1:] if line.split()[0] == "C1"]
    kinds = [kind.rstrip(",") for kind in kinds]
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
    said = capsys.readouterr()
    rows = [line.split() for line in said.out.split("\n\n")[1].splitlines()]
    assert rows[1][1:4] == ["constraint", "1", "1"] and rows[1][-1] == "100%"
    assert rows[2][1:4] == ["finding", "1", "0"] and rows[2][-4:] == ["0", "of", "1", "kept"]
    assert WHAT_COUNTS in said.err


def test_shares_are_data_and_stand_in_a_table_of_their_own(inspector):
    (fading,) = samples().glob("claude-code/*/fading-rules/*.jsonl")
    ran, told = inspector("survival", fading), inspector("survival", fading, "--json").json["compactions"]
    shares = [share for one in told for share in one["by_kind"].values() if share["n"]]
    head, *rows = ran.tables[1]
    assert head.split() == "at kind facts kept distorted lost share interval of those used again".split()
    assert [row.split()[2:6] for row in rows] == [
        [str(share[part]) for part in ("n", "kept", "distorted", "lost")] for share in shares
    ]


def test_on_a_narrow_terminal_each_part_of_the_shares_says_its_kind():
    out = StringIO()
    row = ["C1", "finding", "1,234", "1,200", "30", "4", "97%", "96% to 98%", "12 of 19 kept"]
    print_fitted(_SHARES, [row], Console(file=out, width=70, highlight=False))
    rows = [line for line in out.getvalue().splitlines() if line.startswith("C1")]
    assert len(rows) == 2 and all("finding" in line for line in rows)


def test_what_is_left_out_is_said_once_for_all_compactions(capsys):
    document = judged_document()
    first = document.comparison[0]
    passed = fact("passed", "make lint: passed", FactKind.FINDING)
    one = replace(first, facts=(passed,), survivals=(survival(passed, 1, Verdict.LOST),), claims=())
    other = replace(one, compaction=replace(one.compaction, number=2))
    print_facts(document, (one, other), False)
    said = capsys.readouterr().err
    assert said.count("that the work showed, kept") == 1 and "2 more facts" in said and "C1 1, C2 1." in said


def test_where_nothing_was_found_that_is_said(capsys):
    document = judged_document()
    print_facts(document, (replace(document.comparison[0], facts=(), survivals=(), claims=()),), False)
    said = capsys.readouterr()
    assert said.out == "" and said.err == "No fact was found in what was compacted.\n"


def test_claims_are_data_and_stand_in_a_table_of_their_own(capsys, tmp_path):
    (fading,) = samples().glob("claude-code/*/fading-rules/*.jsonl")
    document = read(fading)
    advance(document, Stage.COMPARE, Cache(tmp_path / "cache"))
    summary = document.compactions[0].record.summary
    claim = Claim(
        compaction=1,
        quote=Quote(summary, 0, 4),
        text="Nine tests.",
        kind="contradicted",
        why="Five ran.",
    )
    print_facts(document, [replace(document.comparison[0], claims=(claim,))], False)
    told = capsys.readouterr()
    table = told.out.split("\n\n")[1].splitlines()
    assert table[0].split() == ["at", "line", "claim", "text", "why"]
    assert table[1].split()[:3] == ["C1", str(document.item(summary).source.line), "contradicted"]
    assert "Nine tests." not in told.err
    document.close()


def test_why_little_could_be_judged_is_told_with_the_data(inspector):
    (opaque,) = samples().glob("openai-api/responses/choir-archive/calls.jsonl")
    ran = inspector("survival", opaque)
    assert "Compaction 1: " in ran.out and "Compaction 1: " not in ran.err


def test_what_no_longer_mattered_says_so_beside_its_kind_and_what_gave_a_verdict_behind_its_why(capsys):
    document = judged_document()
    rules = (fact("rule", "no tabs"), fact("old", "no spaces"), fact("back", "no dots"))
    told = (
        survival(rules[0], 1, Verdict.LOST, why="Not there.", matcher="lexical"),
        replace(survival(rules[1], 1, Verdict.LOST), live=False),
        replace(survival(rules[2], 1, Verdict.SUPERSEDED), live=False),
    )
    print_facts(document, (replace(document.comparison[0], facts=rules, survivals=told, claims=()),), False)
    lines = capsys.readouterr().out
    assert "constraint        lost        no tabs    Not there. (lexical)" in lines
    assert "constraint, done  lost        no spaces" in lines
    assert "constraint        superseded  no dots" in lines


def test_where_a_log_has_no_lines_the_item_is_named(inspector):
    (log,) = samples().glob("openhands/0.53/condensed-once/*.json")
    facts = inspector("survival", log, "--json").json["compactions"][0]["facts"]
    assert {fact["quotes"][0]["line"] for fact in facts} == {None}
    wanted = {f"#{fact['quotes'][0]['item']}" for fact in facts}
    shown = {row.split()[1] for row in inspector("survival", log, "--all").tables[0][1:]}
    assert shown == wanted


def test_a_lost_fact_that_a_summary_carried_is_shown_as_words_around_what_was_looked_for(inspector):
    (fading,) = samples().glob("claude-code/*/fading-rules/*.jsonl")
    (told,) = inspector("survival", fading, "--compaction", 3, "--json").json["compactions"]
    (lost,) = [fact for fact in told["facts"] if "small commit" in fact["statement"]]
    assert lost["looked_for"] == "Commits may be kept small where it makes sense."
    assert {fact["looked_for"] for fact in told["facts"] if fact["verdict"] in ("verbatim", "reworded")} == {None}
    (row,) = [line for line in inspector("survival", fading, "--compaction", 3).tables[0] if "small commit" in line]
    assert f"Looked for as it stood then: “{lost['looked_for']}”." in row
