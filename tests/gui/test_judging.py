import re
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.ask import ways
from inspector.gui.models.facts import GROUP
from inspector.model import Verdict
from inspector.report.judged import GroupName
from inspector.store.library import Library
from inspector.workbench.annotations import Annotations
from inspector.workbench.review import FactsShown
from tests.made_judge import judge_at
from tests.made_runs import FADING
from tests.made_session import sample

RULE = "Never edit anything outside src/tidewatch/feeds/ and tests/feeds/."
ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def judge(server):
    return judge_at(server)


@pytest.fixture(autouse=True)
def no_programs(monkeypatch, tmp_path):
    """A machine with none of the subscriptions' commands."""
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.fixture
def fading(window, settled):
    window.opener.open(sample(FADING))
    settled(window)
    window.bench.selection.select(compaction=2)
    return window


def settle(qtbot, window):
    qtbot.waitUntil(lambda: not window.executor.busy() and not window.asking.pool.busy(), timeout=20_000)
    QApplication.processEvents()


def choose(qtbot, window, model):
    """Name a model in the panel as a person does."""
    field = window.judging.panel.choice.model.lineEdit()
    field.clear()
    qtbot.keyClicks(field, model)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    settle(qtbot, window)


def asked(qtbot, window, command="review.judge", model=""):
    """The panel, once it is shown what a command would send."""
    window.verbs[command].trigger()
    settle(qtbot, window)
    if model:
        choose(qtbot, window, model)
    return window.judging.panel


def judged(qtbot, window, model, command="review.judge_all"):
    asked(qtbot, window, command, model).view.send.click()
    settle(qtbot, window)


def test_it_is_shown_what_would_be_sent_and_nothing_is_sent_before_send(fading, qtbot, judge, server):
    panel = asked(qtbot, fading, "review.judge_all", judge)
    assert fading.perspectives.current == "review" and panel.view.isVisible()
    assert panel.view.columns.count() == 3 and "3 requests" in panel.view.title.text()
    assert "Never edit anything outside" in panel.view.text.toPlainText()
    assert server.asked == []
    panel.view.leave.click()
    settle(qtbot, fading)
    assert server.asked == [] and not panel.view.isVisible()


def test_a_judge_without_a_price_is_priced_in_the_panel(fading, qtbot, judge):
    view = asked(qtbot, fading, model=judge).view
    assert view.price.isVisible()
    qtbot.keyClicks(view.price, "1, 2")
    qtbot.keyClick(view.price, Qt.Key.Key_Return)
    settle(qtbot, fading)
    assert not view.price.isVisible() and "≈ $" in view.title.text()


def test_what_is_typed_cannot_be_sent_before_it_was_shown(fading, qtbot, judge):
    panel = asked(qtbot, fading, model=judge)
    assert panel.view.send.isEnabled() and "Read first, as the rest builds on it: ┊C1." in panel.view.title.text()
    qtbot.keyClicks(panel.choice.model.lineEdit(), "x")
    assert not panel.view.send.isEnabled()


def test_its_verdicts_lead_and_change_the_review(fading, qtbot, judge):
    review = fading.perspectives.review
    fading.perspectives.show("review")
    settle(qtbot, fading)
    assert review.judge_line.label.text() == "not read by a model"
    before = review.counts.text()
    judged(qtbot, fading, judge)
    words = review.judge_line.label.text()
    assert words == f"read by {judge} (1 pass, 8 of 9 quotes stand in the log)"
    assert "stand nowhere and were left out" in review.judge_line.label.toolTip()
    assert "lost" not in before and "2 lost" in review.counts.text()
    assert review.counts.text().endswith("The summary says 1 thing that the history does not.")
    assert fading.status.currentMessage() == "3 of 3 compactions judged."
    assert ", judged" in fading.perspectives.trace.card.text()


def test_beside_a_judges_verdict_stands_where_the_words_are(fading, qtbot, judge):
    fading.perspectives.show("review")
    pane = fading.perspectives.review.facts
    lost = pane.filter._buttons[FactsShown.LOST]
    assert lost.isHidden()
    judged(qtbot, fading, judge)
    lost.click()
    settle(qtbot, fading)
    assert [one.fact.statement for one in pane._listing.listed][:1] == [RULE]
    pane.step(1, from_end=True)
    assert pane.card.text().startswith("○ lost · must · ")
    assert f"judged by {judge} · counted: □ not there" in pane.card.text()


