from inspector.impact.rule import governed, quoted, targets


def test_a_verb_governs_up_to_the_reason():
    assert governed(" src/a.py, it is frozen") == " src/a.py"
    assert governed(" the `a; b` script because") == " the `a; b` script"
    assert governed(" v1.2 files") == " v1.2 files"


def test_targets_are_paths_and_named_folders_and_no_numbers_or_hosts():
    assert targets("src/a/ and b.py.") == ["src/a/", "b.py"]
    assert targets("the vendor folder") == ["vendor"]
    assert targets("*.lock") == ["*.lock"]
    assert targets("version 1.2 of example.com, e.g. that") == []


def test_quotes_of_all_kinds_hold_names():
    assert quoted('`make x` or "make y" (pytest -m live)') == ["make x", "make y", "pytest -m live"]
