"""Secret words: the names that introduce a secret, and the words that stand in its place when there is none.

What is called by one of the names is a secret when the value looks like one (`secretvalues`). A password may be short
and plain, a key is long, and `token` is also a word of every parser, so its value must look random.
"""

import re

# --- names ----------------------------------------------------------------

PASSWORDS = r"pass(?:word|wd|phrase|code)|passwort|pwd|(?<=[_-])pass"
KEYS = (
    r"secret|credentials?"
    r"|(?:api|access|private|secret|auth|account|encryption|signing|storage|shared|master|service|admin|subscription"
    r"|webhook|deploy|license|app|application|client|session|consumer|bot|server|hmac|jwt)"
    r"[ _.-]?(?:key|secret|pass(?!word|wd|phrase|code))"
)
TOKENS = r"(?<!publickey)token|auth|bearer"
STEMS = ("pass", "pwd", "secret", "credential", "key", "token", "auth", "bearer")  # each name holds one, in one line

# --- words ----------------------------------------------------------------

_PLACEHOLDERS = """
    example placeholder changeme change changeit your yours dummy fake sample redacted masked hidden removed omitted
    todo tbd insert replace here fixme foo bar baz qux xxx none null nil true false undefined unset empty
"""
_LABELS = "test testing my mock demo some any token secret key password pass user value abc"
_NOT_PASSWORDS = """
    password passwords passwd passphrase secret secrets string strings text plain plaintext required optional invalid
    incorrect wrong missing expired forgotten forgot hidden encrypted hashed disabled enabled default unknown
    username email login input field value values confirm confirmation current previous nothing anything something
    prompt prompted getpass keyring keychain environment variable argument parameter property attribute protected
    authentication authorization credential credentials rejected accepted validation validate mismatch
    user admin root guest postgres mysql redis minio rabbitmq oracle public private
"""

PLACEHOLDERS = frozenset(_PLACEHOLDERS.split())  # a value made with one of them stands for a value
LABELS = frozenset(_LABELS.split())  # and one made only of these is a name: `my-test-token-1`
NOT_PASSWORDS = frozenset(_NOT_PASSWORDS.split())  # these follow `password:` in prose, code and forms
ALGORITHMS = re.compile(  # names of algorithms and encodings carry digits and are no passwords
    r"(?:sha|hs|rs|es|ps|aes|md|utf|base|argon|ed|x|pbkdf|blake|iso|ascii|latin|v)"
    r"-?\d{1,5}(?:[-_]?[a-z]{1,8}\d{0,3}){0,2}",
    re.IGNORECASE,
)
