"""CrewAI's wrapper asks where a policy wants that, once; and what CrewAI keeps of an MCP server's tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aana.integrations import Answer, approve
from crewai.tools.mcp_native_tool import MCPNativeTool
from crewai.tools.mcp_tool_wrapper import MCPToolWrapper

from integrations import test_crewai
from integrations.policies import Case, Seen, every_case

if TYPE_CHECKING:
    from aana.confirmation import Pending


@every_case
def test_a_policy_is_kept(case: Case) -> None:
    asked: list[str] = []

    def yes(question: Pending) -> Answer:
        asked.append(question.text)
        return approve(question)

    scene = test_crewai.Scene(case.gate(), (case.name, case.arguments), confirm=yes)
    [told] = scene.run()
    case.holds(Seen(scene.ran, len(asked), told))


def test_crewai_keeps_nothing_of_what_a_server_says_about_its_tool() -> None:
    """If this fails, CrewAI keeps it by now, and the wrapper has to look at it."""
    said = {"description": "Search.", "annotations": {"readOnlyHint": False, "destructiveHint": True}}
    tools = [
        MCPNativeTool(lambda: None, "search_docs", said, "docs"),
        MCPToolWrapper({"url": "http://127.0.0.1:9"}, "search_docs", said, "docs"),
    ]
    for tool in tools:
        held = {**vars(tool), **(tool.__pydantic_private__ or {})}
        assert "Hint" not in repr(held)
