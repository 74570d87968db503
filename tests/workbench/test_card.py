import pytest

from inspector.impact.finding import Kind
from inspector.impact.losses import HURT
from inspector.reconstruct.ending import Way
from inspector.store.cache import Cache
from inspector.workbench.card import _VERDICTS, MOST, card
from inspector.workbench.document import Stage
from inspector.workbench.judgements import Judgements
from inspector.workbench.mending import told_compactions
from inspector.workbench.review import harmed, judged
from inspector.workbench.stages import advance, read
from inspector.workbench.worst import worst
from tests.generate_aftermath import write_aftermath_log


def opened(path):
    document = read(path)
    advance(document, Stage.AFTERMATH, Cache.memory())
    return document


@pytest.fixture
def fading(samples):
    (log,) = (samples / "claude-code" / "2.1" / "fading-rules").glob("*.jsonl")
    document = opened(log)
    yield document
    document.close()


def test_the_broken_rule_comes_first_and_each_link_leads_to_its_place(fading):
    first = card(fading).chains[0]
    assert first.words.startswith("“Never edit anything outside src/tidewatch/feeds/ and tests/feeds/” was lost in")
    led = {first.words[link.start : link.end]: link.focus for link in first.links}
    line = {words: fading.item(focus.item).source.line for words, focus in led.items() if focus.item}
    assert line["“Never edit anything outside src/tidewatch/feeds/ and tests/feeds/”"] == 4
    assert line["had to say it again"] == 181
    assert next(line[words] for words in line if words.startswith("changed ")) == 173
    assert led["compaction 2"].compaction == 2


def test_every_way_to_hurt_a_rule_has_its_words():
    assert set(_VERDICTS) == HURT


def test_work_done_again_comes_last_with_its_price(fading):
    last = card(fading).chains[-1]
    assert last.words.startswith("After compaction 1, 1 file was read again and 1 step was repeated (about ")
    assert {finding.kind for finding in last.findings} == {Kind.REREAD, Kind.REPEAT}


def test_a_session_that_lost_nothing_has_no_sentence(samples):
    (log,) = (samples / "claude-code" / "2.1" / "clean").glob("*.jsonl")
    document = opened(log)
    assert card(document).chains == ()
    document.close()


def test_before_the_aftermath_there_is_no_sentence(samples):
    (log,) = (samples / "claude-code" / "2.1" / "fading-rules").glob("*.jsonl")
    document = read(log)
    advance(document, Stage.RECONSTRUCT, Cache.memory())
    assert card(document).chains == ()
    document.close()


@pytest.mark.parametrize("seed", range(8))
def test_however_much_happened_at_most_three_sentences_are_told(tmp_path, seed):
    path = tmp_path / "log.jsonl"
    write_aftermath_log(path, seed)
    document = opened(path)
    told = card(document).chains
    assert 0 < len(told) <= MOST
    for sentence in told:
        assert sentence.words.endswith(".") and sentence.findings
        assert all(0 <= link.start < link.end <= len(sentence.words) for link in sentence.links)
    document.close()


@pytest.mark.parametrize("name", ["claude-code/2.1/fading-rules", "claude-code/2.1/clean", "codex/0.150/auth-refresh"])
def test_every_place_counts_the_same_losses(samples, name):
    (log,) = (samples / name).glob("*.jsonl")
    document, none = opened(log), Judgements()
    advance(document, Stage.MEASURE, Cache.memory())
    total = card(document).looked.harmed
    walked = sum(len(harmed(outcome, none)) for outcome in document.comparison)
    listed = sum(one.is_harm for outcome in document.comparison for one in judged(outcome, none))
    exported = sum(len(told.harms) for told in told_compactions(document, none).values())
    named = sum(len(one.facts) + one.elsewhere for one in worst(document.comparison, none))
    assert total == walked == listed == exported == named
    document.close()


def test_paths_are_told_from_the_folder_of_the_project(fading):
    assert "/home/mara" not in card(fading).chains[0].words
    assert fading.session.cwd.startswith("/home/mara")


def test_until_the_aftermath_is_known_nothing_is_said_of_what_was_looked_at(samples):
    (log,) = (samples / "claude-code" / "2.1" / "fading-rules").glob("*.jsonl")
    document = read(log)
    assert card(document).looked is None and card(document).ending.way is Way.FINISHED
    document.close()
