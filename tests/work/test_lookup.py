import pytest

from inspector.model import Fact, FactKind
from inspector.text.text_index import TextIndex
from inspector.work.lookup import respelled, stands


def fact(finder, value, action=""):
    return Fact(
        id="1", kind=FactKind.FINDING, statement="", quotes=(), texts=(), extractor=finder, value=value, action=action
    )


@pytest.mark.parametrize(
    ("finder", "value", "action", "text"),
    [
        ("paths", "src/api/a.py", "read", "`api/a.py`"),
        ("paths", "src/api/a.py", "read", "/home/x/src/api/a.py:12,"),
        ("paths", "Makefile", "read", "the Makefile says"),
        ("commands", "go test ./...", "passed", "`go test ./...` passes"),
        ("commands", "go test ./...", "passed", "run go test ./... && go vet"),
        ("commands", "make", "passed", "run `make`"),
        ("commands", ".\\a\\b.ps1 -x", "passed", "run `a/b.ps1 -x`"),
        ("identifiers", "reader", "name", "the `reader`"),
        ("paths", "apps/Vault", "searched", "in `apps/Vault/a.swift`"),
        ("numbers", "port=8080", "number", "on port 8080."),
        ("numbers", "timeout=30 s", "number", "timeout (30 seconds)"),
        ("numbers", "1670 token", "number", "1,670 tokens"),
        ("numbers", "max_retries=5", "number", "Max retries: 5"),
        ("numbers", "commit_scan_limit=500", "number", "const commitScanLimit = 500"),
        ("numbers", "node=1.2.3", "version", "node v1.2.3,"),
        ("numbers", "src/a.py:42", "line", "a.py:42"),
        ("numbers", "src/a.py:42", "line", "a.py, lines 40, 42"),
        ("tests", "tests/test_a.py::test_b", "passed", "test_b passes"),
        ("errors", "404", "http", "got HTTP 404"),
        ("errors", "ValueError: no slot 3", "error", "`ValueError: no slot 3` came"),
        ("identifiers", "1a2b3c4d5e6f", "commit", "commit 1a2b3c4"),
        ("identifiers", "#12", "number", "PR 12"),
        ("identifiers", "a.example/x", "url", "https://a.example/x."),
        ("identifiers", "API_TOKEN", "variable", "$API_TOKEN"),
        ("todos", "mend the gauge", "open", "- [ ] Mend the `gauge`"),
        ("delegates", "Explore sources", "away a1b2c3", "agent a1b2c3 is out"),
    ],
)
def test_a_form_stands_in_any_spelling(finder, value, action, text):
    assert stands(fact(finder, value, action), TextIndex((text,)))


@pytest.mark.parametrize(
    ("finder", "value", "action", "text"),
    [
        ("paths", "src/api/a.py", "read", "`lib/a.py` and src/api/a.pyc, xapi/a.py"),
        ("commands", "go test", "passed", "`go test ./...`"),
        ("commands", "npm run test", "passed", "`npm run test:fast`, `npm run test-all`, `pnpm run test`"),
        ("commands", "make", "passed", "make it so, or `make all`"),
        ("commands", "./b.sh -x", "passed", "`a/b.sh -x`, `b.sh -xy`"),
        ("identifiers", "reader", "name", "a reader of logs"),
        ("paths", "apps/Vault", "searched", "-scheme Vault"),
        ("numbers", "port=80", "number", "port 8080, 180, 80s"),
        ("numbers", "timeout=30 s", "number", "30 min, 30 ms, 130 s, 30"),
        ("numbers", "max_retries=5", "number", "5 gauges"),
        ("numbers", "node=1.2", "version", "node v1.2.3"),
        ("numbers", "1.2.3", "version", "1.2.34, 11.2.3, v1.2.3.4, 1.2.3-rc.1"),
        ("numbers", "src/a.py:42", "line", "a.py:421, line 42 of b.py"),
        ("tests", "TestA", "passed", "TestAll, MyTestA, TestA/sub"),
        ("errors", "404", "http", "HTTP 4040 and 404 gauges"),
        ("identifiers", "1a2b3c4d5e6f", "commit", "1a2b3c5 and x1a2b3c4"),
        ("identifiers", "#12", "number", "#123, PR 123"),
        ("identifiers", "a.example/x", "url", "https://a.example/xy, https://a.example/x/y, https://b.a.example/x"),
        ("identifiers", "API_TOKEN", "variable", "API_TOKEN_OLD, MY_API_TOKEN"),
        ("todos", "mend the gauge", "open", "mend the gauges"),
    ],
)
def test_what_only_looks_like_a_form_does_not_count(finder, value, action, text):
    assert stands(fact(finder, value, action), TextIndex((text,))) is None


def test_a_long_number_behind_the_word_line_is_read_in_one_go(ends):
    numbered = fact("numbers", "src/tide.py:12", "line")
    assert stands(numbered, TextIndex(("line " + "1" * 32 + " x `src/tide.py`",))) is None
    assert stands(numbered, TextIndex(("lines 3, 12 of `src/tide.py`",))) is not None


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
