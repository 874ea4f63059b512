"""Demonstration: what `hindnote demo` records, asks and repeats, and the small repository it makes where there is none."""

from collections.abc import Mapping

from .surprise import RememberRequest

BUSY = RememberRequest(
    expected="A file that is mounted into a container can be saved like any other: write a new one, rename it over the old.",
    observed="Renaming over a bind-mounted file fails with EBUSY. The mount holds on to the inode, so only writing in place "
    "works, or mounting the folder instead of the file.",
    evidence="`mv login.json.new login.json` in the container: `Device or resource busy`. With its folder mounted: no error.",
    answers=(
        "why is my login lost whenever the container restarts?",
        "how do I mount a file that a tool wants to replace?",
    ),
    tags=("containers",),
)
HIDDEN = RememberRequest(
    expected="Mounting the folder instead of the file changes nothing else.",
    observed="Mounting a folder hides what the image had put there. The tool ran without its defaults until they were copied in.",
    evidence="`ls` in the container lists `login.json` alone; without the mount it lists `defaults.toml` too.",
    answers=("where did the default settings go?",),
    tags=("containers",),
)
QUESTION = "something about a login that was lost because renaming over a mounted file said busy"
RESPELLED = RememberRequest(
    expected="Saving a mounted file just works.",
    observed="RENAMING over a bind\u2011mounted file fails with “EBUSY”!",
    evidence="It happened again today.",
    answers=("is this known?",),
    tags=BUSY.tags,  # a repository's key template may use them
)
AGAIN = "It happened again today, with a socket instead of a login."

SMALL_REPOSITORY: Mapping[str, str] = {
    "README.md": """\
# Tide clock

Tells when the harbour can be entered, from a gauge that nobody trusts.

## Install

## Run it in a container

## Why are the times off by an hour?
""",
    "AGENTS.md": """\
# For agents

Run the checks before you say that you are done.

## Commands

## What never to touch
""",
    "docs/gauge.md": """\
# The gauge

It sends one line a minute, and sometimes the same line for an hour.

## Calibrate the gauge

## The gauge is silent
""",
    "Makefile": ".PHONY: test run\n\ntest:\n\tpython -m unittest\n\nrun:\n\tpython tide.py\n",
    "tide.py": '"""When can the harbour be entered?"""\n',
}
