"""Compaction rows as splices: what is kept, what is put back, what the log cannot tell."""

from inspector.model import Form
from inspector.reconstruct.replay import Replay
from tests.read_back import found as compactions


def previews(session, numbers):
    """The items by their previews."""
    return [session.items[number - 1].preview for number in numbers]


def test_a_compaction_drops_all_and_puts_the_summary_in(log):
    log.says("never touch schema.sql")
    log.answers("ok", prompt=150_000)
    log.compacts()
    log.answers("going on", prompt=20_000)
    session = log.read()
    (found,) = compactions(session).all
    assert previews(session, found.removed) == ["never touch schema.sql", "ok"]
    assert [session.items[number - 1].kind for number in found.inserted] == ["summary"]
    assert (found.before.value, found.after.value, found.record.reported_before) == (150_000, 20_000, 150_000)
    assert (found.record.trigger, found.outcome, found.record.reported_after) == ("auto", "ok", None)


def test_preserved_messages_are_kept_behind_the_summary_in_list_order(log):
    log.says("old")
    kept = [log.answers("kept answer"), log.says("kept prompt")]
    log.boundary(preservedMessages={"anchorUuid": "the-summary", "uuids": kept, "allUuids": [*kept, "never-written"]})
    log.summary()
    session = log.read()
    (found,) = compactions(session).all
    assert previews(session, found.kept) == ["kept answer", "kept prompt"]
    assert previews(session, Replay(session).items_at(found.op))[1:] == ["kept answer", "kept prompt"]
    assert found.record.status == "ok"


def test_a_preserved_segment_is_walked_from_tail_to_head(log):
    log.says("old")
    head = log.answers("a")
    log.says("b")
    tail = log.answers("c")
    log.boundary(preservedSegment={"headUuid": head, "anchorUuid": "s", "tailUuid": tail})
    log.summary()
    session = log.read()
    assert previews(session, compactions(session).all[0].kept) == ["a", "b", "c"]


def test_kept_rows_stand_before_the_summary_when_the_boundary_is_the_anchor(log):
    kept = log.says("kept prefix")
    log.answers("gone")
    boundary = log.boundary()
    log.rows[-1]["compactMetadata"]["preservedMessages"] = {"anchorUuid": boundary, "uuids": [kept]}
    log.summary()
    session = log.read()
    assert previews(session, Replay(session).items_at(compactions(session).all[0].op))[0] == "kept prefix"


def test_kept_rows_that_the_log_does_not_hold_make_the_compaction_partial(log):
    log.says("old")
    log.compacts(preservedMessages={"uuids": ["gone-1", "u3"]})  # The second is the summary's own.
    (found,) = compactions(log.read()).all
    assert found.record.status == "partial"
    assert found.record.notes[0].startswith("2 kept rows")


def test_files_put_back_belong_to_the_compaction(log):
    log.says("old")
    log.compacts()
    log.row("attachment", attachment={"type": "file", "filename": "a.py", "content": {"file": {"content": "x = 1"}}})
    log.row("attachment", attachment={"type": "compact_file_reference", "filename": "b.py"})
    log.says("next")
    log.row("attachment", attachment={"type": "hook_success", "content": "later"})
    session = log.read()
    (found,) = compactions(session).all
    assert [session.items[number - 1].detail for number in found.restored] == ["file", "compact_file_reference"]


def test_a_boundary_replayed_with_its_uuid_counts_once(log):
    log.says("old")
    log.compacts()
    log.rows.append(dict(log.rows[1]))
    log.says("next")
    assert len(compactions(log.read()).all) == 1


def test_a_boundary_without_its_summary_says_so(log):
    log.says("old")
    log.boundary()
    log.answers("going on")
    (found,) = compactions(log.read()).all
    assert (found.record.summary, found.record.readable) == (None, False)
    assert "The summary is not in this log." in found.record.notes


def test_a_summary_without_a_boundary_row_is_a_compaction_of_unknown_trigger(log):
    log.says("old")
    log.summary()
    (found,) = compactions(log.read()).all
    assert (found.record.trigger, len(found.removed)) == ("unknown", 1)


def test_microcompaction_clears_results_in_place_and_is_no_compaction(log, call):
    log.says("go")
    log.answers(call("Read", "c1", file_path="a"))
    log.result("c1", "long text")
    told = {"trigger": "auto", "preTokens": 60_000, "tokensSaved": 20_000, "compactedToolIds": ["c1", "unknown"]}
    log.row("system", subtype="microcompact_boundary", microcompactMetadata=told)
    session = log.read()
    found = compactions(session)
    assert not found.all
    (edit,) = found.edits
    # They count the results alone: no size of the context that could stand beside a prompt.
    assert (edit.record.reported_before, edit.record.reported_after) == (None, None)
    assert edit.record.notes == ("By the log 20,000 tokens were cleared.",)
    forms = {entry.item: entry.form for entry in Replay(session).entries_at(len(session.ops))}
    assert [forms[number] for number in edit.masked] == [Form.PLACEHOLDER]


def test_clearing_by_the_provider_is_an_edit_that_cannot_name_its_results(log):
    log.says("go")
    log.answers("ok")
    cleared = {"applied_edits": [{"type": "clear_tool_uses_20250919", "cleared_tool_uses": 3}]}
    log.rows[-1]["message"]["context_management"] = cleared
    (edit,) = compactions(log.read()).edits
    assert edit.masked == ()
    assert edit.record.notes == ("Which results were cleared is not in this log.",)


def test_a_failed_manual_compaction_removes_nothing(log):
    log.says("go")
    log.answers("ok")
    log.says("<command-name>/compact</command-name><command-args></command-args>")
    log.says("<local-command-stdout>Error: Not enough messages to compact.</local-command-stdout>")
    log.says("next")
    (found,) = compactions(log.read()).all
    assert (found.record.status, found.outcome, found.removed, found.restored) == ("failed", "failed", (), ())


def test_the_background_summary_says_that_it_describes_an_earlier_moment(log):
    log.says("old")
    log.compacts(precomputed=True, durationMs=52_000, postTokens=6_100)
    (found,) = compactions(log.read()).all
    assert (found.record.seconds, found.record.reported_after) == (52.0, 6_100)
    assert any("earlier moment" in note for note in found.record.notes)
