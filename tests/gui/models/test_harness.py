from inspector.gui.panes.harness import columns
from inspector.report.state import StateRow


def row(**more):
    told = {"compaction": 2, "kind": "skills", "back": "not put back", "what": "1 skill: tides", "how": "at line 9"}
    return StateRow(**told | {"why": "", "item": None, "is_gone": True, "is_kept": False} | more)


def test_what_is_gone_has_its_colour_and_an_unknown_item_is_empty():
    shown = columns(lambda role: role, str)
    cells = [column.text(row()) for column in shown]
    assert cells == ["┊C2", "skills", "not put back", "", "1 skill: tides", "at line 9"]
    assert [shown[2].color(row(is_gone=gone)) for gone in (True, False)] == ["lost", "text"]


def test_the_reason_stands_behind_how_it_came():
    (shown,) = [column for column in columns(lambda role: role, str) if column.title == "How"]
    assert shown.text(row(why="It ends.")) == "at line 9. It ends."
