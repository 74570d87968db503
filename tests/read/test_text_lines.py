"""Lines of a text: where they stand, marks at the beginning, damage."""

from inspector.read.text_lines import text_lines


def read(tmp_path, raw):
    path, problems = tmp_path / "log.txt", []
    path.write_bytes(raw)
    return list(text_lines(path, problems.append)), problems


def test_a_line_stands_in_its_bytes_without_its_end(tmp_path):
    raw = "\ufefföre\r\nzwei\n\ndrei".encode()
    lines, problems = read(tmp_path, raw)
    assert [line.text for line in lines] == ["öre", "zwei", "", "drei"]
    assert [raw[line.start : line.end].decode() for line in lines] == ["öre", "zwei", "", "drei"]
    assert [line.number for line in lines] == [1, 2, 3, 4] and not problems


def test_what_is_no_text_is_marked_and_told(tmp_path):
    lines, problems = read(tmp_path, b"one\n\x00\x00\x00\nt\xffo\n")
    assert [(line.number, line.text) for line in lines] == [(1, "one"), (3, "t\ufffdo")]
    assert [(problem.code, problem.source.line) for problem in problems] == [("mended-line", 3)]
