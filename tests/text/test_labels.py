import pytest
from inspector.text.labels import LEFT, label_of, package_of


@pytest.mark.parametrize(
    ("left", "label"),
    [
        ("port ", "port"),
        ('"port": "', "port"),
        ("port=", "port"),
        ("port => ", "port"),
        ("**port:** ", "port"),
        ("the port is `", "port"),
        ("port (default ", "port"),
        ("port (default: ", "port"),
        ("port = -", "port"),
        ("port: ~", "port"),
        ("--port ", "port"),
        ("line of text\nport ", "port"),
        ("port\n", ""),
        ("port(", ""),
        ("port (", ""),
        ("port >= ", ""),
        ("port == ", ""),
        ("port < ", ""),
        ("port - ", ""),
        ("port*", ""),
        ("port += ", ""),
    ],
)
def test_only_a_colon_a_sign_of_setting_a_blank_and_a_default_tie_a_number_to_a_word(left, label):
    assert label_of(left) == label


@pytest.mark.parametrize(
    ("left", "label"),
    [
        ("animationDuration: Double = ", "animationDuration"),
        ("max_retries: int = ", "max_retries"),
        ("const timeoutMs: number = ", "timeoutMs"),
        ("wait: int | None = ", "wait"),
        ("wait: Optional[int] = ", "wait"),
        ("pub const WAIT: usize = ", "WAIT"),
        ("var wait int = ", "wait"),
        ("defaults: limit = ", "limit"),
    ],
)
def test_what_is_declared_stands_in_front_of_its_type(left, label):
    assert label_of(left) == label


@pytest.mark.parametrize(
    ("left", "package"),
    [
        ("tesseract.js ", "tesseract.js"),
        ('"i18next": "^', "i18next"),
        ('"@expo/vector-icons": "~', "@expo/vector-icons"),
        ("httpx>=", "httpx"),
        ("uvicorn[standard]==", "uvicorn"),
        ("**zbus** (", "zbus"),
        ("react from ", "react"),
        ('Text("', ""),
        ("it is stuck ", ""),
        ("the ", ""),
        ("under ", ""),
        ("we upgraded to ", ""),
        ("`ROADMAP.md` ", ""),
        ("12.5Z ", ""),
        ("It was done. ", ""),
    ],
)
def test_a_version_belongs_to_a_whole_name_and_to_no_word_of_prose(left, package):
    assert package_of(left) == package


def test_a_name_that_begins_before_what_is_looked_at_is_none():
    assert package_of(("a" * LEFT + " ")[-LEFT:]) == ""
    assert package_of("x\n".rjust(LEFT - 6) + "httpx ") == "httpx"
