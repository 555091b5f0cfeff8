"""The tools of descriptors as the clients' own packages take them, and their documented limits."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest
from aana import descriptor
from anthropic.types import ToolParam
from jsonschema import Draft202012Validator
from mcp.types import ListToolsResult
from openai.types.chat import ChatCompletionFunctionToolParam
from openai.types.responses import FunctionToolParam
from pydantic import TypeAdapter

FORMATS = Path(__file__).parents[3] / "tests" / "conformance" / "formats"

# Descriptors of the cases that can be called, and one with names and schemas that no client takes as they are.
NAMES = ("mailer", "docs_open", "shapes", "typed", "weather", "calendar", "desk")
ODD = {
    "schema_version": "1.0",
    "app": {"id": "com.example.odd", "name": "Odd", "description": "Odd things"},
    "execution": {"type": "http", "base_url": "https://odd.example.com"},
    "tools": [
        {
            "name": "find_it",
            "description": "Finds it. " * 600,
            "execution": {"path": "/x", "method": "POST"},
            "parameters": {
                "type": "object",
                "properties": {
                    "filter[name]": {"type": "string", "description": "ok\u202e evil\u200b"},
                    "pair": {"type": "array", "items": [{"type": "string"}, {"type": "integer"}]},
                    "in": {"type": "object", "properties": {"$top": {"type": "integer"}}},
                    "list": {"type": "array"},
                },
                "dependencies": {"filter[name]": ["pair"]},
                "allOf": [{"required": ["filter[name]"]}],
            },
        },
        {
            "name": "either",
            "description": "Takes one of two",
            "execution": {"path": "/y", "method": "POST"},
            "parameters": {"type": "object", "oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
        },
    ],
}


def descriptors() -> list[descriptor.Descriptor]:
    cases = json.loads((FORMATS / "aai.json").read_text("utf-8"))["descriptors"]
    texts = [*(cases[name] for name in NAMES), ODD]
    return [descriptor.Descriptor(json.dumps(text), "compat") for text in texts]


def schemas(schema: Any) -> list[dict[str, Any]]:
    """Every object in a schema."""
    if isinstance(schema, dict):
        members = cast("dict[str, Any]", schema)
        return [members, *(it for value in members.values() for it in schemas(value))]
    if isinstance(schema, list):
        return [it for value in cast("list[Any]", schema) for it in schemas(value)]
    return []


def within_limits(name: str, description: str, schema: dict[str, Any]) -> None:
    assert re.fullmatch(r"[a-zA-Z_][a-zA-Z0-9_]{0,63}", name)
    assert 0 < len(description.encode("utf-16-le")) // 2 <= 1024
    Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    assert "properties" in schema
    assert not {"oneOf", "anyOf", "allOf", "not", "enum", "$ref"} & schema.keys()
    for one in schemas(schema):
        names = one.get("properties", {})
        assert all(re.fullmatch(r"[a-zA-Z0-9_.-]{1,64}", it) for it in names)
        assert not isinstance(one.get("items"), list)
        assert one.get("type") != "array" or "items" in one
    text = json.dumps(schema, ensure_ascii=False)
    assert not re.search("[\u200b\u202e]", text)


def test_mcp() -> None:
    offer: Any = descriptor.tools(descriptors(), "mcp")
    listed = ListToolsResult.model_validate({"tools": offer["tools"]})
    assert len(listed.tools) > 30
    for tool in offer["tools"]:
        within_limits(tool["name"], tool["description"], tool["inputSchema"])


def test_openai() -> None:
    offer: Any = descriptor.tools(descriptors(), "openai")
    TypeAdapter(list[ChatCompletionFunctionToolParam]).validate_python(offer["tools"], strict=True)
    assert 30 < len(offer["tools"]) <= 128
    for tool in offer["tools"]:
        function = tool["function"]
        within_limits(function["name"], function["description"], function["parameters"])


def test_openai_responses() -> None:
    offer: Any = descriptor.tools(descriptors(), "openai-responses")
    TypeAdapter(list[FunctionToolParam]).validate_python(offer["tools"], strict=True)
    for tool in offer["tools"]:
        within_limits(tool["name"], tool["description"], tool["parameters"])


def test_anthropic() -> None:
    offer: Any = descriptor.tools(descriptors(), "anthropic")
    TypeAdapter(list[ToolParam]).validate_python(offer["tools"], strict=True)
    for tool in offer["tools"]:
        within_limits(tool["name"], tool["description"], tool["input_schema"])


def test_gemini() -> None:
    offer: Any = descriptor.tools(descriptors(), "gemini")
    for tool in offer["tools"]:
        schema = tool["parametersJsonSchema"]
        within_limits(tool["name"], tool["description"], schema)
        for one in schemas(schema):
            assert all(re.fullmatch(r"[a-zA-Z_][a-zA-Z0-9_]{0,63}", it) for it in one.get("properties", {}))


@pytest.mark.parametrize("client", ["mcp", "openai", "openai-responses", "anthropic", "gemini"])
def test_what_is_left_out_has_a_reason_and_calls_lead_back(client: Any) -> None:
    odd = descriptor.Descriptor(json.dumps(ODD))
    offer = descriptor.tools([odd], client)
    assert [it["tool"] for it in offer["left_out"]] == ["com.example.odd#either"]
    assert "oneOf" in offer["left_out"][0]["reason"]
    name = "com_example_odd__find_it"
    alias = {old: new for new, old in offer["aliases"][name].items()}
    given = {alias["filter[name]"]: "x", "pair": ["y", 1], "in": {alias["$top"]: 3}}
    call: Any = descriptor.carried_back([odd], client, name, given)
    assert call["arguments"] == {"filter[name]": "x", "pair": ["y", 1], "in": {"$top": 3}}
    assert "plan" in odd.plan(call["tool"], call["arguments"])
    refused: Any = descriptor.carried_back([odd], client, "find_it", given)
    assert refused["errors"][0]["rule"] == "plan.unknown_tool"
