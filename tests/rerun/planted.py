"""Secrets of many kinds, each as a person or a program writes it, to be sent through every door.

None was ever valid. Values are drawn from a fixed seed and put together here, so that no scanner takes this file for
a leak; ``{}`` in a template is where the value stands.
"""

from __future__ import annotations

import random
import string
from typing import NamedTuple

_SIGNS = "!@#%^*-_+=?~"
_ALPHABETS = {
    "mixed": string.ascii_letters + string.digits,
    "hex": "0123456789abcdef",
    "small": string.ascii_lowercase + string.digits,
    "large": string.ascii_uppercase + string.digits,
    "base32": string.ascii_uppercase + "234567",
    "digits": string.digits,
    "slashed": string.ascii_letters + string.digits + "/+",
    "signs": string.ascii_letters + string.digits + _SIGNS,
}


class Planted(NamedTuple):
    """A secret within its text."""

    name: str
    text: str
    secret: str


def drawn(alphabet: str, length: int, seed: str) -> str:
    """The same value each time; it has a small letter or a capital, and a digit."""
    source = random.Random(f"{alphabet} {length} {seed}")
    while True:
        value = "".join(source.choices(_ALPHABETS[alphabet], k=length))
        if value[0].isalnum() and any(sign.isdigit() for sign in value):
            return value


def planted() -> tuple[Planted, ...]:
    """One of each kind."""
    lines = [drawn("slashed", 64, f"line {nth}") for nth in range(5)]
    # In two halves, so that no scanner takes it for one; what is looked for is its middle, which tells nothing alone.
    key = "\n".join(("-----BEGIN RSA PRIVATE " + "KEY-----", *lines, "-----END RSA PRIVATE " + "KEY-----"))
    return (*(_made(line) for line in _KINDS.strip().splitlines()), Planted("key on lines", key, lines[2]))


def _made(line: str) -> Planted:
    """Read a line: a name, what the value is joined of, and the text, as in ``name | pre mixed:36 | key {}``."""
    name, form, text = (part.strip() for part in line.split(" | ", 2))
    parts = []
    for nth, piece in enumerate(form.split(" ")):
        alphabet, _, length = piece.partition(":")
        known = alphabet in _ALPHABETS and length.isdigit()
        parts.append(drawn(alphabet, int(length), f"{name} {nth}") if known else piece)
    secret = "".join(parts)
    return Planted(name, text.replace("\\n", "\n").replace("\\x1b", "\x1b").format(secret), secret)


