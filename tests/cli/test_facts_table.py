import re
from dataclasses import replace
from io import StringIO

from rich.console import Console

from inspector.cli.facts_table import _SHARES, print_facts
from inspector.cli.fitted import print_fitted
from inspector.model import Claim, FactKind, Fold, Judgement, Quote, Said, Verdict
from inspector.resources import samples
from inspector.store.cache import Cache
from inspector.wording.verdicts import NOT_LOST
from inspector.workbench.document import Stage
from inspector.workbench.judgements import Judgements
from inspector.workbench.stages import advance, read
from tests.made_facts import fact, found, judged_document, survival


def fading():
    (log,) = samples().glob("claude-code/*/fading-rules/*.jsonl")
    return log


def told(capsys, *pairs, judgement=None, judgements=None):
    """What is printed of one compaction with these facts."""
    document = judged_document()
    facts, survivals = zip(*pairs, strict=True) if pairs else ((), ())
    one = replace(document.comparison[0], facts=facts, survivals=survivals, claims=(), judgement=judgement)
    print_facts(document, (one,), judgements)
    return capsys.readouterr()


def test_it_begins_with_how_much_of_what_was_said_stands_there(inspector):
    ran = inspector("survival", fading(), "--all")
    heads, table, *_ = ran.tables
    assert [line[: line.index("compaction")] for line in heads] == [
        "You said 15 things before ", "You said 17 things before ", "You said 23 things before ",
    ]  # fmt: skip
    counts = re.search(r"1\. (\d+) stand there word for word, (\d+) in part, (\d+) do not\.$", heads[0])
    first = inspector("survival", fading(), "--json").json["compactions"][0]
    assert [int(n) for n in counts.groups()] == [first["said"][name] for name in ("there", "part", "absent")]
    words = [line.split()[2] for line in table if line.startswith("C1 ")][: sum(map(int, counts.groups()))]
    assert words == sorted(words, key=["not", "in", "there"].index)


def test_every_sentence_and_all_of_the_work_is_listed(inspector):
    whole = inspector("survival", fading(), "--all")
    facts = [fact for one in inspector("survival", fading(), "--json").json["compactions"] for fact in one["facts"]]
    assert len(whole.tables[1]) == len(facts) + 1 and "--all" not in whole.err


def test_what_is_not_there_stands_with_what_comes_nearest_and_is_never_called_lost(capsys):
    rule = fact("rule", "no tabs here")
    near = found(1, "tests run with pytest", text="x tests run with pytest")
    said = told(capsys, (replace(rule, kind=FactKind.SAID), survival(rule, 1, Verdict.ABSENT, nearest=near)))
    assert "You said 1 thing before compaction 1. None stands there word for word, none in part, 1 does" in said.out
    assert "not there" in said.out and "Nearest, line 1: “tests run with pytest”." in said.out
    assert NOT_LOST in said.err and "lost" not in said.out


def test_what_is_there_in_part_says_which_words_are_missing(capsys):
    rule = replace(fact("rule", "no tabs here"), kind=FactKind.SAID, question=Said(Quote(1, 0, 1), "Tabs?"))
    said = told(capsys, (rule, survival(rule, 1, Verdict.PART, missing=((3, 7),))))
    assert "in part" in said.out and "Not there: tabs. Asked: “Tabs?”." in said.out and NOT_LOST not in said.err


def test_what_a_judge_says_stands_with_its_kind_and_whose_word_it_is(capsys):
    rules = (fact("rule", "no tabs"), fact("old", "no spaces"), fact("back", "no dots"))
    pairs = (
        (rules[0], survival(rules[0], 1, Verdict.LOST, why="Not there.", sure=False)),
        (rules[1], survival(rules[1], 1, Verdict.LOST, live=False)),
        (rules[2], survival(rules[2], 1, Verdict.SUPERSEDED, live=False)),
    )
    lines = told(capsys, *pairs, judgement=Judgement(compaction=1, model="reader")).out
    assert "Read by reader: 1 lost." in lines and "judged by reader" in lines
    assert re.search(r"constraint +lost +no tabs +Not there\. \(one of two readings\)", lines)
    assert re.search(r"constraint, done +lost +no spaces", lines)
    assert "superseded" in lines


