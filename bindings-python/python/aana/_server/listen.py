"""How uvicorn runs a server: nobody is believed to be somebody else, and no request is written down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import uvicorn

from aana._server.protocol import LimitedProtocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from aana._server.limits import Limits

# How long open requests may take to end after the server was told to stop.
GRACE_SECONDS: Final = 30


class ServerConfig(uvicorn.Config):
    """The settings of one server, with its limits; goes to the workers as it is."""

    limits: Limits


def listening(app: Callable[..., Any], host: str, port: int, limits: Limits, **more: Any) -> uvicorn.Config:
    """The settings of one server."""
    config = ServerConfig(
        app,
        host=host,
        port=port,
        http=LimitedProtocol,
        ws="none",
        lifespan="on",
        access_log=False,
        server_header=False,
        # Who asks is who connects.
        proxy_headers=False,
        # The connection that asks is counted as well.
        limit_concurrency=limits.max_connections + 1,
        timeout_graceful_shutdown=GRACE_SECONDS,
        **more,
    )
    config.limits = limits
    return config
