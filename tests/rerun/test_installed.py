"""Made-up installations of the shape that agents have; none of their words."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from inspector.errors import CannotRead, UsageError
from inspector.model.run import Wording
from inspector.rerun.installed import import_prompt, known_agents
from inspector.rerun.messages import check_prompt
from inspector.rerun.prompt_parts import Part, parts_of
from inspector.rerun.prompts import parse_prompt

TODAY = date(2026, 3, 2)


def made(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def words(agent: str, way: int, message: int, piece: int = 0) -> str:
    """A text that has what is looked for, and nothing else that an agent says."""
    return " / ".join(known_agents()[agent].ways[way][message][1][piece].words)


def imported(agent: str, path: Path) -> tuple[Part, ...]:
    prompt = import_prompt(path, agent, TODAY)
    check_prompt(prompt)
    assert prompt.wording is Wording.AGENT
    return parts_of(prompt.body, agent)


def test_a_file_of_its_own_is_taken_whole(tmp_path) -> None:
    text = f"Made up. {words('codex', 0, 1)}\n\n- one\n"
    root = made(tmp_path / "codex", {"codex-rs/core/templates/compact/prompt.md": text, "README.md": "codex"})
    assert imported("codex", root) == (Part("record"), Part("user", text.strip()))
    assert imported("codex", root / "codex-rs/core/templates/compact/prompt.md")[1].text == text.strip()


def test_a_string_in_the_sources_is_taken_with_what_stands_around_it(tmp_path) -> None:
    system, user = words("pi", 0, 0), words("pi", 0, 1)
    files = {
        "src/core/compaction/utils.ts": f"export const S = `Made up: {system}.`;",
        "src/core/compaction/compaction.ts": f"const U = `Made up: {user}.\n\n## Parts`;\nconst V = `Update it.`;",
        "package.json": '{"name": "pi", "version": "9.9.9"}',
    }
    root = made(tmp_path / "pi", files)
    parts = imported("pi", root)
    assert parts == (
        Part("system", f"Made up: {system}."),
        Part("user", f"<conversation>\n{{{{ record }}}}\n</conversation>\n\nMade up: {user}.\n\n## Parts"),
    )
    prompt = import_prompt(root, "pi", TODAY)
    assert prompt.title == "pi's own, pi 9.9.9"
    assert prompt.taken_from == f"{root}/src/core/compaction/compaction.ts, pi 9.9.9, 2026-03-02"


def test_a_bundle_and_a_program_are_searched_for_the_string(tmp_path) -> None:
    first, second = words("claude-code", 0, 0), words("claude-code", 0, 2)
    code = f'a(["Made up {first}."]),g=`Part of it`,b=`Made up {second}. ${{g}}. ${{now()}}`;'
    code += f"c=`Made up {second}.${{x}}${{y}}`;"
    bundle = made(tmp_path / "npm", {"cli.js": code})
    expected = (Part("system", f"Made up {first}."), Part("record"), Part("user", f"Made up {second}. Part of it."))
    assert imported("claude-code", bundle) == expected
    program = tmp_path / "program"
    program.write_bytes(b"\x7fELF\x00\xff" + code.encode() + b"\x00\xfe")
    assert imported("claude-code", program) == expected
    assert "fills in are left out: 1." in import_prompt(program, "claude-code", TODAY).about


def test_the_place_of_the_record_in_a_template_is_found(tmp_path) -> None:
    loop = "{% for event in events %}\n<E>{{ event }}</E>\n{% endfor %}"
    text = f"Made up: {words('openhands', 0, 0)}\n{{{{ before }}}}\n{loop}\nNow."
    root = made(tmp_path / "sdk", {"context/condenser/prompts/summarizing_prompt.j2": text})
    (part,) = imported("openhands", root)
    assert part.text == f"Made up: {words('openhands', 0, 0)}\n\n{{{{ record }}}}\nNow."


def test_an_older_way_is_taken_where_the_newest_is_not_there(tmp_path) -> None:
    text = f"Made up: {words('cline', 1, 1)}"
    root = made(tmp_path / "cline", {"src/core/prompts/contextManagement.ts": f"export const s = () =>\n\t`{text}`\n"})
    assert imported("cline", root) == (Part("record"), Part("user", text))


def test_what_was_looked_for_is_said_where_it_is_not_found(tmp_path) -> None:
    root = made(tmp_path / "other", {"src/main.py": "print()", "README.md": "nothing"})
    with pytest.raises(
        CannotRead, match=r"looked for templates/compact/prompt.md, and in 2 files for a text with"
    ) as why:
        import_prompt(root, "codex", TODAY)
    assert "last seen in" in why.value.hint


def test_a_compiled_program_that_has_the_words_without_their_ends_is_not_guessed_at(tmp_path) -> None:
    program = tmp_path / "codex"
    program.write_bytes(b"\x7fELF\x00one text" + words("codex", 0, 1).encode() + b"another text\x00")
    with pytest.raises(CannotRead) as why:
        import_prompt(program, "codex", TODAY)
    assert "Name the agent's sources" in why.value.hint


def test_agents_that_are_not_known_are_named(tmp_path) -> None:
    with pytest.raises(UsageError, match="'cursor'") as why:
        import_prompt(tmp_path, "cursor", TODAY)
    assert "codex" in why.value.hint
    with pytest.raises(CannotRead, match="is not there"):
        import_prompt(tmp_path / "none", "codex", TODAY)


def test_a_copy_that_was_changed_is_not_the_agents_any_more(tmp_path) -> None:
    root = made(tmp_path, {"templates/compact/prompt.md": f"Made up: {words('codex', 0, 1)}"})
    prompt = import_prompt(root, "codex", TODAY)
    assert parse_prompt("mine", prompt.text).wording is Wording.AGENT
    assert parse_prompt("mine", prompt.text.replace("Made up", "Changed")).wording is Wording.YOURS


def test_every_way_of_the_table_can_be_sent() -> None:
    for known in known_agents().values():
        for way in known.ways:
            places = [role for role, _ in way if role == "record"]
            inline = [one for _, pieces in way for one in pieces if one.record or "{{ record }}" in one.frame]
            assert len(places) + len(inline) == 1, known.name
            assert all(one.words for _, pieces in way for one in pieces), known.name
