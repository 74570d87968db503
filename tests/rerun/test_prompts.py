from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.errors import CannotRead, UsageError
from inspector.model.run import Wording
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from inspector.rerun.messages import check_prompt
from inspector.rerun.prompt_parts import Part, parts_of
from inspector.rerun.prompts import difference, export_prompt, load_prompts, parse_prompt, read_prompt, recorded_prompt
from tests.talk import session

NAMES = {"anchored", "constraints-first", "critique", "do-not-invent", "guided", "handoff", "structured"}


def test_every_built_in_prompt_can_be_filled_in_and_says_what_it_is() -> None:
    prompts = load_prompts()
    assert set(prompts.all) == NAMES
    for prompt in prompts.all.values():
        check_prompt(prompt)
        assert prompt.title != prompt.name
        assert prompt.about.endswith(".")
        assert prompt.sections
    assert len(prompts.named("structured").sections) == 9
    assert prompts.named("critique").passes == ("draft", "verify")


def test_a_version_changes_with_any_letter() -> None:
    one, other = parse_prompt("p", "Summarise."), parse_prompt("p", "Summarise!")
    assert one.version != other.version
    assert one.label == f"p@{one.version}"
    assert difference(one, one) == ""
    assert difference(one, other).splitlines()[-2:] == ["-Summarise.", "+Summarise!"]


def test_a_prompt_is_kept_in_the_users_folder_and_found_again(tmp_path) -> None:
    prompts = load_prompts(tmp_path / "prompts")
    copy = parse_prompt("my-handoff", prompts.named("handoff").text)
    assert copy.wording == Wording.YOURS and difference(prompts.named("handoff"), copy) == ""
    check_prompt(copy)
    assert prompts.save(copy).named("my-handoff").origin == "yours"
    again = load_prompts(tmp_path / "prompts").named("my-handoff")
    assert (again.text, again.origin, again.sections) == (copy.text, "yours", copy.sections)


def test_what_is_sent_as_it_is_stays_so_when_it_is_kept(tmp_path) -> None:
    prompts = load_prompts(tmp_path)
    plain = parse_prompt("theirs", "Do {{ this }}.", plain=True)
    prompts.save(plain)
    found = load_prompts(tmp_path).named("theirs")
    assert (found.plain, found.body.strip()) == (True, "Do {{ this }}.")


def test_a_users_prompt_takes_the_place_of_a_built_in_one_of_its_name(tmp_path) -> None:
    (tmp_path / "handoff.md.j2").write_text("Mine. {{ focus }}")
    assert load_prompts(tmp_path).named("handoff").text == "Mine. {{ focus }}"


@pytest.mark.parametrize("name", ["../escape", "a/b", "", "Recorded!", "recorded", "x" * 61, "con fig"])
def test_a_name_that_could_leave_the_folder_is_refused(tmp_path, name) -> None:
    prompts = load_prompts(tmp_path)
    with pytest.raises(UsageError):
        prompts.save(parse_prompt(name, "text"))
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_prompt_of_the_user_is_a_problem_and_no_end(tmp_path) -> None:
    (tmp_path / "broken.md.j2").write_bytes(b"\xff\xfe\xff")
    (tmp_path / "empty.md.j2").write_text("  \n")
    prompts = load_prompts(tmp_path)
    assert set(prompts.all) == NAMES
    assert sorted(problem.message.partition(" cannot")[0].partition(" is ")[0] for problem in prompts.problems) == [
        f"The prompt in {tmp_path / 'broken.md.j2'}",
        f"The prompt in {tmp_path / 'empty.md.j2'}",
    ]


def test_a_prompt_is_imported_from_a_file_and_exported_to_one(tmp_path) -> None:
    path = tmp_path / "theirs.md"
    path.write_text("Say what {{ happened }}.")
    prompt = load_prompts().named(str(path))
    assert (prompt.name, prompt.plain) == ("theirs", True)
    check_prompt(prompt)
    export_prompt(load_prompts().named("guided"), tmp_path / "out.md.j2")
    assert read_prompt(tmp_path / "out.md.j2", "file").version == load_prompts().named("guided").version
    with pytest.raises(CannotRead):
        export_prompt(prompt, tmp_path / "no" / "such" / "folder.md")


def test_a_name_that_is_none_gets_the_near_ones() -> None:
    with pytest.raises(UsageError) as caught:
        load_prompts().named("handof")
    assert "handoff" in caught.value.hint


def test_the_agents_own_prompt_is_there_where_the_log_has_it() -> None:
    made = session(("human", "Write a parser."), ("agent", "Done."), ("summary", "A parser was written."))
    compaction = find_compactions(made, Replay(made)).all[0]
    assert recorded_prompt(compaction, lambda number: made.items[number - 1].text or "") is None
    asked = replace(compaction, record=replace(compaction.record, prompt=1))
    prompt = recorded_prompt(asked, lambda number: made.items[number - 1].text or "")
    assert prompt is not None
    assert (prompt.plain, prompt.messages, prompt.origin, prompt.agent) == (True, True, "session", "recorded")
    assert parts_of(prompt.body, prompt.name) == (Part("record"), Part("user", "Write a parser."))


@pytest.mark.parametrize("plain", [True, False])
def test_a_head_may_say_the_form_whatever_the_file_is_called(plain) -> None:
    prompt = parse_prompt("mine", "{#- title: Mine\n form: messages plain -#}\n=== record\n=== user\nGo.", plain=plain)
    assert (prompt.title, prompt.plain, prompt.messages) == ("Mine", True, True)
    assert prompt.body.strip() == "=== record\n=== user\nGo."


def test_a_plain_text_that_begins_with_a_comment_is_no_head() -> None:
    prompt = parse_prompt("mine", "{# title: Mine #}\nGo.", plain=True)
    assert (prompt.title, prompt.body) == ("mine", "{# title: Mine #}\nGo.")


def test_a_form_that_there_is_not_is_refused() -> None:
    with pytest.raises(UsageError, match="form 'massages'"):
        check_prompt(parse_prompt("mine", "{#- form: massages -#}\nGo."))
