"""The command `aana-mcp`."""

from __future__ import annotations

import argparse
import ipaddress
import logging
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import uvicorn

import aana
from aana.audit import AuditLog
from aana.mcp._decide import Decider
from aana.mcp._http import PATH, create_http_app
from aana.mcp._server import create_server
from aana.mcp._stdio import serve_stdio

if TYPE_CHECKING:
    from mcp.server import Server

ABOUT = """\
Serve the check that runs before an AI agent's tool call does, as the tool `aana_pre_tool_check` of the Model
Context Protocol: over the standard streams, or with --http to this machine.
"""


def parser() -> argparse.ArgumentParser:
    """What the command understands."""
    made = argparse.ArgumentParser("aana-mcp", description=ABOUT, allow_abbrev=False)
    add = made.add_argument
    add("--policy", metavar="FILE", type=Path, help="the operator's policy, `aana.policy.v1` as JSON")
    add("--mode", choices=("enforce", "shadow"), help="replaces the policy's mode; `shadow` only observes")
    add("--audit-log", metavar="FILE", help="record each decision in this file before it is answered")
    add(
        "--audit-optional",
        action="store_true",
        help="answer with the decision although it could not be recorded, instead of `defer`",
    )
    add(
        "--http", action="store_true", help=f"serve streamable HTTP at {PATH} instead of the standard streams"
    )
    add("--host", default="127.0.0.1", type=loopback, help="loopback address to listen on (%(default)s)")
    add("--port", type=int, default=8767, help="port to listen on (%(default)s)")
    add("--version", action="version", version=f"aana-mcp {aana.__version__}")
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
    try:
        local = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        local = False
    if not local:
        raise argparse.ArgumentTypeError("the server listens on loopback only")
    return host


def main(arguments: list[str] | None = None) -> int:
    """Run the command and give its exit status."""
    asked = parser().parse_args(arguments)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="aana-mcp: %(message)s")
    try:
        policy = None if asked.policy is None else asked.policy.read_text("utf-8")
        gate = aana.Gate(policy, mode=asked.mode)
        log = None if asked.audit_log is None else AuditLog(asked.audit_log, fsync="always")
    except (ValueError, OSError) as error:
        print(f"aana-mcp: {error}", file=sys.stderr)
        return 2
    for repair in log.repairs if log is not None else []:
        print(f"aana-mcp: audit log: {repair}", file=sys.stderr)
    server = create_server(Decider(gate, log, optional=asked.audit_optional))
    try:
        if asked.http:
            serve_http(server, asked.host, asked.port)
        else:
            # Whoever waits for a line cannot be told to stop waiting.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            anyio.run(serve_stdio, server)
    finally:
        if log is not None:
            log.close()
    return 0


def serve_http(server: Server[Any], host: str, port: int) -> None:
    """Answer over HTTP until told to stop."""
    config = uvicorn.Config(
        create_http_app(server),
        host=host,
        port=port,
        lifespan="on",
        ws="none",
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )
    uvicorn.Server(config).run()