def test_a_sentence_that_the_judge_does_not_quote_keeps_its_exact_row(fading, qtbot, judge):
    judged(qtbot, fading, judge)
    pane = fading.perspectives.review.facts
    rows = pane.list.rows
    tops = [rows.index(place, 0) for place in range(rows.rowCount())]
    assert tops[0].data().startswith("To put back 5")
    (said,) = [top for top in tops if top.data(GROUP).name is GroupName.SAID]
    assert pane.list.isExpanded(said)
    told = [rows.index(place, 0, said) for place in range(rows.rowCount(said))]
    pane.list.setCurrentIndex(next(one for one in told if one.data().startswith("□ not there")))
    assert pane.card.text().startswith("□ not there · ") and "basis: counted: compared exactly" in pane.card.text()


def stand_at(qtbot, window, compaction, words):
    """The pane at a sentence that begins so, and its row at a compaction."""
    pane = window.perspectives.review.facts
    window.bench.selection.select(compaction=compaction, fact=None, claim=None)
    settle(qtbot, window)
    row = next(one for one in pane._listing.by_id.values() if one.fact.statement.startswith(words))
    window.bench.selection.select(compaction=compaction, fact=row.fact.id)
    settle(qtbot, window)
    return pane, row


def test_what_a_person_decided_says_what_is_followed_and_outlives_later_readings(fading, qtbot, judge, server):
    fading.perspectives.show("review")
    judged(qtbot, fading, judge)
    # The judge calls the one there at C1, and the other withdrawn at C2. What is shown by then is shown anew.
    panel = asked(qtbot, fading, "review.judge_all", judge)
    for at, words, own in ((1, RULE, Verdict.SUPERSEDED), (2, "The alerting code", Verdict.VERBATIM)):
        box = stand_at(qtbot, fading, at, words)[0].card.verdicts
        while box.currentData() != own:
            qtbot.keyClick(box, Qt.Key.Key_Down)
    settle(qtbot, fading)
    server.asked.clear()
    shown = panel.view._outgoing[1].sent[0].messages
    panel.view.send.click()
    settle(qtbot, fading)
    assert [one["content"] for one in server.asked[0]["messages"]] == [one.text for one in shown]
    listed = [str(one).partition("=== EARLIER SUMMARY")[0] for one in server.asked]
    second, third = (words for words in listed if "=== FOLLOWED ===" in words)
    assert "Retry at most 4 times" in second and "The alerting code" in third and RULE not in second + third
    assert [stand_at(qtbot, fading, at, RULE)[1].group for at in (2, 3, 1)] == [GroupName.DONE] * 3
    counts = fading.perspectives.review.counts.text().partition(" The summary")[0]
    said, _, *each = map(int, re.findall(r"(?<!compaction )\b\d+", counts))
    assert said == sum(each) and "that no longer matter" in counts
    fading.perspectives.show_tab("erosion")
    settle(qtbot, fading)
    rows = fading.perspectives.review.erosion.rows
    row = rows.row_of(stand_at(qtbot, fading, 1, RULE)[1].fact.id)
    assert [rows.index(row, rows.column_of(at)).data().strip("↺") for at in (1, 2, 3)] == ["–"] * 3


def test_a_claim_leads_to_what_refutes_it_and_supported_ones_are_folded(fading, qtbot, judge):
    judged(qtbot, fading, judge)
    pane = fading.perspectives.review.facts
    rows = pane.list.rows
    tops = {top.data(): top for top in (rows.index(place, 0) for place in range(rows.rowCount()))}
    doubted, supported = tops["Summary says, history does not 1"], tops["Summary says, history agrees 2"]
    assert pane.list.isExpanded(doubted) and not pane.list.isExpanded(supported)
    pane.list.setCurrentIndex(rows.index(0, 0, supported))
    assert "supported" in pane.card.text() and fading.bench.selection.focus.claim == 1
    pane.list.setCurrentIndex(rows.index(0, 0, doubted))
    pane.card.item_asked.emit(105)
    assert fading.bench.selection.focus.item == 105 and fading.perspectives.current == "trace"


