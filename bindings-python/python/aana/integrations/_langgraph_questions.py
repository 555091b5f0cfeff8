"""The question in an interrupt of LangGraph, and the answer that goes on with it.

An interrupt's value has the form of LangChain's human-in-the-loop middleware. In addition each entry names the
question and the action, and so does the decision about it: a task may be interrupted more than once, and takes
the answers in whatever order it asks.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, cast

from aana.integrations._common import Answer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aana.integrations._common import Ask


def approve(request: Mapping[str, Any]) -> dict[str, Any]:
    """Make the value to resume with, of the value of an interrupt: a person says yes to what it shows.

    `Command(resume=approve(interrupt.value))`, and where several interrupts wait,
    `Command(resume={one.id: approve(one.value) for one in those})`.
    """
    return _decided("approve", request)


def reject(request: Mapping[str, Any]) -> dict[str, Any]:
    """Make the value to resume with, of the value of an interrupt: a person says no to what it shows."""
    return _decided("reject", request)


def _decided(kind: str, request: Mapping[str, Any]) -> dict[str, Any]:
    return {"decisions": [_decision(kind, one) for one in request["action_requests"]]}


def _decision(kind: str, request: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": kind,
        "question_id": request["question_id"],
        "action_digest": request["action_digest"],
    }


def request_of(ask: Ask) -> dict[str, Any]:
    """What the interrupt shows."""
    return {
        "action_requests": [
            {
                "name": ask.tool_name,
                "args": copy.deepcopy(ask.event["proposed_arguments"]),
                "description": ask.question.text,
                "question_id": ask.question.id,
                "action_digest": ask.question.action_digest,
            }
        ],
        "review_configs": [{"action_name": ask.tool_name, "allowed_decisions": ["approve", "reject"]}],
    }


def answers_in(value: object) -> list[Answer] | None:
    """The answers in what a graph is resumed with, or `None` if one of them names no question.

    Nothing but a plain approval is a yes; with changed arguments, it is one to another call. What is said twice
    about one question is a no.
    """
    if not isinstance(value, dict):
        return None
    given = cast("dict[str, Any]", value)
    decisions = given.get("decisions")
    if given.keys() != {"decisions"} or not isinstance(decisions, list) or not decisions:
        return None
    found: dict[str, Answer] = {}
    for one in cast("list[Any]", decisions):
        if not isinstance(one, dict):
            return None
        decision = cast("dict[str, Any]", one)
        question, digest = decision.get("question_id"), decision.get("action_digest")
        if not isinstance(question, str) or not isinstance(digest, str):
            return None
        plain = decision == _decision("approve", decision)
        found[question] = Answer(plain and question not in found, question, digest)
    return list(found.values())
