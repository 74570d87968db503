import json

from inspector.wording.harmless import harmless, harmless_json, harmless_line


def test_what_acts_is_shown_instead():
    assert harmless("a\x1b[31mb") == "a␛[31mb"
    assert harmless("x\u202egnp.exe") == "x⟨right-to-left override⟩gnp.exe"
    assert harmless("\ud800\x9b") == "��"
    assert harmless("one\r\ntwo\rthree\tfour") == "one\ntwo\nthree\tfour"
    assert harmless_line("one\r\ntwo\u2028three\tfour") == "one two three four"


def test_data_is_what_it_was_and_nothing_of_it_acts():
    told = {"x\u202e": ["gnp.exe\x9b2J\x7f\u200f\ufeff", "a\u2028b", "\ud83d", "ü\U0001f600"]}
    for value in (told, {"x\u202e": told["x\u202e"][::3]}):
        written = harmless_json(value, indented=True)
        assert json.loads(written) == value and not set(written) & set("\u202e\x9b\x7f\u200f\ufeff\u2028\ud83d")
