"""What an operator says to a command that serves the gate, and what is said back at the start."""

from __future__ import annotations

import argparse
import ipaddress
from os import fsdecode
from os.path import lexists
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import aana
from aana._confirmation_sqlite import SqliteStore
from aana._native import policy_text
from aana._server.attest import bearers_of
from aana._server.limits import BODY_SECONDS, HEAD_SECONDS, MAX_HEAD_BYTES
from aana.audit import AuditLog

if TYPE_CHECKING:
    import logging
    from collections.abc import Callable, Iterable
    from os import PathLike

    from aana._server.telemetry import Telemetry

MODES = ("enforce", "shadow")
EVIDENCE = ("attested",)

BELIEVES = (
    "whoever asks writes its own evidence, and it is believed; with `--evidence attested` evidence that this server "
    "has not checked itself supports at most `user_claimed`"
)
"""What is told at the start where that holds."""

Fsync = Literal["always", "never"] | float


def new_parser(name: str, about: str, more: str) -> argparse.ArgumentParser:
    """A parser whose help is printed as it is written, and whose options are written in full."""
    return argparse.ArgumentParser(
        name,
        description=about,
        epilog=more,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_options(parser: argparse.ArgumentParser, *, port: int, host: Callable[[str], str] = str) -> None:
    """Add what every such command understands. `host` says which addresses it listens on."""
    add = parser.add_argument
    add("--host", type=host, default="127.0.0.1", help="address to listen on (%(default)s)")
    add("--port", type=port_number, default=port, help="port to listen on (%(default)s)")
    add("--policy", metavar="FILE", type=Path, help="the operator's policy, `aana.policy.v1` as JSON")
    add("--mode", choices=MODES, help="replaces the policy's mode; `shadow` only observes")
    add(
        "--evidence",
        choices=EVIDENCE,
        help="evidence that this server has not checked itself supports at most `user_claimed`, whatever the policy says",
    )
    add(
        "--confirmations",
        metavar="FILE",
        help="with attested evidence: believe an approval that this file of the confirmation broker holds for exactly "
        "this call, once",
    )
    add(
        "--subjects",
        metavar="FILE",
        type=Path,
        help='answer only to the bearer tokens in this file, each with its subject: a JSON object of "sha256:<SHA-256 '
        'of the token>": "user:7"; with attested evidence a subject\'s own sign-in is believed',
    )
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
    add(
        "--audit-max-bytes",
        metavar="BYTES",
        type=positive,
        help="begin a new file about when the audit log reaches this size (at least 4096)",
    )
    add(
        "--audit-keep",
        metavar="N",
        type=positive,
        help="delete the oldest former files of the audit log beyond so many (all are kept)",
    )
    add(
        "--audit-restart",
        action="store_true",
        help="if the audit log is not as it was left, move it aside and begin a new chain that says so",
    )
    add(
        "--otel",
        action="store_true",
        help="export each decision by OpenTelemetry, as the variables `OTEL_*` say; needs `aana[otel]`",
    )
    add("--version", action="version", version=f"{parser.prog} {aana.__version__}")


def add_limits(
    add: Callable[..., object], *, connections: int, body: str, max_body: int | None = None
) -> None:
    """Add who may ask, and how much of it is held for how long. `body` tells the limit that holds unasked."""
    add(
        "--allowed-host",
        metavar="NAME",
        action="append",
        default=[],
        help="a further name allowed in `Host`, and for the pages in `Origin`; may be given several times",
    )
    add("--max-connections", type=positive, default=connections, help="open at once (%(default)s)")
    add(
        "--max-head-bytes",
        metavar="BYTES",
        type=positive,
        default=MAX_HEAD_BYTES,
        help="close beyond this much of request line and header fields (%(default)s)",
    )
    add(
        "--max-body-bytes",
        metavar="BYTES",
        type=positive,
        default=max_body,
        help=f"answer 413 beyond this ({body})",
    )
    add(
        "--head-seconds",
        metavar="SECONDS",
        type=float,
        default=HEAD_SECONDS,
        help="how long a head may take to arrive, and an answer to be read (%(default)s)",
    )
    add(
        "--body-seconds",
        metavar="SECONDS",
        type=float,
        default=BODY_SECONDS,
        help="how long a body may take to arrive (%(default)s)",
    )


def parse(parser: argparse.ArgumentParser, arguments: list[str] | None) -> argparse.Namespace:
    """Read the command's arguments."""
    asked = parser.parse_args(arguments)
    for option in ("audit_fsync", "audit_max_bytes"):
        if getattr(asked, option) != parser.get_default(option) and asked.audit_log is None:
            parser.error(f"`--{option.replace('_', '-')}` needs `--audit-log`")
    if asked.audit_restart and asked.audit_log is None:
        parser.error("`--audit-restart` needs `--audit-log`")
    if asked.audit_keep is not None and asked.audit_max_bytes is None:
        parser.error("`--audit-keep` needs `--audit-max-bytes`")
    return asked


def port_number(word: str) -> int:
    """A port; 0 takes any that is free.

    >>> port_number("8766")
    8766
    """
    if not (word.isascii() and word.isdecimal() and len(word) <= 5 and int(word) < 1 << 16):
        raise argparse.ArgumentTypeError(f"{word!r} is not a port; a number from 0 to 65535 is allowed")
    return int(word)


def fsync(word: str) -> Fsync:
    """`always`, `never` or seconds.

    >>> fsync("always"), fsync("0.5")
    ('always', 0.5)
    """
    if word == "always":
        return "always"
    if word == "never":
        return "never"
    try:
        return float(word)
    except ValueError:
        allowed = "`always`, `never` or a number of seconds above 0 is allowed"
        raise argparse.ArgumentTypeError(f"{word!r} is not a number; {allowed}") from None


def positive(word: str) -> int:
    """A number from 1 on.

    >>> positive("8")
    8
    """
    try:
        number = int(word)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number from 1 on")
    return number


def read_policy(path: Path | None) -> str | None:
    """The text of the operator's policy, which every worker gets as it was at the start."""
    return None if path is None else policy_text(path)


def read_subjects(path: Path | None) -> str | None:
    """The text of the operator's file of subjects."""
    if path is None:
        return None
    text = path.read_text("utf-8")
    bearers_of(text)
    return text


def open_store(path: str | PathLike[str] | None) -> SqliteStore | None:
    """The broker's file of confirmations, opened. A server makes none: in an empty one no approval would ever count.

    >>> open_store("nowhere/aana-confirmations.sqlite3")
    Traceback (most recent call last):
    ...
    ValueError: there is no file of confirmations under this name; the confirmation broker makes it, and a server reads it
    """
    if path is None:
        return None
    if fsdecode(path) != ":memory:" and not lexists(path):
        raise ValueError(
            "there is no file of confirmations under this name; the confirmation broker makes it, and a server reads it"
        )
    import sqlite3

    try:
        return SqliteStore(path)
    except sqlite3.Error as error:
        raise ValueError(f"the file of confirmations cannot be read: {error}") from None


def believes_others(gate: aana.Gate, host: str, allowed: Iterable[str]) -> bool:
    """Whether others than this machine may ask, and are believed what they write.

    >>> import aana
    >>> believes_others(aana.Gate(), "127.0.0.1", ["localhost"]), believes_others(aana.Gate(), "0.0.0.0", [])
    (False, True)
    >>> believes_others(aana.Gate(), "127.0.0.1", ["gate.example"])
    True
    >>> believes_others(aana.Gate(evidence="attested"), "0.0.0.0", [])
    False
    """
    near = all(is_loopback(name.strip("[]")) for name in (host, *allowed))
    return gate.evidence != "attested" and not near


def open_log(
    path: str | None,
    logger: logging.Logger,
    *,
    fsync: Fsync,
    max_bytes: int | None = None,
    keep: int | None = None,
    restart: bool = False,
) -> AuditLog | None:
    """The operator's audit log; what was repaired is told."""
    if path is None:
        return None
    log = AuditLog(path, fsync=fsync, rotate_bytes=max_bytes, keep=keep, restart_broken=restart)
    for repair in log.repairs:
        logger.warning("audit log: %s", repair)
    return log


def start_telemetry(service_name: str, *, asked: bool) -> Telemetry | None:
    """What exports to OpenTelemetry, if the operator wants that."""
    if not asked:
        return None
    try:
        from aana._server.telemetry import Telemetry
    except ImportError:
        raise ValueError("`--otel` needs more packages: `pip install 'aana[otel]'`") from None
    return Telemetry(service_name)


def is_loopback(host: str) -> bool:
    """Whether only this machine can connect to an address.

    >>> [is_loopback(host) for host in ("localhost", "127.0.0.9", "::1", "0.0.0.0", "example.com", "")]
    [True, True, True, False, False, False]
    """
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
