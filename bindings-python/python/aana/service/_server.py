"""The service as a process: uvicorn, with limits and with workers that do not outlive their parent."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from aana._server.listen import listening
from aana.service._app import create_app
from aana.service._metrics import SHARED_FOLDER

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from contextlib import AbstractAsyncContextManager

    from fastapi import FastAPI

    from aana.service._settings import Settings


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
        settings.limits,
        factory=True,
        workers=workers,
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
