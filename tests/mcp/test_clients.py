"""The official clients, for Python and for TypeScript, over both transports and in both eras of the protocol."""

from __future__ import annotations

import asyncio
import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aana
import pytest
from aana.mcp import AANA_PRE_TOOL_CHECK_TOOL
from events import minimal, search
from mcp import Client, MCPError, StdioServerParameters
from mcp_server.serving import TOOL, Served, command
from serving import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

CALLS: list[dict[str, Any]] = [
    minimal(),
    search(q="x"),
    {},
    minimal(recommended_route="refuse"),
    minimal(tool_category="unknown"),
    minimal(tool_category="unknown", detail="full"),
    search(q="x", detail="compact"),
    {"detail": "full"},
]
ROUTES = [aana.check_tool_call(event)["route"] for event in CALLS]
ERAS = ("legacy", "auto")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with Served() as served:
        yield served.url


def test_the_calls_have_every_kind_of_answer() -> None:
    assert set(ROUTES) == {"accept", "ask", "defer", "refuse"}


def check(tools: list[dict[str, Any]], results: list[dict[str, Any]], failed: object) -> None:
    """What each client must have got."""
    assert tools == [AANA_PRE_TOOL_CHECK_TOOL.model_dump(by_alias=True, exclude_none=True)]
    for result, route in zip(results, ROUTES, strict=True):
        assert result.get("isError", False) is False
        assert result["structuredContent"]["route"] == route
        assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    for result, event in zip(results, CALLS, strict=True):
        compact = {"route", "hard_blockers", "for_model", "needs", "action_digest"}
        assert (result["structuredContent"].keys() == compact) == (event.get("detail") != "full")
        assert ("audit_event" in result["structuredContent"]) == (event.get("detail") == "full")
    assert failed == -32602


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("over", ["stdio", "http"])
def test_the_python_client(over: str, era: Any, url: str) -> None:
    async def ask() -> tuple[list[dict[str, Any]], list[dict[str, Any]], int]:
        start = command()
        server = url if over == "http" else StdioServerParameters(command=start[0], args=start[1:])
        async with Client(server, mode=era) as client:
            tools = [
                tool.model_dump(by_alias=True, exclude_none=True)
                for tool in (await client.list_tools()).tools
            ]
            results = [
                (await client.call_tool(TOOL, event)).model_dump(by_alias=True, exclude_none=True)
                for event in CALLS
            ]
            with pytest.raises(MCPError) as caught:
                await client.call_tool("no_such_tool", {})
            return tools, results, caught.value.error.code

    check(*asyncio.run(ask()))


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("over", ["stdio", "http"])
def test_the_typescript_client(over: str, era: str, url: str) -> None:
    start = command()
    server = {"url": url} if over == "http" else {"command": start[0], "args": start[1:]}
    asked = json.dumps({"mode": era, "calls": CALLS, **server})
    done = subprocess.run(
        ["node", Path(__file__).with_name("client.mjs"), asked],
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(done.stdout)
    assert answer["server"]["name"] == "aana"
    check(answer["tools"], answer["results"], answer["failed"])
