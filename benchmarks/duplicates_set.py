"""Duplicates set: what people would call the same note twice, and what only shares its topic; our own text.

Each case is three notes: one, the same told again by another session in other words, and a sibling that shares
the subject and says another thing. The first two are a pair to merge; each of them with the sibling is not,
nor are notes of different cases.
"""

from typing import NamedTuple


class Case(NamedTuple):
    one: str
    again: str
    sibling: str


CASES = (
    Case(
        "Mounting a credential file returns EBUSY\nExpected: a bind mount of the token file keeps the login.\nObserved: the client rewrites the file by rename, and a rename over a mount point is refused with EBUSY.\nEvidence: docker run -v token.json:/root/token.json; strace shows rename() = -1 EBUSY.",
        "A bind-mounted token file breaks the login\nExpected: the login survives when token.json is mounted into the container.\nObserved: renaming onto a mounted file fails with EBUSY, and the client saves its token by rename.\nEvidence: strace of the client in docker: rename(token.tmp, token.json) gives EBUSY.",
        "The token volume must belong to uid 1000\nExpected: a named volume for credentials works as it comes.\nObserved: the volume is created as root and the client, uid 1000, cannot write its token there.\nEvidence: ls -ln in the container shows 0:0; chown in the entry point mends it.",
    ),
    Case(
        "pytest collects the vendored suite when testpaths is unset\nExpected: pytest runs our tests only.\nObserved: without testpaths it walks into third_party and collects 900 foreign tests.\nEvidence: pytest --collect-only -q | tail -1.",
        "Without testpaths pytest picks up third_party\nExpected: a bare pytest collects tests/ alone.\nObserved: the vendored package under third_party has tests too, some 900, and they are collected.\nEvidence: --collect-only lists them; setting testpaths = tests ends it.",
        "pytest-xdist reorders tests so that a fixture leaks\nExpected: each test is independent.\nObserved: with -n 4 the database fixture of one module is seen by another, for both use one file name.\nEvidence: pytest -n 4 fails one time in five; tmp_path mends it.",
    ),
    Case(
        "cargo build needs cmake for zlib-ng\nExpected: the crate builds with rustc alone.\nObserved: libz-ng-sys runs cmake in its build script and fails without it.\nEvidence: error: failed to run custom build command for libz-ng-sys: is cmake not installed?",
        "zlib-ng's build script calls cmake\nExpected: no C tools besides cc are needed to build.\nObserved: building libz-ng-sys stops when cmake is missing, since its build script shells out to it.\nEvidence: cargo build prints 'is `cmake` not installed?'.",
        "cargo test runs doc tests against the release profile here\nExpected: doc tests use the dev profile.\nObserved: a profile override in .cargo/config.toml makes them build in release, which takes four minutes.\nEvidence: cargo test --doc -v shows -C opt-level=3.",
    ),
    Case(
        "The staging database drops connections idle for 60 s\nExpected: a pooled connection lives until it is closed.\nObserved: the proxy in front of staging closes what is idle for a minute, and the next query fails.\nEvidence: OperationalError: server closed the connection unexpectedly, 61 s after the last query.",
        "Idle connections to staging die after a minute\nExpected: the pool may keep connections for ten minutes.\nObserved: pgbouncer's proxy cuts idle ones at 60 seconds, so the first query after a pause errors.\nEvidence: 'server closed the connection unexpectedly'; pre-ping in the pool hides it.",
        "Staging runs PostgreSQL 13, production 16\nExpected: both run the same version.\nObserved: MERGE is a syntax error on staging, for it came with version 15.\nEvidence: select version() on both.",
    ),
    Case(
        "The CI cache key ignores the lock file\nExpected: a changed lock file gives a fresh cache.\nObserved: the key hashes pyproject.toml only, so old wheels are restored after a bump.\nEvidence: the log restores cache linux-py311-8f2 although uv.lock changed.",
        "CI restores stale wheels because its cache key leaves out uv.lock\nExpected: bumping a dependency invalidates the cache.\nObserved: only pyproject.toml is in the key.\nEvidence: same key linux-py311-8f2 before and after the bump.",
        "CI runners have no IPv6\nExpected: localhost resolves to ::1 in tests.\nObserved: the runners disable IPv6 and binding ::1 fails with EADDRNOTAVAIL.\nEvidence: ip -6 addr is empty in the job.",
    ),
    Case(
        "git worktree shares hooks with the main checkout\nExpected: each worktree has hooks of its own.\nObserved: hooks are looked up in the common directory, so a hook added in one runs in all.\nEvidence: git rev-parse --git-path hooks prints the main repository's.",
        "Hooks of a worktree are those of the main repository\nExpected: a pre-commit hook in a worktree affects that worktree only.\nObserved: git takes hooks from the common dir.\nEvidence: --git-path hooks names ../main/.git/hooks.",
        "git worktree remove refuses with submodules\nExpected: a clean worktree can be removed.\nObserved: one that holds a submodule is refused even when clean; --force is needed.\nEvidence: fatal: working trees containing submodules cannot be moved or removed.",
    ),
    Case(
        "The S3 client retries 5 times and hides throttling\nExpected: a 503 SlowDown reaches us.\nObserved: botocore's standard mode retries five times, so a throttled upload only looks slow.\nEvidence: debug log shows five attempts with backoff up to 20 s.",
        "Throttled uploads look slow since botocore retries\nExpected: SlowDown is raised to the caller.\nObserved: it is retried up to five times with backoff before anything is raised.\nEvidence: the debug log of one put_object: attempts 1 to 5 in 43 s.",
        "S3 multipart parts must be 5 MiB but the last\nExpected: any part size works.\nObserved: completing an upload with 1 MiB parts fails with EntityTooSmall.\nEvidence: the error names the minimum size 5242880.",
    ),
    Case(
        "macOS tar adds ._ files that break the import\nExpected: a tarball made on a Mac unpacks cleanly.\nObserved: resource forks come as ._name files and the importer reads them as notes.\nEvidence: tar tf shows ._a.md beside a.md; COPYFILE_DISABLE=1 leaves them out.",
        "Tarballs from a Mac contain AppleDouble files\nExpected: only our files are in the archive.\nObserved: for each file there is a ._ twin with extended attributes, which the importer takes for a note.\nEvidence: tar tf | grep '\\._' lists one per note. COPYFILE_DISABLE=1 tar prevents it.",
        'macOS sed -i needs an argument\nExpected: sed -i works as on Linux.\nObserved: BSD sed takes the next word as a backup suffix and the script is lost.\nEvidence: sed: 1: "file": extra characters at the end of f command.',
    ),
    Case(
        "The feature flag service caches for 5 minutes\nExpected: a flag flips at once.\nObserved: the SDK polls every 300 s unless streaming is on, so tests that flip a flag see the old value.\nEvidence: polling interval 300000 in the SDK's log.",
        "Flipped flags take up to five minutes to arrive\nExpected: turning a flag on is seen by the next request.\nObserved: our SDK is in polling mode with an interval of 300 seconds.\nEvidence: log line 'polling interval 300000 ms'.",
        "Feature flags default to off when the service is down\nExpected: the last known value is used.\nObserved: without a cache file the SDK answers the default passed in code, which is off.\nEvidence: the service stopped, every flag read false.",
    ),
    Case(
        "node 22 fails on the old openssl provider flag\nExpected: NODE_OPTIONS from the Makefile is harmless.\nObserved: --openssl-legacy-provider is not allowed in NODE_OPTIONS in our build image.\nEvidence: node: --openssl-legacy-provider is not allowed in NODE_OPTIONS.",
        "The Makefile's NODE_OPTIONS breaks node 22\nExpected: the flag set for the old webpack can stay.\nObserved: node refuses to start with --openssl-legacy-provider in NODE_OPTIONS.\nEvidence: make web prints that it is not allowed.",
        "webpack 4 needs md4 which OpenSSL 3 dropped\nExpected: the bundle builds on the new image.\nObserved: webpack hashes with md4 and gets ERR_OSSL_EVP_UNSUPPORTED.\nEvidence: the stack trace names createHash.",
    ),
    Case(
        "Migrations lock the orders table for 40 s\nExpected: adding a column is instant.\nObserved: the column had a volatile default, so the table was rewritten under an exclusive lock.\nEvidence: pg_locks during the deploy; 41 s.",
        "Adding a column with a volatile default rewrites orders\nExpected: ALTER TABLE ADD COLUMN takes milliseconds.\nObserved: default gen_random_uuid() forces a rewrite of the whole table, which held its lock for 41 seconds.\nEvidence: pg_locks while migration 0042 ran.",
        "Migration 0042 cannot be reversed\nExpected: every migration has a downgrade.\nObserved: 0042 drops the old column's data; its downgrade raises NotImplementedError.\nEvidence: alembic downgrade -1.",
    ),
    Case(
        "The linter's version differs between pre-commit and CI\nExpected: one version of ruff lints everywhere.\nObserved: pre-commit pins 0.4.1 and CI installs 0.6.0, so CI reports what a commit did not.\nEvidence: ruff --version in both.",
        "pre-commit and CI disagree on ruff\nExpected: what passes locally passes in CI.\nObserved: .pre-commit-config.yaml has rev v0.4.1, CI takes the newest 0.6.0 and has more rules.\nEvidence: both versions printed side by side.",
        "ruff format and black disagree on nested f-strings\nExpected: either formatter may run.\nObserved: files flip between the two in each commit.\nEvidence: git log -p on views.py.",
    ),
    Case(
        "Redis evicts sessions under memory pressure\nExpected: sessions live for their TTL.\nObserved: maxmemory-policy is allkeys-lru, so a busy cache pushes sessions out.\nEvidence: INFO stats evicted_keys grows; users are logged out.",
        "Users are logged out because Redis evicts their sessions\nExpected: a session lasts two weeks.\nObserved: with allkeys-lru any key may be evicted when memory is full, sessions too.\nEvidence: evicted_keys in INFO rises at the same minute.",
        "Redis AOF rewrite doubles memory for a while\nExpected: memory stays flat.\nObserved: the forked rewrite copies pages that change, up to twice the memory on a busy host.\nEvidence: used_memory_rss during BGREWRITEAOF.",
    ),
    Case(
        "The Windows build cuts paths at 260 characters\nExpected: deep node_modules paths work.\nObserved: the runner has long paths off, and files past 260 characters fail to copy.\nEvidence: The filename or extension is too long.",
        "Paths longer than 260 characters fail on the Windows runner\nExpected: npm ci unpacks everywhere.\nObserved: LongPathsEnabled is 0 there, so copying a deep file errors.\nEvidence: 'The filename or extension is too long' in the job.",
        "The Windows build checks out CRLF\nExpected: shell scripts keep LF.\nObserved: core.autocrlf=true on the runner turns them into CRLF and bash fails.\nEvidence: $'\\r': command not found.",
    ),
    Case(
        'The API returns 200 with an error body\nExpected: a failure has a 4xx or 5xx status.\nObserved: the billing API answers 200 and puts {"error": ...} in the body.\nEvidence: curl -i on /charge with a wrong card.',
        "Billing errors come with status 200\nExpected: raise_for_status catches a refused charge.\nObserved: /charge answers 200 OK and says the error in its JSON.\nEvidence: curl -i shows HTTP/2 200 and an error field.",
        "The billing API is limited to 10 requests a second\nExpected: a batch of 500 charges goes through.\nObserved: past ten a second it answers 429 without Retry-After.\nEvidence: the load script's counts.",
    ),
    Case(
        "tzdata is missing in the slim image\nExpected: ZoneInfo('Europe/Berlin') works.\nObserved: python:slim has no tz database, and ZoneInfo raises ZoneInfoNotFoundError.\nEvidence: docker run python:3.12-slim python -c ...",
        "ZoneInfo fails in the slim container for want of tzdata\nExpected: time zones work in every image.\nObserved: there is no /usr/share/zoneinfo in python:3.12-slim; adding the tzdata package mends it.\nEvidence: ZoneInfoNotFoundError: No time zone found with key Europe/Berlin.",
        "The slim image has no ca-certificates\nExpected: HTTPS requests verify.\nObserved: requests bundles its own, but curl in the same image fails with error 60.\nEvidence: curl: (60) SSL certificate problem.",
    ),
    Case(
        "asyncio.gather hides the second exception\nExpected: every failure is reported.\nObserved: gather raises the first and the others are only logged, or never.\nEvidence: two failing tasks, one traceback. TaskGroup raises both.",
        "Only the first failing task surfaces with gather\nExpected: two failing coroutines give two errors.\nObserved: asyncio.gather propagates one exception and drops the rest; TaskGroup collects them.\nEvidence: a script with two raises prints one.",
        "asyncio tasks are collected when nobody holds them\nExpected: create_task keeps running.\nObserved: the loop holds weak references, so a task without one may vanish half done.\nEvidence: the documentation, and a test that loses 3 of 1000.",
    ),
    Case(
        "The model server needs 2 GB of shared memory\nExpected: docker's default is enough.\nObserved: workers pass tensors through /dev/shm, which is 64 MB by default, and crash with a bus error.\nEvidence: Bus error (core dumped); --shm-size=2g mends it.",
        "Workers of the model server die with a bus error\nExpected: the container runs as it is.\nObserved: /dev/shm has 64 MB and tensors between workers need about 2 GB.\nEvidence: df -h /dev/shm; with --shm-size=2g it runs.",
        "The model server loads weights once for each worker\nExpected: workers share the weights.\nObserved: they are spawned, not forked, and each reads 7 GB.\nEvidence: four workers, 28 GB resident.",
    ),
    Case(
        "Terraform destroys the bucket when its name changes\nExpected: renaming keeps the data.\nObserved: name forces replacement: plan says destroy and create.\nEvidence: terraform plan: -/+ aws_s3_bucket.logs (forces replacement).",
        "Changing a bucket's name in Terraform replaces it\nExpected: a rename is an update in place.\nObserved: the plan shows -/+ with 'forces replacement', which would delete the logs.\nEvidence: terraform plan on the rename branch.",
        "Terraform state is locked after a cancelled run\nExpected: the next apply works.\nObserved: the lock in DynamoDB stays and apply waits for ever; force-unlock frees it.\nEvidence: Error acquiring the state lock.",
    ),
    Case(
        "The search index lags 30 s behind writes\nExpected: a saved document is found at once.\nObserved: refresh_interval is 30s on this index, so tests that search right away find nothing.\nEvidence: GET index/_settings.",
        "Documents are searchable only half a minute after they are saved\nExpected: search sees a write immediately.\nObserved: the index has a refresh interval of 30 seconds; ?refresh=wait_for helps in tests.\nEvidence: _settings shows refresh_interval 30s.",
        "The search index treats hyphens as spaces\nExpected: 'e-mail' finds e-mail only.\nObserved: the standard analyser splits at hyphens, so it finds every mail.\nEvidence: _analyze on e-mail gives two tokens.",
    ),
    Case(
        "gRPC messages over 4 MB are refused\nExpected: the export streams any size.\nObserved: the default limit is 4194304 bytes for what a client receives.\nEvidence: RESOURCE_EXHAUSTED: Received message larger than max (5242991 vs. 4194304).",
        "The export fails above 4 MiB over gRPC\nExpected: a reply may be of any length.\nObserved: clients refuse messages larger than 4194304 bytes unless max_receive_message_length is raised.\nEvidence: RESOURCE_EXHAUSTED with both sizes.",
        "gRPC keepalive pings get the connection closed\nExpected: pings keep it open.\nObserved: the server answers more than one ping in five minutes with GOAWAY too_many_pings.\nEvidence: the client's log.",
    ),
    Case(
        "The mock clock does not move in threads\nExpected: freezegun freezes time everywhere.\nObserved: C code that calls clock_gettime sees real time, so the worker thread's timeout is real.\nEvidence: the test waits 30 s.",
        "freezegun leaves the worker's timeout in real time\nExpected: a frozen test takes no time.\nObserved: the wait is in C and reads the true clock; the test really waits thirty seconds.\nEvidence: pytest --durations=3.",
        "freezegun slows imports by two seconds\nExpected: freezing is free.\nObserved: it scans every loaded module for time functions at each start.\nEvidence: -X importtime and a profile.",
    ),
    Case(
        "Helm keeps the old ConfigMap mounted until a restart\nExpected: a changed config reaches the pods.\nObserved: subPath mounts are never updated; pods need a restart.\nEvidence: kubectl exec cat shows the old file an hour later.",
        "Pods read the old config because of subPath\nExpected: editing the ConfigMap changes the file in the pod.\nObserved: files mounted with subPath do not follow; only a restart brings the new one.\nEvidence: cat in the pod, one hour after helm upgrade.",
        "Helm upgrade fails when a release is pending\nExpected: an interrupted upgrade can be repeated.\nObserved: the release stays pending-upgrade and every further one is refused until a rollback.\nEvidence: another operation is in progress.",
    ),
    Case(
        "The e-mail template loses umlauts\nExpected: UTF-8 in the template arrives as it is.\nObserved: the header lacks a charset, so some clients take Latin-1.\nEvidence: Content-Type: text/html without charset; ä arrives as Ã¤.",
        "Umlauts arrive garbled for want of a charset\nExpected: ä in a mail shows as ä.\nObserved: Content-Type is text/html with no charset and some clients guess Latin-1.\nEvidence: the raw mail, and a screenshot with Ã¤.",
        "The mail server greylists the first message\nExpected: mail is delivered at once.\nObserved: a first contact is deferred with 451 for five minutes.\nEvidence: 451 4.7.1 Greylisted in the queue.",
    ),
)
