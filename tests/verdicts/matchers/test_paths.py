import unicodedata

import pytest

from inspector.model import Verdict
from tests.claude_log import Call
from tests.evidence_scene import CWD, scene


def read(path):
    return Call("Read", {"file_path": path}, "text")


def verdict(tmp_path, summary, *blocks, value="src/api/gauge.py"):
    found = scene(tmp_path / "log.jsonl", *(blocks or (read("src/api/gauge.py"),)), summary=summary)
    return found["paths", value][1].verdict


@pytest.mark.parametrize(
    "summary",
    [
        "`src/api/gauge.py`",
        f"{CWD}/src/api/gauge.py",
        "api/gauge.py:12",
        "gauge.py",
        "src\\api\\gauge.py",
        "tidewatch/src/api/gauge.py",
    ],
)
def test_the_same_file_stands_in_any_spelling(tmp_path, summary):
    assert verdict(tmp_path, summary) is Verdict.VERBATIM


def test_another_folder_is_another_file(tmp_path):
    assert verdict(tmp_path, "in `lib/gauge.py`") is Verdict.ALTERED


def test_a_file_that_the_history_named_is_no_change_of_this_one(tmp_path):
    blocks = (read("src/api/gauge.py"), "There is lib/gauge.py, too.")
    assert verdict(tmp_path, "in `lib/gauge.py`", *blocks) is Verdict.LOST


def test_a_bare_name_of_two_files_is_undecided(tmp_path):
    blocks = (read("src/api/gauge.py"), read("lib/gauge.py"))
    assert verdict(tmp_path, "gauge.py", *blocks) is Verdict.UNDECIDED
    assert verdict(tmp_path, "api/gauge.py", *blocks) is Verdict.VERBATIM


def test_a_file_at_the_root_is_not_the_one_in_a_folder(tmp_path):
    assert verdict(tmp_path, "in `docs/README.md`", read("README.md"), value="README.md") is not Verdict.VERBATIM


def test_a_file_said_to_be_deleted_that_was_made_is_altered(tmp_path):
    made = Call("Write", {"file_path": "src/api/gauge.py", "content": "x"}, "ok")
    assert verdict(tmp_path, "Deleted `src/api/gauge.py`", made) is Verdict.ALTERED
    assert verdict(tmp_path, "Created `src/api/gauge.py`", made) is Verdict.VERBATIM


def test_a_folder_stands_where_a_path_in_it_does(tmp_path):
    searched = Call("Grep", {"pattern": "x", "path": f"{CWD}/src/api"}, "text")
    assert verdict(tmp_path, "see `src/api/gauge.py`", searched, value="src/api") is Verdict.VERBATIM


@pytest.mark.parametrize(
    ("summary", "told"),
    [
        ("`Tomato Soup.real.txt`, `Pie.real.txt`", Verdict.VERBATIM),
        ('in "tools/input/Tomato Soup.real.txt"', Verdict.VERBATIM),
        ("Old Tomato Soup.real.txt", Verdict.LOST),
        ("`Soup.real.txt`", Verdict.LOST),
    ],
)
def test_a_path_with_blanks_stands_whole(tmp_path, summary, told):
    path = "tools/input/Tomato Soup.real.txt"
    assert verdict(tmp_path, summary, read(path), value=path) is told


def test_a_name_with_blanks_of_two_files_is_neither(tmp_path):
    blocks = (read("a/Tomato Soup.txt"), read("b/Tomato Soup.txt"))
    assert verdict(tmp_path, "`Tomato Soup.txt`", *blocks, value="a/Tomato Soup.txt") is Verdict.LOST
    assert verdict(tmp_path, "`a/Tomato Soup.txt`", *blocks, value="a/Tomato Soup.txt") is Verdict.VERBATIM


@pytest.mark.parametrize(("seen", "told"), [("NFD", "NFC"), ("NFC", "NFD"), ("NFD", "NFD")])
def test_an_accented_path_is_the_same_in_either_normal_form(tmp_path, seen, told):
    path = f"{CWD}/src/Überlauf/gezeiten_höhe.py"
    found = scene(
        tmp_path / "log.jsonl",
        read(unicodedata.normalize(seen, path)),
        summary=unicodedata.normalize(told, "Größe: src/Überlauf/gezeiten_höhe.py was read."),
    )
    ((_, survival),) = [one for (finder, _), one in found.items() if finder == "paths"]
    assert survival.verdict is Verdict.VERBATIM
    assert survival.evidence[0].text == unicodedata.normalize(told, "src/Überlauf/gezeiten_höhe.py")
