from dataclasses import replace

import pytest

from inspector.impact.finding import Cost, Finding, Kind, Sure
from inspector.reconstruct.ending import Way
from inspector.report.mend.choices import Choice, Decisions
from inspector.store.cache import Cache
from inspector.workbench.card import MOST, card, sentences
from inspector.workbench.document import Stage
from inspector.workbench.judgements import Judgements
from inspector.workbench.mending import checks_of, told_compactions
from inspector.workbench.review import count, judged, to_put_back
from inspector.workbench.stages import advance, read
from inspector.workbench.worst import worst
from tests.generate_consequences import write_consequences_log
from tests.made_unread import unread_log


def opened(path):
    document = read(path)
    advance(document, Stage.CONSEQUENCES, Cache.memory())
    return document


@pytest.fixture
def fading(samples):
    (log,) = (samples / "claude-code" / "2.1" / "fading-rules").glob("*.jsonl")
    document = opened(log)
    yield document
    document.close()


RULE = "“Never edit anything outside src/tidewatch/feeds/ and tests/feeds/”"
BOTH = f"{RULE} and 1 other sentence"


def test_what_was_said_again_comes_first_and_each_link_leads_to_its_place(fading):
    first = card(fading).sentences[0]
    assert first.words == f"{BOTH} were not word for word in the context after compaction 2; the user said them again."
    led = {first.words[link.start : link.end]: link.focus for link in first.links}
    line = {words: fading.item(focus.item).source.line for words, focus in led.items() if focus.item}
    assert line == {RULE: 4, "the user said them again": 181}
    assert led["compaction 2"].compaction == 2
    assert sentences(fading)[: len(card(fading).sentences)] == card(fading).sentences


def test_one_sentence_said_again_is_told_alone(fading):
    after = fading.consequences[1]
    fading.consequences = (replace(after, findings=after.findings[:1]),)
    (told,) = card(fading).sentences
    assert told.words == f"{RULE} was not word for word in the context after compaction 2; the user said it again."
    assert told.findings == after.findings[:1]


def test_a_question_asked_again_is_told_with_both_places(fading):
    (after, *_) = fading.consequences
    asked = replace(made(Kind.ASKED, "Which store?", "Which store?"), said=5, item=9)
    fading.consequences = (replace(after, findings=(asked,)),)
    (told,) = card(fading).sentences
    assert told.words == "“Which store?” was answered before compaction 1, and asked again."
    assert [link.focus.item for link in told.links] == [5, None, 9]


def test_what_the_user_named_is_in_no_sentence(fading):
    (after, *_) = fading.consequences
    fading.consequences = (replace(after, findings=tuple(replace(one, named=3) for one in after.findings)),)
    assert card(fading).sentences == ()


def test_work_done_again_comes_last_and_is_as_sure_as_the_least_sure_of_it(fading):
    last = card(fading).sentences[-1]
    assert last.words.startswith("After compaction 1, noaa.py was read again and “python -m tidewatch.tools.coverage")
    assert {finding.kind for finding in last.findings} == {Kind.REREAD, Kind.REPEAT}
    assert {finding.sure for finding in last.findings} == {Sure.CERTAIN, Sure.LIKELY} and last.sure is Sure.LIKELY


def test_a_session_that_lost_nothing_has_no_sentence(samples):
    (log,) = (samples / "claude-code" / "2.1" / "clean").glob("*.jsonl")
    document = opened(log)
    assert card(document).sentences == ()
    document.close()


def test_before_the_consequences_there_is_the_ending_alone(samples):
    (log,) = (samples / "claude-code" / "2.1" / "fading-rules").glob("*.jsonl")
    document = read(log)
    advance(document, Stage.RECONSTRUCT, Cache.memory())
    told = card(document)
    assert (told.sentences, told.looked, told.ending.way) == ((), None, Way.FINISHED)
    document.close()


