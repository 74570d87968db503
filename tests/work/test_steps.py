import pytest

from inspector.model import Item, ItemKind, Origin, Source
from inspector.read.tools import ToolKind
from inspector.work.steps import Step, in_text, steps, turned_down


def item(number, kind, text, *, tool="Bash", call="c1", error=False, origin=Origin.AGENT):
    return Item(number, "", kind, origin, Source("x"), text[:50], len(text), tool, call, error=error, text=text)


def told(*items):
    return list(steps(items, lambda item: item.text))


def ran(output, *, error=False):
    call = item(1, ItemKind.TOOL_CALL, '{"command":"make"}')
    (step,) = told(call, item(2, ItemKind.TOOL_RESULT, output, error=error, tool=""))
    return step


def test_a_call_and_its_result_are_one_step():
    step = ran("done")
    assert (step.kind, step.command, step.output, step.failed, step.code) == (ToolKind.RUN, "make", "done", False, None)


@pytest.mark.parametrize(
    ("output", "code"),
    [
        ("Exit code 2\nno rule", 2),
        ("Chunk ID: a\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n", 0),
        ("text\n\nCommand exited with code 1", 1),
        ("<status>completed</status>\n<exit_code>3</exit_code>", 3),
        ("\n<shellId: 2 completed with exit code 0>", 0),
    ],
)
def test_the_exit_code_is_read_where_agents_write_it(output, code):
    step = ran(output)
    assert (step.code, step.failed) == (code, code != 0)


def test_what_came_of_a_call_is_shown_at_its_result_or_at_itself():
    assert ran("done").shown == 2
    assert told(item(7, ItemKind.TOOL_CALL, '{"command":"make"}'))[0].shown == 7


def test_work_that_still_runs_has_no_outcome():
    assert ran("Process running with session ID 7").failed is None


def test_a_call_without_result_comes_last():
    call = item(1, ItemKind.TOOL_CALL, '{"command":"make"}')
    words = item(2, ItemKind.ASSISTANT, "Waiting.", call="")
    assert [step.item.number for step in told(call, words)] == [2, 1]


def test_harness_text_is_no_step():
    assert told(item(1, ItemKind.USER, "reminder", origin=Origin.HARNESS, call="")) == []


@pytest.mark.parametrize("kind", ["task", "bash", "agent"])
def test_what_the_harness_says_of_work_in_the_background_is_a_step_by_any_name(kind):
    (step,) = told(item(1, ItemKind.ATTACHMENT, f"<{kind}-notification>\n<id>b1</id>", call="", origin=Origin.HARNESS))
    assert step.kind is ToolKind.OTHER
    assert step.output == f"<{kind}-notification>\n<id>b1</id>"


def test_arguments_that_are_no_json_stay_text():
    (step,) = told(item(1, ItemKind.TOOL_CALL, "*** Begin Patch", tool="apply_patch"))
    assert step.arguments == "*** Begin Patch"


def test_arguments_in_tags_are_read():
    text = "<read_file>\n<path>src/a.py</path>\n</read_file>"
    (step,) = told(item(1, ItemKind.TOOL_CALL, text, tool="read_file"))
    assert (step.kind, step.path) == (ToolKind.READ, "src/a.py")


def test_commands_in_a_script_are_read_and_their_outcome_is_not_known():
    text = 'const r = await tools.exec_command({\n  cmd: "make \\"all\\"",\n  workdir: "/x"\n});'
    call = item(1, ItemKind.TOOL_CALL, text, tool="exec")
    result = item(2, ItemKind.TOOL_RESULT, "Script completed\nWall time 0.2 seconds", tool="")
    (step,) = told(call, result)
    assert (step.command, step.failed) == ('make "all"', None)


def test_words_are_found_as_json_writes_them():
    text = '{"command":"echo \\"a\\"\\nmake"}'
    start, end = in_text(text, 'echo "a"\nmake')
    assert text[start:end] == 'echo \\"a\\"\\nmake'
    assert in_text(text, "rm") is None


@pytest.mark.parametrize(
    ("output", "human", "refused"),
    [
        ("The user doesn't want to proceed with this tool use. The tool use was rejected.", True, True),
        ("exec command rejected by user", True, True),
        ("The user rejected permission to use this tool call with the following feedback: later", True, True),
        ("Claude requested permissions to write to src/tide.py, but you haven't granted it yet.", False, True),
        ("[Operation Cancelled] Reason: User denied execution.", True, True),
        ("Error: The user doesn't want to proceed with this tool use.", True, True),
        ("patch was rejected by the user.", True, True),
        ("FAIL tests/invite.test.ts > user rejected the invitation", False, False),
        ('{"level": "debug", "msg": "prepare: user declined the signature"}', False, False),
        ("mail refused: denied by user policy", False, False),
        ("This command requires approval", False, True),
        ("<tool_use_error>Cancelled: parallel tool call Bash(ls) errored</tool_use_error>", False, True),
        ("! [rejected] main -> main\nerror: the push was rejected", False, False),
        ("3 failed\n\nE  AssertionError: the user rejected the tide", False, False),
    ],
)
def test_what_never_ran_is_told_from_what_failed_and_by_whom(output, human, refused):
    assert turned_down(output) is human
    assert Step(item=None, text="", output=output).refused is refused
