"""Compactions found by their records, and those seen only as a drop."""

from dataclasses import replace

import pytest

from inspector.model import Basis, Capabilities, CompactionRecord, ItemKind, Origin, Source, Splice, TokenCount, Usage
from inspector.model.operations import Rewind
from inspector.read.build import Builder
from inspector.reconstruct.calls import summarizer_calls
from inspector.reconstruct.compactions import find_compactions, moved, prompt_before, reported_before
from inspector.reconstruct.replay import Replay

HERE = Source("log", 1)


def session(*steps):
    """A number is a request with that many prompt tokens; a record is a compaction; None a request without usage."""
    build = Builder("x", "log")
    for step in steps:
        if isinstance(step, CompactionRecord):
            build.ops.append(Splice(remove=None, compaction=step))
        elif isinstance(step, Rewind):
            build.ops.append(step)
        else:
            build.call("r", "m", HERE).usage = None if step is None else Usage(input=step)
            build.item(ItemKind.ASSISTANT, Origin.AGENT, "x", HERE)
    return build.session(id="s", title="", cwd="", capabilities=Capabilities())


def record(**more):
    """What a log says of a compaction."""
    return CompactionRecord(**{"id": "c", "source": HERE, "kind": "summary", "trigger": "auto"} | more)


def found(*steps):
    """The compactions of such a session."""
    made = session(*steps)
    return find_compactions(made, Replay(made))


def outcomes(*steps):
    """Their outcomes."""
    return [compaction.outcome for compaction in found(*steps).all]


LATER = (21_000, 22_000, 23_000)


def test_outcomes_follow_from_the_requests_around():
    assert outcomes(150_000, record(), *LATER) == ["ok"]
    assert outcomes(150_000, record(), 140_000, 141_000, 142_000) == ["ineffective"]
    assert outcomes(150_000, record(), 160_000) == ["inflated"]
    assert outcomes(150_000, record(status="failed"), 160_000) == ["failed"]
    assert outcomes(150_000, record(kind="trim", summary=None, readable=False), 60_000) == ["ok"]
    assert outcomes(150_000, record(readable=False), *LATER) == ["opaque"]


def test_a_compaction_before_which_the_session_went_back_is_undone_unless_it_came_back():
    back = (150_000, record(), *LATER, Rewind(1), 151_000)
    assert (outcomes(*back), outcomes(*back, Rewind(8), 24_000)) == (["undone"], ["ok"])


def test_what_the_next_one_made_of_it_is_not_what_came_after_a_failed_one():
    failed, then = found(150_000, record(status="failed"), record(), *LATER).all
    assert (failed.outcome, failed.after.value, then.after.value) == ("failed", None, LATER[0])


def test_a_compaction_that_fires_again_before_useful_work_is_a_loop():
    assert outcomes(150_000, record(), 149_000, record(), *LATER) == ["loop", "ok"]
    assert outcomes(150_000, record(), *LATER, 150_000, record(), *LATER) == ["ok", "ok"]
    assert outcomes(150_000, record(), 40_000, record(trigger="manual"), *LATER) == ["ok", "ok"]


def test_unknown_tokens_stay_unknown_and_the_report_stands_in_before():
    (one,) = found(None, record(reported_before=9_000), None).all
    assert (one.before.value, one.after.value, one.outcome) == (9_000, None, "ok")
    assert one.went == "done", "whether that was enough nobody can say"


def test_an_outcome_is_ok_to_people_only_where_both_sides_are_known():
    (one,) = found(150_000, record(), *LATER).all
    assert one.went == one.outcome == "ok"
    unknown = TokenCount(None, Basis.RECORDED)
    assert replace(one, before=unknown).went == replace(one, after=unknown).went == "done"
    assert replace(one, outcome="failed", after=unknown).went == "failed"


@pytest.mark.parametrize(
    ("before", "behind", "noted"),
    [
        ((ItemKind.TOOL_CALL,), (), True),
        ((ItemKind.TOOL_CALL, ItemKind.ASSISTANT), (), True),
        ((ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT), (), False),
        ((ItemKind.TOOL_CALL,), (ItemKind.TOOL_RESULT,), False),
        ((ItemKind.ASSISTANT,), (), False),
    ],
)
def test_a_log_that_lacks_what_the_last_call_gave_back_says_so(before, behind, noted):
    build = Builder("x", "log")
    for kind in before:
        build.item(kind, Origin.AGENT, "x", HERE, call_id="c")
    build.ops.append(Splice(remove=None, compaction=record()))
    for kind in behind:
        build.item(kind, Origin.AGENT, "x", HERE, call_id="c")
    made = build.session(id="s", title="", cwd="", capabilities=Capabilities())
    (one,) = find_compactions(made, Replay(made)).all
    assert any("lacks" in note for note in one.record.notes) is noted


