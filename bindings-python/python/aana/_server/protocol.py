"""HTTP/1.1 as uvicorn speaks it, with limits to what one connection may send before it says something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

if TYPE_CHECKING:
    import asyncio

    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

    from aana._server.limits import Limits
    from aana._server.listen import ServerConfig

MAX_FIELDS: Final = 100
"""Header fields of one request; as many as hyper takes."""
MAX_PIPELINED: Final = 16
"""Requests that wait for the answers to those before them."""
RESERVE: Final = 64
"""Connections beyond the limit that are still told so; what comes beyond these is cut off."""


class LimitExceeded(Exception):  # noqa: N818
    """Raised inside the parser, which then stops."""


class LimitedProtocol(HttpToolsProtocol):
    """Ends a connection whose head is too large or too slow, or that does not read its answers.

    A body has limits of its own, where it is read.
    """

    limits: Limits
    _alarm: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None
    _too_large = False
    # Bytes since the end of the last head, or the last piece of a body.
    _between = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for the first head."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self.limits = cast("ServerConfig", self.config).limits
        if len(self.connections) > self.limits.max_connections + RESERVE:
            self.transport.abort()
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing comes any more."""
        self._stop_waiting()
        self._unset_keepalive_if_required()
        if self._stalled is not None:
            self._stalled.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count, and wait for the end of a head that has begun."""
        if self.transport.is_closing():
            return
        self._between += len(data)
        super().data_received(data)
        if self._between > self.limits.max_head_bytes and not self.transport.is_closing():
            self._too_large = True
            self.send_400_response("")
        elif self._between_answers():
            self._wait()

    def on_headers_complete(self) -> None:
        """Stop waiting; the body has a limit of its own."""
        self._stop_waiting()
        # No head is larger than what came, and hardly ever has so much come.
        if len(self.headers) > MAX_FIELDS or (
            self._between > self.limits.max_head_bytes and self._head_size() > self.limits.max_head_bytes
        ):
            self._too_large = True
            raise LimitExceeded
        self._between = 0
        if len(self.pipeline) >= MAX_PIPELINED:
            raise LimitExceeded
        if not self.url.startswith(b"/"):
            self._name_target()
        super().on_headers_complete()
        # Trailers are dropped: the request was let in before they came.
        self.headers = []

    def on_body(self, body: bytes) -> None:
        """Take a piece of a body."""
        self._between = 0
        super().on_body(body)

    def on_response_complete(self) -> None:
        """After the last answer of a connection, what is left of it has to be read in time."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._wait()

    def pause_writing(self) -> None:
        """Wait for a client that does not read."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(self.limits.head_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def timeout_keep_alive_handler(self) -> None:
        """Nothing was asked for a while."""
        self._give_up()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Say what is wrong, and close. What came is not repeated."""
        if self._between_answers():
            status = STATUS_LINE[431 if self._too_large else 400]
            self.transport.write(status + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()
        self._wait()

    def _between_answers(self) -> bool:
        # uvicorn sets `cycle` with the first request.
        cycle = cast("RequestResponseCycle | None", self.cycle)
        return cycle is None or cycle.response_complete

    def _head_size(self) -> int:
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)

    def _name_target(self) -> None:
        """A target that names its host counts as another `Host` unless both are the same."""
        scheme, separator, rest = self.url.partition(b"://")
        target = rest.partition(b"/")[0].partition(b"?")[0]
        if not separator or not scheme.isalpha():
            raise LimitExceeded
        if [value for name, value in self.headers if name == b"host"] != [target]:
            self.headers.append((b"host", target))

    def _wait(self) -> None:
        if self._alarm is None:
            self._alarm = self.loop.call_later(self.limits.head_seconds, self._give_up)

    def _give_up(self) -> None:
        """End it; a client that does not read its answer cannot keep it open."""
        if self.transport.is_closing() or self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()

    def _stop_waiting(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
