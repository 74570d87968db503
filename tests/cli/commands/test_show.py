import pytest

KEYS = {"number", "kind", "origin", "tool", "text", "tokens", "time", "line", "pointer"}


def test_items_come_with_the_contracts_keys(inspector, compacted):
    shown = inspector("show", compacted, "--json").json
    assert list(shown)[:4] == ["schema", "agent", "version", "models"]
    assert shown["schema"] == 2
    assert shown["problems"] == []
    assert all(set(item) >= KEYS for item in shown["items"])
    assert [item["number"] for item in shown["items"]] == list(range(1, len(shown["items"]) + 1))


def test_every_text_stands_in_the_line_it_names(inspector, tiny):
    lines = tiny.read_text("utf-8").splitlines()
    shown = [item for item in inspector("show", tiny, "--kind", "user", "--json").json["items"] if not item["thread"]]
    assert shown
    for item in shown:
        assert item["text"][:20] in lines[item["line"] - 1]


def test_tokens_are_estimates_and_events_have_none(inspector, compacted):
    items = inspector("show", compacted, "--json").json["items"]
    for item in items:
        if item["kind"] == "event":
            assert item["tokens"] == {"value": None, "basis": None, "counted": None}
        else:
            assert item["tokens"]["value"] > 0
            assert item["tokens"]["basis"] == "estimated"
    assert any(item["kind"] == "event" for item in items)


def test_from_to_kind_and_filter_all_have_to_fit(inspector, compacted):
    every = inspector("show", compacted, "--json").json["items"]
    shown = inspector(
        "show", compacted, "--from", 5, "--to", 40, "--kind", "tool_call", "--kind", "tool_result",
        "--filter", "-tool:Read in:C0", "--json",
    ).json["items"]  # fmt: skip
    assert shown == [
        item
        for item in every
        if 5 <= item["number"] <= 40
        and item["kind"] in ("tool_call", "tool_result")
        and item["tool"] != "Read"
        and item["segment"] == 0
    ]
    assert shown


def test_words_are_found_deep_in_a_text(inspector, compacted):
    items = inspector("show", compacted, "--json").json["items"]
    item = max(items, key=lambda item: len(item["text"]))
    word = item["text"][-40:].strip()
    found = inspector("show", compacted, "--filter", '"{}"'.format(word.replace('"', "")), "--json").json["items"]
    assert item["number"] in [entry["number"] for entry in found]


def test_a_filter_that_does_not_parse_is_wrong_usage(inspector, compacted):
    told = inspector("show", compacted, "--filter", "kind:nonsense")
    assert told.status == 2
    assert "character 6" in told.err


def test_a_damaged_log_is_shown_with_its_problems(inspector, damaged):
    shown = inspector("show", damaged, "--json")
    assert shown.status == 0
    assert shown.json["items"]
    for problem in shown.json["problems"]:
        assert set(problem) == {"severity", "code", "message", "line"}
    assert any(problem["line"] for problem in shown.json["problems"])


@pytest.mark.parametrize("name", ["compacted", "tiny", "damaged"])
def test_the_table_has_one_line_an_item(inspector, request, name):
    log = request.getfixturevalue(name)
    told = inspector("show", log)
    items = inspector("show", log, "--json").json["items"]
    assert len(told.out.splitlines()) == len(items) + 1
    assert f"{len(items):,} of {len(items):,} items" in told.err
