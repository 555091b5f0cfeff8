"""What may come over a connection instead of a request, for every server of the gate alike.

`HOSTS`, `ORIGINS` and `HEADS` are refused; `NAMED` is answered. The rest is sent until the server ends it, or
until far more has come than it may hold.
"""

from __future__ import annotations

import re
import select
import socket
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from serving import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

MIB = 1 << 20
# A body is read up to its limit, in chunks of one byte that is six times as much, and what follows is thrown away
# for a while.
MOST_SENT = 96 * MIB
# Who has not answered by now waits for something that never comes.
QUIET_SECONDS = 3.0


@dataclass(frozen=True)
class Target:
    """A server, a request that it answers with a decision, and one that it answers with much."""

    port: int
    path: str
    body: bytes
    large: bytes = field(default=b"", repr=False)
    fields: str = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
    pid: int = field(default=0, compare=False)

    def head(self, more: str, target: str = "", version: str = "1.1") -> bytes:
        """A head without the end of its fields."""
        return f"POST {target or self.path} HTTP/{version}\r\n{self.fields}{more}".encode("latin-1")

    def request(self, more: str, target: str = "") -> bytes:
        """A whole request with one length, the last of its connection."""
        return self.kept(f"{more}Connection: close\r\n", target)

    def kept(self, more: str, target: str = "") -> bytes:
        """A whole request with one length, after which others may come."""
        return self.head(f"{more}Content-Length: {len(self.body)}\r\n\r\n", target) + self.body

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)

    def memory(self) -> int:
        """Bytes that the process holds."""
        return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text())[0]) * 1024


def host(value: str) -> str:
    return f"Host: {value}\r\n"


def origin(value: str) -> str:
    return f"Host: localhost\r\nOrigin: {value}\r\n"


HOSTS = [
    *map(
        host,
        [
            "evil.example",
            "evil.example:80",
            "localhost.evil.example",
            "127.0.0.1.evil.example:1",
            "localhost:evil.com",
            "localhost:1.evil.com",
            "localhost:3000@evil.com",
            "localhost@evil.example",
            "evil.example@localhost",
            "localhost.",
            "localhost.:80",
            "localhost:99999",
            "localhost:-1",
            "localhost:+1",
            "localhost, evil.example",
            "localhost evil.example",
            "localhost/evil.example",
            "localhost#evil.example",
            "localhost\\evil.example",
            "local%68ost",
            "127.1",
            "2130706433",
            "0x7f.0.0.1",
            "0.0.0.0",
            "::1",
            "[::1",
            "[::1]x",
            "[::1]evil.example",
            "[::1%25lo]",
            "[::ffff:127.0.0.1]",
            "[]",
            "",
        ],
    ),
    "",
    host("localhost") * 2,
    host("localhost") + host("evil.example"),
    host("evil.example") + host("localhost"),
]

ORIGINS = [
    *map(
        origin,
        [
            "null",
            "",
            "http://evil.example",
            "https://127.0.0.1.evil.example",
            "http://localhost.evil.example:1",
            "http://localhost:evil.com",
            "http://localhost:1.evil.com",
            "http://localhost:3000@evil.com",
            "http://localhost@evil.com",
            "http://evil.com@localhost",
            "http://localhost:99999",
            "http://localhost.",
            "http://localhost/",
            "http://localhost#",
            "http://[::1",
            "http://[::1]evil.example",
            "http://",
            "http://:80",
            "localhost",
            "//localhost",
            "file://localhost",
            "chrome-extension://localhost",
            "http://localhost http://evil.example",
            "http://localhost,http://evil.example",
        ],
    ),
    origin("http://localhost") + "Origin: http://localhost\r\n",
    origin("http://localhost") + "Origin: http://evil.example\r\n",
]

NAMED = [
    *map(host, ["localhost", "LOCALHOST:1", "127.0.0.1:8766", "[::1]", "[0:0:0:0:0:0:0:1]:65535"]),
    *map(
        origin,
        ["http://localhost", "http://127.0.0.1:3000", "http://[::1]:3000", "https://localhost:8443"],
    ),
]

TARGETS = [
    "http://evil.example%s",
    "http://localhost.evil.example%s",
    "http://localhost:1%s",
    "http://localhost@evil.example%s",
    "http://evil.example@localhost%s",
    "https://evil.example%s",
    "localhost%s",
    "//evil.example%s",
]


