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


def test_another_question_of_the_same_kind_is_new(story, follow):
    started(story).cut()
    story.say(ask("What should a feed do when the agency answers with an empty page?"))
    assert follow(story).of(Kind.ASKED) == []


def test_a_question_in_plain_words_counts_where_the_human_answered(story, follow):
    question = "Should the flagged readings of SHOM be handed on to the alarms as well?"
    story.human("Please look after the feeds.")
    story.say(f"The import works. {question}")
    story.human("No, only to the archive.")
    story.say(story.read("src/feeds/base.py"))
    story.cut()
    line = story.say(f"Now the archive. {question}")
    story.human("I told you.")
    assert follow(story).lines(Kind.ASKED) == [line]


def test_offers_to_go_on_are_asked_at_every_end(story, follow):
    story.human("Please look after the feeds.")
    story.say("The import works. Would you like me to commit the changes of the feeds now?")
    story.human("Yes.")
    story.say(story.read("src/feeds/base.py"))
    story.cut()
    story.say("The export works. Would you like me to commit the changes of the feeds now?")
    story.human("Yes.")
    assert follow(story).of(Kind.ASKED) == []
