import pytest

from inspector.model import Diagnostic, Severity, Source
from tests.worked import Used, claims, kinds

TALK = (
    ("human", "please add retries to the upload, GetPoints is for the strategy yes?"),
    ("agent", "We should extract a shared retry package for the whole team."),
    ("human", "why is the second upload slow?"),
    Used("Grep", {"pattern": "retry"}, "3 files"),
)
LIST = "6. All user messages:\n   - {}\n"


def about(words, **more):
    return kinds(words, *TALK, **more)


def test_a_quotation_that_nobody_said_is_contradicted():
    assert about(LIST.format('"drop the whole upload feature now"')) == [("quotation", "contradicted")]


@pytest.mark.parametrize("words", ['"why is the second upload slow?"', '"why is the second..."', '"Go on"'])
def test_a_quotation_that_stands_in_the_history_or_is_cut_short_is_none(words):
    assert about(LIST.format(words)) == []


def test_words_of_the_agent_listed_as_a_message_are_given_back_to_it():
    told = claims(LIST.format('"We should extract a shared retry package for the whole team."'), *TALK)
    assert told == [("quotation", "contradicted", "Given as the user's words; the agent wrote them (line 2).")]


def test_a_message_of_several_sentences_is_one_quotation():
    said = (*TALK, ("agent", "Remove the old folder too. Is there more to clean up?"))
    told = claims(LIST.format('"Remove the old folder too. Is there more to clean up?"'), *said)
    assert [why for _, _, why in told] == ["Given as the user's words; the agent wrote them (line 6)."]


def test_what_a_summary_adds_in_brackets_is_no_part_of_the_quotation():
    assert about(LIST.format('"why is the second upload (the nightly one) slow?"')) == []


@pytest.mark.parametrize(
    "text",
    [
        '6. All user messages:\n   - "Your task is to create a detailed summary of the conversation" (current)\n',
        "The user asked for a detailed summary of the conversation.",
        "Final user message asks for a summary.",
        "I was reading the loader when the user asked for a summary.",
    ],
)
def test_the_prompt_of_the_compaction_is_no_request_of_the_user(text):
    assert about(text) == [("quotation", "contradicted")]


@pytest.mark.parametrize(
    "text",
    [
        "The user wants to summarise uploads at night, GetPoints among them.",
        "Work stopped before the summary was requested.",
    ],
)
def test_a_feature_that_sums_up_and_a_summary_that_nobody_is_named_for_are_no_such_request(text):
    assert about(text) == []


def test_who_asked_for_a_summary_himself_did_ask():
    said = (*TALK, ("human", "summarize the conversation so far"))
    assert kinds("The user asked for a summary.", *said) == []


def test_an_unheard_last_message_keeps_quotations_from_being_judged():
    said = (*TALK, ("agent", "Done."))
    wrong = LIST.format('"drop the whole upload feature now"')
    assert kinds(wrong, *said, trigger="auto") == []
    assert kinds(wrong, *said, trigger="manual") == [("quotation", "contradicted")]
    assert kinds(wrong, *TALK, trigger="auto") == [("quotation", "contradicted")]


def test_a_message_without_words_in_the_log_keeps_quotations_from_being_judged():
    note = Diagnostic(Severity.NOTE, "prompt-without-words", "", Source("work.jsonl", 2))
    later = Diagnostic(Severity.NOTE, "prompt-without-words", "", Source("work.jsonl", 99))
    wrong = LIST.format('"drop the whole upload feature now"')
    assert about(wrong, diagnostics=(note,)) == []
    assert about(wrong, diagnostics=(later,)) == [("quotation", "contradicted")]


def test_what_was_said_to_the_compaction_itself_was_said():
    words = "one more thing: drop the whole upload feature now"
    wrong = LIST.format(f'"{words}"')
    assert about(wrong) == [("quotation", "contradicted")]
    assert about(wrong, after=(("command", f"<command-args>{words}</command-args>"),)) == []
    assert about(wrong, after=(("agent", "Go on."), ("human", words))) == [("quotation", "contradicted")]


def test_the_report_of_a_delegate_is_no_word_of_the_user():
    report = Used("Task", {"prompt": "look"}, "drop the whole upload feature now")
    assert kinds(LIST.format('"drop the whole upload feature now"'), *TALK, report) == [("quotation", "contradicted")]


def test_an_idea_of_the_agent_credited_to_the_user_is_contradicted():
    assert about("The user wants a shared retry package for the whole team.") == [("authorship", "contradicted")]


def test_a_wish_that_stands_nowhere_is_unsupported():
    assert about("The user wants daily database backups on cold storage.") == [("authorship", "unsupported")]


