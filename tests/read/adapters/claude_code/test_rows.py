"""How rows become contexts: order, replays, rewinds, threads, unknown rows."""

import csv

from inspector.model import Call, ItemKind, Rewind, Splice
from inspector.read.open import open_log
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from inspector.wording.damage import damage_words
from tests.read_back import context


def test_rows_with_a_uuid_seen_before_are_replayed_history(log):
    log.says("one")
    log.answers("two")
    log.rows += [dict(row) for row in log.rows]
    assert context(log.read()) == ["one", "two"]


def test_history_replayed_under_new_uuids_after_a_boundary_is_left_out(log):
    log.says("one")
    log.answers("two")
    log.compacts()
    for number, row in enumerate(log.rows[:2]):
        log.rows.append(row | {"uuid": f"n{number}"})
    log.says("three")
    assert context(log.read())[1:] == ["three"]


def test_a_prompt_hung_on_an_earlier_row_rewinds_past_the_answers_in_between(log):
    first = log.says("one")
    log.answers("two")
    log.says("three", parentUuid=first)
    session = log.read()
    assert context(session) == ["one", "three"]
    assert any(isinstance(op, Rewind) for op in session.ops)


def test_results_of_parallel_calls_are_no_rewind(log, call):
    log.says("go")
    log.answers(call("Read", "c1", file_path="a"), response="m")
    last = log.answers(call("Read", "c2", file_path="b"), response="m")
    first = log.rows[-2]["uuid"]
    log.result("c2", "B", parentUuid=last)
    log.result("c1", "A", parentUuid=first)
    log.says("next", parentUuid=log.rows[-2]["uuid"])
    session = log.read()
    assert context(session)[-3:] == ["B", "A", "next"]
    assert not any(isinstance(op, Rewind) for op in session.ops)


def test_an_explicit_pointer_to_nothing_and_another_session_in_the_same_file_empty_the_context(log):
    log.says("one")
    log.answers("two")
    log.rows.append({"type": "last-prompt", "uuid": "-", "leafUuid": None, "explicit": True})
    log.says("fresh", parentUuid=None)
    assert context(log.read()) == ["fresh"]
    log.says("another's", parentUuid=None, sessionId="another")
    assert context(log.read()) == ["another's"]
    last = log.says("resumed", sessionId="renamed")
    log.row("system", subtype="local_command", content="/cost", parentUuid=None, sessionId="renamed")
    log.row("system", subtype="compact_boundary", parentUuid=None, sessionId=None)
    log.row("system", subtype="compact_boundary", parentUuid=None, logicalParentUuid=last, sessionId="again")
    assert sum(isinstance(op, Splice) and op.compaction is None for op in log.read().ops) == 1


def test_clear_empties_the_context_and_the_caveat_before_it_opens_the_new_conversation(log):
    log.says("one")
    log.says("<command-name>/clear</command-name><command-args></command-args>")
    assert "one" not in context(log.read())
    log.answers("two")
    log.says("<local-command-caveat>Caveat: what follows is no request.</local-command-caveat>", isMeta=True)
    log.says("<command-name>/clear</command-name><command-args></command-args>")
    caveat, command = context(log.read())
    assert (caveat[:22], command[:14]) == ("<local-command-caveat>", "<command-name>")


def test_a_sidechain_in_the_same_file_is_a_thread_of_its_own(log, call):
    log.says("go")
    log.answers(call("Task", "c1", prompt="look around"))
    log.says("look around", isSidechain=True, parentUuid=None)
    log.answers("found it", isSidechain=True)
    log.result("c1", "found it", parentUuid="u2")
    session = log.read()
    assert context(session) == ["go", "Task look around", "found it"]
    (link,) = session.links
    assert (link.kind, session.items[link.item - 1].tool) == ("subagent", "Task")
    assert [request.thread == "" for request in session.requests] == [True, False]
    assert sum(isinstance(op, Call) for op in session.ops) == 1


def test_unknown_rows_survive_as_events_and_are_counted(log):
    log.says("one")
    log.rows += [{"type": "brand-new", "uuid": "x"}, {"type": 5, "uuid": "y"}]
    session = log.read()
    assert [item.kind for item in session.items] == [ItemKind.USER, ItemKind.EVENT, ItemKind.EVENT]
    assert [problem.code for problem in session.diagnostics] == ["unknown-record", "unknown-record"]


def test_the_given_title_wins_over_the_first_words(log):
    log.says("fix the tide table")
    assert log.read().title == "fix the tide table"
    log.rows.append({"type": "ai-title", "aiTitle": "Tide table", "uuid": "t"})
    assert log.read().title == "Tide table"


def test_a_fork_names_the_session_it_was_copied_from(log):
    log.says("one")
    log.rows[0]["forkedFrom"] = {"sessionId": "first", "messageUuid": "u9"}
    assert [(link.kind, link.session) for link in log.read().links] == [("fork", "first")]


def test_every_corpus_log_has_the_compactions_that_were_counted_independently(corpus):
    rows = csv.DictReader((corpus / "INDEX.tsv").open(), delimiter="\t")
    for row in (row for row in rows if row["format"] == "claude-code"):
        session = open_log(corpus / row["path"], alone=True).session
        assert len(find_compactions(session, Replay(session)).all) == int(row["compactions"]), row["path"]


def test_a_stop_hook_says_that_the_turn_is_over_and_a_subagents_says_nothing(log):
    hook = {"data": {"type": "hook_progress", "hookEvent": "Stop"}}
    log.says("one")
    assert log.read().turn_ended == 0
    log.answers("two")
    log.row("progress", **hook, isSidechain=True)
    log.row("progress", data=hook["data"] | {"hookEvent": "PostToolUse"})
    assert log.read().turn_ended == 0
    log.row("progress", **hook)
    assert log.read().turn_ended == 2
    log.says("three")
    log.answers("four")
    session = log.read()
    assert (len(session.items), session.turn_ended) == (4, 2)
    log.row("system", subtype="turn_duration", durationMs=10)
    assert log.read().turn_ended == 4


def test_a_log_whose_beginning_is_cut_off_says_so(log):
    log.says("old")
    log.answers("ok")
    log.says("new")
    del log.rows[:2]
    assert damage_words(log.read()) == "The beginning of this log is missing; what stood there is not counted."
