import shutil

from inspector.resources import samples
from inspector.wording.verdicts import NOT_LOST


def test_a_folder_of_sessions_is_a_table_with_distributions(inspector):
    ran = inspector("survival", samples() / "claude-code")
    assert ran.status == 0, ran.err
    assert "fading-rules" in ran.out and "trigger level" in ran.out and "not known" in ran.out
    assert "Counted: every sentence said before a compaction" in ran.err and NOT_LOST in ran.err
    assert ran.tables[0][0].split()[4:] == "sentences there in part not there lost or changed session".split()


def test_json_has_rows_and_distributions(inspector):
    told = inspector("survival", samples() / "claude-code", "--json").json
    assert told["schema"] == 2 and len(told["rows"]) > 2
    assert {group["name"] for group in told["distributions"]["agent"]} == {"claude-code"}
    counts = [group for groups in told["distributions"].values() for group in groups]
    counts += [kept for row in told["rows"] for one in row["rounds"] for kept in one["kept"]]
    assert counts and {(one["lost"], one["distorted"]) for one in counts} == {(None, None)}, "no judge read them"


def test_a_bound_is_held_against_all_sessions_together(inspector):
    folder = samples() / "claude-code"
    failed = inspector("survival", folder, "--fail-under", "1")
    assert failed.status == 1 and "sentences stand there: less than 100%." in failed.err
    assert inspector("survival", folder, "--fail-under", "0").status == 0


def test_what_is_for_one_session_is_refused_for_many_and_a_folder_without_any_cannot_be_read(inspector, tmp_path):
    ran = inspector("survival", samples() / "claude-code", "--compaction", 1)
    assert ran.status == 2 and "this folder holds many" in ran.err
    assert inspector("survival", tmp_path).status == 3


def test_a_session_of_which_nothing_can_be_read_says_so_in_its_row(inspector, tmp_path):
    for name in ("one", "two"):
        shutil.copytree(samples() / "openai-api" / "responses" / "choir-archive", tmp_path / name)
    ran = inspector("survival", tmp_path)
    assert "not read" in ran.tables[0][1]
    assert "2 compactions cannot be read" in ran.out