@pytest.mark.parametrize("seed", range(8))
def test_however_much_happened_at_most_three_sentences_are_told(tmp_path, seed):
    path = tmp_path / "log.jsonl"
    write_consequences_log(path, seed)
    document = opened(path)
    told = card(document).sentences
    assert 0 < len(told) <= MOST
    for sentence in told:
        assert sentence.words and sentence.findings
        assert all(0 <= link.start < link.end <= len(sentence.words) for link in sentence.links)
    document.close()


@pytest.mark.parametrize("name", ["claude-code/2.1/fading-rules", "claude-code/2.1/clean", "codex/0.150/auth-refresh"])
def test_every_place_counts_the_same_losses(samples, name):
    (log,) = (samples / name).glob("*.jsonl")
    document, none = opened(log), Judgements()
    advance(document, Stage.MEASURE, Cache.memory())
    looked = card(document).looked
    total = looked.harmed
    # What was said before the first compaction was said before the second, too, and is told once.
    assert looked.statements == count(judged(document.comparison[-1], none)).said
    walked = sum(len(to_put_back(outcome, none)) for outcome in document.comparison)
    listed = sum(one.is_harm or one.is_missing for outcome in document.comparison for one in judged(outcome, none))
    checks = [checks_of(told, Decisions()) for told in told_compactions(document, none).values()]
    exported = sum(entry.choice is Choice.RESTORE for one in checks for entry in one.entries)
    named = sum(len(one.facts) + one.elsewhere for one in worst(document.comparison, none))
    assert total == walked == listed == exported == named
    document.close()


def test_paths_are_told_from_the_folder_of_the_project(fading):
    assert "/home/mara" not in card(fading).sentences[0].words
    assert fading.session.cwd.startswith("/home/mara")


def test_behind_what_nobody_can_read_work_done_again_is_told_once(tmp_path):
    document = opened(unread_log(tmp_path))
    (told,) = card(document).sentences
    assert told.words.startswith("After compaction 1, tables.py was read again and “cat tides/tables.py”")
    document.close()


def test_what_the_work_shows_is_told_where_nothing_else_is(tmp_path):
    document = opened(unread_log(tmp_path))
    (after,) = document.consequences
    document.consequences = (replace(after, findings=()),)
    (told,) = card(document).sentences
    assert told.words == "What compaction 1 left in the context cannot be read; after it 2 facts were fetched again."
    assert (told.compaction, told.fact, told.sure) == (1, "", Sure.LIKELY)
    assert document.item(told.focus.item).source.line == 18  # the rules, read again
    document.close()


def made(kind, subject, text=""):
    return Finding(kind=kind, compaction=1, item=1, subject=subject, why="", sure=Sure.LIKELY, evidence=(1,), text=text)


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (
            [made(Kind.REREAD, "/p/a.py"), made(Kind.REREAD, "/p/b.py")],
            "a.py and at least 1 other file were read again",
        ),
        ([made(Kind.RETRY, "rm -r x")], "“rm -r x” was tried again"),
        ([made(Kind.REPEAT, "cd /home/mara/tidewatch && pytest -q")], "“pytest -q” was done again"),
        ([made(Kind.REPEAT, f"Grep {'x' * 90}")], f"“Grep {'x' * 42}…” was done again"),
        (
            [made(Kind.MISTAKE, "/p/a.py")],
            "1 call failed on what had been known (edit of a.py, refused since it counted as not read)",
        ),
        ([made(Kind.MISTAKE, "x", "No module")] * 2, "2 calls failed on what had been known (“No module”)"),
        (
            [made(Kind.REREAD, "a.py"), made(Kind.REPEAT, "ls"), made(Kind.MISTAKE, "x", "No")],
            "a.py was read again, “ls” was done again and 1 call failed on what had been known (“No”)",
        ),
    ],
)
def test_work_done_again_is_told_by_its_first_name(fading, work, said):
    (after, *_) = fading.consequences
    fading.consequences = (replace(after, findings=tuple(work), cost=Cost()),)
    (told,) = card(fading).sentences
    assert told.words == f"After compaction 1, {said}."
