"""The service for the conformance cases: each request names the time, and which policy is the operator's.

No command does this. A clock is handed to `create_app` by a program, which here is this one.
"""

from __future__ import annotations

import asyncio
import json
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from aana.service import Settings, create_app

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

POLICIES = json.loads(Path(sys.argv[-1]).read_text("utf-8"))


def clock(request: Request) -> int:
    return int(request.headers["x-now"])


@cache
def service(index: int) -> FastAPI:
    return create_app(Settings(policy=POLICIES[index]), clock=clock)


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    await service(int(dict(scope["headers"])[b"x-policy"]))(scope, receive, send)


if __name__ == "__main__":
    config = uvicorn.Config(
        app, port=int(sys.argv[sys.argv.index("--port") + 1]), lifespan="off", access_log=False
    )
    asyncio.run(uvicorn.Server(config).serve())
