"""The command `aana-fastapi`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import aana
from aana.service._record import open_log
from aana.service._server import serve
from aana.service._settings import Settings

TOKEN = "AANA_BRIDGE_TOKEN"  # noqa: S105

ABOUT = """\
Serve the check that runs before an AI agent's tool call does, over HTTP. POST an event to /pre-tool-check;
the page at / and the documentation at /docs need no internet.
"""

MORE = f"""\
Callers present the token in the environment variable {TOKEN} as `Authorization: Bearer`. Without one, the
service listens on loopback only.
"""


def parser() -> argparse.ArgumentParser:
    """What the command understands."""
    made = argparse.ArgumentParser("aana-fastapi", description=ABOUT, epilog=MORE, allow_abbrev=False)
    add = made.add_argument
    add("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    add("--port", type=int, default=8766, help="port to listen on (%(default)s)")
    add("--policy", metavar="FILE", type=Path, help="the operator's policy, `aana.policy.v1` as JSON")
    add("--mode", choices=("enforce", "shadow"), help="replaces the policy's mode; `shadow` only observes")
    add("--audit-log", metavar="FILE", help="record each decision in this file before it is answered")
    add(
        "--audit-fsync",
        metavar="WHEN",
        type=fsync,
        default="always",
        help="force records to the disk `always`, `never`, or every so many seconds (%(default)s)",
    )
    add(
        "--audit-optional",
        action="store_true",
        help="answer with the decision although it could not be recorded, instead of `defer`",
    )
    add("--workers", type=positive, default=1, help="processes that share the port and the audit log")
    add(
        "--allowed-host", metavar="NAME", action="append", default=[], help="a further name allowed in `Host`"
    )
    add("--max-body-bytes", type=positive, help="answer 413 beyond this (the policy's limit, at least 2 MiB)")
    add("--max-connections", type=positive, default=2048, help="at once, for each worker (%(default)s)")
    add("--rate-limit", type=float, default=0, help="requests a second for each address (0: no limit)")
    add("--rate-burst", type=positive, default=100, help="how many of them may come at once (%(default)s)")
    add("--version", action="version", version=f"aana-fastapi {aana.__version__}")
    return made


def fsync(word: str) -> str | float:
    """`always`, `never` or seconds.

    >>> fsync("always"), fsync("0.5")
    ('always', 0.5)
    """
    return word if word in ("always", "never") else float(word)


def positive(word: str) -> int:
    """A number from 1 on."""
    number = int(word)
    if number < 1:
        raise ValueError
    return number


def main(arguments: list[str] | None = None) -> int:
    """Run the command and give its exit status."""
    made = parser()
    asked = made.parse_args(arguments)
    try:
        settings = Settings(
            host=asked.host,
            port=asked.port,
            policy=None if asked.policy is None else asked.policy.read_text("utf-8"),
            mode=asked.mode,
            token=os.environ.get(TOKEN) or None,
            allowed_hosts=tuple(asked.allowed_host),
            audit_log=asked.audit_log,
            audit_fsync=asked.audit_fsync,
            audit_optional=asked.audit_optional,
            max_body_bytes=asked.max_body_bytes,
            max_connections=asked.max_connections,
            rate_limit=asked.rate_limit,
            rate_burst=asked.rate_burst,
        )
        # What is wrong is said here once, and not by each worker.
        mode = settings.gate().mode
        if (log := open_log(settings)) is not None:
            log.close()
    except (ValueError, OSError) as error:
        print(f"aana-fastapi: {error}", file=sys.stderr)
        return 2
    if settings.token is None:
        say(f"{TOKEN} is not set: everybody on this machine is answered, and nobody else")
    if mode == "shadow":
        say("the mode is `shadow`: decisions are told, and hosts that heed it block nothing")
    if settings.audit_log is None:
        say("there is no `--audit-log`: decisions leave no record")
    serve(settings, asked.workers)
    return 0


def say(what: str) -> None:
    """Tell the operator."""
    print(f"aana-fastapi: {what}", file=sys.stderr)
