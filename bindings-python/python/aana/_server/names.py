"""Under which name a server is asked, and by which page: `Host` by RFC 3986, `Origin` by RFC 6454.

A page elsewhere whose name was made to point to this machine shows in `Host`, and any page elsewhere in `Origin`.
Both are parsed and then compared as a whole. It is not enough to begin like an allowed name.
"""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from aana._server.options import is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterable

Refusal = Literal["bad_request", "unknown_host", "unknown_origin"]

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
LONGEST: Final = 512
"""No name of a host is longer, and nothing longer is remembered."""

AUTHORITY: Final = re.compile(
    r"(?:\[(?P<v6>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._-]*))(?::(?P<port>[0-9]{1,5}))?"
)
ORIGIN: Final = re.compile(r"https?://(?P<authority>[^/?#]+)")


@lru_cache(256)
def authority(text: str) -> tuple[str, str] | None:
    """A host and its port, in one spelling; `None` if it cannot be parsed, or has more than these two parts.

    >>> authority("LOCALHOST:8766"), authority("[0:0:0:0:0:0:0:1]"), authority("")
    (('localhost', '8766'), ('::1', ''), ('', ''))
    >>> [authority(text) for text in ("localhost:evil.com", "localhost:3000@evil.com", "a:99999", "[::1%1]", "a/b")]
    [None, None, None, None, None]
    """
    found = AUTHORITY.fullmatch(text)
    if found is None or int(found["port"] or 0) >= 1 << 16:
        return None
    port = found["port"] or ""
    if found["v6"] is None:
        return found["name"].lower(), port
    try:
        return ipaddress.IPv6Address(found["v6"]).compressed, port
    except ValueError:
        return None


def origin(text: str) -> tuple[str, str] | None:
    """The host and port of a page on the web; `None` for `null` and for anything else that is not such an origin.

    >>> origin("http://localhost:3000"), origin("https://gate.example"), origin("null")
    (('localhost', '3000'), ('gate.example', ''), None)
    >>> [origin(text) for text in ("http://localhost:evil.com", "http://localhost:1@evil.com", "http://a/", "http://")]
    [None, None, None, None]
    """
    found = ORIGIN.fullmatch(text)
    return None if found is None else authority(found["authority"])


def host_name(word: str) -> str:
    """A host as an operator names it, without a port.

    >>> host_name("Gate.example"), host_name("::1"), host_name("[::1]")
    ('gate.example', '::1', '::1')
    >>> host_name("gate.example:8443")
    Traceback (most recent call last):
    ...
    ValueError: an allowed host is a name or an address without a port
    """
    bracketed = f"[{word}]" if word.count(":") > 1 and not word.startswith("[") else word
    found = authority(bracketed)
    if found is None or found[0] == "" or found[1] != "":
        raise ValueError("an allowed host is a name or an address without a port")
    return found[0]


class AllowedHosts:
    """The names that a server answers to. Without any it answers to all, and a page must be its own.

    >>> names = AllowedHosts.of("127.0.0.1", ["gate.example"])
    >>> names.refusal([(b"host", b"gate.example:8766"), (b"origin", b"http://localhost:3000")])
    >>> names.refusal([(b"host", b"gate.example.evil.example")])
    'unknown_host'
    >>> names.refusal([(b"host", b"localhost"), (b"host", b"localhost")])
    'bad_request'
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = frozenset(host_name(name) for name in names)

    @classmethod
    def of(cls, host: str, allowed: Iterable[str] = ()) -> AllowedHosts:
        """The names of a server that listens at `host`: those of this machine if nobody else can connect."""
        return cls((*allowed, *((*LOOPBACK, host) if is_loopback(host) else ())))

    def refusal(self, headers: Iterable[tuple[bytes, bytes]]) -> Refusal | None:
        """Why a request with these header fields is not answered, if it is not."""
        host: bytes | None = None
        page: bytes | None = None
        for name, value in headers:
            if name == b"host":
                if host is not None:
                    return "bad_request"
                host = value
            elif name == b"origin":
                if page is not None:
                    return "unknown_origin"
                page = value
        # HTTP/1.0 has requests without a name.
        asked = authority(host.decode("latin-1")) if host is not None and len(host) <= LONGEST else None
        if host is None:
            asked = "", ""
        if asked is None or (self.names and asked[0] not in self.names):
            return "unknown_host"
        if page is None:
            return None
        from_page = None if len(page) > LONGEST else origin(page.decode("latin-1"))
        if from_page is None or from_page[0] == "":
            return "unknown_origin"
        known = from_page[0] in self.names if self.names else from_page == asked
        return None if known else "unknown_origin"
