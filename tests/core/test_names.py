"""What a text names: this table is the specification of what counts, what never does, and what may speak."""
# ruff: noqa: RUF001  (full-width letters are what is tested)

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindnote.core.names import CACHED_CHUNKS, fold_name, hintable, names, without_stamps
from hindnote.core.speaks import Speaks

from .. import strategies as some

TLDS = frozenset(
    {"com", "org", "net", "io", "dev", "de", "cloud", "py", "sh", "md", "rs", "name", "info", "foo", "show", "so"}
)


def indexed(text: str) -> set[str]:
    return {name.text for name in names(text, TLDS).values()}


def speaking(text: str) -> set[str]:
    return {name.text for name in hintable(text, TLDS).values()}


# --- what counts ------------------------------------------------------------

IDENTIFIERS = ["SilentLogger", "InstallURL", "CLAUDE_PROJECT_DIR"]
COUNTS = [
    # letters and digits
    *(
        "As30p",
        "WX81A255JFYD",
        "nvme0n1p2",
        "E0308",
        "SC2086",
        "CT7000",
        "disk3s1",
        "wlp3s0",
        "qwen2.5-coder",
        "gpt-4.1",
    ),
    *("run4", "round-3", "ch13", "web-7d4b9c6f5-x2k4p", "i-0abc123def4567890", "pg_db_1", "Größe30"),
    # domains and hosts
    *("example.dev", "api.foo-bar.io", "mac-mini.local", "ip-10-0-3-7.internal", "nas2.lan", "www.store.name"),
    # addresses
    *(
        "192.168.1.17",
        "10.0.3.7",
        "fe80::1ff:fe23:4567:890a",
        "2001:db8::1",
        "2001:0db8:0:0:0:ff00:42:8329",
        "::ffff:10.0.0.1",
    ),
    # owner and repository
    *("astral-sh/ruff", "BurntSushi/ripgrep", "spf13/cobra", "psf/black-2"),
    # issues
    *("CVE-2024-3094", "DEC-0054", "PROJ-123", "RFC-9110", "#1423"),
    *IDENTIFIERS,
]


@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.parametrize(
    "around",
    ["{}", "see {}.", "({}),", '"{}"', "`{}`", "**{}**", "a {}: b", "x={};", "the {}'s log", "[{}](x)", "“{}”"],
)
def test_a_name_counts_and_may_speak_however_it_is_set(name: str, around: str) -> None:
    text = around.format(name)
    assert name in indexed(text)
    assert name in speaking(text)


LOOKED_UP_ONLY = [
    *(
        "utf-8",
        "UTF-8",
        "arm64",
        "x86_64",
        "python3",
        "python3.11",
        "sha256",
        "aes256-gcm",
        "base64",
        "ipv6",
        "win32",
        "int64",
    ),
    *("oauth2", "ext4", "mp3", "http2", "k8s", "p95", "i18n"),  # formats and platforms
    *("a1b2c3d", "83db48f", "3f4e5d6c7b8a"),  # lower-case hex
    *("application/json", "text/x-python", "image/svg-xml"),  # MIME types
    *("127.0.0.1", "0.0.0.0", "255.255.255.0"),  # on every screen
    *("github.com", "example.com", "registry.npmjs.org", "deb.debian.org", "socket.io", "asp.net", "ASP.NET"),
    *("4.0.0.0", "120.0.0.0"),  # versions
    *("NODE_ENV", "LD_LIBRARY_PATH", "GITHUB_TOKEN"),  # in every environment
    *("abc123", "user1", "test_2"),  # stand-ins
]


@pytest.mark.parametrize("name", LOOKED_UP_ONLY)
def test_some_names_can_be_looked_up_and_never_speak(name: str) -> None:
    assert name in indexed(f"see {name} there")
    assert not speaking(f"see {name} there")


