"""The server for the conformance cases: each call names the time, and which policy is the operator's.

No command does this. A server decides with a function that a program hands to it, which here is this one.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
from aana import Gate
from aana._server.limits import Limits
from aana.mcp import Decider, create_server, serve_stdio
from aana.mcp._cli import serve_http

if TYPE_CHECKING:
    from aana import GateDecision
    from aana.mcp._server import Context

POLICIES = json.loads(Path(sys.argv[1]).read_text("utf-8"))


@cache
def decider(index: int) -> Decider:
    return Decider(Gate(POLICIES[index]))


async def decide(event: str | bytes, context: Context) -> GateDecision:
    assert context.params is not None
    meta = context.params["_meta"]
    return await decider(meta["test/policy"]).decide(event, meta["test/now"])


if __name__ == "__main__":
    # The cases are held against whole decisions, and not all of them are objects that could ask for one.
    server = create_server(decide, detail="full")
    if "--http" in sys.argv:
        serve_http(server, "127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1]), Limits())
    else:
        anyio.run(serve_stdio, server)
