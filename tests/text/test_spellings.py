import pytest

from inspector.text.spellings import respelled
from inspector.text.text_index import TextIndex


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (
            ".\\scripts\\New-Index.ps1 -OutFile artifacts\\index.md",
            "`scripts/New-Index.ps1 -OutFile artifacts/index.md`",
        ),
        ("./run.sh --all", "`run.sh --all`"),
        ("node tools/a.js", "`node ./tools/a.js`"),
        ("tools/a.js", '"command": ".\\\\tools\\\\a.js"'),
    ],
)
def test_a_command_is_found_with_other_slashes(command, text):
    assert [text[hit.start : hit.end] for hit in respelled(command, TextIndex((text,)))]


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("./run.sh", "edited run.sh"),
        ("go test ./...", "go test x"),
        ("node a/b.js x", "node a/b.js y"),
        ("make", "make"),
    ],
)
def test_what_differs_in_more_is_another_command(command, text):
    assert not list(respelled(command, TextIndex((text,))))


@pytest.mark.parametrize("text", [" " * 240_000, "`" * 240_000, "a/" * 120_000])
def test_a_long_run_is_no_spelling_and_comes_to_its_end(ends, text):
    assert list(respelled("./a/b -x a/a", TextIndex((text,)))) == []
