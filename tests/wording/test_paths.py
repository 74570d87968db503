import pytest

from inspector.wording.paths import from_folder

FOLDER = "/home/x/repo"


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("edited /home/x/repo/src/a/b.py", "edited src/a/b.py"),
        ("mv /home/x/repo/a.py /home/x/repo/b.py", "mv a.py b.py"),
        ("read /home/x/repo.worktrees/docs/a.md", "read ../repo.worktrees/docs/a.md"),
        ("read /home/x/repo-2/a.md", "read ../repo-2/a.md"),
        ("read /home/x/other/a.md", "read /home/x/other/a.md"),
        ("searched /home/x/repo", "searched /home/x/repo"),
        ("It is in /home/x/repo.", "It is in /home/x/repo."),
        ("read /mnt/home/x/repo/a.py", "read /mnt/home/x/repo/a.py"),
        ("read src/a.py", "read src/a.py"),
    ],
)
def test_a_path_is_shown_from_the_projects_folder_on(words, shown):
    assert from_folder(words, FOLDER) == shown
    assert from_folder(words, f"{FOLDER}/") == shown


@pytest.mark.parametrize("folder", ["", "/"])
def test_without_a_folder_paths_stay_as_they_are(folder):
    assert from_folder("read /a/b.py", folder) == "read /a/b.py"


def test_a_folder_of_windows_is_one_too():
    assert from_folder(r"edited C:\work\repo\src\a.py", "C:\\work\\repo") == r"edited src\a.py"
