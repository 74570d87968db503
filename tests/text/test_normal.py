import pytest

from inspector.text.normal import (
    command_form,
    milliseconds,
    number_form,
    path_form,
    split_line,
    text_form,
    url_form,
    version_form,
)


@pytest.mark.parametrize(
    ("written", "base", "form"),
    [
        ("/home/mara/app/src/a.py", "", "src/a.py"),
        ("./src/a.py", "", "src/a.py"),
        ("src\\a.py", "", "src/a.py"),
        ("a.py", "src", "src/a.py"),
        ("../b.py", "src/deep", "src/b.py"),
        ("a.py", "/home/mara/app/src", "src/a.py"),
        ("/etc/hosts", "src", "/etc/hosts"),
        ("c:\\work\\a.py", "", "C:/work/a.py"),
        ("src//a.py", "", "src/a.py"),
    ],
)
def test_spellings_of_one_path_have_one_form(written, base, form):
    assert path_form(written, base, "/home/mara/app") == form


def test_paths_differ_by_case():
    assert path_form("README.md") != path_form("readme.md")


@pytest.mark.parametrize("written", ["a.py:42", "a.py:42:7", "a.py#L42", "a.py(42,7)", "a.py:42-50"])
def test_the_line_is_split_off_a_path(written):
    assert split_line(written) == ("a.py", 42)


def test_a_path_without_line_keeps_all_of_itself():
    assert split_line("src/v2/a.py") == ("src/v2/a.py", None)


@pytest.mark.parametrize(
    ("digits", "unit", "form"),
    [
        ("1,670", "tokens", ("1670", "token")),
        ("30", "seconds", ("30", "s")),
        ("30", "s", ("30", "s")),
        ("30", "min", ("30", "min")),
        ("30.50", "%", ("30.5", "%")),
        ("2.0", "", ("2", "")),
        ("167", "k", ("167000", "")),
        ("0.5", "s", ("0.5", "s")),
        ("007", "", ("7", "")),
    ],
)
def test_numbers_lose_grouping_and_idle_zeros(digits, unit, form):
    assert number_form(digits, unit) == form


def test_times_compare_across_units_and_sizes_do_not():
    assert milliseconds("90", "s") == milliseconds("1.5", "min") == 90_000
    assert milliseconds("90", "mb") is None


def test_signs_around_a_version_fall_away():
    assert version_form("^v1.2.3") == "1.2.3"


def test_addresses_keep_port_path_and_query():
    assert url_form("https://www.Example.com:8443/A/b?q=1#top") == "example.com:8443/A/b?q=1"
    assert url_form("http://example.com/a/).") == "example.com/a"


def test_redirections_are_no_part_of_a_command():
    assert command_form("go  test ./...  2>&1 > out.txt") == "go test ./..."
    assert command_form("make tides >& out.txt") == command_form("make tides &> out.txt") == "make tides"


def test_words_lose_case_quotes_and_emphasis():
    assert text_form("**Mend** the `Gauge`.") == "mend the gauge"
