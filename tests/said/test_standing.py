import pytest

from inspector.model import Verdict
from inspector.reconstruct.after import look_after, look_before
from inspector.said.standing import stand
from inspector.said.statements import statements
from tests.talk import read, segments


def standings(*talk, keep=0, unread=False):
    segment = segments(*talk, keep=keep)[-1]
    made = segment.session
    facts = statements(made, [item for item in made.items if item.number < segment.compaction.record.summary], read)
    after, before = (look(made, segment.compaction, read) for look in (look_after, look_before))
    return facts, list(stand(facts, after, before, unread=unread))


def verdict(said, summary, **more):
    _, found = standings(("human", said), ("agent", "Fine."), ("summary", summary), **more)
    return found[0].verdict


@pytest.mark.parametrize(
    ("is_there", "said", "summary"),
    [
        (True, "Never push to main.", "Rules: never push to main, ever."),
        (True, "Never push to `main`.", "**Never  push**\nto main"),
        (True, "don’t touch the “old” table", 'The user: don\'t touch the "old" table.'),
        (True, "不要修改主分支", "规则：不要修改主分支的代码"),
        (True, "请不要使用斜杠。", "用户说“请不要使用斜杠”。"),
        (True, "テストを消さないでください。", "「テストを消さないでください」と言われた。"),
        (True, "Soubor s daty nemaž", "soubor s daty nemaž"),
        (False, "Never push to main.", "Never push to mainline."),
        (False, "Never push to main.", "The user wants no pushes."),
        (False, "run it on port 80", "run it on port 8080"),
        (False, "在庫の期限は5日～", "在庫の期限は5日まで。"),
    ],
)
def test_words_stand_there_but_for_case_blanks_quotes_and_emphasis_and_one_that_goes_on_is_another(
    is_there, said, summary
):
    assert (verdict(said, summary) is Verdict.VERBATIM) is is_there


@pytest.mark.parametrize(
    ("said", "summary", "missing"),
    [
        (
            "Retry four times and never wait longer than ninety seconds.",
            "Work.\n- Retry four times, wait ninety seconds at most\nDone.",
            ["and never", "longer than"],
        ),
        ("请修复解析器的错误。", "摘要：用户要求修复解析器的错误。", ["请"]),
        ("缩进请使用制表符，不要用空格。", "请使用制表符，不要空格。", ["缩进", "用"]),
    ],
)
def test_in_part_says_which_words_the_passage_has_not(said, summary, missing):
    facts, (found,) = standings(("human", said), ("summary", summary))
    assert found.verdict is Verdict.PART and found.evidence[0].text.strip() in summary
    assert [facts[0].texts[0][start:end] for start, end in found.missing] == missing


def test_what_is_not_there_is_absent_and_never_lost_with_the_nearest_passage_beside_it():
    _, (found,) = standings(
        ("human", "Keep one small commit for each of the feeds, please."),
        ("summary", "The parser was rewritten.\nEach of the feeds is polled every minute."),
    )
    assert found.verdict is Verdict.ABSENT and "feeds" in found.nearest.text


def test_a_message_that_was_kept_stands_there_whatever_the_summary_says():
    _, (found,) = standings(("human", "Never push to main."), ("summary", "Nothing of it."), keep=1)
    assert found.verdict is Verdict.VERBATIM and found.evidence[0].zone.value == "kept"


def test_what_nobody_can_read_is_undecided_and_not_absent():
    _, (found,) = standings(("human", "Never push to main."), ("summary", "Other words."), unread=True)
    assert found.verdict is Verdict.UNDECIDED


def test_what_was_gone_before_a_compaction_is_not_its_doing():
    _, found = standings(
        ("human", "Never push to main."),
        ("summary", "Something else."),
        ("human", "Keep the old table."),
        ("summary", "Nothing."),
    )
    assert [(one.verdict, one.before) for one in found] == [(Verdict.ABSENT, False), (Verdict.ABSENT, True)]


def test_a_pick_stands_there_only_with_its_question():
    ask = ("ask", 'User has answered your questions: "Which store do we use?"="SQLite".')
    for summary, wanted in (
        ("Which store do we use? SQLite.", Verdict.VERBATIM),
        ("SQLite was installed.", Verdict.PART),
    ):
        _, (found,) = standings(ask, ("answer", "SQLite"), ("summary", summary))
        assert found.verdict is wanted


def test_what_is_blacked_out_cannot_be_looked_for():
    assert verdict("use the key REDACTED for uploads", "An upload was made.") is Verdict.UNDECIDED


def test_a_check_may_stop_the_work():
    segment = segments(("human", "Never push to main."), ("summary", "x"))[0]
    facts = statements(segment.session, segment.items, read)

    def stop():
        raise InterruptedError

    with pytest.raises(InterruptedError):
        list(stand(facts, look_after(segment.session, segment.compaction, read), check=stop))
