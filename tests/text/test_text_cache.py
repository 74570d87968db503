from inspector.text.text_cache import Text, text_of


def test_texts_that_are_looked_at_again_are_known_and_large_ones_are_not_held():
    assert text_of("a" * 20) is text_of("a" * 20)
    assert text_of("a" * 50_000) is not text_of("a" * 50_000)


def test_what_a_text_holds_is_found_once():
    text = Text("see src/a.py:12, timeout: 90s\n\n- **Mend** it")
    assert text.paths is text.paths
    assert [(one.form, one.steps) for one in text.paths] == [("src/a.py", ("src", "a.py"))]
    assert [form for _, _, form, _ in text.lines] == ["see src/a.py:12, timeout: 90s", "- mend it"]
    assert text.words_at["timeout"] == [17]


def test_brackets_around_a_path_are_no_part_of_it_where_a_route_stands_in_the_same_text():
    text = Text("app/[id]/page.tsx, [src/tide.py](src/tide.py), (src/moon.py) and app/(shop)/[[...slug]]/[at=int].tsx")
    assert [one.form for one in text.paths] == [
        "app/[id]/page.tsx",
        "src/tide.py",
        "src/moon.py",
        "app/(shop)/[[...slug]]/[at=int].tsx",
    ]