NEVER = [
    *("word", "Word", "well-known", "snake_case", "CamelCase", "don't", "Straße", "слово", "単語"),  # words
    *("GitHub", "JavaScript", "PascalCase", "LOWER_UP", "FileNotFoundError", "NullPointerException"),  # everybody's
    *("camelCase", "HTTPS", "McCoy", "SilentLogger.java", "src/SilentLogger/", "TestLogger_Close", "--FooBar"),
    *("42", "1,000", "3.14", "50%", "2026", "0054", "1/2"),  # numbers
    *(
        "16GB",
        "10ms",
        "4k",
        "3d",
        "10x",
        "500mA",
        "1.5TB",
        "64bit",
        "2h30m",
        "5d3h",
        "100px",
        "40-80ms",
        "9am",
        "3rd",
        "21st",
    ),
    *("v10", "v1.0.21", "1.2.3-rc1", "2.0b1", "3.11.7", "rc1", "beta2", "v2-beta"),  # bare versions
    *("deadbeefdeadbeefdeadbeef12", "550e8400-e29b-41d4-a716-446655440000", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    *(
        "store.py",
        "test_v2.py",
        "README.md",
        "main.rs",
        "libfoo2.so.1",
        "run2.sh",
        "As30p.dmg",
        "a1.tar.gz",
        "index3.html",
    ),
    *("2026-08-07", "2026-08-07T12:00:00Z", "20260807T120000Z", "7-Aug-2026", "Aug7", "2026-08-07-notes"),  # stamps
    *("session_014D4MsbuaJz2JhrvT72KBZk", "toolu_01ABCdefGHIjklMNOpqrs"),
    *("0x7ffee4c0", "0b1010", "L12", "L12-L40", "--max2", "a-zA-Z0-9"),
    *("24-hour", "16-alpine", "3-step"),
    *("mounting-a-credential-file-returns-404",),  # a sentence made a slug
    *(
        "and/or",
        "read/write",
        "src/core",
        "tests/unit",
        "TCP/IP",
        "MB/s",
        "I/O",
        "true/false",
        "sessionStart/sessionEnd",
        "origin/main",
    ),
    *("self.name", "logging.info", "os.path", "com.example.foo", "e.g.", "i.e", "foo.Show", "x.so", "user.name"),
    *("std::vector", "12:30:45", "aa:bb:cc:dd:ee:ff", "a::b", "::"),
    *("C3", "s3", "#1"),  # too short to be anyone's name
]


@pytest.mark.parametrize("word", NEVER)
@pytest.mark.parametrize("around", ["{}", "see {} there", '"{}",'])
def test_what_is_no_name_is_never_in_the_answer(word: str, around: str) -> None:
    assert indexed(around.format(word)) == set()


# --- in place -----------------------------------------------------------------

IN_PLACE: list[tuple[str, set[str]]] = [
    ("https://github.com/astral-sh/ruff/pull/12345", {"github.com", "astral-sh/ruff"}),
    ("git@github.com:pallets/click.git", {"github.com", "pallets/click"}),
    ("ghcr.io/pallets/click:8.1", {"ghcr.io", "pallets/click"}),
    ("fixed in pallets/click#2718", {"pallets/click", "#2718"}),
    ("https://user:pw@store.name:8443/v2/x", {"store.name"}),
    ("ssh admin@web01.example.org", {"web01.example.org"}),
    ("http://[2001:db8::1]:8080/", {"2001:db8::1"}),
    ("inet 192.168.1.5/24 brd 192.168.1.255", {"192.168.1.5", "192.168.1.255"}),
    ("10.0.3.7:8080", {"10.0.3.7"}),
    ("/Volumes/As30p/photos/x.raf", {"As30p"}),
    ("/Volumes/Backup", {"Backup"}),
    (r"/Volumes/My\ Disk/a", {"My Disk"}),
    ('"/Volumes/My Disk 2/a" is full', {"My Disk 2"}),
    ("[[credentials-are-a-named-volume|the volume]]", {"credentials-are-a-named-volume"}),
    ("[[Disk swap#Log]]", {"Disk swap"}),
    ("if [[ -f x1y.txt ]]; then", set()),
    ("grafana/grafana:10.2.0", set() | {"grafana/grafana"}),
    ("file:///srv/As30p/x", {"As30p"}),
    ("http://10.0.3.7/x", {"10.0.3.7"}),
    ("https://github.com/about", {"github.com"}),
    ("https://github.com/2024/2025", {"github.com"}),
    ("2001:db8::1::2", {"db8"}),  # two gaps: no address
    ("posthog.SilentLogger.Close()", {"SilentLogger"}),
    ("${CLAUDE_PROJECT_DIR}/x", {"CLAUDE_PROJECT_DIR"}),
    ("a\\nAs30p", {"As30p"}),
    (r"C:\Users\new7\As30p\x.txt", {"new7", "As30p"}),
    (r"D:\\data\\nas7\\x", {"nas7"}),
    ("System.IO and kiln.IO", set()),
    ("KILN.IO", {"KILN.IO"}),
    ("%2FAs30p%2F", {"As30p"}),
    ("\x1b[31mAs30p\x1b[0m", {"As30p"}),
    ("Ａｓ３０ｐ", {"As30p"}),
    ("外付けAs30pが見えない", {"As30p"}),
    ("디스크As30p를", {"As30p"}),
    ("see １９２．１６８．１．１７", {"192.168.1.17"}),
]


@pytest.mark.parametrize(("text", "expected"), IN_PLACE)
def test_a_name_is_found_where_it_stands(text: str, expected: set[str]) -> None:
    assert indexed(text) == expected


def test_two_plain_words_beside_a_slash_speak_only_for_a_title() -> None:
    """`pallets/click` and `intent/outcome` have one shape; the forge's address tells them apart."""
    assert names("see pallets/click", TLDS)["pallets/click"].speaks is Speaks.TITLED
    assert names("github.com/pallets/click, or pallets/click", TLDS)["pallets/click"].speaks is Speaks.FREELY


def test_a_link_has_spelled_its_title_out() -> None:
    assert speaking("see [[The As30p disk]] and [[WX81A255JFYD]]") == {"WX81A255JFYD"}
    assert indexed("see [[The As30p disk]]") == {"The As30p disk", "As30p"}


def test_a_component_of_a_path_is_told_from_a_name_that_stands_alone() -> None:
    assert names("/srv/As30p/x", TLDS)["as30p"].in_path
    assert not names("/srv/As30p/x is As30p", TLDS)["as30p"].in_path


def test_a_name_has_no_case_and_is_counted() -> None:
    found = names("AS30P, as30p and As30p", TLDS)
    assert [(name.text, name.times) for name in found.values()] == [("AS30P", 3)]


@pytest.mark.parametrize(
    "said",
    ["As30p", "as30p", " AS30P ", "[[As30p]]", "[[As30p|it]]", "/Volumes/As30p", "/Volumes/As30p/", "Ａｓ３０ｐ"],
)
def test_a_name_is_looked_up_as_anyone_writes_it(said: str) -> None:
    assert fold_name(said) == "as30p"


def test_lines_that_a_writer_signs_with_name_nothing() -> None:
    body = (
        "- **Created:** 2026-08-07 by node-a1b2\n- Session: s03x9\nSource code on As30p: fine\n"
        "Co-Authored-By: Bot B1000 <b1000@example.dev>\nClaude-Session: https://x.dev/s1000\n"
    )
    assert indexed(without_stamps(body)) == {"As30p"}


# --- tool output --------------------------------------------------------------

DISKUTIL = """\
/dev/disk4 (external, physical):
   #:                       TYPE NAME                    SIZE       IDENTIFIER
   0:      GUID_partition_scheme                        *2.0 TB     disk4
   1:                 Apple_APFS Container disk5         2.0 TB     disk4s2
   2:                APFS Volume As30p                   1.2 TB     disk5s1
"""
LSBLK = """\
NAME        MAJ:MIN RM   SIZE RO TYPE MOUNTPOINTS
sdb           8:16   0   1.8T  0 disk
└─sdb1        8:17   0   1.8T  0 part /mnt/As30p
nvme0n1     259:0    0 476.9G  0 disk
"""
IP_A = """\
2: enp0s31f6: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq_codel state UP group default qlen 1000
    link/ether 00:1b:44:11:3a:b7 brd ff:ff:ff:ff:ff:ff
    inet 192.168.1.5/24 brd 192.168.1.255 scope global dynamic enp0s31f6
    inet6 fe80::21b:44ff:fe11:3ab7/64 scope link
"""
SSH_V = """\
debug1: Connecting to nas2.lan [192.168.1.5] port 22.
debug1: Remote protocol version 2.0, remote software version dropbear_2022
debug1: Server host key: ssh-ed25519 SHA256:abcdefghijklmnopqrstuvwxyz
debug1: Authenticating to nas2.lan:22 as 'admin'
"""
KUBECTL = """\
NAME                      READY   STATUS             RESTARTS      AGE
web-7d4b9c6f5-x2k4p       0/1     CrashLoopBackOff   12 (3m ago)   5d3h
"""
DOCKER = """\
CONTAINER ID   IMAGE                COMMAND       CREATED       STATUS        PORTS                    NAMES
3f4e5d6c7b8a   postgres:16-alpine   "docker-e…"   3 hours ago   Up 3 hours    0.0.0.0:5432->5432/tcp   pg-main-1
"""
PYTEST = """\
FAILED tests/test_store.py::test_reads_back[As30p-4] - AssertionError: assert 16 == 12
tests/test_store.py:41: AssertionError
========================= 1 failed, 203 passed in 12.31s =========================
"""
TRACE = """\
Traceback (most recent call last):
  File "/srv/app/venv/lib/python3.11/site-packages/disk/mount.py", line 88, in mount
    raise OSError(errno.EBUSY, "WX81A255JFYD is busy")
    at Object.<anonymous> (/app/dist/index.js:10:15)
    #3 0x00007f3c2a1b in start_thread () from libpthread.so.0
"""
GIT_LOG = """\
commit da39a3ee5e6b4b0d3255bfef95601890afd80709 (HEAD -> main, tag: v1.0.21)
Date:   Fri Aug 7 12:00:00 2026 +0200

    Fix the mount of As30p (#1423)

index 83db48f..bf2a3c1 100644
"""
JSON = '{"id":42,"serial":"WX81A255JFYD","at":"2026-08-07T12:00:00Z","size":"16GB","tags":["arm64","utf-8"],"host":"web01.example.org"}'
TERRAFORM = """\
  # aws_instance.web[0] must be replaced
-/+ resource "aws_instance" "web" {
      ~ id            = "i-0abc123def4567890" -> (known after apply)
        instance_type = "t3.micro"
Plan: 1 to add, 0 to change, 1 to destroy.
"""

DOTNET = r"""
System.InvalidOperationException: OvenPlan has no steps ---> System.IO.FileNotFoundException: Could not load 'Kiln.Ovens, Version=4.0.0.0'
   at Kiln.Ovens.Planner.Next() in C:\src\new1\Kiln.Ovens\Planner.cs:line 88
C:\src\new1\KilnScheduler.cs(17,3): error CS0103: The name 'x' does not exist [C:\src\new1\Kiln.csproj]
"""
JAVA = """
java.lang.IndexOutOfBoundsException: Index 3
    at com.kiln.sched.FiringPlanner.next(FiringPlanner.java:88)
    at java.util.ArrayList.get(ArrayList.java:427)
[ERROR] Downloading from central: https://repo.maven.apache.org/
"""
NPM = """
npm http fetch GET 200 https://registry.npmjs.org/left-pad 88ms (cache miss)
@kiln/api:build: NODE_ENV=production tsc -p . && node dist/index.js
src/oven.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.
"""

OUTPUTS = [
    (DOTNET, {"new1", "OvenPlan", "CS0103"}),
    (JAVA, {"FiringPlanner"}),
    (NPM, {"TS2322"}),
    (DISKUTIL, {"disk4", "disk5", "disk4s2", "As30p", "disk5s1"}),
    (LSBLK, {"sdb1", "As30p", "nvme0n1"}),
    (IP_A, {"enp0s31f6", "192.168.1.5", "192.168.1.255", "fe80::21b:44ff:fe11:3ab7"}),
    (SSH_V, {"nas2.lan", "192.168.1.5", "dropbear_2022"}),
    (KUBECTL, {"web-7d4b9c6f5-x2k4p"}),
    (DOCKER, {"pg-main-1"}),
    (PYTEST, {"As30p-4"}),
    (TRACE, {"WX81A255JFYD"}),
    (GIT_LOG, {"As30p", "#1423"}),
    (JSON, {"WX81A255JFYD", "web01.example.org"}),
    (TERRAFORM, {"i-0abc123def4567890"}),
]


@pytest.mark.parametrize(("output", "expected"), OUTPUTS, ids=[output.split()[0] for output, _ in OUTPUTS])
def test_the_output_of_a_tool_speaks_of_these_and_of_nothing_else(output: str, expected: set[str]) -> None:
    assert speaking(output) == expected


# --- laws -----------------------------------------------------------------------


@given(st.one_of(some.nasty_text, some.words_of_many_scripts))
def test_no_text_breaks_the_reading_and_what_may_speak_can_be_looked_up(text: str) -> None:
    spoken, found = hintable(text, TLDS), names(text, TLDS)
    assert spoken.keys() <= found.keys()
    assert all(name.fold == fold_name(name.text) and name.times > 0 for name in found.values())


@given(st.lists(st.sampled_from([*COUNTS, *NEVER]), max_size=8))
def test_a_text_names_what_its_words_name(words: list[str]) -> None:
    together = names("\n".join(words), TLDS)
    assert together.keys() == {fold for word in words for fold in names(word, TLDS)}


@given(st.sampled_from([name for name in COUNTS if name.isascii()]), some.spellings)
def test_a_name_is_one_name_in_every_spelling(name: str, spell: some.Spelling) -> None:
    spelled = names(spell(name), TLDS)
    told_by_case = "/" in name or "." in name or name in IDENTIFIERS
    assert fold_name(name) in spelled or told_by_case


def test_a_reader_that_has_met_too_many_words_forgets_and_still_reads() -> None:
    many = " ".join(f"x{number}y" for number in range(CACHED_CHUNKS + 2))
    assert len(names(many, TLDS)) == CACHED_CHUNKS + 2


HOSTILE = [
    *(
        "a.",
        ".",
        "0123456789abcdef",
        "[[",
        "[[a|",
        "[[a]",
        "/",
        "a/",
        "#1",
        "a1-",
        "::",
        "f:",
        "\\x",
        "/Volumes/",
        "1.",
    ),
    *(
        '"/Volumes/',
        "a1 ",
        "a@b.",
        "-",
        "%2F",
        "é1",
        "：",
        "ａ1",
        "- a:",
        "\x1b[",
        "a-by: x\n",
        "://",
        "(",
        "session_0",
    ),
]


@pytest.mark.parametrize("seed", HOSTILE, ids=repr)
def test_hostile_text_costs_as_much_as_it_is_long(seed: str) -> None:
    """Sixteen times the text takes some sixteen times the time; what backtracks takes 256 times."""

    def cost(length: int) -> float:
        text = (seed * length)[:length]
        times: list[float] = []
        for _ in range(3):
            began = process_time()
            hintable(without_stamps(text), TLDS)
            times.append(process_time() - began)
        return min(times)

    assert cost(64_000) < 64 * (cost(4_000) + 0.0005)
