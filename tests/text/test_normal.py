import pytest

from inspector.text.normal import command_form, path_form, text_form, without_line


@pytest.mark.parametrize(
    ("written", "base", "form"),
    [
        ("/home/mara/app/src/a.py", "", "src/a.py"),
        ("./src/a.py", "", "src/a.py"),
        ("src\\a.py", "", "src/a.py"),
        ("a.py", "src", "src/a.py"),
        ("../b.py", "src/deep", "src/b.py"),
        ("a.py", "/home/mara/app/src", "src/a.py"),
        ("/etc/hosts", "src", "/etc/hosts"),
        ("c:\\work\\a.py", "", "C:/work/a.py"),
        ("src//a.py", "", "src/a.py"),
    ],
)
def test_spellings_of_one_path_have_one_form(written, base, form):
    assert path_form(written, base, "/home/mara/app") == form


def test_paths_differ_by_case():
    assert path_form("README.md") != path_form("readme.md")


@pytest.mark.parametrize("line", ["", ":42", ":42:7", "#L42", "(42,7)", ":42-50"])
def test_the_line_is_no_part_of_a_path_that_keeps_all_of_itself(line):
    assert without_line(f"src/v2/a.py{line}") == "src/v2/a.py"


def test_redirections_are_no_part_of_a_command():
    assert command_form("go  test ./...  2>&1 > out.txt") == "go test ./..."
    assert command_form("make tides >& out.txt") == command_form("make tides &> out.txt") == "make tides"


def test_words_lose_case_quotes_and_emphasis():
    assert text_form("**Mend** the `Gauge`.") == "mend the gauge"
