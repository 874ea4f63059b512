"""No note is there twice, whatever folders a person names as vaults: what is left out is said, with the reason."""

from pathlib import Path

import pytest

from hindnote.shell.vaultfolders import Vaults, vaults_among

OWN = {"team": "/repo/.hindnote/notes", "local": "/data/stores/x/local"}


@pytest.mark.parametrize(
    "named",
    [
        ["/notes", "/notes"],
        ["/notes", "/notes/work"],
        ["/notes/work", "/notes", "/notes/work/deep"],
    ],
)
def test_a_folder_within_another_is_no_vault_of_its_own(named: list[str]) -> None:
    assert vaults_among(named, OWN).folders == ("/notes",)


@pytest.mark.parametrize(
    "named",
    [
        ["/notes", "/notes2"],  # a name that begins alike
        ["/notes", "/notes/.trash/old"],  # which is not read from the outer one
        ["/repo", "/data/stores/y/local"],
        ["/repo/.hindnote2"],
    ],
)
def test_folders_that_share_no_note_are_vaults_in_their_order(named: list[str]) -> None:
    assert vaults_among(named, OWN) == Vaults(tuple(named))


@pytest.mark.parametrize(
    ("folder", "why"),
    [
        ("/repo/.hindnote/notes", "its notes are the team layer's"),
        ("/repo/.hindnote/notes/deep", "its notes are the team layer's"),
        ("/repo/.hindnote", "the team notes are in it (/repo/.hindnote/notes)"),
        ("/data", "the local notes are in it (/data/stores/x/local)"),
        ("/notes/work", "it is in the vault /notes"),
    ],
)
def test_what_is_left_out_is_said_with_the_reason(folder: str, why: str) -> None:
    assert vaults_among(["/notes", folder], OWN) == Vaults(("/notes",), (f"the vault {folder} is left out: {why}",))


def test_two_spellings_of_one_folder_are_one_vault(tmp_path: Path) -> None:
    """As on a file system that ignores case; here by a link, which keeps no path from being followed."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "Notes").symlink_to("notes")
    found = vaults_among([str(tmp_path / "notes"), str(tmp_path / "Notes")], OWN)
    assert found.folders == (str(tmp_path / "notes"),)
