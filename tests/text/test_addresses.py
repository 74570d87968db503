import pytest
from inspector.text.addresses import urls_in


def urls(text):
    return [url for _, _, url in urls_in(text)]


def test_addresses_end_where_prose_goes_on():
    text = "see https://a.example/x, “http://b.example:80/y”, or <https://c.example/z>."
    assert urls(text) == ["a.example/x", "b.example:80/y", "c.example/z"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("http://a.example:3000,http://b.example:3000", ["a.example:3000", "b.example:3000"]),
        ("[x](https://a.example/pull/465)[y]", ["a.example/pull/465"]),
        ("http://a.example:3001\x1b[39m", ["a.example:3001"]),
        ("https://a.example/A_(b)/c", ["a.example/A_(b)/c"]),
    ],
)
def test_an_address_ends_where_another_a_bracket_around_it_or_a_code_begins(text, found):
    assert urls(text) == found


@pytest.mark.parametrize(
    "text",
    ["https://a.example/$URL", "http://a.example:${port}/x", "https://a.example/{id}", "https://a.example/[USER]/x"],
)
def test_an_address_with_a_placeholder_is_none(text):
    assert urls(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("http://a.example:3000/x.js:26:13)", "a.example:3000/x.js"),
        ("http://a.example/x.js:26", "a.example/x.js"),
        ("http://a.example/login:0", "a.example/login"),
        ("http://a.example:3000", "a.example:3000"),
        ("http://a.example/sessions/3:approve", "a.example/sessions/3:approve"),
        ("http://a.example/item:30", "a.example/item:30"),
    ],
)
def test_a_line_of_a_script_is_no_part_of_its_address(text, found):
    assert urls(text) == [found]
