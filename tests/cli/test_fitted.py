from io import StringIO

from rich.console import Console

from inspector.cli.fitted import print_fitted
from inspector.cli.output import Column

FIGURES = [Column("strategy"), *(Column(f"figure number {n}", right=True) for n in range(8))]
ROWS = [[f"own/strategy-{row}", *(f"≈{row}23,45{n}" for n in range(8))] for row in range(3)]


def printed(columns, rows, width: int) -> list[str]:
    out = StringIO()
    print_fitted(columns, rows, Console(file=out, width=width, highlight=False))
    return out.getvalue().splitlines()


def test_no_figure_is_cut_however_narrow_the_terminal():
    for width in (200, 100, 60, 30):
        lines = printed(FIGURES, ROWS, width)
        text = "\n".join(lines)
        assert all(cell in text for row in ROWS for cell in row)
        assert all(len(line.rstrip()) <= width for line in lines)


def test_a_table_that_is_too_wide_goes_on_below_with_its_first_column_again():
    lines = printed(FIGURES, ROWS, 60)
    assert sum(line.startswith("own/strategy-1 ") for line in lines) == 2
    assert len([line for line in lines if not line.strip()]) == 1


def test_key_columns_stand_again_too():
    columns = [Column("no.", right=True), Column("line", right=True, key=True), *FIGURES[1:]]
    lines = printed(columns, [["1", "77", *ROWS[0][1:]]], 50)
    assert sum(line.split()[:2] == ["1", "77"] for line in lines) > 1


def test_long_texts_share_the_room_and_are_cut_where_it_ends():
    columns = [Column("no.", right=True), Column("kind"), Column("text", wide=True), Column("why", wide=True)]
    head, row = printed(columns, [["7", "constraint", "never " * 30, "lost " * 30]], 80)
    assert row.startswith("  7  constraint  never never") and row.count("…") == 2 and len(row.rstrip()) <= 80
    assert head.split() == ["no.", "kind", "text", "why"]


def test_a_short_text_leaves_its_room_to_the_other():
    columns = [Column("text", wide=True), Column("why", wide=True)]
    assert "lost " * 12 in printed(columns, [["brief", "lost " * 13]], 80)[1]


def test_a_long_path_is_folded_and_nothing_of_it_is_lost():
    path = "/folder/" + "x" * 90
    lines = printed([Column("agent"), Column("bytes", right=True), Column("path")], [["pi", "1,234", path]], 60)
    assert "".join(line[-42:].strip() for line in lines[1:]).replace("pi", "", 0).endswith("x" * 20)
    assert sum(line.count("x") for line in lines) == 90 and "1,234" in lines[1]


def test_signs_of_double_width_do_not_push_the_next_column_away():
    lines = printed([Column("title"), Column("bytes", right=True)], [["目录是某", "12"], ["abcdefgh", "34"]], 60)
    assert lines[1].index("12") == lines[2].index("34") - 4


REASONED = [Column("line", right=True), Column("text", wide=True, lines=2), Column("why", wide=True, under=True)]


def test_what_explains_a_text_stands_under_it_where_both_do_not_fit():
    text = "one two three four five six seven eight"
    head, *lines = printed(REASONED, [["7", text, "because of nine"], ["8", "brief", ""]], 40)
    assert head.split() == ["line", "text", "/", "why"]
    assert [line.rstrip() for line in lines] == [
        "   7  one two three four five six seven", "      eight", "        because of nine", "   8  brief",
    ]  # fmt: skip
    assert printed(REASONED, [["7", "one two", "because"]], 24)[1].rstrip() == "   7  one two  because"


def test_a_column_that_stands_empty_is_left_out():
    columns = [Column("no.", right=True), Column("line", right=True), Column("kind"), Column("note", wide=True)]
    head, *rows = printed(columns, [["1", "", "user", ""], ["2", "", "event", ""]], 60)
    assert head.split() == ["no.", "kind"] and [row.split() for row in rows] == [["1", "user"], ["2", "event"]]
    assert printed(columns, [["1", "", "user", ""], ["2", "9", "event", ""]], 60)[0].split() == ["no.", "line", "kind"]


def test_a_text_of_several_lines_is_cut_at_the_end_of_the_last():
    _, first, second, under = printed(REASONED, [["7", "word " * 20, "why " * 20]], 40)
    assert first.rstrip() == "   7  word word word word word word word" and second.rstrip().endswith("…")
    assert under.startswith("        why why") and under.rstrip().endswith("…")
    assert all(len(line.rstrip()) <= 40 for line in (first, second, under))
