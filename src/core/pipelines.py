"""Pipelines: which continuous integration a repository has, from the files that configure it.

A configuration is untrusted data: parsed as YAML strings, never run. One that does not
parse is still named, for that it is there is known.
"""

import re
from collections.abc import Iterable

from msgspec import Struct

from .tables import Table, table, yaml_table

SYSTEMS = (
    ("GitHub Actions", re.compile(r"\.github/workflows/[^/]+\.ya?ml")),
    ("GitLab CI", re.compile(r"\.gitlab-ci\.ya?ml")),
    ("CircleCI", re.compile(r"\.circleci/config\.ya?ml")),
    ("Azure Pipelines", re.compile(r"(\.azure-pipelines/[^/]+|azure-pipelines)\.ya?ml")),
    ("Bitbucket Pipelines", re.compile(r"bitbucket-pipelines\.ya?ml")),
    ("Buildkite", re.compile(r"\.buildkite/[^/]+\.ya?ml")),
    ("Cirrus CI", re.compile(r"\.cirrus\.ya?ml")),
    ("Drone", re.compile(r"\.drone\.ya?ml")),
    ("Forgejo or Gitea Actions", re.compile(r"\.(forgejo|gitea)/workflows/[^/]+\.ya?ml")),
    ("Jenkins", re.compile(r"Jenkinsfile")),
    ("Travis CI", re.compile(r"\.travis\.ya?ml")),
    ("Woodpecker", re.compile(r"\.woodpecker(/[^/]+)?\.ya?ml")),
    ("AppVeyor", re.compile(r"\.?appveyor\.ya?ml")),
    ("CI script", re.compile(r"\.ci/run|ci/run|script/ci(build)?")),
)
NOT_A_JOB = {  # the keywords a GitLab file may hold at its top, where every other name is a job
    *("after_script", "before_script", "cache", "default", "image", "include", "services", "spec", "stages"),
    *("variables", "workflow"),
}


class Pipeline(Struct, frozen=True):
    system: str
    file: str
    name: str = ""  # as the file calls itself
    jobs: tuple[str, ...] = ()


def system_of(path: str) -> str | None:
    return next((system for system, files in SYSTEMS if files.fullmatch(path)), None)


def pipeline_files(paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(path for path in paths if system_of(path)))


def pipeline(path: str, text: str) -> Pipeline:
    """What one file configures; `path` is one of `pipeline_files`."""
    settings = yaml_table(text if path.endswith((".yml", ".yaml")) else "")
    name = settings.get("name")
    return Pipeline(system_of(path) or "", path, name if isinstance(name, str) else "", jobs(path, settings))


def jobs(path: str, settings: Table) -> tuple[str, ...]:
    if "gitlab" in path:
        return tuple(name for name, job in settings.items() if is_job(name) and isinstance(job, dict))
    return tuple(str(name) for name in table(settings, "jobs"))


def is_job(name: str) -> bool:
    return name not in NOT_A_JOB and not name.startswith(".")
