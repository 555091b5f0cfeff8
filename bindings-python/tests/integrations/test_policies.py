"""Each wrapper asks where a policy wants that, once, and vouches for what the application wrote down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from aana.integrations import Answer
from aana.integrations import approve as approve_question
from aana.integrations.langgraph import approve
from pydantic_ai import DeferredToolRequests

from integrations import test_langchain, test_langgraph, test_mcp_client, test_openai_agents, test_pydantic_ai
from integrations.policies import MOST_QUESTIONS, Case, Seen, every_case

if TYPE_CHECKING:
    from collections.abc import Callable

    from aana.confirmation import Pending


pytestmark = pytest.mark.usefixtures("own_loop")


def in_langgraph(case: Case) -> Seen:
    scene = test_langgraph.Scene(case.gate(), (case.name, case.arguments))
    state = scene.start()
    asked = 0
    while scene.waiting() and asked < MOST_QUESTIONS:
        asked += 1
        state = scene.answer(approve)
    return Seen(scene.ran, asked, str(test_langgraph.told(state)[0].content))


def in_langchain(case: Case) -> Seen:
    scene = test_langchain.Scene(case.gate(), (case.name, case.arguments))
    state = scene.start()
    asked = 0
    while state.get("__interrupt__") and asked < MOST_QUESTIONS:
        asked += 1
        state = scene.resume(approve(state["__interrupt__"][0].value))
    return Seen(scene.ran, asked, str(test_langchain.told(state)[0].content))


def in_openai_agents(case: Case) -> Seen:
    scene = test_openai_agents.Scene(case.gate(), (case.name, case.arguments))
    result = scene.run()
    asked = 0
    while result.interruptions and asked < MOST_QUESTIONS:
        asked += 1
        state = result.to_state()
        state.approve(result.interruptions[0])
        result = scene.run(state)
    return Seen(scene.ran, asked, test_openai_agents.told(result)["call_0"])


def in_pydantic_ai(case: Case) -> Seen:
    scene = test_pydantic_ai.Scene(case.gate(), (case.name, case.arguments))
    result = scene.start()
    asked = 0
    while isinstance(result.output, DeferredToolRequests) and asked < MOST_QUESTIONS:
        asked += 1
        result = scene.resume(result, call_0=True)
    return Seen(scene.ran, asked, str(test_pydantic_ai.told(result)["call_0"].content))


def in_an_mcp_client(case: Case) -> Seen:
    asked: list[str] = []

    async def yes(question: Pending) -> Answer:
        asked.append(question.text)
        return approve_question(question)

    calls, result = test_mcp_client.scene(
        case.gate(), lambda session: session.call_tool(case.name, case.arguments), yes
    )
    ran = test_mcp_client.Ran()
    ran.calls = calls
    return Seen(ran, len(asked), test_mcp_client.text(result))


WRAPPERS: list[Any] = [in_langgraph, in_langchain, in_openai_agents, in_pydantic_ai, in_an_mcp_client]


@every_case
@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_a_policy_is_kept(wrapper: Callable[[Case], Seen], case: Case) -> None:
    case.holds(wrapper(case))
