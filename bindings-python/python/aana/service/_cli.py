"""The command `aana-fastapi`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from aana._server.decide import Decider
from aana._server.options import (
    BELIEVES,
    add_limits,
    add_options,
    believes_others,
    new_parser,
    parse,
    positive,
    read_policy,
    read_subjects,
)
from aana.service._server import serve
from aana.service._settings import Settings

if TYPE_CHECKING:
    import argparse

TOKEN = "AANA_BRIDGE_TOKEN"  # noqa: S105

ABOUT = """\
Serve the check that runs before an AI agent's tool call does, over HTTP. POST an event to /pre-tool-check;
the page at / and the documentation at /docs need no internet.
"""

MORE = f"""\
Callers present the token in the environment variable {TOKEN}, or one of those in --subjects, as
`Authorization: Bearer`. Without either, the service listens on loopback only.

Whoever asks may be the agent, which then writes its own approvals. With --evidence attested only these count: an
approval that --confirmations holds for exactly this call, once; and for a token in --subjects an `auth_event` with
the `source_id` `bearer.<subject>`, in a call whose `authorization_subject` is this subject.

Examples:
  aana-fastapi --policy policy.json --audit-log audit.jsonl
  aana-fastapi --evidence attested --confirmations aana-confirmations.sqlite3
  aana-fastapi --host 0.0.0.0 --evidence attested --subjects subjects.json
"""


def parser() -> argparse.ArgumentParser:
    """What the command understands."""
    made = new_parser("aana-fastapi", ABOUT, MORE)
    add_options(made, port=8766)
    add = made.add_argument
    add("--workers", type=positive, default=1, help="processes that share the port and the audit log")
    add_limits(made.add_argument, connections=2048, body="the policy's limit, at least 2 MiB")
    add("--rate-limit", type=float, default=0, help="requests a second for each address (0: no limit)")
    add("--rate-burst", type=positive, default=100, help="how many of them may come at once (%(default)s)")
    return made


def main(arguments: list[str] | None = None) -> int:
    """Run the command and give its exit status."""
    asked = parse(parser(), arguments)
    try:
        settings = Settings(
            host=asked.host,
            port=asked.port,
            policy=read_policy(asked.policy),
            mode=asked.mode,
            evidence=asked.evidence,
            confirmations=asked.confirmations,
            subjects=read_subjects(asked.subjects),
            token=os.environ.get(TOKEN) or None,
            allowed_hosts=tuple(asked.allowed_host),
            audit_log=asked.audit_log,
            audit_fsync=asked.audit_fsync,
            audit_max_bytes=asked.audit_max_bytes,
            audit_keep=asked.audit_keep,
            audit_optional=asked.audit_optional,
            otel=asked.otel,
            max_body_bytes=asked.max_body_bytes,
            max_head_bytes=asked.max_head_bytes,
            head_seconds=asked.head_seconds,
            body_seconds=asked.body_seconds,
            max_connections=asked.max_connections,
            rate_limit=asked.rate_limit,
            rate_burst=asked.rate_burst,
        )
        # What is wrong is said here once, and not by each worker; and only here may a new chain begin.
        gate = settings.gate()
        mode = gate.mode
        Decider(gate, confirmations=settings.store())
        for opened in (settings.log(restart=asked.audit_restart), settings.telemetry()):
            if opened is not None:
                opened.close()
    except (ValueError, OSError) as error:
        print(f"aana-fastapi: {error}", file=sys.stderr)
        return 2
    if not settings.asks_for_token:
        say(f"{TOKEN} is not set: everybody on this machine is answered, and nobody else")
    if believes_others(gate, settings.host, settings.allowed_hosts):
        say(BELIEVES)
    if mode == "shadow":
        say("the mode is `shadow`: decisions are told, and hosts that heed it block nothing")
    if settings.audit_log is None:
        say("there is no `--audit-log`: decisions leave no record")
    serve(settings, asked.workers)
    return 0


def say(what: str) -> None:
    """Tell the operator."""
    print(f"aana-fastapi: {what}", file=sys.stderr)
