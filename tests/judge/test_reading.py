import json
import os
import subprocess
import sys

import pytest

from inspector.errors import ModelFailed, Unanswered
from inspector.judge.plan import plan
from inspector.judge.reading import judge
from inspector.model import Basis, Verdict
from tests.judge.answers import answer, claim, said, scripted
from tests.worked import Used, segment

RULE = "never write outside the feeds folder"
TASK = "port the parser to the new format"


def made(summary="The parser was looked at.", *more):
    return segment(("human", f"{RULE}. {TASK}"), ("agent", "I will."), *more, summary=summary)


def test_one_request_gives_statements_fates_and_claims():
    ask, asked = scripted(
        answer([said(RULE), said(TASK, kind="task")], [claim("The parser was looked at.", "unsupported")])
    )
    found = judge(made(), ask, model="m")
    assert len(asked) == 1 and found.passes == 1 and found.model == "m"
    assert [survival.verdict for survival in found.survivals] == [Verdict.LOST, Verdict.LOST]
    assert {survival.basis for survival in found.survivals} == {Basis.JUDGED}
    assert found.claims[0].kind == "unsupported" and (found.trust.given, found.trust.stood) == (3, 3)


def test_what_is_no_json_is_mended_once():
    ask, asked = scripted("I think that " + answer([said(RULE)])[:-2], answer([said(RULE)]))
    assert len(judge(made(), ask).facts) == 1 and len(asked) == 2 and "I think that" in asked[1][0]


def test_what_is_still_no_json_is_read_as_far_as_it_goes_and_said():
    cut = answer([said(RULE), said(TASK, kind="task")])[:-30]
    ask, _ = scripted(cut, "No.")
    found = judge(made(), ask)
    assert [fact.texts[0] for fact in found.facts] == [RULE] and "1 statement, " in " ".join(found.notes)


def test_an_answer_that_nobody_can_read_is_a_failure_and_no_judgement():
    ask, _ = scripted("I would rather not.", "Nor now.")
    with pytest.raises(ModelFailed) as failed:
        judge(made(), ask)
    assert failed.value.kind == "unreadable" and failed.value.partial == "I would rather not."


@pytest.mark.parametrize(
    "told",
    [[said("Niemals außerhalb schreiben")], [said(RULE, kind="Vorschrift", state="verloren")], []],
    ids=["words", "kind", "none"],
)
def test_an_answer_of_which_nothing_stands_in_the_log_is_no_judgement(told):
    ask, _ = scripted(answer(told))
    with pytest.raises(ModelFailed, match="none could be found" if told else "names nothing of what was said"):
        judge(made(), ask)


def test_a_statement_of_no_known_kind_is_left_out_and_said():
    ask, _ = scripted(answer([said(RULE), said(TASK, kind="Aufgabe")]))
    found = judge(made(), ask)
    assert len(found.facts) == 1 and "1 of its statements are of no kind" in " ".join(found.notes)


def test_a_verdict_that_plain_sight_refutes_is_asked_once_more_by_itself():
    text = made(f"They said: {RULE}.")
    again = json.dumps({"statements": [{"n": 1, "evidence": RULE, "state": "verbatim"}]})
    ask, asked = scripted(answer([said(RULE), said(TASK, kind="task")]), again)
    found = judge(text, ask)
    assert [survival.verdict for survival in found.survivals] == [Verdict.VERBATIM, Verdict.LOST]
    assert RULE in asked[1][0] and TASK not in asked[1][0]
    assert (found.trust.asked_again, found.trust.undecided) == (1, 0)


def test_what_stays_doubtful_is_undecided():
    again = json.dumps({"statements": [{"n": 1, "evidence": "", "state": "lost"}]})
    ask, _ = scripted(answer([said(RULE)]), again)
    found = judge(made(f"They said: {RULE}."), ask)
    assert found.survivals[0].verdict is Verdict.UNDECIDED and found.trust.undecided == 1


def test_two_passes_are_two_questions_and_what_one_finds_is_marked():
    ask, asked = scripted(answer([said(RULE), said(TASK, kind="task")]), answer([said(RULE)]))
    found = judge(made(), ask, passes=2)
    assert [nth for _, nth in asked] == [0, 1] and [survival.sure for survival in found.survivals] == [True, False]


def test_a_small_window_is_read_in_parts_whose_statements_are_judged_together():
    long = [("human", f"rule {number}: {'x ' * 2_000}stay away from number {number}") for number in range(6)]
    of = segment(*long, summary="Short.")
    window = 20_000
    assert not plan(of, window).is_whole
    parts = len(plan(of, window).parts)
    told = [answer([said(f"stay away from number {number}", f"L{number + 1}") for number in range(6)])] * parts
    fates = json.dumps({"statements": [{"n": n, "live": True, "evidence": "", "state": "lost"} for n in range(1, 4)]})
    ask, asked = scripted(*told, fates)
    found = judge(of, ask, window=window)
    assert len(asked) == parts + 1 and len(found.facts) == 6, "what two parts tell is one fact"
    assert [survival.verdict for survival in found.survivals] == [Verdict.LOST] * 3 + [Verdict.UNDECIDED] * 3
    assert any("nothing of 3 of 6" in note for note in found.notes)


def test_all_that_can_be_asked_now_is_asked_before_anything_is_missed():
    asked = []

    def ask(messages, nth):
        asked.append(nth)
        raise Unanswered("Written down.")

    with pytest.raises(Unanswered):
        judge(made(), ask, passes=2)
    assert asked == [0, 1]


def test_the_copy_gives_way_before_what_people_said_does():
    many = [Used("Bash", {"command": f"run {n} {'x' * 150}"}, output="y" * 400) for n in range(900)]
    of = segment(("human", RULE), *many, summary="Short.")
    shown = "\n".join(map(str, plan(of).copy.before))
    assert plan(of).is_whole and RULE in shown and len(shown) < 200 * 900


def test_while_a_doubt_has_no_answer_yet_all_else_can_be_seen():
    asked = []

    def ask(messages, nth):
        asked.append(messages[0].text)
        if len(asked) > 1:
            raise Unanswered("Written down.")
        return answer([said(RULE), said(TASK, kind="task")])

    found = judge(made(f"They said: {RULE}."), ask)
    assert [one.verdict for one in found.survivals] == [Verdict.UNDECIDED, Verdict.LOST] and found.open
    assert any("until the answer is brought" in note for note in found.notes)


def test_the_same_question_is_asked_in_the_same_words_by_every_process():
    program = (
        "import hashlib; from tests.judge.test_ask import of_a_log; "
        "print(hashlib.sha256(repr(of_a_log()).encode()).hexdigest())"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(6)
    }
    assert len(told) == 1
