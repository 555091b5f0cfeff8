"""The gate inside agent frameworks.

Each module holds one framework's own kind of tool behind the gate, and is the only one that imports it:

| module | for | gives |
| --- | --- | --- |
| `langgraph` | LangGraph | `gated` tools, `tool_node`, `approve` |
| `langchain` | LangChain's `create_agent` | `GateMiddleware` |
| `openai_agents` | OpenAI Agents SDK | `gated` |
| `pydantic_ai` | Pydantic AI | `GatedToolset` |
| `mcp_client` | MCP client sessions | `GatedSession` |
| `crewai` | CrewAI | `gated` |

A `ToolGate` knows what each tool is, decides each call by itself, and lets an `ask` be answered through the
approval that the framework has.

>>> from aana.integrations import Call, ToolGate, ToolRule
>>> gate = ToolGate({"search_docs": ToolRule(tool_category="public_read", risk_domain="research")})
>>> gate.check(Call("search_docs", {"query": "leave policy"}))
<aana.integrations.Run: search_docs>
>>> print(gate.check(Call("drop_table", {"name": "orders"})).message)
The tool `drop_table` was not run: refuse.
Why: ...
"""

from __future__ import annotations

from aana.integrations._common import Answer, Ask, Blocked, Call, Run, ToolGate, ToolRule, approve, reject

__all__ = ["Answer", "Ask", "Blocked", "Call", "Run", "ToolGate", "ToolRule", "approve", "reject"]
