"""The file of confirmations belongs to its owner, who alone writes to it."""

from __future__ import annotations

import contextlib
import os
import stat


def keep_private(path: str) -> None:
    """Create the file for its owner only, or take from others what they may do with it.

    A file that is there is looked at and not opened: closing it again would take from every other store of this
    process the locks that it holds, and two answers could count.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    _ours(path)
    # SQLite reads these as well, and would take from them what somebody else has put there.
    for end in ("-wal", "-shm", "-journal"):
        with contextlib.suppress(FileNotFoundError):
            _ours(path + end)


def _ours(path: str) -> None:
    """See to it that a file is a plain one of ours, and that nobody but owner and group may do anything."""
    found = os.lstat(path)
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
        raise ValueError(
            "the file of confirmations is a link or no file; a plain file under one name is allowed"
        )
    if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
        raise ValueError("the file of confirmations belongs to somebody else; one of your own is allowed")
    rights = found.st_mode & 0o777
    if rights & 0o007 and os.name == "posix":
        os.chmod(path, rights & ~0o007)
