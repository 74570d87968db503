from io import StringIO

from rich.console import Console

from inspector.cli.fitted import print_fitted
from inspector.cli.output import Column


def printed(columns, rows, width: int) -> list[str]:
    out = StringIO()
    print_fitted(columns, rows, Console(file=out, width=width, highlight=False))
    return [line.rstrip() for line in out.getvalue().splitlines()]


ITEMS = [Column("no.", right=True), Column("time"), Column("kind"), Column("text", wide=True)]
ITEM_ROWS = [
    ["7", "2026-01-02 10:00:00", "tool_call", "read the notes of the harbour " * 4],
    ["8", "10:01", "event", ""],
]


def test_a_text_with_hardly_any_room_beside_its_row_stands_below_it():
    head, text, row, words, last = printed(ITEMS, ITEM_ROWS, 60)
    assert (head.split(), text) == (["no.", "time", "kind"], "     text")
    assert row == "  7  2026-01-02 10:00:00  tool_call" and last == "  8  10:01                event"
    assert words == "     read the notes of the harbour read the notes of the ha…"
    assert len(printed(ITEMS, ITEM_ROWS, 80)) == 3


def test_a_text_that_is_short_anyway_stays_beside_its_row():
    assert len(printed(ITEMS, [["7", "2026-01-02 10:00:00", "tool_call", "brief"]], 60)) == 2


SESSIONS = [
    Column("agent"),
    Column("bytes", right=True),
    Column("title", wide=True),
    Column("path", wide=True, whole=True, under=True),
]


def test_a_path_is_not_broken_so_that_it_can_be_copied():
    path = "/folder/" + "x" * 90
    lines = printed(SESSIONS, [["codex", "1,234", "Mend the harbour crane", path], ["pi", "5", "", "/y"]], 60)
    assert lines == [
        "agent  bytes",
        "       title / path",
        "codex  1,234",
        "       Mend the harbour crane",
        f"       {path}",
        "pi         5",
        "       /y",
    ]
    assert len(printed(SESSIONS, [["pi", "5", "Mend the crane", "/y"]], 60)) == 2


def test_two_texts_stay_beside_their_row_where_there_is_room():
    columns = [Column("line", right=True), Column("text", wide=True, lines=2), Column("why", wide=True, under=True)]
    lines = printed(columns, [["7", "one two three " * 9, "because of six " * 9]], 60)
    assert lines[0].split() == ["line", "text", "/", "why"] and lines[1].startswith("   7  one two three")


def test_signs_of_double_width_do_not_push_the_next_figure_away():
    columns = [Column("name"), Column("bytes", right=True), Column("text", wide=True)]
    _, _, first, _, second, _ = printed(columns, [["目录", "12", "word " * 20], ["abcd", "34", "word " * 20]], 30)
    assert first.index("12") == second.index("34") - 2
