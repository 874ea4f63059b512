"""Secret shapes: our own table of the token formats that their issuers publish.

A shape is an anchor, which the issuer put there to be recognised, and the body that follows it. Lengths are
the shortest seen in the wild, not the exact ones: a truncated or lengthened token is still a token. Publishable
halves (Stripe `pk_`, Square `sq0idp-`, OAuth client ids) are left out.

Where a format was learnt (facts only; the table and the patterns are ours):
issuers' documentation; GitHub's "Supported secret scanning patterns"; GitLab's "Token prefixes"; the rule lists
of gitleaks (MIT), TruffleHog (AGPL-3.0), detect-secrets (Apache-2.0) and secrets-patterns-db (CC-BY-4.0).
"""

import re

from msgspec import Struct


class Shape(Struct, frozen=True):
    """`body` is matched where the anchor ends; the anchor begins a token. Bounded, so that a scan stays linear."""

    kind: str
    anchors: tuple[str, ...]
    body: str
    mixed: bool = False  # letters and digits both: for anchors that also begin ordinary words


class Pattern(Struct, frozen=True):
    """A format without a literal beginning; `gate` must occur in the text before the pattern is tried."""

    kind: str
    gate: str
    pattern: re.Pattern[str]
    mixed: bool = True


ALNUM = "[A-Za-z0-9]"
URLSAFE = "[A-Za-z0-9_-]"
BASE64 = "[A-Za-z0-9+/]"
HEX = "[0-9a-fA-F]"
UUID = f"{HEX}{{8}}-{HEX}{{4}}-{HEX}{{4}}-{HEX}{{4}}-{HEX}{{12}}"
END = "(?![A-Za-z0-9])"

