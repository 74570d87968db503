from inspector.report.harmless import harmless


def test_what_acts_is_shown_instead():
    assert harmless("a\x1b[31mb") == "a␛[31mb"
    assert harmless("x\u202egnp.exe") == "x⟨right-to-left override⟩gnp.exe"
    assert harmless("\ud800\x9b") == "��"
    assert harmless("one\r\ntwo\rthree\tfour") == "one\ntwo\nthree\tfour"
