import json
import tomllib

import pytest

from inspector.resources import samples
from tests.claude_log import Call, ClaudeLog
from tests.codex_log import compacted, header, item, lines, says, turn, usage
from tests.made_consequences import NAMED, NAMED_AT, consequences_log
from tests.made_unread import HARBOURS, RULE, SEALED, START, TASK, ran, unread_log
from tests.read.adapters.test_pi import HEADER, entry, result, said, user

_FINDINGS = {"rereads", "repeats", "said_again", "asked_again", "retries", "mistakes", "broken"}
KEYS = {"number", "loop", "cost"} | _FINDINGS


@pytest.fixture
def fading(samples):
    return samples / "claude-code" / "2.1" / "fading-rules"


def test_consequences_come_with_the_contracts_keys(inspector, fading):
    told = inspector("consequences", fading, "--json").json
    assert told["schema"] == 2
    assert [one["number"] for one in told["compactions"]] == [1, 2, 3]
    for one in told["compactions"]:
        assert set(one) >= KEYS
        assert set(one["cost"]) >= {"tokens", "seconds", "usd"}
        assert one["loop"] is False
        assert not {"violations", "stood", "restated", "denied", "chains"} & set(one)


def test_what_was_planted_stands_at_its_lines(inspector, fading):
    planted = tomllib.loads((fading / "case.toml").read_text("utf-8"))
    told = inspector("consequences", fading, "--json").json["compactions"]
    (reread,) = told[0]["rereads"]
    (repeat,) = told[0]["repeats"]
    said, frozen = told[1]["said_again"]
    lists = [value for one in told for key, value in one.items() if key in _FINDINGS]
    assert sum(map(len, lists)) == 4, "nothing else was planted"
    assert (reread["path"], reread["line"]) == (planted["rereads"][0]["path"], planted["rereads"][0]["line"])
    assert (repeat["command"], repeat["line"]) == (planted["repeats"][0]["command"], planted["repeats"][0]["line"])
    assert (said["said"], said["line"]) == (planted["chains"][0]["said"], planted["chains"][0]["again"])
    assert said["fact"] and said["why"] and (said["sure"], said["basis"], said["named"]) == ("certain", "counted", None)
    assert said["sentence"] == said["text"] == "Never edit anything outside src/tidewatch/feeds/ and tests/feeds/."
    assert frozen["sentence"] == "The alerting code is frozen until the audit is over."
    assert told[0]["cost"]["tokens"] == reread["tokens"] + repeat["tokens"]
    assert told[1]["cost"]["tokens"] is None
    assert told[0]["call"]["cache_write"] > 0
    assert told[0]["call"]["usd"] > 0
    # By a list of prices: nobody recorded it.
    assert (told[0]["call"]["basis"], told[0]["call"]["usd_basis"]) == ("recorded", "estimated")
    assert (told[0]["call"]["own_cost"]["usd"], told[0]["call"]["own_cost"]["of"]) == (None, 0)


def test_evidence_names_items_and_lines(inspector, fading):
    told = inspector("consequences", fading, "--json", "--compaction", 2).json["compactions"]
    (one,) = told
    assert [place["line"] for place in one["said_again"][0]["evidence"]] == [4, 181]


def test_the_table_is_for_people_and_the_sentences_say_why(inspector, fading):
    ran = inspector("consequences", fading)
    assert "said again" in ran.out and "181" in ran.out
    assert "not word for word in the context after compaction 2; the user said them again." in ran.out and not ran.err


def test_a_session_in_which_nothing_was_lost_says_so(inspector, samples):
    ran = inspector("consequences", samples / "claude-code" / "2.1" / "clean")
    assert ran.status == 0
    assert "No work was done again and nothing said again that the log could prove." in ran.err


def test_where_no_loss_could_be_judged_that_is_said_too(inspector, samples):
    ran = inspector("consequences", samples / "openai-api" / "responses" / "choir-archive" / "calls.jsonl")
    assert "could prove. Its summary is encrypted; only kept messages can be looked at." in ran.err


def test_a_compaction_that_is_not_there_is_wrong_usage(inspector, fading):
    assert inspector("consequences", fading, "--compaction", 9).status == 2


def test_a_session_without_compactions_has_no_consequences(inspector, samples):
    (log,) = (samples / "claude-code" / "2.0").glob("tiny/*.jsonl")
    ran = inspector("consequences", log, "--json")
    assert ran.json["compactions"] == []


