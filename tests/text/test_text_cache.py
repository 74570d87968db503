from inspector.text.text_cache import Text, TextCache


def test_texts_that_are_looked_at_again_are_known_and_only_so_many_are_held():
    known = TextCache(100)
    one = known.text("a" * 20)
    assert known.text("a" * 20) is one
    for letter in "bcdef":
        known.text(letter * 20)
    assert known.text("a" * 20) is not one, "others took its place"
    assert known.text("x" * 26) is not known.text("x" * 26), "a text that would push out all others is not held"


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
