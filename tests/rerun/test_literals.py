from __future__ import annotations

import pytest

from inspector.rerun.literals import Literal, literals_with

WORDS = ("tide tables", "## Harbour")


def found(source: str, words: tuple[str, ...] = WORDS) -> list[str]:
    return [one.text for one in literals_with(source.encode(), words)]


@pytest.mark.parametrize(
    "source",
    [
        "const A = `Write the tide tables.\n\n## Harbour\nIt's \\`quoted\\`.`;",
        'A = """Write the tide tables.\n\n## Harbour\nIt\'s `quoted`."""\n',
        r'var A = "Write the tide tables.\n\n## Harbour\nIt\u0027s `quoted`.";',
        r"return'Write the tide tables.\n\n## Harbour\nIt\'s `quoted`.'}",
        'class A:\n    B = dedent("""\n    Write the tide tables.\n\n    ## Harbour\n    It\'s `quoted`.\n    """)\n',
    ],
)
def test_a_string_is_read_as_its_language_writes_it(source) -> None:
    assert [one.strip() for one in found(source)] == ["Write the tide tables.\n\n## Harbour\nIt's `quoted`."]


def test_other_strings_around_it_are_not_taken_along() -> None:
    source = 'f(`one`,`two`);g=`The tide tables.\n## Harbour`;h(`three`);k="tide tables"'
    assert found(source) == ["The tide tables.\n## Harbour"]


def test_words_between_two_strings_are_no_string() -> None:
    assert found("a=`one`;/* tide tables ## Harbour */b=`two`") == []
    assert found("# The tide tables\n\n## Harbour\nProse without quotes.") == []


def test_a_string_that_is_not_closed_is_none() -> None:
    assert found("a=`The tide tables. ## Harbour") == []


def test_values_are_put_in_where_they_are_strings_and_marked_where_they_are_computed() -> None:
    source = 'b="## Harbour";c=`${b} and more`;a=`The tide tables.\n${c}\n${ask({x:`}`})}${d.e}`;'
    (one,) = literals_with(source.encode(), ("tide tables",))
    assert one.text == "The tide tables.\n## Harbour and more\n"
    assert one.values == ("ask({x:`}`})", "d.e")
    assert one.filled("HERE") == Literal(one.marked.replace("\ue000ask({x:`}`})\ue001", "HERE")).marked


def test_a_string_within_a_program_is_found_between_bytes_that_are_no_text() -> None:
    source = b"\x00\xff\x91ELF" + "x=`The tide tables, café.\n## Harbour`;".encode() + b"\x00\xfe\x01"
    assert [one.text for one in literals_with(source, WORDS)] == ["The tide tables, café.\n## Harbour"]


def test_values_that_name_each_other_end() -> None:
    (one,) = literals_with(b"a=`The tide tables ${b}`;b=`${a}`;", ("tide tables",))
    assert one.text.startswith("The tide tables")
