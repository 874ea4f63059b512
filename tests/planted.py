"""Planted secrets and hard negatives: what `core.secrets` is measured on, in tests and in `benchmarks/secrets_found.py`.

Every secret is false: a published shape filled by a seeded generator. Each is put together from pieces when this
module runs, so that no scanner, ours included, finds one in this file.
"""

import base64
import random
import string
from collections.abc import Iterator
from typing import NamedTuple

DIGITS = string.digits
LOWER = string.ascii_lowercase
UPPER = string.ascii_uppercase
ALNUM = string.ascii_letters + DIGITS
HEX = "0123456789abcdef"
URLSAFE = ALNUM + "-_"


class Planted(NamedTuple):
    kind: str
    evidence: str  # as it stands in a note
    secret: str  # the part that must never be repeated


def planted(seed: int = 1) -> tuple[Planted, ...]:
    """One of every kind; another seed fills the same shapes differently."""
    return tuple(_planted(random.Random(seed)))


def _planted(dice: random.Random) -> Iterator[Planted]:
    def some(alphabet: str, n: int) -> str:
        return "".join(dice.choices(alphabet, k=n))

    def uuid() -> str:
        return "-".join(some(HEX, n) for n in (8, 4, 4, 4, 12))

    def b64(n: int) -> str:
        return base64.b64encode(dice.randbytes(n)).decode()

    def jwt() -> str:
        return "ey" + "J" + some(URLSAFE, 33) + ".ey" + "J" + some(URLSAFE, 70) + "." + some(URLSAFE, 43)

    def pem(label: str) -> str:
        body = b64(300)
        lines = "\n".join(body[i : i + 64] for i in range(0, len(body), 64))
        return f"-----BEGIN {label} " + f"KEY-----\n{lines}\n-----END {label} " + "KEY-----"

    bare: list[tuple[str, str]] = [
        ("AWS access key id", "AK" + "IA" + some(UPPER + "234567", 16)),
        ("AWS session key id", "AS" + "IA" + some(UPPER + "234567", 16)),
        ("AWS marketplace token", "amzn" + ".mws." + uuid()),
        ("GitHub classic token", "gh" + "p_" + some(ALNUM, 36)),
        ("GitHub OAuth token", "gh" + "o_" + some(ALNUM, 36)),
        ("GitHub app token", "gh" + "s_" + some(ALNUM, 36)),
        ("GitHub refresh token", "gh" + "r_" + some(ALNUM, 76)),
        ("GitHub fine-grained token", "github" + "_pat_" + some(ALNUM, 22) + "_" + some(ALNUM, 59)),
        ("GitLab personal token", "gl" + "pat-" + some(URLSAFE, 20)),
        ("GitLab routable token", "gl" + "pat-" + some(URLSAFE, 27) + ".01." + some(DIGITS + LOWER, 9)),
        ("GitLab runner token", "gl" + "rt-" + some(URLSAFE, 20)),
        ("GitLab deploy token", "gl" + "dt-" + some(URLSAFE, 20)),
        ("Slack bot token", "xo" + "xb-" + some(DIGITS, 12) + "-" + some(DIGITS, 13) + "-" + some(ALNUM, 24)),
        ("Slack user token", "xo" + "xp-" + "-".join(some(DIGITS, 12) for _ in range(3)) + "-" + some(HEX, 32)),
        ("Slack app token", "xa" + "pp-1-A" + some(UPPER + DIGITS, 10) + "-" + some(DIGITS, 13) + "-" + some(HEX, 64)),
        ("Stripe live key", "sk_" + "live_" + some(ALNUM, 24)),
        ("Stripe test key", "sk_" + "test_" + some(ALNUM, 99)),
        ("Stripe restricted key", "rk_" + "live_" + some(ALNUM, 24)),
        ("webhook signing secret", "wh" + "sec_" + some(ALNUM, 32)),
        ("Google API key", "AI" + "za" + some(URLSAFE, 35)),
        ("Google OAuth client secret", "GOC" + "SPX-" + some(URLSAFE, 28)),
        ("Google OAuth token", "ya" + "29." + some(URLSAFE, 120)),
        ("OpenAI key", "sk" + "-" + some(ALNUM, 20) + "T3Blbk" + "FJ" + some(ALNUM, 20)),
        ("OpenAI project key", "sk" + "-proj-" + some(URLSAFE, 74) + "T3Blbk" + "FJ" + some(URLSAFE, 74)),
        ("Anthropic key", "sk" + "-ant-api03-" + some(URLSAFE, 93) + "AA"),
        ("OpenRouter key", "sk" + "-or-v1-" + some(HEX, 64)),
        ("DeepSeek key", "sk" + "-" + some(HEX, 32)),
        ("Groq key", "gs" + "k_" + some(ALNUM, 52)),
        ("xAI key", "xa" + "i-" + some(ALNUM, 80)),
        ("Perplexity key", "pp" + "lx-" + some(ALNUM, 48)),
        ("Replicate token", "r8" + "_" + some(ALNUM, 37)),
        ("Hugging Face token", "h" + "f_" + some(string.ascii_letters, 34)),
        ("npm token", "np" + "m_" + some(ALNUM, 36)),
        ("PyPI token", "py" + "pi-AgEIcHlwaS5vcmc" + some(URLSAFE, 150)),
        ("RubyGems key", "ruby" + "gems_" + some(HEX, 48)),
        ("crates.io token", "ci" + "o" + some(ALNUM, 32)),
        ("Docker Hub token", "dckr" + "_pat_" + some(URLSAFE, 27)),
        ("JSON Web Token", jwt()),
        ("Twilio key", "S" + "K" + some(HEX, 32)),
        ("SendGrid key", "S" + "G." + some(URLSAFE, 22) + "." + some(URLSAFE, 43)),
        ("Mailgun key", "ke" + "y-" + some(HEX, 32)),
        ("Mailchimp key", some(HEX, 32) + "-u" + "s14"),
        ("Brevo key", "xkey" + "sib-" + some(HEX, 64) + "-" + some(ALNUM, 16)),
        ("DigitalOcean token", "dop" + "_v1_" + some(HEX, 64)),
        ("Databricks token", "da" + "pi" + some(HEX, 32)),
        ("Shopify token", "shp" + "at_" + some(HEX, 32)),
        ("Square token", "sq0" + "atp-" + some(URLSAFE, 22)),
        ("Telegram bot token", some("123456789", 10) + ":A" + "A" + some(URLSAFE, 33)),
        ("Discord bot token", "MT" + some(ALNUM, 22) + ".G" + some(ALNUM, 5) + "." + some(ALNUM, 37) + "7"),
        ("Vault token", "hv" + "s." + some(URLSAFE, 90)),
        ("Terraform Cloud token", some(ALNUM, 14) + ".atlas" + "v1." + some(URLSAFE, 67)),
        ("Pulumi token", "pu" + "l-" + some(HEX, 40)),
        ("Doppler token", "dp" + ".pt." + some(ALNUM, 43)),
        ("Linear key", "lin" + "_api_" + some(ALNUM, 40)),
        ("Notion token", "nt" + "n_" + some(ALNUM, 46)),
        ("Figma token", "fi" + "gd_" + some(URLSAFE, 40)),
        ("Airtable token", "pa" + "t" + some(ALNUM, 14) + "." + some(HEX, 64)),
        ("HubSpot token", "pat" + "-na1-" + uuid()),
        ("Postman key", "PM" + "AK-" + some(HEX, 24) + "-" + some(HEX, 34)),
        ("New Relic key", "NR" + "AK-" + some(UPPER + DIGITS, 27)),
        ("Grafana token", "gl" + "sa_" + some(ALNUM, 32) + "_" + some(HEX, 8)),
        ("Sentry token", "snt" + "rys_" + some(ALNUM, 120)),
        ("Atlassian token", "ATA" + "TT3" + some(URLSAFE, 186)),
        ("Supabase key", "sb" + "p_" + some(HEX, 40)),
        ("PlanetScale secret", "pscale" + "_tkn_" + some(URLSAFE, 43)),
        ("Tailscale key", "ts" + "key-auth-" + some(ALNUM, 12) + "-" + some(ALNUM, 32)),
        ("Netlify token", "nf" + "p_" + some(ALNUM, 36)),
        ("1Password secret key", "A" + "3-" + "-".join(some(UPPER + DIGITS, n) for n in (6, 6, 5, 5, 5, 5))),
        ("age secret key", "AGE-SECRET-" + "KEY-1" + some("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)),
        ("Dynatrace token", "dt0" + "c01." + some(UPPER + DIGITS, 24) + "." + some(UPPER + DIGITS, 64)),
        ("Azure client secret", some(ALNUM, 3) + "8" + "Q~" + some(ALNUM + "_.-", 33) + some(ALNUM, 1)),
    ]
    for kind, secret in bare:
        yield Planted(kind, f"The worker logged {secret} before it died.", secret)

    mixed = some(ALNUM, 9) + "7x" + some(ALNUM, 9)
    word = dice.choice(("hunter2", "Tr0ub4dor&3", "S3cr3tP@ss!", "wint3rmute99"))
    key40 = some(ALNUM + "+/", 38) + "k3"
    framed: list[tuple[str, str, str]] = [
        ("RSA private key", "{}", pem("RSA PRIVATE")),
        ("private key", "the file held\n\n```\n{}\n```\n", pem("PRIVATE")),
        ("OpenSSH private key", "{}", pem("OPENSSH PRIVATE")),
        ("private key in JSON", '"private_key": "{}"', pem("PRIVATE").replace("\n", "\\n")),
        ("Slack webhook", "curl {}", "https://hooks.slack" + ".com/services/T" + some(UPPER + DIGITS, 8) + "/B" + some(UPPER + DIGITS, 8) + "/" + some(ALNUM, 24)),
        ("Discord webhook", "posts to {} .", "https://discord" + ".com/api/webhooks/" + some("123456789", 18) + "/" + some(URLSAFE, 68)),
        ("Azure storage account key", "DefaultEndpointsProtocol=https;AccountName=app;Account" + "Key={};EndpointSuffix=core.windows.net", b64(64)),
        ("Azure shared access key", "Endpoint=sb://a.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccess" + "Key={}", b64(32)),
        ("Azure shared access signature", "?sv=2022-11-02&ss=b&se=2026-01-01&si" + "g={}", b64(32).replace("+", "%2B").replace("=", "%3D")),
        ("AWS secret access key", "aws_secret_access" + "_key = {}", key40),
        ("AWS secret in the environment", "export AWS_SECRET_ACCESS" + "_KEY={}", key40),
        ("database URL", "DATABASE_URL=postgres" + "://app:{}@db.internal:5432/app", word.replace("@", "")),
        ("MongoDB URL", "mongodb" + "+srv://root:{}@cluster0.ab1cd.mongodb.net", mixed),
        ("Redis URL", "redis" + "://:{}@10.0.3.7:6379/0", mixed),
        ("AMQP URL", "amqps" + "://svc:{}@mq.internal/vhost", mixed),
        ("git remote with a token", "https" + "://deploy:{}@git.internal/team/app.git", mixed),
        ("password in code", "conn = connect(pass" + 'word = "{}")', word),
        ("password in YAML", "  pass" + "word: {}", word),
        ("password in JSON", '{{"user": "bob", "pass' + 'word": "{}"}}', word),
        ("password in escaped JSON", '{{\\"pass' + 'word\\": \\"{}\\"}}', word),
        ("password in the environment", "DB_PASS" + "WORD={}", word),
        ("password option", "mytool --pass" + "word {} --verbose", word),
        ("password in prose", "The admin pass" + "word is {}.", word),
        ("password in Markdown", "- **Pass" + "word:** `{}`", word),
        ("password in a connection string", "Server=db;User Id=sa;Pass" + "word={};Encrypt=true", word),
        ("password in XML", "<pass" + "word>{}</password>", mixed),
        ("passphrase", "pass" + 'phrase = "{}"', "correct horse battery staple"),
        ("password, letters only", "pass" + 'word = "{}"', "swordfishes"),
        ("api key in YAML", "api" + "_key: {}", some(HEX, 32)),
        ("api key in code", "API" + '_KEY = "{}"', mixed),
        ("api key in camel case", '"api' + 'Key": "{}"', mixed),
        ("api key header", "X-Api" + "-Key: {}", mixed),
        ("client secret", "client_" + 'secret = "{}"', some(ALNUM, 38) + "4z"),
        ("Django secret key", "SECRET" + "_KEY = '{}'", "django-insecure-" + some(LOWER + DIGITS + "@#$%^&*", 48) + "a1"),
        ("Rails secret key base", "secret_key" + "_base: {}", some(HEX, 128)),
        ("access token", "access" + "_token={}", some(ALNUM, 30) + "q8"),
        ("typed token in code", "tok" + 'en: str = "{}"', some(ALNUM, 30) + "q8"),
        ("npmrc", "//npm.acme.dev/:_auth" + "Token={}", uuid()),
        ("netrc", "machine api.internal login bob pass" + "word {}", word),
        ("bearer header", "Author" + "ization: Bearer {}", mixed),
        ("token header", 'curl -H "Author' + 'ization: token {}"', some(HEX, 40)),
        ("basic header", "Author" + "ization: Basic {}", base64.b64encode(f"bob:{mixed}".encode()).decode()),
        ("curl user", "curl -u " + "bob:{} https://api.internal", word),
        ("sshpass", "ssh" + "pass -p {} ssh bob@host", word),
        ("SQL", "CREATE USER bob IDENTI" + "FIED BY '{}'", word),
        ("Kubernetes secret", "data:\n  db-pass" + "word: {}", base64.b64encode(mixed.encode()).decode()),
        ("Docker auth", '"auths": {{"r.io": {{"au' + 'th": "{}"}}}}', base64.b64encode(f"bob:{mixed}".encode()).decode()),
        ("typed after an escape", "log line\\n" + "{} done", "gh" + "p_" + some(ALNUM, 36)),
        ("in terminal colours", "\x1b[32m" + "{}\x1b[0m", "gl" + "pat-" + some(URLSAFE, 20)),
    ]  # fmt: skip
    for kind, frame, secret in framed:
        yield Planted(kind, frame.format(secret), secret)


# Lines of honest technical notes that a careless detector refuses.
CLEAN: tuple[str, ...] = (
    "fixed in 8370720c1f0e5a6b7d8e9f00112233445566778a, see also 4c8b96a",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 did not match",
    "integrity sha512-1Vp8Yc7w3g2mQbOQ0mX5b1rS0T4l9k9Jk3n8u5w5dY0p7q2Zr3f6b8e9a0c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5==",
    "request 123e4567-e89b-12d3-a456-426614174000 timed out after 30 s",
    "invalidated_by: file:src/mount.rs@8370720c1f0e5a6b7d8e9f00112233445566778a",
    "session_01XRHMqf9JLj1P6Gbb9XpFsh is the id in the link, serial WX81A255JFYD",
    "![dot](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8b0sVqkq3QmWc5x7b1T2Zp9rK4u6o7y8e1a2s3d4f5 bob@host",
    "the file must begin with `-----BEGIN PRIVATE KEY-----` and we never looked at what follows",
    'key="-----BEGIN PRIVATE KEY-----\\nXXXX\\nXXXX\\n-----END PRIVATE KEY-----"',
    "-----BEGIN RSA PRIVATE KEY-----\nxxxxxxxxxxxxxxxxxxxxxxxx\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n-----END CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8xOUetsCa8EfOlDEBAfREhJqspDo\n-----END PUBLIC KEY-----",
    "set GITHUB_TOKEN=<token> and run it again",
    "Authorization: Bearer <token>",
    "Authorization: Bearer ${TOKEN}",
    "Authorization: Bearer $GITHUB_TOKEN",
    "curl -u $USER:$PASSWORD https://example.com",
    "curl -u user:password https://example.com",
    "password: ${DB_PASSWORD}",
    "password = os.environ['DB_PASSWORD']",
    "password = getpass.getpass('Password: ')",
    "password: str | None = None",
    "password=password, token=token",
    "password: xxxxxxxx",
    "password: ********",
    "password: changeme",
    'password = "example"',
    'password = "your-password-here"',
    'api_key = "YOUR_API_KEY"',
    "api_key: <your key>",
    "api_key=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "api_key: {{ .Values.apiKey }}",
    "api_key = settings.openai.api_key",
    "API_KEY=$(pass show openai)",
    "OPENAI_API_KEY=sk-...",
    "OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx is what the placeholder looks like",
    "AKIAXXXXXXXXXXXXXXXX stands for any access key id",
    "detects AWS Access Key IDs (AKIA[A-Z0-9]{16}) and tokens like `ghp_[A-Za-z0-9]{36}`",
    "xoxb-your-token-here",
    "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
    "postgres://user:password@localhost:5432/db is the default",
    "postgres://postgres:postgres@localhost:5432/postgres",
    "redis://:${REDIS_PASSWORD}@redis:6379/0",
    "mysql://root:<password>@127.0.0.1/app",
    "ssh://git@github.com:22/owner/repo.git and https://user@host/path",
    "http://localhost:8080/a@b and https://10.0.3.7:9200/_search?q=a:b@c",
    "token = tokens[0]; next_token = self.peek_token(1)",
    "max_tokens: 4096, token_count=81920, tokens: 1,234,567",
    'tokenizer = "porter unicode61", token: IDENTIFIER',
    "the token is cached for 3600 seconds, the secret is in Vault",
    "the password is required, the password was wrong, no password is asked",
    "secret: my-app-secret\nsecretName: db-credentials\nsecretKeyRef: postgres-secret-v2",
    "credential: true",
    "credentials-are-a-named-volume",
    "csrf token = form field `csrfmiddlewaretoken`",
    "token_type: bearer, token_uri: https://oauth2.googleapis.com/token",
    "auth: oauth2, auth = HTTPBasicAuth(user, pw)",
    "password_hash_algorithm: argon2id, password: sha256",
    'raise ValueError("password: must be at least 8 characters")',
    '{"type": "password", "password": "string", "token": "string"}',
    '{"password": null, "apiKey": "", "secret": true}',
    "primary_key: user_id_2, cache_key = 'v2:notes:1234567', foreign key: note_id",
    "key: surprise/mounting-a-credential-file-returns-ebusy",
    "passwords: 3 of 14; secrets: inherit",
    "secrets.GITHUB_TOKEN and ${{ secrets.NPM_TOKEN }} are both empty on a fork",
    "NPM_TOKEN: ${{ secrets.NPM_TOKEN }}",
    "//npm.acme.dev/:_authToken=${NPM_TOKEN}",
    "/run/secrets/db_password and ~/.config/gh/hosts.yml",
    "password: /run/secrets/db_password_2",
    "token: file:///var/run/token1, secret: vault:kv/data/app#key1",
    "sk-learn, sk_SK, sk-SK and task-based scheduling are no keys",
    "pat-a-cake, pattern1.0123456789abcdef, path/to.file",
    "v1.0.21-beta.3+build.5114f85, DEC-0054, CVE-2026-12345, src/main.py:120",
    "arn:aws:iam::123456789012:role/deploy, us-east-1, i-0abcd1234efgh5678",
    "eyJ is how every encoded JSON object begins",
    "com.example.application.module.ClassName.methodWithAVeryLongNameIndeed",
    "MyVeryLongModuleNameForTests.asserts.test_something_that_is_really_long",
    "0x7ffee4c3a1b0, 0xdeadbeefdeadbeefdeadbeef, 1.5e-10, 192.168.1.1:8443",
    "PATH=/usr/local/bin:/usr/bin, PWD=/home/bob/src/app2, OLDPWD=/tmp/x1",
    'gitleaks flags `password = "..."` and `token: <redacted>`',
    "Basic and Bearer are schemes; `Authorization: Basic` was sent without a value",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "docs.rs/hf_hub, hf_transfer_enabled, npm_config_registry_for_the_scope_of_this_package",
    "SECRET_KEY is read from the environment; SECRET_KEY_BASE too",
    "-p 8080:80, --token-limit 2000, --password-stdin, --api-key-file keys/app1.txt",
    "TOKEN=`cat /run/token`",
    "feed_token, job_token and runner_token differ: see doc/token-v2.md",
    "the access token was 1,204 characters; the api key is 40 hex digits",
    "password: P, pw: q, secret=s1",
)  # fmt: skip
