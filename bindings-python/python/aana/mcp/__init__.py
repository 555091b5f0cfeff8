"""The gate as a tool of the Model Context Protocol: `aana-mcp`, or a server of your own. Needs `aana[mcp]`.

>>> from aana.mcp import AANA_PRE_TOOL_CHECK_TOOL, handle_aana_pre_tool_check
>>> AANA_PRE_TOOL_CHECK_TOOL.name
'aana_pre_tool_check'
>>> result = handle_aana_pre_tool_check({"tool_name": "delete_database"})
>>> result.structured_content["route"], result.is_error
('refuse', False)

The answer is compact: the route, the blockers, what is needed, and the digest of the action. A call with the
argument `detail: full` gets the whole decision.

A server that has tools of its own registers the tool and calls the handler. The servers made here go one
step further: the arguments of a call go to the gate as the bytes that arrived, so that what another reader of
JSON would let through (a key that stands twice, `NaN`, half a surrogate pair) is refused here too.
"""

from __future__ import annotations

from aana.mcp._decide import Decider, handle_aana_pre_tool_check
from aana.mcp._http import create_http_app
from aana.mcp._server import create_server
from aana.mcp._stdio import serve_stdio
from aana.mcp._tool import AANA_PRE_TOOL_CHECK_TOOL

__all__ = [
    "AANA_PRE_TOOL_CHECK_TOOL",
    "Decider",
    "create_http_app",
    "create_server",
    "handle_aana_pre_tool_check",
    "serve_stdio",
]