SHAPES: tuple[Shape, ...] = (
    # Clouds
    Shape("AWS access key id", ("AKIA", "ASIA", "ABIA", "ACCA", "A3T"), f"[A-Z0-9]{{16,17}}{END}"),
    Shape("AWS marketplace token", ("amzn.mws.",), UUID),
    Shape("Amazon Bedrock key", ("ABSK",), f"{BASE64}{{80,260}}"),
    Shape("Google API key", ("AIza",), f"{URLSAFE}{{30,80}}"),
    Shape("Google OAuth client secret", ("GOCSPX-",), f"{URLSAFE}{{20,60}}"),
    Shape("Google OAuth token", ("ya29.",), f"{URLSAFE}{{20,400}}"),
    Shape("Google refresh token", ("1//",), f"0{URLSAFE}{{30,200}}"),
    Shape("Azure account key", ("AccountKey=", "accountKey="), f"{BASE64}{{40,100}}"),
    Shape("Azure shared access key", ("SharedAccessKey=", "SharedSecretValue="), f"{BASE64}{{30,100}}"),
    Shape("Alibaba Cloud key id", ("LTAI",), f"{ALNUM}{{12,26}}{END}", mixed=True),
    Shape("Tencent Cloud key id", ("AKID",), f"{ALNUM}{{30,40}}{END}", mixed=True),
    Shape("DigitalOcean token", ("dop_v1_", "doo_v1_", "dor_v1_"), f"{HEX}{{40,80}}"),
    Shape("Fly.io token", ("fm2_", "fm1a_", "fm1r_", "fo1_"), f"{BASE64}{{40,400}}"),
    Shape("Heroku key", ("HRKU-",), f"{URLSAFE}{{30,90}}"),
    Shape("Netlify token", ("nfp_",), f"{ALNUM}{{30,60}}"),
    Shape("Supabase key", ("sbp_", "sb_secret_"), f"{URLSAFE}{{20,80}}", mixed=True),
    Shape("PlanetScale secret", ("pscale_tkn_", "pscale_pw_", "pscale_oauth_"), "[A-Za-z0-9_=.-]{30,80}"),
    Shape("Databricks token", ("dapi", "dkea", "dose"), f"{HEX}{{32}}(?:-\\d)?{END}"),
    Shape("Tailscale key", ("tskey-",), f"(?:[a-z]{{2,10}}-)?{ALNUM}{{6,30}}-{ALNUM}{{16,60}}"),
    Shape("Deno Deploy token", ("ddp_", "ddo_"), f"{ALNUM}{{30,60}}"),
    # Source hosts, registries, continuous integration
    Shape("GitHub token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), "[A-Za-z0-9_]{30,255}"),
    Shape("GitHub fine-grained token", ("github_pat_",), "[A-Za-z0-9_]{40,255}"),
    Shape("GitLab personal token", ("glpat-",), "[A-Za-z0-9_=.-]{20,300}"),
    Shape(
        "GitLab token",
        (
            *("gldt-", "glrt-", "glrtr-", "glptt-", "glft-", "glimt-"),
            *("glagent-", "glsoat-", "glcbt-", "glffct-", "gloas-", "glwt-"),
        ),
        "[A-Za-z0-9_=.-]{20,300}",
        mixed=True,
    ),
    Shape("GitLab runner token", ("GR1348941",), f"{URLSAFE}{{20,60}}"),
    Shape("Bitbucket app password", ("ATBB",), f"{ALNUM}{{24,60}}", mixed=True),
    Shape("Atlassian token", ("ATATT3", "ATCTT3"), "[A-Za-z0-9_=-]{40,300}"),
    Shape("npm token", ("npm_",), f"{ALNUM}{{30,80}}"),
    Shape("PyPI token", ("pypi-A",), f"{URLSAFE}{{40,400}}"),
    Shape("RubyGems key", ("rubygems_",), f"{HEX}{{40,80}}"),
    Shape("crates.io token", ("cio",), f"{ALNUM}{{32}}{END}", mixed=True),
    Shape("NuGet key", ("oy2",), f"[a-z0-9]{{43}}{END}", mixed=True),
    Shape("Clojars token", ("CLOJARS_",), "[a-z0-9]{50,70}"),
    Shape("Docker Hub token", ("dckr_pat_", "dckr_oat_"), f"{URLSAFE}{{20,80}}"),
    Shape("Artifactory key", ("AKCp",), f"{ALNUM}{{50,90}}"),
    Shape("Artifactory reference token", ("cmVmd",), f"{ALNUM}{{59}}{END}", mixed=True),
    Shape("SonarQube token", ("sqa_", "sqp_", "squ_"), f"{HEX}{{40}}"),
    Shape("Buildkite token", ("bkua_",), f"{HEX}{{40}}"),
    Shape("CircleCI token", ("CCIPAT_", "CCIPRJ_"), f"{ALNUM}{{16,40}}_{HEX}{{32,64}}"),
    Shape("Pulumi token", ("pul-",), f"{HEX}{{40}}"),
    Shape("Vault token", ("hvs.", "hvb.", "hvr."), f"{URLSAFE}{{24,300}}"),
    Shape("Doppler token", ("dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."), "[A-Za-z0-9_.-]{40,80}"),
    Shape("1Password secret key", ("A3-",), "[A-Z0-9]{6}-[A-Z0-9]{6,11}(?:-[A-Z0-9]{5,6}){3,4}"),
    Shape("1Password service account token", ("ops_eyJ",), f"{BASE64}{{60,1000}}"),
    Shape("age secret key", ("AGE-SECRET-KEY-1",), "[A-Z0-9]{50,60}"),
    # Models
    Shape("Anthropic key", ("sk-ant-",), f"{URLSAFE}{{20,200}}"),
    Shape("OpenAI key", ("sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"), f"{URLSAFE}{{20,300}}"),
    Shape("OpenRouter key", ("sk-or-v1-",), f"{HEX}{{32,80}}"),
    Shape("Langfuse key", ("sk-lf-",), UUID),
    Shape("OpenAI-style key", ("sk-",), f"{ALNUM}{{40,120}}"),
    Shape("OpenAI-style key", ("sk-",), f"{ALNUM}{{20,40}}", mixed=True),
    Shape("Hugging Face token", ("hf_", "api_org_"), f"{ALNUM}{{30,60}}"),
    Shape("Groq key", ("gsk_",), f"{ALNUM}{{30,80}}"),
    Shape("xAI key", ("xai-",), f"{ALNUM}{{40,100}}"),
    Shape("Perplexity key", ("pplx-",), f"{ALNUM}{{32,80}}"),
    Shape("Replicate token", ("r8_",), f"{ALNUM}{{30,60}}"),
    Shape("Pinecone key", ("pcsk_",), f"{URLSAFE}{{40,100}}", mixed=True),
    Shape("LangSmith key", ("lsv2_pt_", "lsv2_sk_"), f"{HEX}{{32}}_{HEX}{{10}}"),
    Shape("NVIDIA key", ("nvapi-",), f"{URLSAFE}{{50,90}}"),
    # Messages and mail
    Shape(
        "Slack token",
        ("xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxc-", "xoxd-", "xoxo-", "xoxe-", "xoxe.xox", "xapp-"),
        "[A-Za-z0-9%+/.=-]{16,400}",
        mixed=True,
    ),
    Shape("Slack webhook", ("hooks.slack.com/",), "(?:services|workflows|triggers)/[A-Za-z0-9+/]{30,200}"),
    Shape(
        "Discord webhook",
        ("discord.com/api/webhooks/", "discordapp.com/api/webhooks/"),
        f"\\d{{15,21}}/{URLSAFE}{{40,100}}",
    ),
    Shape("Teams webhook", ("webhook.office.com/webhookb2/",), f"{UUID}@{UUID}/\\w{{1,40}}/{HEX}{{20,40}}"),
    Shape("Twilio key", ("SK", "AC"), f"[0-9a-f]{{32}}{END}"),
    Shape("SendGrid key", ("SG.",), f"{URLSAFE}{{16,32}}\\.{URLSAFE}{{30,64}}"),
    Shape("Mailgun key", ("key-",), f"[0-9a-f]{{32}}{END}"),
    Shape("Brevo key", ("xkeysib-", "xsmtpsib-"), f"{HEX}{{40,80}}-{ALNUM}{{10,20}}"),
    Shape("Resend key", ("re_",), f"{ALNUM}{{8}}_{ALNUM}{{20,30}}{END}", mixed=True),
    # Money and shops
    Shape(
        "Stripe key",
        ("sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_"),
        f"{ALNUM}{{16,250}}",
    ),
    Shape("webhook signing secret", ("whsec_",), f"{BASE64}{{20,100}}", mixed=True),
    Shape("Shopify token", ("shpat_", "shpca_", "shppa_", "shpss_", "shptka_"), f"{HEX}{{30,40}}"),
    Shape("Square token", ("sq0atp-", "sq0csp-"), f"{URLSAFE}{{20,60}}"),
    Shape("Square token", ("EAAA",), f"{URLSAFE}{{56,64}}{END}", mixed=True),
    Shape("Braintree token", ("access_token$production$", "access_token$sandbox$"), "[0-9a-z]{16}\\$[0-9a-f]{32}"),
    Shape("Plaid token", ("access-sandbox-", "access-development-", "access-production-"), UUID),
    Shape("Shippo token", ("shippo_live_", "shippo_test_"), f"{HEX}{{40}}"),
    Shape("EasyPost key", ("EZAK", "EZTK"), f"{ALNUM}{{54}}"),
    Shape("Duffel token", ("duffel_live_", "duffel_test_"), f"{URLSAFE}{{40,60}}"),
    Shape("Flutterwave key", ("FLWSECK-", "FLWSECK_TEST-"), f"{ALNUM}{{12,40}}"),
    # Everything else with a published beginning
    Shape("Facebook token", ("EAAM", "EAAC"), f"{ALNUM}{{80,300}}"),
    Shape("Twitter bearer token", ("AAAAAAAAAAAAAAAAAAAAA",), "[A-Za-z0-9%]{40,120}", mixed=True),
    Shape("Dropbox token", ("sl.",), f"{URLSAFE}{{100,1200}}", mixed=True),
    Shape("Notion token", ("ntn_", "secret_"), f"{ALNUM}{{40,60}}"),
    Shape("Linear key", ("lin_api_", "lin_oauth_"), f"{ALNUM}{{32,80}}"),
    Shape("Figma token", ("figd_", "figo_"), f"{URLSAFE}{{20,60}}", mixed=True),
    Shape("Airtable token", ("pat",), f"{ALNUM}{{14}}\\.[0-9a-f]{{64}}"),
    Shape("HubSpot token", ("pat-na1-", "pat-na2-", "pat-eu1-"), UUID),
    Shape("Postman key", ("PMAK-",), f"{HEX}{{24}}-{HEX}{{34}}"),
    Shape("New Relic key", ("NRAK-", "NRJS-", "NRII-", "NRIQ-", "NRRA-"), "[A-Za-z0-9-]{19,50}"),
    Shape("Grafana token", ("glsa_",), f"{ALNUM}{{32}}_{HEX}{{8}}"),
    Shape("Grafana Cloud token", ("glc_",), f"{BASE64}{{32,400}}", mixed=True),
    Shape("Sentry token", ("sntrys_", "sntryu_"), "[A-Za-z0-9_+/=-]{40,400}"),
    Shape("Dynatrace token", ("dt0c01.", "dt0s01.", "dt0s16."), "[A-Z0-9]{8,24}\\.[A-Z0-9]{64}"),
    Shape("LaunchDarkly key", ("sdk-", "mob-"), UUID),
    Shape("Contentful token", ("CFPAT-",), f"{URLSAFE}{{40,60}}"),
    Shape("Frame.io token", ("fio-u-",), "[A-Za-z0-9_=-]{60,70}"),
    Shape("Typeform token", ("tfp_",), "[A-Za-z0-9_.-]{40,70}", mixed=True),
    Shape("Prefect key", ("pnu_", "pnb_"), f"{ALNUM}{{36}}"),
    Shape("ReadMe key", ("rdme_",), "[a-z0-9]{60,80}"),
    Shape("Adobe client secret", ("p8e-",), f"{ALNUM}{{32}}"),
    Shape("Octopus Deploy key", ("API-",), f"[A-Z0-9]{{26,34}}{END}", mixed=True),
    Shape("JSON Web Token", ("eyJ",), f"{URLSAFE}{{8,2000}}\\.eyJ{URLSAFE}{{4,4000}}\\.{URLSAFE}{{8,1000}}"),
)

BEFORE = r"(?<![A-Za-z0-9_-])"

PATTERNS: tuple[Pattern, ...] = (
    Pattern(
        "private key",
        "PRIVATE KEY",
        # A header alone is talk about keys; a header with the beginning of a body is a key.
        re.compile(
            r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
            r"(?:(?:\s|\\[rn]|[\"'+>]){1,200}(?:(?![xX]{3})[A-Za-z0-9+/=]{16}|(?:Proc-Type|Version|Comment|DEK-Info):)"
            r"|[ \t\r]{0,8}(?:(?:\n|\\n)[> \t\r]{0,12}){1,3}(?![xX]{3})[A-Za-z0-9+/=]{4,80}(?:\s|\.\.|\\n|…|\Z))",
        ),
        mixed=False,
    ),
    Pattern(
        "PuTTY private key",
        "Private-Lines:",
        re.compile(r"Private-Lines: \d{1,3}\s{1,4}[A-Za-z0-9+/=]{16}"),
        mixed=False,
    ),
    Pattern(
        "Telegram bot token", ":AA", re.compile(BEFORE + r"(?:bot)?\d{8,10}:AA[A-Za-z0-9_-]{30,36}(?![A-Za-z0-9_-])")
    ),
    Pattern(
        "Discord bot token",
        ".",
        re.compile(
            BEFORE + r"(?:mfa\.[A-Za-z0-9_-]{80,90}"
            r"|[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6,7}\.(?=[A-Za-z_-]{0,40}\d)[A-Za-z0-9_-]{27,45})(?![A-Za-z0-9_.-])",
        ),
    ),
    Pattern("Mailchimp key", "-us", re.compile(BEFORE + r"[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])")),
    Pattern(
        "Terraform Cloud token", ".atlasv1.", re.compile(BEFORE + r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{50,80}")
    ),
    Pattern(
        "Azure client secret",
        "Q~",
        re.compile(r"(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,40}(?![A-Za-z0-9_~-])"),
    ),
    Pattern(
        "Azure shared access signature", "sig=", re.compile(r"[?&;]sig=(?:[A-Za-z0-9+/_-]|%[0-9A-Fa-f]{2}){40,100}")
    ),
    Pattern("Azure DevOps token", "AZDO", re.compile(BEFORE + r"[A-Za-z0-9]{70,80}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])")),
    Pattern("Firebase server key", ":APA91b", re.compile(BEFORE + r"[A-Za-z0-9_-]{8,30}:APA91b[A-Za-z0-9_-]{100,160}")),
    Pattern("Asana token", "/1", re.compile(BEFORE + r"[12]/\d{13,19}(?:/\d{13,19})?:[0-9a-f]{32}(?![0-9a-f])")),
)