def test_another_model_that_is_sent_to_while_one_reads_is_asked_itself(fading, qtbot, server, judge):
    go, answer = threading.Event(), server.script
    server.script = lambda messages: answer(messages) if go.wait(20) else ""
    fading.bench.selection.select(compaction=1)
    panel = asked(qtbot, fading, model=judge)
    panel.view.send.click()
    fading.bench.selection.select(compaction=2)
    fading.verbs["review.judge"].trigger()
    field = panel.choice.model.lineEdit()
    field.clear()
    qtbot.keyClicks(field, f"unauthorised@{server.address}")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(panel.view.send.isEnabled, timeout=20_000)
    panel.view.send.click()
    go.set()
    settle(qtbot, fading)
    assert [one["model"] for one in server.asked] == ["scripted", "unauthorised"]


def test_until_another_model_has_read_the_first_nothing_is_shown_to_follow_from_the_one_before(fading, qtbot, judge):
    judged(qtbot, fading, judge)
    view = asked(qtbot, fading, "review.judge_all", "another@http://127.0.0.1:9/v1").view
    assert not any("FOLLOWED ===" in str(one.sent) for one in view._outgoing) and view.columns.count() == 3
    assert "Each later request is sent with the statements found by the one before it." in view.title.text()


def test_while_a_judge_is_waited_for_its_seconds_are_shown_and_cancel_hangs_up_and_leaves_the_rules(fading, qtbot):
    panel = asked(qtbot, fading, model="command:/bin/sleep 600")
    panel.view.send.click()
    assert fading.judging.is_running and fading.verbs["session.stop"].isEnabled()
    line = fading.perspectives.review.judge_line
    assert line.label.text().endswith("0 of 2 judged, reading compaction 1")
    qtbot.waitUntil(lambda: line.label.text().endswith(" s"), timeout=20_000)
    fading.asking.models.asker("command:/bin/sleep 600").chat.queue.pause(30, "It limits the rate of requests.")
    qtbot.waitUntil(lambda: "0 of 2 judged. It limits the rate of requests. Asked again in" in line.label.text())
    line.cancel.click()
    settle(qtbot, fading)
    assert not fading.judging.is_running and fading.bench.document.judgements == {}
    assert line.label.text() == "not read by a model" and not line.failure.isVisible()


def test_a_failure_is_words_around_its_way_out_at_its_compaction(fading, qtbot, server, judge):
    fading.bench.selection.select(compaction=1)
    judged(qtbot, fading, f"unauthorised@{server.address}", "review.judge")
    line = fading.perspectives.review.judge_line
    assert line.failure.text().startswith("Compaction 1 was not judged:") and "INSPECTOR_API_KEY" in line.failure.text()
    assert "1 failed" in fading.status.currentMessage()
    fading.perspectives.go_compaction(1)
    assert not line.failure.isVisible()


def test_an_answer_that_could_be_read_in_part_only_is_asked_for_once_more(fading, qtbot, server, judge):
    fading.bench.selection.select(compaction=1)
    whole, line = server.script, fading.perspectives.review.judge_line.label
    server.script = lambda messages: whole(messages).removesuffix("}")
    judged(qtbot, fading, judge, "review.judge")
    assert "in part only" in line.text()
    panel, server.script, server.finish = asked(qtbot, fading), whole, "length"
    assert "is asked for once more" in panel.choice.note.text() and "free of charge" not in panel.view.title.text()
    panel.view.send.click()
    settle(qtbot, fading)
    assert "in part only" not in line.text()
    assert "free of charge" in asked(qtbot, fading).view.title.text(), "at its limit, and whole"


