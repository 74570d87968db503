from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.secrets.find import find_secrets
from tests.secrets.kinds import HEX, KINDS, MIXED, UUID

GITHUB = "gh" + "p_" + MIXED[:36]


def found_in(text):
    return [text[start:end] for start, end, _ in find_secrets(text)]


@pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
@pytest.mark.parametrize("quoted", range(3))
def test_a_secret_is_found_whole_also_in_the_arguments_of_a_call_and_where_these_are_quoted(kind, quoted):
    text, secret = kind.text, kind.secret
    for _ in range(quoted):
        text, secret = json.dumps({"command": text}), json.dumps(secret)[1:-1]
    found = found_in(text)
    assert secret in found if kind.whole else len(max(found, key=len)) > len(MIXED)


def test_no_kind_is_listed_twice():
    assert len({kind.name for kind in KINDS}) == len(KINDS) == 91


@pytest.mark.parametrize(
    "text",
    [
        "commit 5b9ad71b2ce5302211f9c61530b329a4922fc6a4",
        f"id {UUID} on port 8443, checksum {HEX}{HEX}",
        "password = get_password()",
        "API_KEY=$API_KEY and PASSWORD=${PASSWORD:-none} and {{ secrets.TOKEN }}",
        'api_key = "your-api-key"',
        "password: required, at least twelve characters",
        "password: string; privateKey: Uint8Array; userPrivateKey: auth.vaultKeypair!.privateKey,",
        "refreshToken = body?.refreshToken;\nlet private_key = Zeroizing::new(seed);",
        "see https://user@example.com/path and http://localhost:8080/@scope",
        "the secret of good tests; monkey = banana_split; key: src/tides/gauge.py",
        "max_tokens=4096, tokens: 12000, token_count = 1234",
        "git push -u origin feed/harbour; curl -u tides https://harbour.example.org",
        "docker run --password-stdin; deploy --token-file /run/secrets/token",
        "API_KEY=[redacted 1: value of a secret variable]",
        "import { publicKey } from './keys'; // secretOrPrivateKey",
        "Authorization: Bearer <token>",
    ],
)
def test_what_only_looks_like_a_secret_stays(text):
    assert found_in(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{GITHUB}aaaa end", f"{GITHUB}aaaa"),
        (f"It was {GITHUB}. Then it failed.", GITHUB),
        (f"https://mara:{GITHUB}@harbour.example.org", GITHUB),
        (f"Ebbe für \ud83d {'é' * 9} 潮 {GITHUB} ende", GITHUB),
        (r"DB_PASSWORD=\nDB_HOST=localhost5\nDEPLOY_TOKEN=k7Qm2xV9bT4rLs8w\n", "k7Qm2xV9bT4rLs8w"),
    ],
    ids=["longer than the least", "before a full stop", "two that overlap", "behind wide signs", "no value before it"],
)
def test_what_is_found_ends_where_the_secret_does(text, found):
    assert found_in(text) == [found]


@pytest.mark.parametrize(
    "piece", ["-eyJ", "://", "\\", "password=", "\\u0041", "AKIA", "a:b@", "-----BEGIN PRIVATE KEY-----"]
)
def test_what_begins_like_a_secret_over_and_over_is_read_in_one_go(piece, ends):
    find_secrets(piece * (400_000 // len(piece)))


@given(st.text(st.sampled_from("aK=\"'-/:@. \\\nusk_password{}$01eyé"), max_size=300))
def test_passages_are_in_order_and_apart_whatever_the_text(text):
    found = find_secrets(text)
    for (_, end, _), (start, _, _) in pairwise(found):
        assert end <= start
    assert all(0 <= start < end <= len(text) for start, end, _ in found)
