from weakref import ref

from inspector.text.text_index import Hit, TextIndex


def test_a_word_inside_another_does_not_stand():
    texts = TextIndex(("my_alpha alphabet alpha-1",))
    assert texts.find("alpha") == Hit(0, 18, 23)
    assert TextIndex(("my_alpha alphabet",)).find("alpha") is None


def test_paths_are_known_by_their_last_step():
    texts = TextIndex(("see `src/a.py:12`, .\\lib\\b.py and {x} src/{c,d}.go",))
    assert {base: [named.form for named in held] for base, held in texts.paths.items()} == {
        "a.py": ["src/a.py"],
        "b.py": ["lib/b.py"],
        "c.go": ["src/c.go"],
        "d.go": ["src/d.go"],
    }


def test_a_plain_word_is_no_path():
    assert "strategy" not in TextIndex(("the strategy.",)).paths
    assert "strategy" in TextIndex(("in strategy/ there",)).paths


def test_long_runs_take_no_longer_than_their_length():
    # A pattern tried at every letter of a run would not come back from this one.
    assert TextIndex(("a" * 3_000_000,)).paths == {}


def test_lines_are_found_by_their_words():
    texts = TextIndex(("One\n\n- **Mend** the gauge",))
    (number,) = texts.lines_of["gauge"]
    assert texts.lines[number] == (Hit(0, 5, 25), "- mend the gauge")


def test_a_name_stands_whole_among_signs_that_are_written_without_blanks():
    written = TextIndex(("已修改src/a.py文件，端口8080的test_tides失败，見docs/说明.md。桟橋は60秒",))
    plain = written.fitting("src/a.py")
    assert [named.form for named in plain.paths["a.py"]] == ["src/a.py"]
    assert plain.find("test_tides") == Hit(0, 21, 31)
    assert written.texts[0][21:31] == "test_tides"
    assert written.fitting("docs/说明.md") is written
    assert plain.fitting("docs/说明.md") is written


def test_texts_in_plain_letters_are_held_once():
    texts = TextIndex(("see src/a.py — café",))
    assert texts.fitting("src/a.py") is texts


def test_one_text_at_two_places_stands_at_both():
    texts = TextIndex(("see src/a.py, timeout: 90s", "none", "see src/a.py, timeout: 90s"))
    assert [named.place for named in texts.paths["a.py"]] == [0, 2]
    assert [hit.place for hit, _ in texts.lines] == [0, 1, 2]
    assert texts.lines_of["timeout"] == [0, 2]


def test_among_thousands_that_are_asked_for_the_rarest_word_leads_to_a_place(ends):
    texts = TextIndex(("\n".join(f"part {number} here" for number in range(20_000)),))
    assert all(texts.find(f"part {number} here") for number in range(0, 20_000, 7))
    assert texts.find("part 20000 here") is None


def test_a_line_is_told_around_what_stands_in_it():
    texts = TextIndex(("one\ntwo alpha three\nfour", "alpha"))
    assert [texts.line_around(hit) for hit in texts.find_all("alpha")] == [("two ", " three"), ("", "")]


def test_an_index_is_gone_with_whoever_asked_it():
    """Nobody looks for cycles while facts are found: what stood in one would stay for good."""
    index = TextIndex(("use tides.py 潮 and gauge.py",))
    assert index.fitting("tides.py").paths and index.parted is not index and index.parted.fitting("潮") is index
    gone = [ref(index), ref(index.parted)]
    del index
    assert [one() for one in gone] == [None, None]