# A blank within a form only keeps a vendor's prefix from standing here beside a value.
_KINDS = r"""
github classic | gh p_ mixed:36 | clone with {} please
beside its key | mixed:24 | rzp_test_Qm2xV9bT4rLs8w / {} (id / secret)
github fine grained | github _pat_ mixed:22 _ mixed:59 | {}
github fine grained, short | github _pat_ mixed:30 | my key is {} ok
github app | gh s_ mixed:36 | GH: {}
gitlab personal | gl pat- mixed:20 | {}
gitlab deploy | gl dt- mixed:20 | {}
gitlab routable | gl pat- mixed:27 .01. small:9 | {}
npm alone on a line | np m_ mixed:36 | the token:\n{}\nthat was it
npm in npmrc | np m_ mixed:36 | //registry.example.org/:_authToken={}
pypi | py pi-AgEIcHlwaS5vcmc mixed:90 | {}
rubygems | ruby gems_ hex:48 | {}
nuget | oy 2 small:43 | {}
crates | ci o mixed:32 | cargo login {}
docker hub | dckr _pat_ mixed:27 | {}
hugging face | h f_ mixed:34 | {}
anthropic | sk- ant-api03- mixed:93 AA | {}
anthropic, cut short | sk- ant-api03- mixed:20 | {}
openai project | sk- proj- mixed:60 | {}
openai service account | sk- svcacct- mixed:60 | {}
openai old | sk- mixed:48 | {}
openrouter | sk- or-v1- hex:64 | {}
groq | gs k_ mixed:52 | {}
xai | xa i- mixed:80 | {}
perplexity | pp lx- mixed:48 | {}
replicate | r8 _ mixed:37 | {}
google api | AI za mixed:35 | {}
google oauth | ya 29. mixed:60 | {}
google refresh | 1/ /0 mixed:40 | {}
google client secret | GOC SPX- mixed:28 | {}
amazon key id | AK IA base32:16 | {}
amazon secret in env | slashed:40 | AWS_SECRET_ACCESS_KEY={}
amazon secret with blanks | slashed:40 | aws_secret_access_key = {}
amazon secret in json | slashed:40 | {{"SecretAccessKey": "{}", "Region": "eu-west-1"}}
amazon bedrock | AB SK slashed:100 | {}
azure storage | slashed:86 == | AccountName=tides;AccountKey={};EndpointSuffix=core.example.net
azure signature | mixed:43 %3D | https://tides.blob.example.net/c?sv=2022&sig={}
azure client | mixed:3 8Q~ mixed:34 | AZURE_CLIENT_SECRET={}
slack bot | xo xb-123456789012-123456789012- mixed:24 | {}
slack app | xa pp-1-A0B1C2D3E-1234567890123- hex:64 | {}
slack webhook | T0A1B2C3D/B0A1B2C3D/ mixed:24 | post to https://hooks.slack.com/services/{}
discord webhook | 123456789012345678/ mixed:68 | https://discord.com/api/webhooks/{}
teams webhook | hex:32 /IncomingWebhook/ hex:32 | https://tides.webhook.office.com/webhookb2/{}
google chat webhook | key=AI za mixed:35 &token= mixed:43 | https://chat.googleapis.com/v1/spaces/AAAA/messages?{}
mattermost webhook | small:26 | https://chat.example.org/hooks/{}
lark webhook | hex:8 -1a2b-3c4d-5e6f- hex:12 | https://open.feishu.cn/open-apis/bot/v2/hook/{}
dingtalk webhook | hex:64 | https://oapi.dingtalk.com/robot/send?access_token={}
zapier webhook | 12345678/ small:7 | https://hooks.zapier.com/hooks/catch/{}
telegram bot | 123456789:A A mixed:33 | bot {}
discord bot | M mixed:25 . mixed:6 . mixed:38 | {}
sendgrid | S G. mixed:22 . mixed:43 | {}
mailgun | key- hex:32 | {}
mailgun newer | hex:32 - hex:8 - hex:8 | mail goes with {}
mailchimp | hex:32 -us12 | {}
brevo | xk eysib- hex:64 - mixed:16 | {}
resend | re _ mixed:8 _ mixed:24 | {}
mailersend | ml sn. hex:64 | {}
postmark | hex:8 -1a2b-4c3d-9e6f- hex:12 | X-Postmark-Server-Token: {}
linear | lin _api_ mixed:40 | {}
atlassian | AT ATT3x mixed:180 = hex:8 | {}
trello | AT TA mixed:64 | {}
asana | 2/ 1201234567890123/ 1201234567890456: hex:32 | {}
clickup | pk _12345678_ large:32 | {}
youtrack | perm:dGlkZXM= . mixed:12 . mixed:30 | {}
notion | nt n_ digits:11 mixed:35 | {}
notion old | sec ret_ mixed:43 | {}
airtable | pa t mixed:14 . hex:64 | {}
figma | fi gd_ mixed:40 | {}
evernote | S=s1:U=8f219:E=154308dc976:C=14cd8dc9cd8:P=1cd:A=en-devtoken:V=2:H= hex:32 | {}
sentry | sn trys_ mixed:80 | {}
sentry address | hex:32 | https://{}@o12345.ingest.example.io/67890
grafana | gl sa_ mixed:32 _ hex:8 | {}
vault | hv s. mixed:24 | {}
digital ocean | do p_v1_ hex:64 | {}
databricks | da pi hex:32 | {}
stripe live | s k_live_ mixed:24 | {}
stripe webhook | wh sec_ mixed:32 | {}
square | sq0 csp- mixed:43 | {}
shopify | sh pat_ hex:32 | {}
supabase | sb p_ hex:40 | {}
doppler | dp. pt. mixed:43 | {}
postman | PM AK- hex:24 - hex:34 | {}
new relic | NR AK- large:27 | {}
tailscale | ts key-auth- mixed:12 - mixed:30 | {}
age | AGE-SECRET -KEY-1 large:58 | {}
age, other letters | AGE-SECRET -KEY-1 large:40 | identity {}
web token | ey JhbGciOiJIUzI1NiJ9.ey JzdWIiOiIxMjM0NTY3ODkwIn0. mixed:43 | {}
one-time password | base32:32 | otpauth://totp/tides:mara?secret={}&issuer=tides
hash of a password | $6$ mixed:16 $ mixed:86 | root:{}:19000:0:99999:7:::
env, blanks | mixed:24 | API_KEY = {}
env, any vendor | mixed:32 | HARBOURLIGHT_TOKEN={}
env, letters and slash | slashed:40 | DEPLOY_TOKEN={}
env, exported | mixed:20 | export FEED_ACCESS_TOKEN={}
env, password with signs | signs:14 | DB_PASSWORD={}
env, quoted | signs:14 | POSTGRES_PASSWORD="{}"
env, in a command | mixed:16 | docker run -e MYSQL_ROOT_PASSWORD={} mysql:8
env, before a command | mixed:16 | PGPASSWORD={} psql -h db -U app
env, secret key base | hex:64 | SECRET_KEY_BASE={}
env, signing | mixed:32 | JWT_SIGNING_KEY={}
env, passphrase | mixed:16 | GPG_PASSPHRASE={}
env, credentials | mixed:32 | CI_CREDENTIALS={}
env, numbered | mixed:24 | PARTNER_API_KEY_2={}
powershell | mixed:24 | $env:PARTNER_API_KEY = "{}"
json secret | mixed:24 | {{"clientSecret": "{}"}}
json key | mixed:32 | {{"apiKey":"{}","region":"eu"}}
json spaced name | mixed:24 | {{"api key": "{}"}}
json token | mixed:24 | {{"access_token": "{}", "expires_in": 3600}}
json password | signs:14 | {{"user": "app", "password": "{}"}}
json signing key | mixed:32 | {{"signingKey": "{}"}}
json encryption key | slashed:43 = | {{"encryption_key": "{}"}}
json any key | slashed:40 | {{"serviceKey": "{}"}}
json auth | mixed:40 | {{"auth": "{}"}}
json capital name | mixed:20 | {{"DB_PASSWORD": "{}"}}
yaml password | mixed:12 | database:\n  user: app\n  password: {}\n  port: 5432
yaml quoted | signs:16 | password: '{}'
yaml token | mixed:24 | api_token: {}
yaml list | mixed:20 | env:\n  - name: DB_PASSWORD\n    value: {}
toml | mixed:24 | api_key = "{}"
toml token | mixed:24 | token = "{}"
ini | signs:14 | [client]\nuser = app\npassword = {}
properties | mixed:16 | spring.datasource.password={}
header x-api-key | mixed:32 | -H 'X-Api-Key: {}'
header authorization bearer | mixed:40 | Authorization: Bearer {}
header authorization basic | mixed:24 == | Authorization: Basic {}
header authorization bare | mixed:40 | Authorization: {}
header private token | mixed:20 | PRIVATE-TOKEN: {}
flag --password | mixed:12 | mysqldump --password={} tides
flag --token | mixed:24 | deploy --token {}
flag --api-key | mixed:24 | tool --api-key={}
flag in a list | mixed:24 | ["deploy", "--token", "{}"]
sshpass | mixed:12 | sshpass -p {} ssh app@harbour
sshpass quoted | signs:12 | sshpass -p '{}' ssh app@harbour
mysql | mixed:12 | mysql -u app -p{} tides
redis | mixed:16 | redis-cli -h cache -a {} ping
curl -u | mixed:12 | curl -u app:{} https://harbour.example.org
curl -u quoted | signs:12 | curl -s -u 'app:{}' https://harbour.example.org
docker login | mixed:16 | docker login -u mara -p {} registry.example.org
echo to sudo | mixed:12 | echo {} | sudo -S systemctl restart tides
echo to login | mixed:24 | echo "{}" | docker login -u mara --password-stdin
openssl | mixed:14 | openssl rsa -in k.pem -passin pass:{}
prose is | mixed:10 | The password is {} and it expires in May.
prose colon | mixed:12 | password: {}
prose for | mixed:14 | The password for the staging host is {}.
prose with signs | signs:12 | staging password is {} by the way
prose key | mixed:28 | the API key is {}, keep it safe
prose token | mixed:20 | My token: {}
prose backticks | mixed:12 | the passphrase is `{}`
prose use as | mixed:12 | use {} as the password
prose bold | mixed:12 | **Password:** {}
prose table | mixed:14 | | password | {} |
login with | mixed:10 | log in with mara / {}
postgres | mixed:14 | postgres://app:{}@db.example.org/tides
postgres, reserved signs | p4#w/ mixed:8 @x?9 | postgresql://app:{}@db.example.org:5432/tides
mongodb | signs:10 | mongodb+srv://app:{}@cluster0.example.net/?retryWrites=true
redis address | mixed:20 | redis://:{}@cache.example.org:6379/0
https with a name | mixed:20 | https://mara:{}@git.example.org/tides.git
sql server | mixed:14 | Server=db;Database=tides;User Id=app;Password={};Encrypt=true
jdbc | mixed:14 | jdbc:postgresql://db/tides?user=app&password={}
query key | mixed:24 | https://api.example.org/v1/tides?api_key={}&day=3
query token | mixed:24 | https://api.example.org/v1?token={}
netrc on a line | mixed:12 | machine harbour.example.org login mara password {}
netrc on lines | mixed:12 | machine harbour.example.org\n  login mara\n  password {}
netrc short | s3cr 3t! | machine h.example.org login mara password {}
pgpass | mixed:12 | db.example.org:5432:tides:app:{}
sql user | mixed:12 | CREATE USER app IDENTIFIED BY '{}';
sql role | mixed:12 | ALTER ROLE app WITH PASSWORD '{}';
xml element | mixed:16 | <password>{}</password>
xml attribute | mixed:24 | <add key="ApiKey" value="{}" />
python argument | mixed:14 | connect(user="app", password="{}")
ruby | mixed:14 | :password => '{}'
go | mixed:20 | Token: "{}",
wireguard | slashed:43 = | [Interface]\nPrivateKey = {}
kubernetes | mixed:24 == | data:\n  password: {}
docker auth | mixed:24 == | {{"auths": {{"registry.example.org": {{"auth": "{}"}}}}}}
cookie | mixed:32 | Cookie: theme=dark; session_token={}
passphrase of words | harbour-9-lantern-quay | password = "{}"
file of values | slashed:40 | User,Access key ID,Secret access key\nci,-,{}
table of markdown | mixed:14 | | user | password |\n|---|---|\n| app | {} |
table of a database | mixed:12 |  user | password \n------+----------\n app  | {}
sql insert | mixed:14 | INSERT INTO users (name, password) VALUES ('app', '{}');
word and number in env | juniper-84 | ADMIN_PASSWORD={}
word and number in a sentence | kestrel-52 | The password is {}, please use it.
word and number as an option | marzipan-66 | keytool -storepass {} -list
german | mixed:12 | Das Kennwort für die Datenbank lautet {}.
french | mixed:12 | mot de passe : {}
russian | mixed:12 | пароль от базы: {}
japanese | mixed:12 | パスワードは{}です。
colours of a terminal | mixed:14 | \x1b[1mpassword\x1b[0m: \x1b[32m{}\x1b[0m
yaml block | mixed:14 | password: |\n  {}\nport: 1
list of tokens | mixed:32 | {{"tokens": ["{}"]}}
secret data | mixed:16 | kind: Secret\nstringData:\n  redis: {}
default of a variable | mixed:14 | const secret = process.env.JWT_SECRET || '{}'
call with a name | mixed:14 | define('DB_PASSWORD', '{}');
alone on a line | mixed:40 | here's the token:\n\n{}\n\nthanks
set to | mixed:14 | I set the root password to {} now
credentials | mixed:12 | Credentials: mara / {}
name behind its value | mixed:24 | {} is the new API key
one-time pin | 4827193 | the PIN is {}
user of an address | hex:40 | git remote add o https://{}:x-oauth-basic@git.example.org/tides
"""