def heads(to: Target) -> dict[str, bytes]:
    """Requests that one reader takes for one thing and another for something else."""
    size = len(to.body)
    named = host("localhost")
    length = f"Content-Length: {size}\r\n"
    chunked = "Transfer-Encoding: chunked\r\n"
    in_chunks = b"%x\r\n%b\r\n0\r\n\r\n" % (size, to.body)
    return {
        "two lengths": to.head(f"{named}{length}Content-Length: {size + 1}\r\n\r\n") + to.body + b" ",
        "two lengths in one": to.head(f"{named}Content-Length: {size}, {size}\r\n\r\n") + to.body,
        "length with a sign": to.head(f"{named}Content-Length: +{size}\r\n\r\n") + to.body,
        "length in hexadecimal": to.head(f"{named}Content-Length: 0x{size:x}\r\n\r\n") + to.body,
        "length with a blank inside": to.head(f"{named}Content-Length: 1 {size}\r\n\r\n") + to.body,
        "identity": to.head(f"{named}Transfer-Encoding: identity\r\n\r\n") + to.body,
        "chunked is not last": to.head(f"{named}Transfer-Encoding: chunked, identity\r\n\r\n") + in_chunks,
        "unknown coding": to.head(f"{named}Transfer-Encoding: xchunked\r\n\r\n") + in_chunks,
        "blank before the colon": to.head(f"{named}Transfer-Encoding : chunked\r\n\r\n") + in_chunks,
        "folded field": to.head(f"{named}A: b\r\n {chunked}{length}\r\n") + to.body,
        "no version": b"POST " + to.path.encode() + b"\r\n\r\n" + to.body,
        "NUL": to.head(f"{named}A: b\0c\r\n{length}\r\n") + to.body,
        "chunk with a sign": to.head(f"{named}{chunked}\r\n")
        + in_chunks.replace(b"%x\r\n" % size, b"+%x\r\n" % size, 1),
        "chunk in words": to.head(f"{named}{chunked}\r\n") + b"0x" + in_chunks,
        "chunk too long for a number": to.head(f"{named}{chunked}\r\n") + b"1" + b"0" * 16 + in_chunks,
        "two content types": to.head(f"Content-Type: application/json\r\n{named}{length}\r\n") + to.body,
    }


def answers(to: Target, sent: bytes) -> bytes:
    """All that comes back for this until the server ends the connection, or says nothing more for a while."""
    with to.connect() as connection:
        got = b""
        with suppress(ConnectionResetError, BrokenPipeError, TimeoutError):
            connection.sendall(sent)
            connection.settimeout(QUIET_SECONDS)
            while part := connection.recv(65_536):
                got += part
        return got


def status(answer: bytes) -> int:
    """The status of the first answer; 0 if there is none."""
    found = re.match(rb"HTTP/1\.[01] (\d{3})", answer)
    return int(found[1]) if found else 0


def assert_refused(answer: bytes) -> None:
    assert status(answer) in (0, 400, 403, 408, 411, 413, 414, 415, 421, 431, 501), answer[:300]
    assert b'"route"' not in answer
    assert b"evil" not in answer


def flood(to: Target, start: bytes, more: Iterator[bytes], most: int = MOST_SENT) -> int:
    """How much was taken before the connection ended. It has to end by itself, long before `most`."""
    sent = len(start)
    with to.connect() as connection, suppress(ConnectionResetError, BrokenPipeError):
        connection.sendall(start)
        connection.settimeout(0.2)
        for part in more:
            try:
                connection.sendall(part)
            except TimeoutError:
                return sent
            sent += len(part)
            if sent > most:
                raise AssertionError(f"{sent} bytes were taken, and more would be")
    return sent


def assert_ends(to: Target, start: bytes, more: bytes = b"", pause: float = 0.05) -> bytes:
    """Send this, then `more` again and again, until the connection ends, within a generous time."""
    deadline = time.monotonic() + PATIENCE
    got = b""
    with to.connect() as connection:
        with suppress(ConnectionResetError, BrokenPipeError):
            connection.sendall(start)
            connection.settimeout(pause)
            while time.monotonic() < deadline:
                try:
                    if more and not got:
                        connection.sendall(more)
                    part = connection.recv(65_536)
                    if not part:
                        return got
                    got += part
                except TimeoutError:
                    pass
            raise AssertionError("the connection was not ended")
        return got


def assert_cut_off(to: Target) -> None:
    """Ask for much again and again and read nothing, until the server has enough of it."""
    deadline = time.monotonic() + PATIENCE
    with socket.socket() as connection, suppress(ConnectionResetError, BrokenPipeError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(PATIENCE)
        connection.connect(("127.0.0.1", to.port))
        connection.settimeout(0.2)
        ended = select.poll()
        ended.register(connection, select.POLLHUP | select.POLLERR)
        while time.monotonic() < deadline:
            with suppress(TimeoutError):
                connection.sendall(to.large)
            if ended.poll(20):
                return
        raise AssertionError("nobody read the answers, and the connection was kept")
