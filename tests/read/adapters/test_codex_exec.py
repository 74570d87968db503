"""codex exec's output: its three forms, what only looks like a heading, runs in one file, damage, recognition."""

from __future__ import annotations

import json

import pytest

from inspector.errors import CannotRead, UnknownFormat
from inspector.model import ItemKind, Splice
from inspector.read.adapters import codex_exec
from inspector.read.adapters.codex_exec.marks import lines_read
from inspector.read.bodies import Bodies
from inspector.read.open import open_log, probe_path, recognise
from inspector.read.tools import command_argument, path_argument
from inspector.reconstruct.compactions import find_compactions, moved
from inspector.reconstruct.replay import Replay
from tests.check_session import sources_hold_their_texts
from tests.conftest import SAMPLES

ADAPTER = codex_exec.ADAPTER
SAMPLE = SAMPLES / "codex-exec" / "0.135" / "lighthouse-lamp" / "codex.log"
STAMPED = SAMPLES / "codex-exec" / "0.34" / "market-stalls" / "run.txt"
ID = "019b7a10-4c00-7d31-8a52-6f0e3b9c2d11"
OTHER = "019b7a11-4c00-7d31-8a52-6f0e3b9c2d11"


def header(version="0.135.0", own=ID, prompt="Paint the boat."):
    return (
        f"OpenAI Codex v{version}\n--------\nworkdir: /w\nmodel: gpt-5.5\nprovider: openai\napproval: never\n"
        f"sandbox: read-only\nsession id: {own}\n--------\nuser\n{prompt}\n"
    )


def ran(command, output, how=" succeeded in 1ms:"):
    """A command of the newest form and what it printed."""
    return f"exec\n/bin/bash -lc {command!r} in /w\n{how}\n{output}"


def old(text, time="00"):
    return f"[2025-09-16T07:30:{time}] {text}\n"


OLD = (
    old("OpenAI Codex v0.34.0 (research preview)")
    + "--------\nworkdir: /w\nmodel: gpt-5\nprovider: openai\n--------\n"
    + old("User instructions:")
    + "Paint the boat.\n\n"
)


