from inspector.verdicts.files_seen import FilesSeen
from inspector.verdicts.work_record import WorkRecord

from tests.worked import Used, edited, ran, segment, showed, wrote

SUITE = (
    "class TestUpload:\n    def test_a(self):\n    async def test_b(self):\n\nclass TestLoad:\n    def test_c(self):\n"
)


def files(*said):
    return FilesSeen(WorkRecord(segment(*said)).steps)


def states(path, *said):
    return [(state.lines, state.tests, state.item.number) for state in files(*said).states(path)]


def test_a_file_that_was_written_is_known_through_its_edits():
    said = (wrote("/p/src/a.py", "one\ntwo\n"), edited("/p/src/a.py", "two\n", "two\nthree\nfour\n"))
    assert states("src/a.py", *said) == [(2, 0, 1), (4, 0, 3)]
    assert states("other/a.py", *said) == []


def test_an_edit_of_what_is_not_known_ends_what_is_known():
    assert states("a.py", wrote("/p/a.py", "one\n"), edited("/p/a.py", "never there", "x")) == []
    assert states("a.py", wrote("/p/a.py", "one\n"), ran("sed -i s/one/two/ a.py")) == []
    assert states("a.py", wrote("/p/a.py", "one\n"), ran("make > a.py")) == []
    assert states("a.py", wrote("/p/a.py", "one\n"), ran("pytest a.py 2>&1")) == [(1, 0, 1)]


def test_a_name_that_two_files_bear_names_none():
    assert states("a.py", wrote("/p/x/a.py", "one\n"), wrote("/p/y/a.py", "one\ntwo\n")) == []


def test_lines_that_were_counted_are_known():
    said = (ran("wc -l src/*.py", "   12 src/a.py\n  1543 src/main.py\n 1555 total"),)
    assert states("/p/src/main.py", *said) == [(1543, None, 2)]
    assert states("/p/src/main.py", ran("grep -c x src/*", "  1543 src/main.py")) == []


def test_lines_that_were_read_are_no_sure_count():
    (state,) = files(showed("/p/a.py", 1, 50)).states("a.py")
    assert (state.lines, state.written) == (50, False)


def test_the_tests_of_a_class_are_counted_where_each_makes_one():
    assert files(wrote("/p/t.py", SUITE)).tests_in("TestUpload")[0] == 2
    assert files(wrote("/p/t.py", SUITE)).tests_in("TestGone") is None
    assert files(wrote("/p/t.py", SUITE.replace("    def test_a", "    @parametrize\n    def test_a"))).tests_in(
        "TestUpload"
    ) is None  # fmt: skip


def test_a_failed_write_wrote_nothing():
    assert states("a.py", Used("Write", {"file_path": "/p/a.py", "content": "one\n"}, "denied", error=True)) == []


def test_an_output_of_empty_lines_is_read_in_one_go(ends):
    call = ran("wc -l src/tide.py", "\n" * 50_000 + "  41 src/tide.py\n")
    assert states("src/tide.py", call) == [(41, None, 2)]
