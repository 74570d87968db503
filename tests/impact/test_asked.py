from inspector.impact.finding import Kind
from tests.claude_log import Call

QUESTION = "What should a feed do with a reading far below its datum?"


def ask(question, answer="Keep the value and set flag Q3"):
    told = f'User has answered your questions: "{question}"="{answer}". You can now continue.'
    return Call("AskUserQuestion", {"questions": [{"question": question, "options": [{"label": answer}]}]}, told)


def started(story):
    story.human("Please look after the feeds.")
    story.say(ask(QUESTION))
    story.say(story.read("src/feeds/base.py"))
    return story


def test_a_question_that_was_answered_is_asked_again_with_its_answer_as_evidence(story, follow):
    started(story).cut()
    line = story.say(ask(QUESTION)) - 1
    (one,) = (found := follow(story)).of(Kind.ASKED)
    assert found.lines(Kind.ASKED) == [line]
    assert one.said in one.evidence
    assert one.fact


def test_case_and_marks_make_no_difference_and_another_word_does(story, follow):
    started(story).cut()
    line = story.say(ask(f"**{QUESTION.upper()}**")) - 1
    story.say(ask(QUESTION.replace("far below", "well below")))
    assert follow(story).lines(Kind.ASKED) == [line]


def test_what_nobody_answered_may_be_asked_again(story, follow):
    story.human("Please look after the feeds.")
    call = ask(QUESTION)
    call.error, call.result = True, "The user dismissed the question."
    story.say(call)
    story.say(story.read("src/feeds/base.py"))
    story.cut()
    story.say(ask(QUESTION))
    assert follow(story).of(Kind.ASKED) == []


def test_an_answer_that_a_summary_carried_is_laid_to_the_compaction_that_dropped_it(story, follow):
    started(story).cut(f"2. User decision: {QUESTION} Keep the value and set flag Q3.")
    story.say(story.read("src/feeds/base.py"))
    story.cut()
    story.say(ask(QUESTION))
    (one,) = follow(story).of(Kind.ASKED)
    assert one.compaction == 2
