from dataclasses import replace

import orjson

from inspector.rerun.fit import Fit
from inspector.workbench.board import Board
from inspector.workbench.column_list import pack, unpack
from tests.made_runs import strategies, variant

WANTED = variant("own/guided", "x/y", prompt="handoff", repeats=3, fit=Fit.PARTS, focus="the schema")


def packed():
    board = Board()
    board.add(variant("own/head-tail"))
    board.add(replace(WANTED, keep=frozenset({"0123456789abcdef"})))
    board.listed = tuple(reversed(board.listed))
    return pack(board, (1, 3))


def test_columns_come_back_in_their_order_under_their_letters() -> None:
    found = unpack(packed(), strategies())
    assert list(found.variants.items()) == [("B", WANTED), ("A", variant("own/head-tail"))]
    assert found.compactions == {1, 3} and found.named == 2


def test_a_secret_that_was_let_go_is_not_written_down() -> None:
    assert b"0123456789abcdef" not in packed()


def test_a_strategy_that_is_gone_takes_its_column_along() -> None:
    known = strategies()
    left = {name: one for name, one in known.all.items() if name != "own/guided"}
    found = unpack(packed(), replace(known, all=left))
    assert list(found.variants) == ["A"]


def test_what_cannot_be_read_counts_as_nothing() -> None:
    told = orjson.loads(packed())
    assert unpack(None, strategies()) is None and unpack(b"{", strategies()) is None
    assert unpack(orjson.dumps({**told, "version": 2}), strategies()) is None
    assert unpack(orjson.dumps({**told, "columns": [{"key": "A"}]}), strategies()) is None