@pytest.fixture
def mistaken(tmp_path):
    """A log in which a program that is not there is called again, and an edit of a file that counts as not read."""
    log = ClaudeLog("ab" * 16, "/home/mara/tidewatch", "2.1.219", "main", "2026-03-02T09:00:00")
    log.files = {f"src/{name}.py": f"{name}_1 = 1\n{name}_2 = 2\n{name}_3 = 3\n" for name in ("noaa", "bodc", "shom")}
    absent = "/bin/bash: line 1: gauge: command not found"
    log.human("Please bring the feeds into order.")
    for call in (log.bash("gauge build", absent, code=127), *map(log.read, log.files)):
        log.say(call)
    log.compact("Summary:\n1. The feeds are being put in order.")
    log.say(log.bash("gauge report", absent, code=127))
    arguments = {"file_path": f"{log.cwd}/src/noaa.py", "old_string": "noaa_2 = 2", "new_string": "noaa_2 = 4"}
    unread = "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>"
    log.say(Call("Edit", arguments, unread, error=True))
    (tmp_path / "log.jsonl").write_bytes(log.dump())
    return tmp_path / "log.jsonl"


def test_known_mistakes_are_told_with_call_and_reason(inspector, mistaken):
    (told,) = inspector("consequences", mistaken, "--json").json["compactions"]
    error, refused = told["mistakes"]
    assert (error["call"], error["basis"]) == ("gauge report", "counted")
    assert (refused["call"], refused["basis"]) == ("/home/mara/tidewatch/src/noaa.py", "counted")
    assert told["cost"]["tokens"] == error["tokens"] + refused["tokens"]
    ran = inspector("consequences", mistaken)
    assert ran.out.count("known mistake ") == 2
    assert "After compaction 1, 2 calls failed on what had been known" in ran.out


def test_a_report_says_how_a_sentence_is_known(inspector, mistaken, tmp_path):
    inspector("report", mistaken, "-o", tmp_path / "told.json")
    (sentence,) = json.loads((tmp_path / "told.json").read_text("utf-8"))["consequences"]
    assert sentence["basis"] == "counted"


def test_behind_a_compaction_that_nobody_can_read_the_work_is_asked_and_counts_and_examples_told(inspector, tmp_path):
    log = next(samples().glob("openai-api/responses/choir-archive/*.jsonl"))
    told = inspector("consequences", log, "--json").json["compactions"][0]["unread"]
    assert told["basis"] == "inferred" and set(told["counts"]) >= {"shown known", "fetched again", "never tested"}
    assert sum(told["counts"].values()) > 0
    log = unread_log(tmp_path)
    said = inspector("consequences", log).out
    assert (
        "Compaction 1 cannot be read. Facts from before it, sentences among them, by what the later work shows: "
        "2 fetched again, 3 never tested." in said
    )
    assert "Never tested is not lost" in said
    assert "The work went on: the agent goes on with tides/tables.py (line 15)." in said
    assert f"fetched again, line 18: {RULE}" in said
    told = inspector("consequences", log, "--json").json["compactions"][0]["unread"]
    assert told["counts"]["fetched again"] == 2
    with log.open("ab") as file:
        file.write(lines(*ran("c6", "cat docs/harbours.md", HARBOURS), *ran("c7", "cat docs/task.md", TASK)))
    assert "fetched again: 1 more (--all lists them)" in inspector("consequences", log).out
    assert inspector("consequences", log, "--all").out.count("  fetched again, line ") == 4
    first = told["facts"][0]
    assert (first["statement"], first["shown"], first["item"], first["line"]) == (RULE, "fetched again", 13, 18)
    assert (first["kind"], first["said"]) == ("said", 4)
    assert told["under_way"]["went_on"] is True
    assert "inspector consequences looks at the work that followed" in inspector("survival", log).out


@pytest.fixture
def followed(tmp_path):
    return consequences_log(tmp_path)


def test_each_consequence_stands_in_the_table_at_its_line(inspector, followed):
    path, lines = followed
    rows = inspector("consequences", path).out.splitlines()
    asked, named = lines.pop(NAMED_AT), lines.pop(NAMED)
    for what, line in lines.items():
        assert [row for row in rows if row.startswith(f"C1  {line:>4}  {what}")], what
    (row,) = [row for row in rows if row.startswith(f"C1  {named:>4}  read again  ")]
    assert "possible" in row and f"The user named it in line {asked}." in row