def test_what_a_person_entered_and_noted_stands_above(capsys):
    rule = replace(fact("rule", "no tabs here"), kind=FactKind.SAID)
    judgements = Judgements()
    judgements.enter_verdict("rule", 1, Verdict.LOST)
    judgements.write_note("rule", "ask again")
    said = told(capsys, (rule, survival(rule, 1, Verdict.ABSENT)), judgements=judgements)
    assert "The reviewer says: 1 lost." in said.out and "Note: ask again" in said.out


def test_what_is_pasted_is_counted_nowhere(capsys):
    said = told(capsys, (fact("log", "x = 1", fold=Fold.PASTED), survival(fact("log", "x"), 1, Verdict.ABSENT)))
    assert "You said nothing before compaction 1" in said.out and said.err == ""


def test_of_the_work_it_is_counted_what_is_there_by_kind(inspector):
    ran, compactions = (
        inspector("survival", fading(), "--all"),
        inspector("survival", fading(), "--json").json["compactions"],
    )
    shares = [share for one in compactions for kind, share in one["by_kind"].items() if share["n"] and kind != "said"]
    head, *rows = ran.tables[2]
    assert head.split() == "at kind counted there changed lost not there of those used again".split()
    assert [row.split()[2:7] for row in rows] == [
        [str(share["n"]), str(share["kept"]), "0", "0", str(share["part"] + share["absent"])] for share in shares
    ]


def test_on_a_narrow_terminal_each_part_of_the_shares_says_its_kind():
    out = StringIO()
    row = ["C1", "finding", "1,234", "1,200", "30", "4", "97", "12 of 19 there"]
    print_fitted(_SHARES, [row], Console(file=out, width=50, highlight=False))
    rows = [line for line in out.getvalue().splitlines() if line.startswith("C1")]
    assert len(rows) == 2 and all("finding" in line for line in rows)


def test_where_nothing_was_said_that_is_said(capsys):
    said = told(capsys)
    assert said.out == "" and said.err == "Nothing was said before a compaction that could be looked for.\n"


def test_claims_are_data_and_stand_in_a_table_of_their_own(capsys, tmp_path):
    document = read(fading())
    advance(document, Stage.COMPARE, Cache(tmp_path / "cache"))
    summary = document.compactions[0].record.summary
    claim = Claim(
        compaction=1, quote=Quote(summary, 0, 4), text="Nine tests.", kind="contradicted", why="Five ran."
    )  # fmt: skip
    print_facts(document, [replace(document.comparison[0], claims=(claim,))])
    said = capsys.readouterr()
    table = said.out.split("\n\n")[2].splitlines()
    assert table[0].split() == ["at", "line", "claim", "text", "why"]
    assert table[1].split()[:3] == ["C1", str(document.item(summary).source.line), "contradicted"]
    assert "Nine tests." not in said.err
    document.close()


def test_why_little_can_be_read_is_told_with_the_data(inspector):
    (opaque,) = samples().glob("openai-api/responses/choir-archive/calls.jsonl")
    ran = inspector("survival", opaque, "--all")
    assert "You said 2 things before compaction 1. 2 stand there word for word." in ran.out
    assert "Compaction 1: " in ran.out and "Compaction 1: " not in ran.err


def test_where_a_log_has_no_lines_the_item_is_named(inspector):
    (log,) = samples().glob("openhands/0.53/condensed-once/*.json")
    facts = inspector("survival", log, "--json").json["compactions"][0]["facts"]
    assert {fact["quotes"][0]["line"] for fact in facts} == {None}
    wanted = {f"#{fact['quotes'][0]['item']}" for fact in facts}
    shown = {row.split()[1] for row in inspector("survival", log, "--all").tables[1][1:]}
    assert shown == wanted
