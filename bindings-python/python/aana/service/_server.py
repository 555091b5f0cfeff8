"""The service as a process: uvicorn, with patience that ends and workers that do not outlive their parent."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.supervisors import Multiprocess

from aana._server.listen import listening
from aana.service._app import create_app
from aana.service._metrics import SHARED_FOLDER

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from contextlib import AbstractAsyncContextManager

    from fastapi import FastAPI

    from aana.service._settings import Settings

# Requests that are under way when the service is told to stop have so long to end.
GRACE_SECONDS = 30


class Impatient(HttpToolsProtocol):
    """Closes a connection whose next request does not begin to make sense in time."""

    _alarm: asyncio.TimerHandle | None = None
    _in_body = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for the first head."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait for the end of a head that has begun."""
        super().data_received(data)
        if not self._in_body and self._alarm is None:
            self._wait()

    def on_headers_complete(self) -> None:
        """Stop waiting; the body has a limit of its own."""
        self._in_body = True
        self._stop_waiting()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """What comes next is another head."""
        self._in_body = False
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing comes any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        factory = self.config.app
        assert isinstance(factory, Factory)  # noqa: S101
        self._alarm = self.loop.call_later(factory.settings.head_seconds, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


class Factory:
    """Makes the application of one process; goes to the workers as it is."""

    def __init__(self, settings: Settings, parent: int | None = None) -> None:
        self.settings = settings
        self.parent = parent

    def __call__(self) -> FastAPI:
        """Make it."""
        app = create_app(self.settings)
        if self.parent is not None:
            app.router.lifespan_context = watching(self.parent, app.router.lifespan_context)
        return app


def watching(parent: int, inner: Callable[[FastAPI], AbstractAsyncContextManager[Any]]) -> Any:
    """The same lifespan, and meanwhile a look at the parent now and then."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[Any]:
        task = asyncio.create_task(stop_without(parent))
        async with inner(app) as state:
            yield state
        task.cancel()

    return lifespan


def config(settings: Settings, workers: int = 1) -> uvicorn.Config:
    """How uvicorn runs the service."""
    return listening(
        Factory(settings, os.getpid() if workers > 1 else None),
        settings.host,
        settings.port,
        factory=True,
        workers=workers,
        http=Impatient,
        # The connection that asks is counted as well.
        limit_concurrency=settings.max_connections + 1,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


async def stop_without(parent: int) -> None:
    """End this worker when its parent is gone: nobody would ever stop it."""
    while os.getppid() == parent:
        await asyncio.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)


def serve(settings: Settings, workers: int) -> None:
    """Run until told to stop."""
    if workers == 1:
        uvicorn.Server(config(settings)).run()
        return
    with tempfile.TemporaryDirectory(prefix="aana-metrics-") as folder:
        os.environ[SHARED_FOLDER] = folder
        chosen = config(settings, workers)
        socket = chosen.bind_socket()
        # Who connects before the workers are there waits for them, and is not turned away.
        socket.listen(chosen.backlog)
        Multiprocess(chosen, sockets=[socket]).run()