@pytest.mark.parametrize(
    ("command", "restored", "settled"),
    [
        ("<command-name>/compact</command-name>", (1, 3), 3),
        ("<command-message>compact</command-message> <command-name>/compact</command-name> the schema", (1, 3), 3),
        ("<command-name>/review</command-name>", (1,), 1),
    ],
)
def test_what_is_put_back_behind_the_command_that_asked_for_it_belongs_to_it(command, restored, settled):
    build = Builder("x", "log")
    build.ops.append(Splice(remove=None, compaction=record(trigger="manual")))
    build.item(ItemKind.ATTACHMENT, Origin.HARNESS, "what follows is a command", HERE)
    build.item(ItemKind.USER, Origin.HARNESS, command, HERE, detail="command")
    build.item(ItemKind.ATTACHMENT, Origin.HARNESS, "orders.sql", HERE, detail="file")
    build.item(ItemKind.USER, Origin.HUMAN, "go on", HERE, detail="typed")
    build.item(ItemKind.ATTACHMENT, Origin.HARNESS, "prices.sql", HERE, detail="file")
    made = build.session(id="s", title="", cwd="", capabilities=Capabilities())
    (one,) = find_compactions(made, Replay(made)).all
    assert (one.restored, one.settled) == (restored, settled)


def test_a_lasting_drop_without_a_record_is_inferred():
    (one,) = found(100_000, 110_000, 30_000, 31_000).all
    assert (one.record.basis, one.record.kind, one.before.value, one.after.value) == (
        Basis.INFERRED,
        "unknown",
        110_000,
        30_000,
    )


def test_drops_that_are_small_short_or_explained_are_no_compaction():
    assert not found(12_000, 4_000, 4_100).all
    assert not found(100_000, 70_000, 71_000).all
    assert not found(100_000, 30_000, 101_000).all
    assert len(found(100_000, record(), 30_000, 31_000).all) == 1


@pytest.mark.parametrize(("recorded", "n"), [(True, 0), (False, 1)])
def test_a_drop_between_requests_that_the_log_holds_whole_is_no_compaction(recorded, n):
    build = Builder("x", "log")
    for prompt in (110_000, 30_000, 31_000):
        draft = build.call("r", "m", HERE)
        draft.usage, draft.recorded = Usage(input=prompt), recorded
        build.item(ItemKind.ASSISTANT, Origin.AGENT, "x", HERE)
    made = build.session(id="s", title="", cwd="", capabilities=Capabilities())
    assert len(find_compactions(made, Replay(made)).all) == n


def test_an_edit_right_before_a_compaction_is_not_credited_with_its_drop():
    both = found(100_000, record(kind="edit"), record(), *LATER)
    assert (both.edits[0].after.value, both.all[0].after.value) == (None, 21_000)


def test_edits_are_numbered_apart():
    both = found(100_000, record(kind="edit"), 90_000, record(), *LATER)
    assert [compaction.number for compaction in (*both.edits, *both.all)] == [1, 1]


def test_what_is_sent_in_another_conversation_is_not_sent_after_a_compaction():
    build = Builder("x", "log")
    build.call("last of one", "m", HERE).usage = Usage(input=150_000)
    build.ops += [Splice(remove=None, compaction=record()), Splice(remove=None)]
    build.call("first of the next", "m", HERE).usage = Usage(input=900)
    both = build.session(id="s", title="", cwd="", capabilities=Capabilities())
    (one,) = find_compactions(both, Replay(both)).all
    assert (one.request_after, one.after.value, one.outcome) == (None, None, "ok")


@pytest.mark.parametrize(
    ("before", "more", "removed", "kept"),
    [
        (2, {}, 2, 0),
        (0, {}, None, None),
        (0, {"status": "failed"}, 0, 0),
        (2, {"status": "partial"}, 2, None),
        (2, {"basis": Basis.INFERRED}, None, None),
    ],
)
def test_what_a_log_does_not_hold_is_not_counted_as_none(before, more, removed, kept):
    build = Builder("x", "log")
    for _ in range(before):
        build.item(ItemKind.USER, Origin.HUMAN, "old", HERE)
    build.ops.append(Splice(remove=None, compaction=record(**more)))
    made = build.session(id="s", title="", cwd="", capabilities=Capabilities())
    (one,) = find_compactions(made, Replay(made)).all
    counts = moved(one)
    assert (counts.removed, counts.kept) == (removed, kept)
    assert counts.restored == (None if removed is None and before else 0)


def test_a_summarisers_calls_are_those_since_the_compaction_before():
    build = Builder("x", "log")

    def summarise(name, **more):
        build.call(name, "m", HERE, purpose="compaction")
        build.call("meanwhile", "m", HERE)
        build.ops.append(Splice(compaction=record(**more)))

    summarise("first try", status="failed")
    summarise("next try")
    build.ops.append(Splice(compaction=record(kind="edit")))
    summarise("later")
    build.call("of a try under way", "m", HERE, purpose="compaction")
    made = build.session(id="s", title="", cwd="", capabilities=Capabilities())
    told = [[call.id for call in summarizer_calls(made, one)] for one in find_compactions(made, Replay(made)).all]
    assert told == [["first try"], ["next try"], ["later"]]


