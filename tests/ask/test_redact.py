from __future__ import annotations

from inspector.ask.redact import redact
from inspector.llm.chat import Message

BODY = "abcdefghijklmnopqrstuvwxyz0123456789"
# Never valid; put together here so that no scanner takes this file for a leak.
KEY = f"sk-ant-api03-{BODY}"


def test_a_secret_is_taken_out_and_nothing_of_it_is_told() -> None:
    text = f"key {KEY} ends"
    done = redact([Message("user", text)])
    assert done.messages[0].text == f"key [redacted 1: {done.secrets[0].kind}] ends"
    assert KEY not in repr(done.secrets)


def test_one_secret_has_one_number_wherever_it_stands() -> None:
    key = f"sk-ant-api03-{BODY}"
    done = redact([Message("system", f"a {key}"), Message("user", f"{key} b ghp_{BODY} c {key}")])
    assert [(secret.number, secret.times) for secret in done.secrets] == [(1, 3), (2, 1)]
    assert done.messages[1].text.count("[redacted 1:") == 2


def test_a_hint_never_gives_a_short_secret_away() -> None:
    secrets = redact([Message("user", f"password = 'hunter22x' ghp_{BODY}")]).secrets
    assert [secret.hint for secret in secrets] == ["… (9 characters)", "ghp_… (40 characters)"]


def test_a_mark_is_the_same_in_another_request_where_the_numbers_are_others() -> None:
    first, second = f"ghp_{BODY}", "password = 'hunter22x'"
    one = redact([Message("user", f"{first} and {second}")]).secrets
    other = redact([Message("user", f"{second} and {first}")]).secrets
    assert [secret.mark for secret in one] == [secret.mark for secret in reversed(other)]
