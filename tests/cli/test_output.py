"""How commands write: JSON that any parser reads, tables that nothing cuts in a pipe."""

import json

from inspector.cli.output import Column, count_json, print_json, print_line, print_table
from inspector.model import Basis, TokenCount


def test_json_is_one_document_in_the_given_order(capsys):
    print_json({"schema": 1, "items": iter([{"b": 1, "a": "ü"}, {"b": 2}]), "none": [], "nested": {"x": [1]}})
    out = capsys.readouterr().out
    assert json.loads(out) == {"schema": 1, "items": [{"b": 1, "a": "ü"}, {"b": 2}], "none": [], "nested": {"x": [1]}}
    assert list(json.loads(out)) == ["schema", "items", "none", "nested"]
    assert out.index('"b"') < out.index('"a"')


def test_a_list_is_a_document_too(capsys):
    print_json([{"a": 1}, {"a": 2}])
    assert json.loads(capsys.readouterr().out) == [{"a": 1}, {"a": 2}]
    print_json([])
    assert json.loads(capsys.readouterr().out) == []


def test_half_a_surrogate_pair_comes_out_as_an_escape(capsys):
    print_json({"text": "broken \ud83d emoji", "list": ["\udc00"]})
    assert json.loads(capsys.readouterr().out) == {"text": "broken \ud83d emoji", "list": ["\udc00"]}


def test_an_unknown_number_has_no_basis():
    assert count_json(TokenCount(None, Basis.INFERRED)) == {"value": None, "basis": None}
    assert count_json(TokenCount(0, Basis.RECORDED)) == {"value": 0, "basis": "recorded"}


def test_a_table_in_a_pipe_cuts_nothing_and_stays_aligned(capsys):
    long = "/very/long/" + "x" * 300
    print_table(
        [Column("no.", right=True), Column("path"), Column("text", wide=True)], [["7", long, "a"], ["12", "p", "b"]]
    )
    head, first, second = capsys.readouterr().out.splitlines()
    assert long in first
    assert first.index("/very") == second.index("p") == head.index("path")
    assert first.startswith("  7")


def test_what_acts_in_a_log_does_nothing(capsys):
    print_table([Column("text")], [["red \x1b[31m\x07 \x9b2J\nnext\tcell"], ["rm \u202etxt.exe\u2066 a\u2028b"]])
    print_line("title \x1b]0;x\x07")
    out = capsys.readouterr().out
    assert not set(out) & set("\x1b\x07\x9b\u202e\u2066\u2028") and "␛[31m" in out
    assert out.count("\n") == 4


def test_a_table_without_rows_says_nothing(capsys):
    print_table([Column("no."), Column("what")], [])
    assert capsys.readouterr().out == ""