def test_a_model_that_sums_up_its_own_steps_is_in_no_loop():
    build = Builder("x", "log")
    for _ in range(3):
        build.call("r", "m", HERE)
        block = build.item(ItemKind.REASONING, Origin.AGENT, "steps", HERE)
        told = build.item(ItemKind.SUMMARY, Origin.AGENT, "steps", HERE, enter=False)
        build.ops.append(Splice(remove=(block,), insert=(told,), compaction=record(summary=told)))
    made = build.session(id="s", title="", cwd="", capabilities=Capabilities())
    assert [one.outcome for one in find_compactions(made, Replay(made)).all] == ["ok", "ok", "ok"]


def sized(*steps):
    """What such a session tells of each compaction: before, after, outcome, and the record's own size if another."""
    return [(one.before.value, one.after.value, one.outcome, reported_before(one)) for one in found(*steps).all]


def test_the_record_is_the_size_before_where_the_log_bears_it_out():
    assert sized(90_000, record(reported_before=95_000), *LATER) == [(95_000, 21_000, "ok", None)]
    assert sized(90_000, record(reported_before=90_000), *LATER) == [(90_000, 21_000, "ok", None)]
    assert sized(None, record(reported_before=90_000), *LATER) == [(90_000, 21_000, "ok", None)]


def test_results_behind_the_last_prompt_bear_out_a_larger_record():
    build = Builder("x", "log")
    build.call("r", "m", HERE).usage = Usage(input=47_000)
    build.item(ItemKind.TOOL_RESULT, Origin.TOOL, "word " * 20_000, HERE)
    build.ops.append(Splice(remove=None, compaction=record(reported_before=74_000)))
    build.call("r", "m", HERE).usage = Usage(input=53_000)
    made = build.session(id="s", title="", cwd="", capabilities=Capabilities())
    (one,) = find_compactions(made, Replay(made)).all
    assert (one.before.value, one.outcome, prompt_before(made, one)) == (74_000, "ok", 47_000)


def test_what_came_in_before_a_compaction_that_tells_no_size_is_none_of_its_growth():
    build = Builder("x", "log")
    build.call("r", "m", HERE).usage = Usage(input=47_000)
    build.item(ItemKind.TOOL_RESULT, Origin.TOOL, "word " * 20_000, HERE)
    build.ops.append(Splice(remove=None, compaction=record()))
    build.call("r", "m", HERE).usage = Usage(input=53_000)
    made = build.session(id="s", title="", cwd="", capabilities=Capabilities())
    (one,) = find_compactions(made, Replay(made)).all
    assert (one.before.value, one.outcome) == (47_000, "ok")


def test_a_record_that_counts_something_else_is_not_the_size_before():
    assert sized(30_000, record(reported_before=190_000), 197_000) == [(30_000, 197_000, "inflated", 190_000)]
    assert sized(30_000, record(reported_before=3_000), *LATER) == [(30_000, 21_000, "ok", 3_000)]


def test_two_compactions_without_a_call_between_lend_each_other_no_numbers():
    first, second = record(reported_before=22_500, trigger="manual"), record(reported_before=3_000, trigger="manual")
    assert sized(22_500, first, second, 22_700) == [(22_500, None, "ok", None), (None, 22_700, "ok", 3_000)]
    assert sized(90_000, first, second, 2_000) == [(90_000, None, "ok", 22_500), (3_000, 2_000, "ok", None)]


def test_a_call_that_failed_and_is_made_again_hides_not_what_a_compaction_left():
    assert sized(72_000, record(), None, 79_000) == [(72_000, 79_000, "inflated", None)]


def test_growth_is_known_by_one_record_where_no_prompt_tells_it():
    grew, shrank = (record(reported_before=72_000, reported_after=left) for left in (79_000, 9_000))
    assert [one.freed for made in (grew, shrank) for one in found(72_000, made).all] == [-7_000, None]
    assert outcomes(72_000, grew) == ["inflated"]


def test_one_odd_call_is_no_compaction():
    assert not found(20_000, 21_000, 150_000, 22_000, 23_000).all
    assert len(found(140_000, 150_000, 22_000, 23_000).all) == 1


def test_a_call_that_a_large_result_made_large_is_none():
    build = Builder("x", "log")
    build.call("r", "m", HERE).usage = Usage(input=20_000)
    build.item(ItemKind.TOOL_RESULT, Origin.TOOL, "word " * 100_000, HERE)
    for prompt in (150_000, 22_000, 23_000):
        build.call("r", "m", HERE).usage = Usage(input=prompt)
    made = build.session(id="s", title="", cwd="", capabilities=Capabilities())
    assert len(find_compactions(made, Replay(made)).all) == 1


def test_a_failed_compaction_explains_no_drop():
    failed = record(status="failed")
    assert outcomes(20_000, 150_000, failed, 22_000, 23_000) == ["failed", "opaque"]
    assert outcomes(20_000, 150_000, failed, 151_000, 152_000) == ["failed"]