def test_what_the_user_named_has_its_line_and_is_in_no_sum(inspector, followed):
    path, lines = followed
    (told,) = inspector("consequences", path, "--json").json["compactions"]
    first, second = told["rereads"]
    assert (first["named"], second["named"]) == (None, lines[NAMED_AT])
    assert lines[NAMED_AT] in [place["line"] for place in second["evidence"]]
    counted = [first, *told["repeats"], *told["mistakes"]]
    assert told["cost"]["tokens"] == sum(one["tokens"] for one in counted)


_PATCH = r"*** Begin Patch\n*** Update File: tides/docs/harbours.md\n@@\n-Brest\n+Bremen\n*** End Patch"


@pytest.mark.parametrize(
    ("changes", "known"),
    [
        ([], ["100%"]),
        ([item("custom_tool_call", name="exec", input=f'await tools.apply_patch("{_PATCH}");', call_id="c5")], []),
        (ran("c5", rf"apply_patch <<EOF\n{_PATCH}\nEOF", "Done"), []),
    ],
)
def test_codex_reads_again_what_no_patch_of_a_script_or_shell_changed(inspector, tmp_path, changes, known):
    reads = [ran(f"c{n}", "cat tides/docs/harbours.md", f"Chunk ID: {n}{n}\nOutput:\n{HARBOURS}") for n in (1, 2)]
    rows = [header(cwd="/p"), turn(), START, says("user", TASK), *reads[0]]
    rows += [row for n in (6, 7, 8) for row in ran(f"c{n}", f"cat {n}.md", HARBOURS)]
    rows += [usage(200_000), compacted(SEALED), usage(20_000), *changes, *reads[1], usage(30_000)]
    log = tmp_path / "rollout-2026-07-20T20-00-00-019f8100.jsonl"
    log.write_bytes(lines(*rows))
    (told,) = inspector("consequences", log, "--json").json["compactions"]
    assert [one["why"].split("; ")[1].split()[0] for one in told["rereads"]] == known


def test_a_fork_that_is_read_with_its_source_tells_what_followed_a_compaction_of_both(inspector, followed):
    path, _ = followed
    rows = [json.loads(row) for row in path.read_bytes().splitlines()]
    name, fork = rows[1]["sessionId"], path.with_name("fork.jsonl")
    path.rename(path.with_name(f"{name}.jsonl"))
    came_from = {"forkedFrom": {"sessionId": name}, "sessionId": "ab" * 16}
    last = next(row for row in rows[::-1] if row["type"] == "user")
    more = {"uuid": "f" * 32, "parentUuid": last["uuid"], "message": {"role": "user", "content": "Then the changelog."}}
    rows = [row | (came_from if "sessionId" in row else {}) for row in (*rows, last | more)]
    fork.write_text("\n".join(map(json.dumps, rows)))
    alone, both = (inspector("consequences", fork, *way, "--json").json["compactions"] for way in ((), ("--joined",)))
    assert alone[0]["cost"] == both[0]["cost"] and len(alone[0]["said_again"]) == len(both[0]["said_again"]) == 1


@pytest.mark.parametrize(("behind", "found"), [("g", 1), ("c", 0)])
def test_a_compaction_before_which_the_session_went_back_has_no_consequences(inspector, tmp_path, behind, found):
    text = "".join(f"noaa_{n} = '{n} of noaa'\n" for n in range(12))
    call = {"type": "toolCall", "id": "c", "name": "read", "arguments": {"path": "src/noaa.py"}}
    rows = [
        HEADER, user("a", None, "Look after the feeds."), said("b", "a", call), result("r", "b", "read", text),
        said("c", "r", "I read it."),
        entry("d", "compaction", "c", summary="Work goes on.", firstKeptEntryId="c", tokensBefore=900),
        said("g", "d", "Going on."), user("h", behind, "Continue."), said("i", "h", call | {"id": "c2"}),
        result("j", "i", "read", text, toolCallId="c2"), said("k", "j", "Done."),
    ]  # fmt: skip
    log = tmp_path / "pi.jsonl"
    log.write_text("\n".join(map(json.dumps, rows)))
    (told,) = inspector("consequences", log, "--json").json["compactions"]
    assert len(told["rereads"]) == found
