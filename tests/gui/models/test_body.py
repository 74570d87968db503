import base64
import tomllib
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as some

from inspector.errors import LogChanged
from inspector.gui.models.body import Diff, Heading, Layout, LeftOut, Mono, Note, Picture, Prose, diff, read_body
from inspector.model import ItemKind, Origin, Source
from inspector.read.open import open_log
from inspector.workbench.document import Document
from tests.made_session import MadeSession

SAMPLES = Path(__file__).parent.parent.parent.parent / "sample_sessions"
LOGS = sorted(path.parent / tomllib.loads(path.read_text("utf-8"))["log"] for path in SAMPLES.rglob("case.toml"))


def sections(kind, text, laid_out=Layout, **more):
    made = MadeSession()
    number = made.add(kind, text, **more)
    document = made.document()
    return read_body(document, document.item(number), laid_out).sections


def test_an_edit_is_shown_as_a_diff_below_its_path():
    found = sections(
        ItemKind.TOOL_CALL,
        {"file_path": "a.py", "old_string": "x = 1\ny = 2", "new_string": "x = 1\ny = 3"},
        tool="Edit",
    )
    assert found == (Heading("a.py"), Diff(((" ", "x = 1"), ("-", "y = 2"), ("+", "y = 3"))))


def test_several_edits_of_one_call_are_shown_one_behind_the_other():
    edits = [{"old_string": "a", "new_string": "b"}, {"old_string": "c", "new_string": ""}]
    found = sections(ItemKind.TOOL_CALL, {"file_path": "a.py", "edits": edits}, tool="MultiEdit")
    assert found[1:] == (Diff((("-", "a"), ("+", "b"))), Diff((("-", "c"),)))


def test_a_command_is_shown_as_a_shell_line_and_nothing_is_dropped():
    found = sections(ItemKind.TOOL_CALL, {"command": "make test", "timeout": 5}, tool="Bash")
    assert found[0] == Mono("$ make test")
    assert orjson.loads(found[1].text) == {"timeout": 5}


def test_what_a_call_names_beside_its_command_and_its_edit_is_shown_too():
    found = sections(ItemKind.TOOL_CALL, {"cmd": "ls", "script": "x.sh"}, tool="Bash")
    assert found == (Mono("$ ls"), Mono('{\n  "script": "x.sh"\n}'))
    edits = [{"old_string": "a", "new_string": "b", "replace_all": True}]
    found = sections(ItemKind.TOOL_CALL, {"edits": edits}, tool="MultiEdit")
    assert found == (Diff((("-", "a"), ("+", "b"))), Mono('{\n  "replace_all": true\n}'))


def test_arguments_that_are_json_in_a_string_are_laid_out():
    assert sections(ItemKind.TOOL_CALL, '{"cmd":"ls"}', tool="shell")[0] == Mono("$ ls")


def test_a_patch_is_shown_with_its_signs():
    found = sections(ItemKind.TOOL_CALL, "*** Begin Patch\n-old\n+new\n*** End Patch", tool="apply_patch")
    assert found[0].lines[1:3] == (("-", "old"), ("+", "new"))


def test_arguments_of_an_unknown_tool_are_pretty_json():
    assert (
        sections(ItemKind.TOOL_CALL, {"a": [1, 2]}, tool="frobnicate")[0].text == '{\n  "a": [\n    1,\n    2\n  ]\n}'
    )


def test_what_people_and_models_write_is_prose_and_what_tools_say_is_not():
    assert sections(ItemKind.ASSISTANT, "**done**") == (Prose("**done**"),)
    assert sections(ItemKind.TOOL_RESULT, "**done**") == (Mono("**done**"),)


def test_what_is_not_asked_to_be_laid_out_stands_as_it_was_logged():
    assert sections(ItemKind.ASSISTANT, "**done**", ()) == (Mono("**done**"),)
    assert sections(ItemKind.ASSISTANT, "**done**", {Layout.CALL}) == (Mono("**done**"),)
    assert sections(ItemKind.TOOL_CALL, {"command": "ls"}, (), tool="Bash") == (Mono('{"command":"ls"}'),)


def test_a_huge_result_shows_head_and_tail():
    found = sections(ItemKind.TOOL_RESULT, "a" * 60_000 + "m" * 5_000_000 + "z" * 60_000)
    assert [type(section) for section in found] == [Mono, LeftOut, Mono]
    assert found[1].characters == 5_120_000 - 70_000
    assert found[0].text.startswith("a") and found[2].text.endswith("z")


