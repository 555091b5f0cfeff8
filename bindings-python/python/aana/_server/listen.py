"""How uvicorn runs a server: nobody is believed to be somebody else, and no request is written down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import uvicorn

if TYPE_CHECKING:
    from collections.abc import Callable


def listening(app: Callable[..., Any], host: str, port: int, **more: Any) -> uvicorn.Config:
    """The settings of one server."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        ws="none",
        lifespan="on",
        access_log=False,
        server_header=False,
        # Who asks is who connects.
        proxy_headers=False,
        **more,
    )