def test_answers_are_found_again_when_the_session_is_opened_again(make_window, settled, qtbot, tmp_path, judge, server):
    library = Library(tmp_path / "library.sqlite")
    for nth in range(2):
        window = make_window()
        window.library = library
        Annotations(window.bench, library)
        window.opener.open(sample(FADING))
        settled(window)
        if not nth:
            judged(qtbot, window, judge)
            asked_before = len(server.asked)
            window.close()
    assert sorted(window.bench.document.judgements) == [1, 2, 3] and len(server.asked) == asked_before
    panel = asked(qtbot, window, "review.judge_all")
    assert panel.choice.value() == (judge, 1)
    assert f"┊C1 ┊C2 ┊C3 by {judge}" in panel.choice.note.text() and "free of charge" in panel.view.title.text()
    panel.view.send.click()
    settle(qtbot, window)
    assert len(server.asked) == asked_before
    window.close()
    library.close()


def test_without_a_model_three_lines_say_how_to_come_by_one(fading, qtbot):
    panel = asked(qtbot, fading)
    assert "Name a model" in panel.view.title.text() and panel.choice.ways.isVisible()
    assert len(panel.choice.ways.text().splitlines()) == 3
    assert "ANTHROPIC_API_KEY" in panel.choice.ways.text() and not panel.view.send.isEnabled()
    assert panel.choice.model.hasFocus() and not panel.choice.offered
    choose(qtbot, fading, "command:cat")
    assert not panel.choice.ways.isVisible() and panel.view.send.isEnabled()


def test_commands_that_are_at_hand_are_offered(fading, qtbot, tmp_path):
    program = Path(tmp_path / "claude")
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    panel = asked(qtbot, fading)
    assert list(panel.choice.offered) == ["command:claude -p"]
    assert "no tools, files, memory" in panel.choice.offered["command:claude -p"].toolTip()
    panel.choice.offered["command:claude -p"].click()
    settle(qtbot, fading)
    assert panel.choice.value() == ("command:claude -p", 1)
    assert "Claude Code as a plain model" in panel.view._detail.text()


def test_models_of_servers_on_this_machine_are_offered(fading, qtbot, judge, monkeypatch):
    address = judge.partition("@")[2]
    monkeypatch.setattr(ways, "PORTS", {int(address.rpartition(":")[2].partition("/")[0]): "Ollama"})
    panel = asked(qtbot, fading)
    qtbot.waitUntil(lambda: bool(panel.choice.offered), timeout=20_000)
    name = next(iter(panel.choice.offered))
    assert name.endswith(f"@{address}") and "where Ollama listens" in panel.choice.offered[name].toolTip()
    fading.perspectives.show("compare")
    comparing = fading.perspectives.comparing
    view, ready = comparing.view, lambda: comparing.runs.ready is not None and not comparing.runs.running()
    qtbot.waitUntil(ready, timeout=60_000)
    for button, choice in ((view.baselines, None), (view.judge, view.asking.choice), (view.write, view.prompt.model)):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(ready, timeout=60_000)
        settle(qtbot, fading)
        assert choice is None or name in [choice.model.itemText(row) for row in range(choice.model.count())]


def test_the_card_above_the_plot_offers_it_until_it_was_done(fading, qtbot, judge):
    card = fading.perspectives.trace.card
    assert "not read by a model · Judge 3 compactions…" in card.text()
    card.follow(str(next(place for place, part in enumerate(card._targets) if part.verb == "judge")))
    settle(qtbot, fading)
    choose(qtbot, fading, judge)
    assert fading.judging.panel.view.columns.count() == 3
    fading.judging.panel.view.send.click()
    settle(qtbot, fading)
    assert "not judged" not in card.text()


def test_by_keys_alone_from_the_command_to_the_judged_review(fading, qtbot, judge, server):
    fading.activateWindow()
    fading.perspectives.show("review")
    settle(qtbot, fading)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_J, CTRL | SHIFT)
    settle(qtbot, fading)
    field = QApplication.focusWidget()
    assert field is fading.judging.panel.choice.model or field is fading.judging.panel.choice.model.lineEdit()
    qtbot.keyClicks(field, judge)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    settle(qtbot, fading)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not fading.judging.panel.view.isVisible() and server.asked == []
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_J, CTRL | SHIFT)
    settle(qtbot, fading)
    choose(qtbot, fading, judge)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_D, ALT)
    qtbot.waitUntil(lambda: not fading.judging.panel.view.isVisible())
    settle(qtbot, fading)
    assert sorted(fading.bench.document.judgements) == [1, 2]
    assert QApplication.focusWidget() is fading.perspectives.review.facts.list
