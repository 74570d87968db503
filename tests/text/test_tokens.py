from inspector.text.tokens import without_escapes


def test_places_stay_when_escapes_are_blanked():
    text = '{"command":"cat a.py\\nb.py \\"c\\""}'
    assert len(without_escapes(text)) == len(text)
    assert without_escapes(text).index("b.py") == text.index("b.py")
    assert "\\" not in without_escapes(text)


def test_an_escaped_line_break_stays_one():
    assert without_escapes('"a\\nb"').split() == ['"a', 'b"']
    assert without_escapes('"a\\nb"').count("\n") == 1