@pytest.fixture
def read(tmp_path):
    def write_and_read(text, name="log.txt"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        session = open_log(path).session
        assert session.agent == "codex-exec"
        sources_hold_their_texts(session, Bodies())
        raw = path.read_bytes()
        for item in session.items:
            place = item.source
            assert raw[: place.start].count(b"\n") == place.line - 1
            is_bare = not any(mark in raw for mark in (b"\x1b", b"\r", b"Z OpenAI"))
            if is_bare and item.kind is not ItemKind.TOOL_CALL and item.text:
                assert raw[place.start : place.end].decode("utf-8", "replace").endswith(item.text)
        return session

    return write_and_read


def kinds(session):
    return [(item.kind.value, item.text) for item in session.items if item.kind is not ItemKind.EVENT]


def results(session):
    return [(item.text, item.detail, item.call_id) for item in session.items if item.kind is ItemKind.TOOL_RESULT]


def commands(session):
    calls = [json.loads(item.text) for item in session.items if item.tool == "exec" and item.text[:1] == "{"]
    return [(command_argument(call), call["workdir"]) for call in calls]


def events(session, detail):
    return [item.text for item in session.items if item.detail == detail]


def codes(session):
    return [problem.code for problem in session.diagnostics]


# The three forms -------------------------------------------------------------------------------------------------


def test_the_newest_form():
    session = open_log(SAMPLE).session
    assert (session.id, session.version, session.cwd, session.models) == (
        ID,
        "0.135.0",
        "/work/lighthouse",
        ("gpt-5.5",),
    )
    assert session.started == "2026-01-01T14:57:27.040Z" and session.ended is None
    assert commands(session)[2] == ("python - <<PY\nimport lamp.turn\nprint(lamp.turn.PERIOD)\nPY", "/work/lighthouse")
    tools = [item.tool for item in session.items if item.kind is ItemKind.TOOL_CALL]
    assert tools == ["update_plan", "exec", "exec", "apply_patch", "almanac/moon_phase", "web_search", "exec", "exec",
                     "update_plan"]  # fmt: skip
    patch = next(item for item in session.items if item.tool == "apply_patch")
    assert path_argument(json.loads(patch.text)) == "/work/lighthouse/lamp/turn.py"
    assert events(session, "turn_diff")[0].startswith("diff --git a/lamp/turn.py")
    assert events(session, "final_message") == ["The lamp turns once in ten seconds now; chart.csv is as it was."]


def test_a_compaction_is_told_without_what_it_did():
    session = open_log(SAMPLE).session
    (compaction,) = find_compactions(session, Replay(session)).all
    assert (compaction.record.source.line, compaction.outcome, compaction.inserted) == (60, "opaque", ())
    # Nothing is said to have been kept: what is not known is undecided.
    assert 3 in compaction.removed and compaction.kept == () and moved(compaction).kept is None
    assert compaction.record.status == "partial" and compaction.before.value is None


def test_the_stamped_form():
    session = open_log(STAMPED).session
    assert (session.started, session.ended) == ("2025-09-16T07:30:00.000Z", "2025-09-16T07:30:36.000Z")
    assert [item.time[17:19] for item in session.items if item.kind is ItemKind.TOOL_RESULT] == ["11", "19", "26", "27"]
    assert len(session.requests) == 4
    assert events(session, "reasoning_repeated") == ["**Planning the change**\n\nI change one line and run the check."]
    assert [detail for _, detail, call in results(session) if call] == [
        "succeeded in 9ms", "exited 0 in 21ms", "success in 310ms", "exited 1 in 1m05s",
    ]  # fmt: skip
    assert [item.error for item in session.items if item.kind is ItemKind.TOOL_RESULT] == [False, False, False, True]


def test_the_form_between(read):
    shown = "\n".join(f"line {number}" for number in range(20))
    session = read(
        header("0.89.0")
        + "mcp: almanac starting\nmcp startup: no servers\nthinking\n**I look**\n"
        + f"exec\nbash -lc 'cat long.txt' in /w succeeded in 1.20s:\n{shown}\ncodex\nTwo files.\n"
        + "file update\nA /w/a.py\ncodex\nexec\nM /w/b.py\n@@ -1 +1 @@\n-a\n+b\n"
        + "apply_patch(auto_approved=true) exited 0 in 9ms:\nSuccess.\n"
        + "file update:\ndiff --git a/a.py b/a.py\n+codex\n\n"
        + 'tool box.open({"lid": 1})\nbox.open({"lid": 1}) failed in 2ms:\n{}\n'
        + "Plan update\nSmaller steps.\n  ✓ Look\n  → Paint\n🌐 Searched: boat paint\nviewed image /w/a.png\n"
        + "tokens used\n1,234\nTwo files.\n"
    )
    assert [(item.kind.value, item.tool) for item in session.items if item.kind is not ItemKind.EVENT] == [
        ("user", ""), ("reasoning", ""), ("tool_call", "exec"), ("tool_result", "exec"), ("assistant", ""),
        ("tool_call", "apply_patch"), ("tool_result", "apply_patch"), ("tool_call", "box.open"),
        ("tool_result", "box.open"), ("tool_call", "update_plan"), ("tool_call", "web_search"),
        ("tool_call", "view_image"),
    ]  # fmt: skip
    assert results(session)[0] == (shown, "succeeded in 1.20s", "call 1")
    arguments = [json.loads(item.text) for item in session.items if item.kind is ItemKind.TOOL_CALL]
    assert arguments[1]["file_path"] == "/w/a.py" and "codex\nexec" in arguments[1]["patch"]
    assert arguments[2] == {"lid": 1}
    assert arguments[3] == {
        "explanation": "Smaller steps.",
        "plan": [{"step": "Look", "status": "completed"}, {"step": "Paint", "status": "in_progress"}],
    }
    assert arguments[4:] == [{"query": "boat paint"}, {"path": "/w/a.png"}]
    assert events(session, "token_count") == ["tokens used\n1,234"]


def test_a_plan_of_an_old_version(read):
    plan = 'plan: [PlanItemArg { step: "Say \\"ahoy\\"", status: InProgress }]'
    session = read(OLD + old("explanation: None", "01") + old(plan, "02"))
    (call,) = [item for item in session.items if item.tool == "update_plan"]
    assert json.loads(call.text)["plan"] == [{"step": 'Say \\"ahoy\\"', "status": "in_progress"}]


def test_colours_are_the_printers(read):
    text = (
        header().replace("workdir:", "\x1b[1mworkdir:\x1b[0m")
        + "\x1b[35m\x1b[3mcodex\x1b[0m\x1b[0m\nRed \x1b[31mhull\x1b[0m.\n"
    )
    assert kinds(read(text)) == [("user", "Paint the boat."), ("assistant", "Red hull.")]
    assert kinds(read(header() + "codex\nRed \x1b[31mhull\x1b[0m.\n"))[1][1] == "Red \x1b[31mhull\x1b[0m."


# Commands at once ------------------------------------------------------------------------------------------------


def test_one_command_after_another_has_its_output(read):
    session = read(header() + ran("ls", "a\n\n") + ran("false", "", " exited 3 in 2ms:") + "codex\nDone.\n")
    assert results(session) == [("a", "succeeded in 1ms", "call 1"), ("", "exited 3 in 2ms", "call 2")]
    assert "unpaired-results" not in codes(session)


def test_outputs_of_commands_at_once_have_no_call(read):
    two = "exec\n/bin/bash -lc ls in /w\nexec\n/bin/bash -lc pwd in /w\n"
    session = read(header() + two + " succeeded in 1ms:\n/w\n\n exited 1 in 1ms:\nno\n\n" + ran("id", "me\n"))
    assert [(text, call) for text, _, call in results(session)] == [("/w", ""), ("no", ""), ("me", "call 3")]
    assert codes(session) == ["unpaired-results"]


def test_a_command_that_never_ends_takes_no_later_output(read):
    two = "exec\n/bin/bash -lc ls in /w\nexec\n/bin/bash -lc pwd in /w\n succeeded in 1ms:\n/w\n\ncodex\nOn.\n"
    assert results(read(header() + two + ran("id", "me\n")))[1] == ("me", "succeeded in 1ms", "call 3")


def test_headings_that_stand_behind_a_folder(read):
    three = (
        "exec\n/bin/zsh -lc 'ls a' in /w/my direxec\n/bin/zsh -lc 'ls\nb' in /w/my direxec\n"
        "/bin/zsh -lc 'ls c' in /w/my dir succeeded in 50ms:\none\n"
        " succeeded in 51ms:\ntwo\n exited 2 in 51ms:\nthree\n"
    )
    session = read(header("0.111.0") + three)
    assert commands(session) == [("ls a", "/w/my dir"), ("ls\nb", "/w/my dir"), ("ls c", "/w/my dir")]
    assert [(text, call) for text, _, call in results(session)] == [("one", ""), ("two", ""), ("three", "")]


def test_a_folder_may_be_called_exec(read):
    session = read(header() + "exec\n/bin/bash -lc ls in /w/exec\n succeeded in 1ms:\na\n")
    assert commands(session) == [("ls", "/w/exec")]


def test_a_command_in_quotes_may_hold_a_folder_at_a_line_end(read):
    session = read(header() + "exec\n/bin/bash -lc 'find . in /tmp\nexec\ncodex' in /w\n succeeded in 1ms:\na\n")
    assert commands(session) == [("find . in /tmp\nexec\ncodex", "/w")]


# What only looks like a heading ----------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["user", "exec", "tokens used", "file update", "warning: old", "ERROR: no", "mcp: x"])
def test_lines_of_outputs_that_are_no_headings(read, line):
    output = f"{line}\nmore\n"
    session = read(header() + ran("cat f", output + "\n") + "codex\nDone.\n")
    assert results(session)[0][0] == output.strip() and kinds(session)[-1] == ("assistant", "Done.")


def test_an_old_output_has_twenty_lines_and_what_follows_is_none_of_it(read):
    shown = "\n".join(["0"] * 20)
    session = read(header("0.89.0") + f"exec\nbash -lc x in /w succeeded in 1ms:\n{shown}\nstream error: retry\n")
    assert results(session)[0][0] == shown and events(session, "printed") == ["stream error: retry"]


def test_a_stamp_of_the_past_is_quoted(read):
    quoted = old("codex", "01") + "Ahoy.\n"
    text = OLD + old("exec bash -lc 'cat log' in /w", "05") + old("bash -lc 'cat log' succeeded in 1ms:", "05")
    session = read(text + quoted + old("codex", "06") + "\nDone.\n")
    assert results(session)[0][0] == quoted.strip() and kinds(session)[-1] == ("assistant", "Done.")


def test_this_very_log_quoted_ends_where_it_stood_then(read):
    above = header() + "codex\nI read.\n" + ran("ls", "a\n\n")
    session = read(above + ran("cat out.log", above + "\n") + "codex\nDone.\n")
    assert [text for kind, text in kinds(session) if kind == "assistant"] == ["I read.", "Done."]
    assert len(commands(session)) == 2 and codes(session) == []


def test_another_log_quoted_ends_with_the_lines_that_were_asked_for(read):
    other = header(own=OTHER, prompt="Row.") + "codex\nI row.\n" + ran("pwd", "/w\n\n")
    count = other.count("\n")
    session = read(header() + ran(f"sed -n '1,{count}p' b.log", other) + "codex\nDone.\n")
    assert [text for kind, text in kinds(session) if kind == "assistant"] == ["Done."]
    assert codes(session) == ["quoted-log"]
    more = ran(f"sed -n '{count + 1},{count + 2}p' b.log", "codex\nI rowed.\n") + "codex\nDone.\n"
    again = read(header() + ran(f"sed -n '1,{count}p' b.log", other) + more)
    assert [text for kind, text in kinds(again) if kind == "assistant"] == ["Done."]


@pytest.mark.parametrize(
    ("command", "lines"),
    [("bash -lc \"sed -n '3,9p' a b\"", None), ("sed -n 3,9p a", 7), ("bash -lc 'ls'", None), ("bash -lc 'a", None)],
)
def test_how_much_a_command_can_print(command, lines):
    assert lines_read(command)[0] == lines


def test_a_notice_below_the_prompt_is_none_of_it(read):
    session = read(header(prompt="Mind this:\nERROR: it is quoted\nand mend it.") + "warning: slow\nERROR: no\n{\n}\n")
    assert kinds(session)[0][1].startswith("Mind this:\nERROR: it is quoted\nand mend it.")
    session = read(header() + "warning: slow\ndeprecated: a flag\n  use another\ncodex\nDone.\n")
    assert kinds(session)[0] == ("user", "Paint the boat.")
    assert events(session, "notice") == ["warning: slow", "deprecated: a flag\n  use another"]


def test_what_the_tests_print_is_no_plan(read):
    session = read(header() + ran("npm test", "  ✓ floats\n  ✓ steers\n\n") + "codex\nDone.\n")
    assert results(session)[0][0] == "  ✓ floats\n  ✓ steers"
    assert not any(item.tool == "update_plan" for item in session.items)


# Around and below ------------------------------------------------------------------------------------------------


def test_the_answer_alone_below_the_count_is_the_answer(read):
    assert kinds(read(header() + "tokens used\n12\nDone.\n"))[-1] == ("assistant", "Done.")


def test_what_a_script_prints_around_a_run_is_no_message(read):
    session = read("+ codex exec\nDone.\n" + header() + "codex\nDone.\ntokens used\n12\nDone.\nexit 0\n")
    assert [text for kind, text in kinds(session) if kind == "assistant"] == ["Done."]
    assert events(session, "printed") == ["+ codex exec\nDone.", "Done.\nexit 0"]


def test_another_session_in_the_same_file_knows_nothing(read):
    first = header() + "codex\nDone.\ntokens used\n12\nDone.\n"
    session = read(first + header(own=OTHER, prompt="Row.") + "codex\nI row.\n")
    assert codes(session) == ["another-run"]
    assert [session.items[number - 1].text for number in Replay(session).items_at(len(session.ops) - 1)] == [
        "Row.",
        "I row.",
    ]
    same = read(first + header(prompt="Row.") + "codex\nI row.\n")
    assert not any(isinstance(op, Splice) for op in same.ops) and codes(same) == ["another-run"]


@pytest.mark.parametrize("at", [60, 130, 200, 400, 900, 1500])
def test_a_cut_log_opens_as_far_as_it_goes(read, at):
    raw = STAMPED.read_bytes()[:at] if at > 200 else SAMPLE.read_bytes()[:at]
    try:
        session = read(raw)
    except (UnknownFormat, CannotRead):
        assert at < 100
        return
    assert session.items


def test_a_log_without_its_beginning_opens(read):
    raw = SAMPLE.read_bytes()
    session = read(raw[raw.index(b"codex\nI look") :])
    assert len(commands(session)) == 4 and session.models == () and session.title == "log"
    raw = STAMPED.read_bytes()
    session = read(raw[raw.index(b"[2025-09-16T07:30:08]") :])
    assert len(commands(session)) == 2 and session.started == "2025-09-16T07:30:08.000Z"


def test_bytes_that_are_no_text_and_windows_line_ends(read):
    session = read(header().replace("\n", "\r\n").encode() + b"codex\r\nDo\xffne.\r\n")
    assert kinds(session)[-1] == ("assistant", "Do\ufffdne.") and codes(session) == ["mended-line"]


def test_times_that_a_pipeline_noted(read):
    text = "Set up job\n" + header() + ran("ls", "a\n") + "codex\nDone.\n"
    lines = [f"2026-04-19T14:51:{at:02}.9921601Z {line}\n" for at, line in enumerate(text.splitlines())]
    session = read("".join(lines), "job.log")
    assert kinds(session)[0] == ("user", "Paint the boat.") and results(session)[0][0] == "a"
    assert session.ended == "2026-04-19T14:51:17.992Z" and session.items[-1].time == session.ended


@pytest.mark.parametrize(
    "many",
    [
        "codex\n" + "warning: slow\n" * 60_000,
        "Plan update\n" * 60_000,
        "exec\nls in /w\n" * 40_000,
        "exec\n'\n" * 60_000,
    ],
    ids=["notices", "plans", "commands", "quotes"],
)
def test_many_lines_that_may_be_headings_come_to_an_end(tmp_path, ends, many):
    (tmp_path / "log.txt").write_text(header() + many, encoding="utf-8")
    assert open_log(tmp_path / "log.txt").session.items


@pytest.mark.parametrize("line", ["exec bash -lc 'x' in /w", "exec bash -lc 'x", "codex"])
def test_many_stamps_come_to_an_end(tmp_path, ends, line):
    (tmp_path / "log.txt").write_text(OLD + old(line) * 30_000, encoding="utf-8")
    assert open_log(tmp_path / "log.txt").session.items


# Whose a file is -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("user\nhi\ncodex\nhello\nexec\nls\n", "notes.txt"),
        ("OpenAI Codex v0.135.0 is out.\n--------\ncodex\n", "news.txt"),
        ("# How\n\n```\n" + header() + "codex\nDone.\n```\n", "readme.md"),
        ('LOG = """\n' + header() + 'codex\nDone.\n"""\n', "test_it.py"),
        ("[2025-09-16T07:30:00] start\n[2025-09-16T07:30:01] exec ls\n[2025-09-16T07:30:02] done\n", "app.log"),
    ],
)
def test_other_texts_are_not_taken(tmp_path, text, name):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnknownFormat):
        recognise(path)


def test_a_transcript_that_quotes_such_a_log_stays_what_it_is(tmp_path):
    transcript = next((SAMPLES / "specstory" / "2.1" / "ferry-times").glob("*.md"))
    path = tmp_path / "log.md"
    path.write_text(transcript.read_text("utf-8") + "\n" + header() + "codex\nDone.\n", encoding="utf-8")
    assert recognise(path)[0].id == "specstory"


def test_a_list_shows_the_prompt_and_the_times():
    glance = ADAPTER.glance(probe_path(STAMPED))
    assert (glance.started, glance.ended) == ("2025-09-16T07:30:00.000Z", "2025-09-16T07:30:36.000Z")
    assert glance.title == "Number the stalls from 1, and keep the names of the traders as they are."
    glance = ADAPTER.glance(probe_path(SAMPLE))
    assert (glance.started, glance.ended) == ("2026-01-01T14:57:27.040Z", None)
