import pytest

from inspector.secrets.find import find_secrets
from inspector.secrets.values import is_chance, is_told, is_written
from tests.rerun.planted import drawn

FORMS = {
    '{{"apiKey": "{}"}}': "mixed:32",
    '{{"encryptionKey": "{}"}}': "slashed:43",
    '{{"password": "{}"}}': "signs:14",
    "DB_PASSWORD={}": "signs:14",
    "DEPLOY_TOKEN={}": "mixed:24",
    "AWS_SECRET_ACCESS_KEY={}": "slashed:40",
    "password = {}": "mixed:14",
    "password: {}": "mixed:14",
    "api_key={}": "hex:32",
    "the password is {} for now": "mixed:12",
    "deploy --token {}": "mixed:24",
}


@pytest.mark.parametrize("form", FORMS)
def test_of_values_drawn_by_chance_nearly_all_are_found_whole(form):
    alphabet, _, length = FORMS[form].partition(":")
    values = [drawn(alphabet, int(length), f"{form} {nth}") for nth in range(100)]
    left = []
    for value in values:
        text = form.format(value)
        start = text.index(value)
        if not any(first <= start and start + len(value) <= end for first, end, _ in find_secrets(text)):
            left.append(value)
    assert len(left) <= 1, left


@pytest.mark.parametrize(
    "value",
    [
        b"getUserByName", b"config.password", b"process.env.API_KEY", b"${API_KEY}", b"<your token>", b"string;",
        b"required", b"src/auth/token.ts", b"SecretKeySpec(bytes)", b"[A-Za-z_][A-Za-z0-9_]*", b"sha256", b"32-byte",
        b"https://example.org/x", b"4096", b"ed25519Seed,", b"must have at least 8 signs", b"self.token",
        b"public-2", b"csrfToken", b"HKDF-SHA256", b"~/dev/oh-my-posh", rb"\nDB_HOST=localhost5",
    ],
)  # fmt: skip
def test_what_a_program_writes_beside_a_secrets_name_is_no_value(value):
    assert not is_written(value) and not is_told(value) and not is_chance(value)
