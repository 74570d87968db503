import pytest

from inspector.model import Verdict
from tests.evidence_scene import scene


def verdict(tmp_path, finder, value, summary, *said):
    return scene(tmp_path / "log.jsonl", *said, summary=summary)[finder, value][1].verdict


@pytest.mark.parametrize(
    ("summary", "told"),
    [
        ("it waits 30s", Verdict.VERBATIM),
        ("a timeout of 30 seconds", Verdict.VERBATIM),
        ("timeout 30,000 ms", Verdict.REWORDED),
        ("timeout 0.5 min", Verdict.REWORDED),
        ("timeout 30 min", Verdict.ALTERED),
        ("timeout: 45s", Verdict.ALTERED),
        # Milliseconds or seconds: the summary does not say.
        ("timeout = 45000", Verdict.LOST),
        ("it waits", Verdict.LOST),
    ],
)
def test_a_time_is_its_length_not_its_spelling(tmp_path, summary, told):
    assert verdict(tmp_path, "numbers", "timeout=30 s", summary, "The timeout is 30s.") is told


@pytest.mark.parametrize(
    ("summary", "told"),
    [
        ("port 8080", Verdict.VERBATIM),
        ("port 9090", Verdict.ALTERED),
        ("port 80", Verdict.ALTERED),
        ("18080", Verdict.LOST),
    ],
)
def test_8080_is_not_9090(tmp_path, summary, told):
    assert verdict(tmp_path, "numbers", "port=8080", summary, "The port is 8080.") is told


def test_a_number_the_history_had_is_no_change(tmp_path):
    said = ("The port is 8080.", "Before that the port was 9090.")
    assert verdict(tmp_path, "numbers", "port=8080", "port 9090", *said) is Verdict.LOST


def test_one_new_number_for_a_label_that_had_several_is_undecided(tmp_path):
    said = ("The port is 8080.", "The port is 8081.")
    assert verdict(tmp_path, "numbers", "port=8080", "port 9090", *said) is Verdict.UNDECIDED


def test_a_label_without_telling_name_is_never_altered(tmp_path):
    assert verdict(tmp_path, "numbers", "max=7", "max 9", "The max is 7.") is Verdict.LOST


@pytest.mark.parametrize(
    ("summary", "told"),
    [
        ("node v1.2.3", Verdict.VERBATIM),
        ("node v1.2", Verdict.WEAKENED),
        ("node v1.2.4", Verdict.ALTERED),
        ("v1.2.34", Verdict.LOST),
    ],
)
def test_a_version_is_whole(tmp_path, summary, told):
    assert verdict(tmp_path, "numbers", "node=1.2.3", summary, "It is node v1.2.3 here.") is told


@pytest.mark.parametrize(
    ("summary", "told"),
    [
        ("http://localhost:8080/x", Verdict.VERBATIM),
        ("`localhost:8080/x`", Verdict.VERBATIM),
        ("http://localhost:9090/x", Verdict.ALTERED),
        ("http://localhost:8080/y", Verdict.LOST),
    ],
)
def test_an_address_with_another_port_is_altered(tmp_path, summary, told):
    assert verdict(tmp_path, "identifiers", "localhost:8080/x", summary, "See http://localhost:8080/x there.") is told


def test_an_address_with_terminal_colours_behind_its_port_is_no_pattern(tmp_path):
    said, summary = "It listens on http://localhost:5177 now.", "up at http://localhost:3000\x1b[39m"
    assert verdict(tmp_path, "identifiers", "localhost:5177", summary, said) is Verdict.ALTERED


@pytest.mark.parametrize(("told", "verdict"), [("25.6", "weakened"), ("25.7.0", "altered"), ("25.6.0", "verbatim")])
def test_a_package_with_digits_and_signs_in_its_name_is_known_again(tmp_path, told, verdict):
    found = scene(tmp_path / "log.jsonl", "It needs @kelp/i18next v25.6.0.", summary=f"It needs @kelp/i18next v{told}.")
    assert found["numbers", "@kelp/i18next=25.6.0"][1].verdict == verdict


def test_a_version_that_the_history_had_of_the_package_is_no_other(tmp_path):
    said = "It needs kelp-i18next v25.6.0; kelp-i18next, said he, is 25.7.0 there."
    found = scene(tmp_path / "log.jsonl", said, summary="It needs kelp-i18next v25.7.0.")
    assert found["numbers", "kelp-i18next=25.6.0"][1].verdict == "lost"