def test_what_the_user_may_want_is_no_wish_of_his():
    assert about("If the user wants daily database backups on cold storage, add them.") == []


def test_a_preference_nobody_voiced_is_unsupported():
    assert about("## User Preferences\n\n- Weekly release branches with signed tags") == [("authorship", "unsupported")]


@pytest.mark.parametrize(
    "text",
    [
        "The user wants a strategy-agnostic GetPoints for all of it.",
        'The user asked to add "sturdy" retries to the upload on branch `feature/upload-again`.',
        "The user suggested a faster second upload, in parallel.",
    ],
)
def test_a_wish_whose_names_or_plain_words_the_human_wrote_is_his(text):
    assert about(text) == []


def test_a_question_confirms_nothing():
    told = claims("The user confirmed GetPoints is for the upload strategy.", *TALK)
    assert told == [("approval", "contradicted", "Said to be confirmed by the user; that message only asks.")]


@pytest.mark.parametrize(
    "asked",
    ["Should I remove the unused StageFiles loader from the package?",
     "The unused StageFiles loader is dead code of the package, I would remove it.\n\nShall I?"],
)  # fmt: skip
def test_a_yes_confirms_what_the_agent_said_before_it(asked):
    said = (("human", "the loader is slow"), ("agent", asked), ("human", "yes"))
    assert kinds("The user confirmed removing the unused loader of the package.", *said) == []


def test_a_slip_of_the_keys_that_a_summary_mends_is_no_invention():
    said = (("human", "what if the harbour mirror was its onw tool?"), ("agent", "It could be."), Used("Grep", {}, "1"))
    assert kinds(LIST.format('"what if the harbour mirror was its own tool?"'), *said) == []
    other = LIST.format('"what if the harbour mirror was dropped for good?"')
    assert kinds(other, *said) == [("quotation", "contradicted")]


def test_what_a_file_holds_that_the_user_handed_over_is_his_wish():
    wish = "The user wants to replace the tide parser with a table of harmonic constants."
    plan = "Replace the tide parser with a table of harmonic constants, and keep the gauges."
    read = Used("Read", {"file_path": "/notes/plan-7.md"}, plan)
    assert kinds(wish, ("human", "I attached /notes/plan-7.md, see to it"), read) == []
    assert kinds(wish, ("human", "see to the notes"), read) == [("authorship", "unsupported")]


@pytest.mark.parametrize(
    "text",
    [
        LIST.format('(This session): The continuation prompt: "continue the conversation from where we left off"'),
        "The only user message in this session was the continuation prompt.",
    ],
)
def test_the_order_to_go_on_after_a_compaction_is_no_message_of_the_user(text):
    assert about(text) == [("quotation", "contradicted")]


def test_who_asked_to_go_on_did_ask():
    said = (*TALK, ("human", "please continue the conversation from where we left off"))
    assert kinds(LIST.format('"continue the conversation from where we left off"'), *said) == []
    assert about("The continuation prompt of the harness names the last task.") == []


GERMAN = (
    ("human", "Bitte füge dem Upload einen zweiten Versuch hinzu, aber ändere nichts an der Datenbank."),
    ("agent", "We should extract a shared retry package for the whole team."),
    Used("Grep", {"pattern": "retry"}, "3 files"),
)


@pytest.mark.parametrize(
    "summary",
    [
        LIST.format('"please add a second attempt to the upload and change nothing else"'),
        "The user wants the database to be left exactly as it is.",
        "## User preferences\n- Leave the schema of the database alone in every step",
    ],
)
def test_what_is_told_in_another_language_than_the_user_spoke_is_not_held_against_his_words(summary):
    assert kinds(summary, *GERMAN) == []


def test_words_of_the_agent_are_no_translation():
    summary = LIST.format('"We should extract a shared retry package for the whole team."')
    assert kinds(summary, *GERMAN) == [("quotation", "contradicted")]


def test_the_second_part_of_a_message_may_be_the_prompt_of_the_compaction():
    summary = "The user's latest message has two parts: (1) add retries to the upload, and (2) create this summary."
    assert kinds(summary, *TALK) == [("quotation", "contradicted")]


def test_a_few_english_words_are_not_held_against_what_somebody_said_in_another_language():
    said = (
        ("human", "A lista de faróis está vazia, preciso que ela apareça de novo com todas as marés e os portos"),
        ("agent", "Vou verificar."),
    )
    assert kinds("User wanted full listing: lighthouses, harbours, currents.", *said) == []
    english = (("human", "The list of ports is empty, I need it to show again with all of the tides and the ports"),)
    assert kinds("User wanted full listing: lighthouses, harbours, currents.", *english) != []
