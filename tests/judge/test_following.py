"""A statement is found once, and followed: what a second reading is asked, and what is made of its answer."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from inspector.judge.chain import Chain, NotYetRead
from inspector.judge.earlier import told_shortly
from inspector.judge.plan import plan
from inspector.judge.reading import judge
from inspector.llm.ask import json_objects
from inspector.model import Act, Limit, Verdict
from tests.judge.answers import answer, said, scripted
from tests.talk import segments

RULE, TASK, DONE, LATE = "never write outside feeds", "port the parser", "say hello to everybody", "call it tide"
SUMMARY = "The rule stands: nothing is to be written outside feeds. Then the parser, of which little is known."
TALK = (
    ("human", f"{RULE}. {TASK}. {DONE}"),
    ("agent", "Hello."),
    ("summary", SUMMARY),
    ("human", f"and {LATE}, please"),
    ("summary", "The parser is to be ported, as they said."),
    ("human", "go on with all of it"),
    ("summary", "Nothing."),
)


def fate(n, state="lost", evidence="", **more):
    return {"n": n, "live": True, "evidence": evidence, "state": state, **more}


def follow(followed=(), statements=(), claims=()):
    return json.dumps({"followed": list(followed), "statements": list(statements), "claims": list(claims)})


FIRST = answer(
    [
        said(RULE, state="reworded", evidence="nothing is to be written outside feeds"),
        said(TASK, kind="task", state="weakened", evidence="Then the parser"),
        said(DONE, kind="task", live=False),
    ]
)


def read(*answers, talk=TALK, upto=2):
    """The readings of the first compactions of a session, one after the other, and what was asked."""
    chain = Chain(segments(*talk))
    ask, asked = scripted(*answers)
    found = []
    for segment in chain.segments[:upto]:
        found.append(judge(segment, ask, earlier=chain.before(segment)))
        chain.put(found[-1])
    return found, [text for text, _ in asked]


def test_what_still_stood_is_asked_by_its_number_and_what_was_done_or_lost_is_not():
    (_, second), asked = read(FIRST, follow([fate(1), fate(2, "reworded", "The parser is to be ported")]))
    listed = asked[1].split("=== EARLIER SUMMARY")[0]
    assert f"1. [L1 constraint] {RULE}" in listed and f"2. [L1 task] {TASK}" in listed and DONE not in listed
    assert second.follows == 1
    assert [one.verdict for one in second.survivals] == [Verdict.LOST, Verdict.REWORDED]


def test_a_statement_is_the_same_at_every_compaction_and_says_where_it_stood_in_between():
    (first, second), _ = read(FIRST, follow([fate(1), fate(2)]))
    assert [one.id for one in second.facts] == [one.id for one in first.facts[:2]]
    rule = second.facts[0]
    assert rule.texts == (RULE, "The rule stands: nothing is to be written outside feeds.") and not rule.from_summary
    assert [quote.item for quote in rule.quotes] == [1, 3]


def test_only_what_is_new_is_shown_and_found_anew():
    old = said(RULE, line="L1")
    (_, second), asked = read(FIRST, follow([fate(1), fate(2)], [old, said(LATE, line="L4", kind="decision")]))
    before = asked[1].split("=== BEFORE ===")[1].split("=== AFTER ===")[0]
    assert LATE in before and DONE not in before and SUMMARY in asked[1]
    assert [one.texts[0] for one in second.facts] == [RULE, TASK, LATE]


def test_what_was_lost_is_not_asked_about_again_unless_it_is_said_again():
    (_, _, third), asked = read(
        FIRST,
        follow([fate(1), fate(2, "reworded", "The parser is to be ported")]),
        follow([fate(1)]),
        upto=3,
    )
    assert RULE not in asked[2].split("=== EARLIER SUMMARY")[0] and [one.texts[0] for one in third.facts] == [TASK]
    again = (*TALK[:5], ("human", f"as I said: {RULE}"), *TALK[6:])
    (_, _, third), _ = read(FIRST, follow([fate(1), fate(2)]), follow([], [said(RULE, line="L6")]), talk=again, upto=3)
    assert [(one.texts[0], one.quotes[0].item) for one in third.facts] == [(RULE, 6)]


def test_a_number_without_an_answer_is_undecided_and_said():
    (_, second), _ = read(FIRST, follow([fate(1)]))
    assert [one.verdict for one in second.survivals] == [Verdict.LOST, Verdict.UNDECIDED]
    assert any("nothing of 1 of 2" in note for note in second.notes)


def test_a_verdict_on_a_followed_statement_that_plain_sight_refutes_is_asked_once_more():
    talk = (*TALK[:4], ("summary", f"They said: {RULE}."), *TALK[5:])
    again = json.dumps({"statements": [{"n": 1, "evidence": RULE, "state": "verbatim"}]})
    (_, second), asked = read(FIRST, follow([fate(1), fate(2)]), again, talk=talk)
    assert len(asked) == 3 and second.survivals[0].verdict is Verdict.VERBATIM


def test_a_small_window_asks_for_the_fates_of_followed_and_found_together():
    long = [("human", f"{n}: {'x ' * 2_000}keep off number {n}") for n in range(6)]
    chain = Chain(segments(*TALK[:3], *long, TALK[4]))
    first, second = chain.segments
    ask, _ = scripted(FIRST)
    chain.put(judge(first, ask))
    window = 15_000
    parts = len(plan(second, window, chain.before(second)).parts)
    told = [answer([said("keep off number 5", line="L9")])] * parts
    again = json.dumps({"statements": [fate(1)]})
    ask, asked = scripted(*told, json.dumps({"statements": [fate(1), fate(2, "same"), fate(3)]}), again)
    found = judge(second, ask, window=window, earlier=chain.before(second))
    assert parts > 1 and [one.texts[0] for one in found.facts][::2] == [RULE, "keep off number 5"]
    assert RULE in asked[-2][0] and len(found.facts) == 3, "a followed statement is never dropped"


def test_what_a_rule_forbids_is_kept_in_the_words_of_its_passage():
    bars = {"act": "edit", "outside": True, "names": ["feeds"]}
    (first,), _ = read(answer([said(RULE, bars=bars)]), upto=1)
    assert first.facts[0].limit == Limit(Act.EDIT, ("feeds",), outside=True)
    for wrong in ({**bars, "names": ["feeds", "src/alerts"]}, {**bars, "act": "paint"}, {**bars, "names": []}, "feeds"):
        (first,), _ = read(answer([said(RULE, bars=wrong)]), upto=1)
        assert first.facts[0].limit is None, wrong


def test_a_chain_reads_what_comes_before_and_is_not_known_yet():
    chain = Chain(segments(*TALK))
    numbers = [one.compaction.number for one in chain.to_read((3,))]
    assert numbers == [1, 2, 3]
    with pytest.raises(NotYetRead, match="compaction 2"):
        chain.before(chain.segments[2])
    (first, second), _ = read(FIRST, follow([fate(1), fate(2)]))
    chain.put(first)
    assert [one.compaction.number for one in chain.to_read((3,))] == [2, 3]
    chain.put(replace(second, follows=None))
    assert [one.compaction.number for one in chain.to_read((3,))] == [2, 3], "it was read as if nothing came before"
    chain.put(second)
    assert [one.compaction.number for one in chain.to_read((3,))] == [3]
    chain.put(replace(second, open=True))
    assert [one.compaction.number for one in chain.to_read((3,))] == [2, 3], "its doubts may still change what stands"


def test_a_compaction_that_nobody_can_read_is_passed_over():
    hidden = (*TALK[:4], ("encrypted", "…"), *TALK[5:])
    chain = Chain(segments(*hidden))
    assert [one.compaction.number for one in chain.to_read((3,))] == [1, 3]
    ask, asked = scripted(FIRST, follow([fate(1), fate(2)]))
    for segment in chain.to_read((3,)):
        chain.put(judge(segment, ask, earlier=chain.before(segment)))
    assert chain.known[3].follows == 1 and "go on with all of it" in asked[1][0]


def test_an_earlier_summary_is_told_without_its_draft_and_its_code():
    summary = (
        "Continued.\n\nAnalysis:\nFirst they asked.\n\nSummary:\n1. Ask.\n```go\n" + "x := 1\n" * 80 + "```\n2. Push."
    )
    short = told_shortly(summary)
    assert "First they asked" not in short and "1. Ask." in short and "2. Push." in short and len(short) < 200
    assert told_shortly("No heading.\nSummary of it.") == "No heading.\nSummary of it."


def test_an_answer_that_was_cut_off_keeps_what_it_says_of_followed_statements():
    cut = follow([fate(1, "reworded", "The parser is to be ported"), fate(2)])[:-25]
    assert list(json_objects(cut))
    (_, second), _ = read(FIRST, cut, "No.")
    assert [one.verdict for one in second.survivals][1] is Verdict.LOST
    assert "of it could be read: 2 statements, 0 claims." in " ".join(second.notes)
