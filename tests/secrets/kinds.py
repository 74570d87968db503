"""Kinds of secrets, each as it stands in a log. None was ever valid.

They are put together here, so that no scanner takes this file for a leak.
"""

from __future__ import annotations

from typing import NamedTuple

LETTERS = "abcdefghijklmnopqrstuvwxyz"
MIXED = "q7Zr3kXw9TbV2nLs8mHd5pYc4gJf6aRe1uQo0iKx"
HEX = "4f9c2e7a1b8d3065f7e2c9a4b1d80e63"
UUID = "7b1e4c9a-3d52-4f80-9c6e-2a8d5b7f1e03"
PEM = "-----BEGIN {0}PRIVATE " + "KEY-----\nMIIEowIBAAKCAQEA" + MIXED + "\n-----END {0}PRIVATE " + "KEY-----"


class Kind(NamedTuple):
    """A secret between what stands around it."""

    name: str
    before: str
    secret: str
    after: str
    whole: bool
    """Whether all of it is found as one; else a long part of it."""

    @property
    def text(self) -> str:
        return self.before + self.secret + self.after


_KINDS = (
    ("amazon access key", "key ", "AK" + "IA" + "Q4WTZ7XK2MVB3NHC", "", True),
    ("amazon temporary key", "id ", "AS" + "IA" + "Q4WTZ7XK2MVB3NHC", "", True),
    ("credentials file", "[default]\naws_secret_access_key = ", MIXED, "", True),
    ("credentials file session", "aws_session_token = ", MIXED + MIXED, "", True),
    ("amazon secret in env", "AWS_SECRET_ACCESS_KEY=", MIXED, "", True),
    ("amazon bedrock key", "bearer ", "AB" + "SK" + (MIXED + MIXED + MIXED + MIXED[:9]) + "=", "", True),
    ("google key", "", "AI" + "zaSy" + MIXED[:33], "", True),
    ("google token", "", "ya" + "29." + MIXED, "", True),
    ("google client secret", "", "GOC" + "SPX-" + MIXED[:28], "", True),
    ("google service account", "", '"private_key": "' + PEM.format("").replace("\n", "\\n") + '"', "", False),
    ("azure client secret", "AZURE_CLIENT_SECRET=", "Qw8" + "8Q~" + MIXED[:34], "", True),
    ("azure storage key", "AccountName=tides;AccountKey=", MIXED + MIXED + MIXED[:6] + "==", ";Suffix=a.net", True),
    ("azure signed address", "https://tides.blob.example.net/c/f?sv=2022-11-02&sig=", MIXED[:40] + "%3D", "", True),
    ("amazon signed address", "https://b.s3.amazonaws.com/f?X-Amz-Expires=60&X-Amz-Signature=", HEX + HEX, "", True),
    ("google signed address", "https://storage.googleapis.com/b/f?X-Goog-Signature=", HEX + HEX, "", True),
    ("github classic", "", "gh" + "p_" + MIXED[:36], "", True),
    ("github oauth", "", "gh" + "o_" + MIXED[:36], "", True),
    ("github app", "", "gh" + "s_" + MIXED[:36], "", True),
    ("github refresh", "", "gh" + "r_" + (MIXED + MIXED[:36]), "", True),
    ("github fine grained", "", "github" + "_pat_" + MIXED[:22] + "_" + (MIXED + MIXED[:19]), "", True),
    ("gitlab", "", "gl" + "pat-" + MIXED[:20], "", True),
    ("gitlab deploy", "", "gl" + "dt-" + MIXED[:20], "", True),
    ("gitlab runner", "", "gl" + "rt-" + MIXED[:20], "", True),
    ("bitbucket app password", "", "AT" + "BB" + MIXED[:32] + "A1B2C3D4", "", True),
    ("npm token bare", "", "np" + "m_" + MIXED[:36], "", True),
    ("npmrc", "//registry.example.org/:_authToken=", UUID, "", True),
    ("pypi token", "", "py" + "pi-AgEIcHlwaS5vcmc" + (MIXED + MIXED), "", True),
    ("rubygems", "", "ruby" + "gems_" + (HEX + HEX[:16]), "", True),
    ("docker hub", "", "dckr" + "_pat_" + MIXED[:27], "", True),
    ("docker registry auth", '{"auths": {"registry.example.org": {"auth": "', "dGlkZXM6aHVudGVyMjJ4eHg=", '"}}}', True),
    ("cargo token", "", "ci" + "o" + MIXED[:32], "", True),
    ("openai project", "", "sk-" + "proj-" + MIXED + "T3Blbk" + "FJ" + MIXED, "", True),
    ("openai old", "", "sk-" + MIXED[:20] + "T3Blbk" + "FJ" + MIXED[:20], "", True),
    ("anthropic", "", "sk-" + "ant-api03-" + (MIXED + MIXED + MIXED[:13]) + "AA", "", True),
    ("openrouter", "", "sk-" + "or-v1-" + (HEX + HEX), "", True),
    ("hugging face", "", "h" + "f_" + LETTERS + "ABCDEFGH", "", True),
    ("groq", "", "gs" + "k_" + (MIXED + MIXED[:12]), "", True),
    ("xai", "", "xa" + "i-" + (MIXED + MIXED), "", True),
    ("perplexity", "", "pp" + "lx-" + (MIXED + MIXED[:8]), "", True),
    ("replicate", "", "r8" + "_" + MIXED[:37], "", True),
    ("nvidia", "", "nv" + "api-" + (MIXED + MIXED[:24]), "", True),
    ("slack bot", "", "xo" + "xb-123456789012-123456789012-" + MIXED[:24], "", True),
    ("slack app", "", "xa" + "pp-1-A0B1C2D3E-1234567890123-" + (HEX + HEX), "", True),
    ("slack webhook", "", "https://hooks." + "slack.com/services/T0A1B2C3D/B0A1B2C3D/" + MIXED[:24], "", False),
    ("discord bot", "discord token ", "M" + "TIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe." + MIXED[:38], "", True),
    ("telegram bot", "the address ends with /bot", "123456789:A" + "A" + MIXED[:33], "", True),
    ("twilio key", "", "S" + "K" + HEX, "", True),
    ("sendgrid", "", "S" + "G." + MIXED[:22] + "." + (MIXED + MIXED[:3]), "", True),
    ("mailchimp", "MAILCHIMP_API_KEY=", HEX + "-us12", "", True),
    ("mailgun", "mailgun key- = ", "key-" + HEX, "", True),
    ("payment live key", "", "s" + "k_live_" + MIXED[:24], "", True),
    ("payment test key", "", "s" + "k_test_" + MIXED[:24], "", True),
    ("payment restricted key", "", "r" + "k_live_" + MIXED[:24], "", True),
    ("payment webhook secret", "", "wh" + "sec_" + MIXED[:32], "", True),
    ("square", "", "sq0" + "csp-" + (MIXED + "abc"), "", True),
    ("shopify", "", "shp" + "at_" + HEX, "", True),
    ("vault service", "", "hv" + "s." + (MIXED + MIXED + MIXED[:15]), "", True),
    ("vault batch", "", "hv" + "b." + (MIXED + MIXED + MIXED + MIXED[:20]), "", True),
    ("digital ocean", "", "do" + "p_v1_" + (HEX + HEX), "", True),
    ("databricks", "", "da" + "pi" + HEX, "", True),
    ("linear", "", "lin" + "_api_" + MIXED, "", True),
    ("notion", "", "nt" + "n_12345678901" + MIXED[:35], "", True),
    ("figma", "", "fi" + "gd_" + MIXED, "", True),
    ("sentry", "", "sn" + "trys_eyJpYXQiOjE2" + (MIXED + MIXED) + "_" + (MIXED + MIXED[:3]), "", False),
    ("grafana service", "", "gl" + "sa_" + MIXED[:32] + "_1a2b3c4d", "", True),
    ("planetscale", "", "psc" + "ale_tkn_" + MIXED, "", True),
    ("supabase", "", "sb" + "p_" + HEX + HEX[:8], "", True),
    ("age key", "", "AGE-SECRET" + "-KEY-1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE6MU", "", False),
    ("private key", "", PEM.format("RSA "), "", True),
    ("openssh key cut short", "", "-----BEGIN OPENSSH PRIVATE " + "KEY-----\nb3BlbnNzaC1rZXkAAA" + MIXED, "", False),
    ("web token", "token ", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + MIXED, "", True),
    ("password unquoted", "password=", "hunter22", "", True),
    ("password in yaml", "  password: ", "Tr0ub4dor", "", True),
    ("password short", 'db_password = "', "x9!kQ2", '"', True),
    ("password with one sign at the end", "password='", "s3cretaaaa", "'", True),
    ("x-api-key", "-H 'x-api-key: ", HEX, "'", True),
    ("authorization basic", "Authorization: Basic ", "dGlkZXM6aHVudGVyMjI=", "", True),
    ("authorization bearer", "authorization: bearer ", MIXED, "", True),
    ("curl -u", "curl -u tides:", "hunter22", " https://harbour.example.org/api", True),
    ("--password", "mysqldump --password ", "hunter22", " tides", True),
    ("--token", "deploy --token=", HEX, "", True),
    ("sshpass, and no digit in it", "sshpass -p ", "qYtrZkwBnDxs", " ssh root@harbour.example.org", True),
    ("ssws", "-H 'auth: SSWS ", "00" + MIXED, "'", True),
    ("named once for all", "ENV['API_SECRET'] ||= '", MIXED[:24], "'", True),
    ("netrc", "machine harbour.example.org login mara password ", "hunter22", "", True),
    ("address", "postgres://app:", "s3cr3tpw", "@db.example.com/x", True),
    ("field of a form", 'Content-Disposition: form-data; name="password"\r\n\r\n', "hunter22", "\r\n--x", True),
    ("session named in a request", "theme=dark&user_session=", MIXED[:20] + "-" + MIXED[20:], "", True),
    ("password that terraform drew", '"type": "random_password", "attributes": {"result": "', "t0mYl!xJF", '"}', True),
    ("password in swedish", "Lösenordet är ", "hunter22", "", True),
    ("client secret", "client_secret=", MIXED[:20], "", True),
)
KINDS = tuple(Kind(*one) for one in _KINDS)
