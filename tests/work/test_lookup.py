import pytest

from inspector.model import Fact, FactKind
from inspector.text.text_index import TextIndex
from inspector.work.lookup import respelled, stands


def fact(finder, value, action=""):
    return Fact(
        id="1", kind=FactKind.FINDING, statement="", quotes=(), texts=(), extractor=finder, value=value, action=action
    )


@pytest.mark.parametrize(
    ("is_there", "finder", "value", "action", "text"),
    [
        (True, "paths", "src/api/a.py", "read", "`api/a.py`"),
        (True, "paths", "src/api/a.py", "read", "/home/x/src/api/a.py:12,"),
        (True, "paths", "Makefile", "read", "the Makefile says"),
        (True, "commands", "go test ./...", "passed", "`go test ./...` passes"),
        (True, "commands", "go test ./...", "passed", "run go test ./... && go vet"),
        (True, "commands", "make", "passed", "run `make`"),
        (True, "commands", ".\\a\\b.ps1 -x", "passed", "run `a/b.ps1 -x`"),
        (True, "paths", "apps/Vault", "searched", "in `apps/Vault/a.swift`"),
        (True, "tests", "tests/test_a.py::test_b", "passed", "test_b passes"),
        (True, "errors", "404", "http", "got HTTP 404"),
        (True, "errors", "ValueError: no slot 3", "error", "`ValueError: no slot 3` came"),
        (True, "todos", "mend the gauge", "open", "- [ ] Mend the `gauge`"),
        (True, "delegates", "Explore sources", "away a1b2c3", "agent a1b2c3 is out"),
        (False, "paths", "src/api/a.py", "read", "`lib/a.py` and src/api/a.pyc, xapi/a.py"),
        (False, "commands", "go test", "passed", "`go test ./...`"),
        (False, "commands", "npm run test", "passed", "`npm run test:fast`, `npm run test-all`, `pnpm run test`"),
        (False, "commands", "make", "passed", "make it so, or `make all`"),
        (False, "commands", "./b.sh -x", "passed", "`a/b.sh -x`, `b.sh -xy`"),
        (False, "paths", "apps/Vault", "searched", "-scheme Vault"),
        (False, "tests", "TestA", "passed", "TestAll, MyTestA, TestA/sub"),
        (False, "errors", "404", "http", "HTTP 4040 and 404 gauges"),
        (False, "errors", "ValueError: no slot 3", "error", "a ValueError"),
        (False, "todos", "mend the gauge", "open", "mend the gauges; the gauge is to be mended"),
    ],
)
def test_a_form_stands_in_any_spelling_and_what_only_looks_like_one_does_not(is_there, finder, value, action, text):
    assert (stands(fact(finder, value, action), TextIndex((text,))) is not None) is is_there


def test_the_latest_run_stands_where_all_its_counts_stand_on_one_line():
    run = fact("tests", "latest run", "2 failed, 34 passed")
    assert stands(run, TextIndex(("Tests: 34 passed and 2 failed.",)))
    for text in ("2 failed\n34 passed", "12 failed, 34 passed", "All tests pass."):
        assert stands(run, TextIndex((text,))) is None


def test_a_path_with_blanks_is_found_as_it_is_written():
    assert stands(fact("paths", "my notes/day one.md", "read"), TextIndex(("see my notes/day one.md",)))


@pytest.mark.parametrize(
    ("is_found", "command", "text"),
    [
        (
            True,
            ".\\scripts\\New-Index.ps1 -OutFile artifacts\\index.md",
            "`scripts/New-Index.ps1 -OutFile artifacts/index.md`",
        ),
        (True, "./run.sh --all", "`run.sh --all`"),
        (True, "node tools/a.js", "`node ./tools/a.js`"),
        (True, "tools/a.js", '"command": ".\\\\tools\\\\a.js"'),
        (False, "./run.sh", "edited run.sh"),
        (False, "go test ./...", "go test x"),
        (False, "node a/b.js x", "node a/b.js y"),
        (False, "make", "make"),
    ],
)
def test_a_command_is_found_with_other_slashes_and_one_that_differs_in_more_is_not(is_found, command, text):
    assert bool(list(respelled(command, TextIndex((text,))))) is is_found


@pytest.mark.parametrize("text", [" " * 240_000, "`" * 240_000, "a/" * 120_000])
def test_a_long_run_is_no_spelling_and_comes_to_its_end(ends, text):
    assert list(respelled("./a/b -x a/a", TextIndex((text,)))) == []
