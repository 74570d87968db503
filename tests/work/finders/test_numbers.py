import pytest

from tests.claude_log import Call
from tests.evidence_scene import scene


def numbers(tmp_path, *blocks):
    found = scene(tmp_path / "log.jsonl", *blocks)
    return {fact.value for fact, _ in found.values() if fact.extractor == "numbers"}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("It listens on port 8080.", {"port=8080"}),
        ("A wait of 30 seconds.", {"30 s"}),
        ("It holds 1,670 tokens", {"1670 token"}),
        ("coverage 85.5%", {"coverage=85.5 %"}),
        ("node v20.11.1", {"node=20.11.1"}),
        ("See src/a.py:42.", {"src/a.py:42"}),
        ("Item 7 of part 3.", set()),
        ("At http://localhost:8080/x", set()),
        ("At http://a.example:3000/x.js:12", set()),
        ("In file:///srv/a.mjs:12", {"/srv/a.mjs:12"}),
    ],
)
def test_what_was_said_needs_a_unit_a_label_or_a_form(tmp_path, said, found):
    assert numbers(tmp_path, said) == found


def test_of_a_file_only_settings_count(tmp_path):
    text = "     1→MAX_RETRIES = 7\n     2→x = 12\n     3→sleep(30)\n     4→timeout: 30s"
    assert numbers(tmp_path, Call("Read", {"file_path": "a.py"}, text)) == {"max_retries=7", "timeout=30 s"}


def test_lock_files_are_passed_over(tmp_path):
    assert numbers(tmp_path, Call("Read", {"file_path": "uv.lock"}, "version = 1.2.3\nlimit = 70")) == set()


def test_an_edit_weighs_most(tmp_path):
    edit = Call("Edit", {"file_path": "a.py", "old_string": "x", "new_string": "port = 8080"}, "ok")
    read = Call("Read", {"file_path": "a.py"}, "limit = 70")
    found = scene(tmp_path / "log.jsonl", edit, read)
    assert found["numbers", "port=8080"][0].weight == 1.0
    assert found["numbers", "limit=70"][0].weight == 0.8


def test_properties_of_a_style_sheet_and_columns_of_a_table_are_no_settings(tmp_path):
    sheet = "\n".join(f".a{n} {{ line-height: {n}.5; max-width: {n}px }}" for n in range(3, 9))
    table = "\n".join(f"step {n} max={n * 7}s min={n}s" for n in range(3, 9))
    steps = [
        Call("Read", {"file_path": "a.css"}, sheet + "\ntimeout: 30s"),
        Call("Bash", {"command": "python times.py"}, table + "\nlimit=70"),
    ]
    assert numbers(tmp_path, *steps) == {"timeout=30 s", "limit=70"}


def test_a_label_that_has_another_value_in_every_file_is_no_setting_unless_somebody_spoke_of_it(tmp_path):
    reads = [Call("Read", {"file_path": f"{n}.css"}, f"a {{ max-height: {n}0px }}") for n in range(1, 9)]
    assert numbers(tmp_path, *reads) == set()
    assert numbers(tmp_path, *reads, "The panel has a max-height: 40px") == {"max_height=40 px"}


def test_a_run_of_four_numbers_is_no_setting(tmp_path):
    assert numbers(tmp_path, Call("Read", {"file_path": "a.txt"}, "limit: 6.2.3.3\nsize = 10.4.3.1\nlimit: 70")) == {
        "limit=70"
    }


def test_what_json_escapes_is_no_part_of_a_label(tmp_path):
    edit = Call("Edit", {"file_path": "a.py", "old_string": "x", "new_string": "A = 1\nMAX_RETRIES = 20\n"}, "ok")
    assert numbers(tmp_path, edit) == {"max_retries=20"}


def test_declarations_with_types_are_settings(tmp_path):
    text = "animationDuration: Double = 0.25\nmax_retries: int = 4\nconst timeoutMs: number = 500"
    found = {"animation_duration=0.25", "max_retries=4", "timeout_ms=500"}
    assert numbers(tmp_path, Call("Read", {"file_path": "a.ts"}, text)) == found


def test_versions_keep_the_names_of_their_packages(tmp_path):
    said = "tesseract.js 6.0.1, @expo/vector-icons 15.0.3 and i18next v25.6.0, not the 0.15.0"
    found = {"tesseract.js=6.0.1", "@expo/vector-icons=15.0.3", "i18next=25.6.0", "0.15.0"}
    assert numbers(tmp_path, said) == found
    call = Call("Read", {"file_path": "a.swift"}, 'Text("1.0.0") f(version: "v1")')
    assert numbers(tmp_path, call) == {"1.0.0"}


def test_how_long_a_command_took_is_no_setting(tmp_path):
    assert numbers(tmp_path, Call("Bash", {"command": "make"}, "total_duration: 70 s")) == set()


def test_a_number_without_a_label_is_shown_with_the_words_of_its_first_place(tmp_path):
    found = scene(tmp_path / "log.jsonl", "All 15 tests pass. It took 40 seconds.", "Again 15 tests.", "port: 8080")
    shown = {fact.value: fact.statement for fact, _ in found.values() if fact.extractor == "numbers"}
    assert shown["15 test"] == "15 test: All 15 tests pass." and shown["40 s"] == "40 s: It took 40 seconds."
    assert shown["port=8080"] == "port=8080"
