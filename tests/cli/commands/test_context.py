import pytest

from inspector.cli.commands.context import _at_request, _recorded_words
from inspector.errors import UsageError
from inspector.model import ItemKind
from tests.made_session import MadeSession

KEYS = {"schema", "request", "entries", "counted", "recorded", "unlogged"}


def test_a_request_saw_what_the_composition_counts(inspector, compacted):
    tokens = inspector("tokens", compacted, "--json").json
    for request, split in list(zip(tokens["requests"], tokens["composition"], strict=True))[::10]:
        seen = inspector("context", compacted, "--request", request["number"], "--json").json
        assert set(seen) >= KEYS
        assert seen["request"] == request["number"]
        assert seen["recorded"] == request["prompt"]
        assert seen["counted"] == sum(entry["tokens"] or 0 for entry in seen["entries"])
        logged = sum(value for kind, value in split["kinds"].items() if kind != "unlogged")
        # Each item is rounded by itself here, each kind there.
        assert abs(seen["counted"] - logged) <= len(seen["entries"]) / 2 + len(split["kinds"])


def test_the_first_context_holds_no_later_items(inspector, tiny):
    seen = inspector("context", tiny, "--request", 1, "--json").json
    items = inspector("show", tiny, "--json").json["items"]
    answer = next(item["number"] for item in items if item["kind"] in ("assistant", "tool_call", "reasoning"))
    assert seen["entries"]
    assert all(entry["item"] < answer for entry in seen["entries"])
    assert {"item", "kind", "form", "tokens", "line"} <= set(seen["entries"][0])


def test_before_a_compaction_no_prompt_was_recorded(inspector, compacted):
    seen = inspector("context", compacted, "--before", 1, "--json").json
    assert (seen["request"], seen["recorded"], seen["unlogged"]) == (None, None, None)
    assert "recorded" not in inspector("context", compacted, "--before", 1).out
    assert seen["counted"] > inspector("context", compacted, "--after", 1, "--json").json["counted"]


@pytest.mark.parametrize("args", [[], ["--request", 1, "--before", 1], ["--request", 0], ["--request", 9999]])
def test_exactly_one_context_that_exists_has_to_be_named(inspector, compacted, args):
    told = inspector("context", compacted, *args)
    assert (told.status, told.out) == (2, "")


def test_the_table_has_one_line_an_entry(inspector, compacted):
    there = inspector("context", compacted, "--after", 1, "--json").json["entries"]
    table, words = inspector("context", compacted, "--after", 1).tables
    assert len(table) == 1 + len(there)
    assert words[0].startswith("After compaction 1: ") and words[0].endswith(" of them not in this log.")
    assert words[1].startswith("Sent, and not in this log: system prompt (in front)")


def test_where_less_was_sent_than_the_log_holds_nobody_knows_what_it_does_not_hold(inspector, tiny, tmp_path):
    log = tmp_path / tiny.name
    log.write_text(tiny.read_text("utf-8").replace('"cache_creation_input_tokens":15211', '"x":0'), "utf-8")
    seen, split = (
        inspector(*what, log, *more, "--json").json
        for what, more in ((["context"], ["--request", 1]), (["tokens"], []))
    )
    assert (seen["recorded"], seen["unlogged"], split["composition"][0]["kinds"]["unlogged"]) == (3, None, None)
    told = inspector("context", log, "--request", 1).out
    assert "; 3 were recorded: either the count is too high, or not everything in this log was sent" in told
    assert _recorded_words(900, 0) == "; 900 were recorded"


def test_a_summarizers_own_call_is_named_with_the_agents_own_beside_it():
    made = MadeSession()
    made.add(ItemKind.USER, "only touch auth/")
    made.call(20_000)
    made.call(20_500, purpose="compaction")
    made.call(9_000)
    document = made.document()
    numbers = [one.number for one in document.session.requests]
    with pytest.raises(UsageError) as told:
        _at_request(document, numbers[1])
    beside = f"{numbers[0]} and {numbers[2]}"
    assert told.value.message == (
        f"Request {numbers[1]} asked for a summary, and is none of the agent's own; the nearest of those: {beside}."
    )
    with pytest.raises(UsageError, match="There is no request 99: they go from"):
        _at_request(document, 99)
