"""What results hang on: each byte of the log, how it was read, and the program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from inspector.workbench import identity as identity_module
from inspector.workbench.identity import identify, program_version
from inspector.workbench.stages import read
from tests.made_session import MadeSession, sample, small_session

ROOT = Path(__file__).parents[2]
ASK = "from inspector.workbench.identity import program_version; print(program_version().hex())"


def identity(path):
    document = read(path)
    try:
        return identify(document.session, document.bodies)
    finally:
        document.close()


@pytest.fixture
def log(tmp_path):
    return Path(shutil.copy(sample("claude-code/2.1/fading-rules"), tmp_path / "log.jsonl"))


def test_the_same_log_has_the_same_identity_each_time(log) -> None:
    assert identity(log).key == identity(log).key


def test_time_and_inode_are_no_part_of_it(log) -> None:
    first = identity(log)
    raw = log.read_bytes()
    log.unlink()
    log.write_bytes(raw)
    os.utime(log, ns=(1, 1))
    assert identity(log).key == first.key
    assert not first.holds()


def test_one_other_letter_is_another_identity_even_with_size_and_time_as_they_were(log) -> None:
    first, about, raw = identity(log), log.stat(), log.read_bytes()
    # Past the preview, where nothing but the text itself tells.
    place = max(raw.rfind(b"e", 0, end) for end in (len(raw) // 2, len(raw) // 3))
    log.write_bytes(raw[:place] + b"a" + raw[place + 1 :])
    os.utime(log, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert identity(log).key != first.key


def test_an_appended_line_is_another_identity(log) -> None:
    first = identity(log)
    with log.open("ab") as stream:
        stream.write(b"\n")
    assert identity(log).key != first.key
    assert not first.holds()


def test_each_result_has_a_key_of_its_own(log) -> None:
    known = identity(log)
    keys = {known.of("extract"), known.of("compare"), known.of("aftermath", "o200k"), known.of("aftermath", "words")}
    assert len(keys) == 4


def test_texts_that_are_held_need_no_file() -> None:
    made = small_session().document()
    known = identify(made.session, made.bodies)
    assert known is not None and known.holds()
    other = MadeSession()
    other.add("user", "another")
    assert identify(other.document().session, made.bodies).key != known.key


def test_a_log_that_is_gone_has_none(log) -> None:
    document = read(log)
    log.unlink()
    assert identify(document.session, document.bodies) is None
    document.close()


def test_words_that_json_cannot_write_have_none() -> None:
    made = MadeSession()
    made.add("user", "half a pair: \ud83d")
    document = made.document()
    assert identify(document.session, document.bodies) is None


@pytest.mark.parametrize("library", ("rapidfuzz", "numpy", "orjson"))
def test_a_library_has_the_same_version_where_a_frozen_build_does_not_list_it(library, monkeypatch) -> None:
    listed = identity_module._version(library)

    def lists_nothing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(identity_module.metadata, "version", lists_nothing)
    assert identity_module._version(library) == listed != ""


def version_of(folder: Path) -> str:
    ran = subprocess.run([sys.executable, "-c", ASK], cwd=folder, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def test_any_rule_weight_or_cue_changes_the_version(tmp_path) -> None:
    shutil.copytree(ROOT / "inspector", tmp_path / "inspector", ignore=shutil.ignore_patterns("__pycache__", "gui"))
    shutil.copytree(ROOT / "resources", tmp_path / "resources", ignore=shutil.ignore_patterns("screenshots"))
    seen = [version_of(tmp_path)]
    assert seen[0] == version_of(tmp_path)
    for changed in ("inspector/verdicts/matchers/lexical.py", "inspector/text/sentences.py", "resources/weights.json",
                    "resources/cues.toml", "inspector/read/lines.py"):  # fmt: skip
        with (tmp_path / changed).open("ab") as stream:
            stream.write(b"\n")
        seen.append(version_of(tmp_path))
    # What only shows results has no part in them.
    with (tmp_path / "inspector/cli/output.py").open("ab") as stream:
        stream.write(b"\n")
    assert version_of(tmp_path) == seen[-1]
    assert len(set(seen)) == len(seen)


PACKED = """
import sys
sys.path.insert(0, "packed.zip")
from hashlib import sha256
from inspector.workbench.identity import _code, __file__ as here
assert "packed.zip" in here
print(sha256(b"".join(_code("text"))).hexdigest())
"""


def test_without_sources_the_compiled_code_is_told_apart(tmp_path) -> None:
    plain, seen = tmp_path / "plain", []
    shutil.copytree(ROOT / "inspector", plain / "inspector", ignore=shutil.ignore_patterns("__pycache__", "gui"))
    for limit in (28, 28, 29):
        cuts = plain / "inspector/text/sentences.py"
        cuts.write_text(cuts.read_text("utf-8").replace("_RUN_ON = 28", f"_RUN_ON = {limit}"), "utf-8")
        shutil.make_archive(str(tmp_path / "packed"), "zip", plain)
        ran = subprocess.run([sys.executable, "-c", PACKED], cwd=tmp_path, capture_output=True, text=True)
        assert not ran.returncode, ran.stderr
        seen.append(ran.stdout)
    assert seen[0] == seen[1] != seen[2]


def test_this_programs_version_is_worked_out_once() -> None:
    assert program_version() is program_version()
