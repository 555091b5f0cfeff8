"""The command `aana-mcp`."""

from __future__ import annotations

import argparse
import logging
import signal
import sys
from typing import TYPE_CHECKING, Any

import anyio
import uvicorn

import aana
from aana._server.limits import Limits
from aana._server.listen import listening
from aana._server.names import AllowedHosts
from aana._server.options import (
    BELIEVES,
    add_limits,
    add_options,
    believes_others,
    is_loopback,
    new_parser,
    open_log,
    open_store,
    parse,
    read_subjects,
    start_telemetry,
)
from aana.mcp._decide import Decider
from aana.mcp._http import MAX_BODY, PATH, create_http_app
from aana.mcp._server import create_server
from aana.mcp._stdio import serve_stdio

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcp.server import Server

ABOUT = """\
Serve the check that runs before an AI agent's tool call does, as the tool `aana_pre_tool_check` of the Model
Context Protocol: over the standard streams, or with --http to this machine.
"""

MORE = """\
Whoever asks may be the agent, which then writes its own approvals. With --evidence attested only these count: an
approval that --confirmations holds for exactly this call, once; and over HTTP, for a bearer token in --subjects, an
`auth_event` with the `source_id` `bearer.<subject>`, in a call whose `authorization_subject` is this subject.

Examples:
  aana-mcp --policy policy.json --audit-log audit.jsonl
  aana-mcp --evidence attested --confirmations aana-confirmations.sqlite3
  aana-mcp --http --evidence attested --subjects subjects.json
"""


def parser() -> argparse.ArgumentParser:
    """What the command understands."""
    made = new_parser("aana-mcp", ABOUT, MORE)
    made.add_argument(
        "--http", action="store_true", help=f"serve streamable HTTP at {PATH} instead of the standard streams"
    )
    add_options(made, port=8767, host=loopback)
    over_http = made.add_argument_group("with --http")
    add_limits(over_http.add_argument, connections=256, body="%(default)s", max_body=MAX_BODY)
    return made


def loopback(host: str) -> str:
    """An address at which only this machine can connect.

    >>> loopback("127.0.0.1")
    '127.0.0.1'
    >>> loopback("0.0.0.0")
    Traceback (most recent call last):
    ...
    argparse.ArgumentTypeError: the server listens on loopback only
    """
    if not is_loopback(host):
        raise argparse.ArgumentTypeError("the server listens on loopback only")
    return host


def main(arguments: list[str] | None = None) -> int:
    """Run the command and give its exit status."""
    asked = parse(parser(), arguments)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="aana-mcp: %(message)s")
    try:
        gate = aana.Gate(asked.policy, mode=asked.mode, evidence=asked.evidence)
        if asked.subjects is not None and not asked.http:
            raise ValueError(
                "`--subjects` needs `--http`: there are no bearer tokens on the standard streams"
            )
        subjects = read_subjects(asked.subjects)
        store = open_store(asked.confirmations)
        log = open_log(
            asked.audit_log,
            Decider.logger,
            fsync=asked.audit_fsync,
            max_bytes=asked.audit_max_bytes,
            keep=asked.audit_keep,
            restart=asked.audit_restart,
        )
        telemetry = start_telemetry("aana-mcp", asked=asked.otel)
        limits = Limits(
            max_connections=asked.max_connections,
            max_head_bytes=asked.max_head_bytes,
            head_seconds=asked.head_seconds,
            body_seconds=asked.body_seconds,
        )
        names = [asked.host, *asked.allowed_host]
        AllowedHosts(names)
        exporter = None if telemetry is None else telemetry.export
        decider = Decider(gate, log, optional=asked.audit_optional, on_decision=exporter, confirmations=store)
    except (ValueError, OSError) as error:
        print(f"aana-mcp: {error}", file=sys.stderr)
        return 2
    if believes_others(gate, asked.host, asked.allowed_host):
        print(f"aana-mcp: {BELIEVES}", file=sys.stderr)
    server = create_server(decider)
    try:
        if asked.http:
            serve_http(server, asked.host, asked.port, limits, names, asked.max_body_bytes, subjects)
        else:
            # Whoever waits for a line cannot be told to stop waiting.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            anyio.run(serve_stdio, server)
    finally:
        for opened in (log, telemetry):
            if opened is not None:
                opened.close()
    return 0


def serve_http(
    server: Server[Any],
    host: str,
    port: int,
    limits: Limits,
    names: Iterable[str] = (),
    max_body: int = MAX_BODY,
    subjects: str | None = None,
) -> None:
    """Answer over HTTP until told to stop."""
    app = create_http_app(
        server,
        max_body=max_body,
        body_seconds=limits.body_seconds,
        allowed_hosts=names,
        subjects=subjects,
    )
    uvicorn.Server(listening(app, host, port, limits)).run()
