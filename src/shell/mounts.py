"""Mounts: whether a folder is on a disk that other machines write to, whose changes no event tells.

Effects: reads /proc; where there is none, nothing is remote.
"""

from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
REMOTE = frozenset(
    {"9p", "afs", "ceph", "cifs", "drvfs", "glusterfs", "lustre", "ncpfs", "nfs", "nfs4", "prl_fs", "smb3", "smbfs"}
    | {"vboxsf", "virtiofs", "fuse.grpcfuse", "fuse.osxfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs"}
)


def is_remote(folder: Path) -> bool:
    try:
        table = MOUNTS.read_text("utf-8", "surrogateescape")
    except OSError:
        return False
    return kind_of(folder, table) in REMOTE


def kind_of(folder: Path, table: str) -> str:
    """The file system of the deepest mount above the folder; of several on one place, of the one on top."""
    deepest, kind = -1, ""
    for line in table.splitlines():
        before, _, after = line.partition(" - ")
        fields = before.split(" ")
        if len(fields) < 5 or not after:
            continue
        place = Path(_unescaped(fields[4]))
        if folder.is_relative_to(place) and len(place.parts) >= deepest:
            deepest, kind = len(place.parts), after.split(" ")[0]
    return kind


def _unescaped(field: str) -> str:
    for escape, character in ((r"\040", " "), (r"\011", "\t"), (r"\012", "\n"), (r"\134", "\\")):
        field = field.replace(escape, character)
    return field