def test_encrypted_reasoning_is_said_not_to_be_readable():
    found = sections(ItemKind.REASONING, "Ab3+" * 200)
    assert isinstance(found[0], Note) and "not readable" in found[0].text
    assert found[1] == LeftOut(800)


def test_missing_reasoning_is_said_not_to_be_in_the_log():
    assert "not in this log" in sections(ItemKind.REASONING, "")[0].text


def test_a_user_text_with_endless_lines_is_not_laid_out_as_markdown():
    assert isinstance(sections(ItemKind.USER, "x" * 6_000)[0], Mono)


def test_images_are_named_with_their_size_and_read_from_the_log(tmp_path):
    block = {"type": "image", "source": {"media_type": "image/png", "data": base64.b64encode(b"x" * 300).decode()}}
    log = tmp_path / "log.jsonl"
    log.write_bytes(orjson.dumps({"content": [{"type": "text", "text": "look"}, block]}) + b"\n")
    made = MadeSession(str(log))
    source = Source(str(log), 1, 0, log.stat().st_size - 1, "/content")
    number = made.add(ItemKind.TOOL_RESULT, [{"type": "text", "text": "look"}, block], source=source, hold=False)
    document = made.document()
    body = read_body(document, document.item(number))
    assert isinstance(body.sections[1], Picture)
    assert "image/png" in body.sections[1].words
    document.close()


def test_a_log_that_was_rewritten_is_an_error_with_a_way_out(tmp_path):
    made = MadeSession()
    source = Source(str(tmp_path / "gone.jsonl"), 1, 0, 10, "/a")
    number = made.add(ItemKind.TOOL_RESULT, "was here", source=source, hold=False)
    document = made.document()
    with pytest.raises(LogChanged):
        read_body(document, document.item(number))


def test_texts_too_long_to_compare_are_shown_one_behind_the_other():
    lines = diff("a\n" * 4_000, "b\n" * 4_000).lines
    assert {sign for sign, _ in lines[:4_000]} == {"-"}
    assert {sign for sign, _ in lines[-4_000:]} == {"+"}


def test_what_a_tool_wrote_under_a_user_kind_is_not_prose():
    assert isinstance(sections(ItemKind.USER, "# x", origin=Origin.TOOL)[0], Mono)


def as_logged(found, text):
    """What sections show of a text; what they leave out is filled in from it, as many characters as they say."""
    parts, place = [], 0
    for section in found:
        assert isinstance(section, Mono | LeftOut | Note | Picture), section
        if isinstance(section, LeftOut):
            parts.append(text[place : place + section.characters])
        elif isinstance(section, Mono):
            parts.append(section.text)
        place += len(parts[-1]) if parts and not isinstance(section, Note | Picture) else 0
    return "".join(parts)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: str(log.parent.relative_to(SAMPLES)))
def test_the_sections_of_every_item_of_every_sample_are_the_text_of_the_log(log):
    document = Document(open_log(log))
    for item in document.session.items:
        text = document.text(item.number)
        assert as_logged(read_body(document, item).sections, text) == text
    document.close()


@given(some.sampled_from([ItemKind.USER, ItemKind.ASSISTANT, ItemKind.REASONING, ItemKind.TOOL_RESULT]), some.text())
def test_the_sections_of_any_text_are_that_text(kind, text):
    assert as_logged(sections(kind, text, ()), text) == text


@pytest.mark.parametrize("log", LOGS, ids=lambda log: str(log.parent.relative_to(SAMPLES)))
def test_a_call_that_is_laid_out_shows_every_word_of_its_arguments(log):
    document = Document(open_log(log))
    for item in document.session.items:
        if item.kind is ItemKind.TOOL_CALL:
            shown = list(_shown(read_body(document, item, Layout).sections))
            try:
                value = orjson.loads(document.text(item.number))
            except orjson.JSONDecodeError:
                value = document.text(item.number)
            for words in _strings(_without_shell(value)):
                quoted = orjson.dumps(words).decode()
                assert any(words in text or quoted in text for text in shown), words
    document.close()


def _without_shell(value):
    """Arguments without the shell that runs a command line: the line is shown as one types it."""
    told = value.get("command") if isinstance(value, dict) else None
    return value | {"command": told[2]} if isinstance(told, list) and len(told) == 3 and told[1] == "-lc" else value


def _shown(found):
    for section in found:
        if isinstance(section, Diff):
            yield "\n".join(line for sign, line in section.lines if sign in "- @")
            yield "\n".join(line for sign, line in section.lines if sign in "+ @")
            yield "\n".join(f"{sign if sign != '@' else ''}{line}" for sign, line in section.lines)
        else:
            yield section.text


def _strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)
