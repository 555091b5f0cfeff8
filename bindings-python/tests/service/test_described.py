"""What `/openapi.json` and `/docs` say, and whether the service does it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import schemathesis
from aana.service import Settings, create_app
from aana.service._openapi import DECISION, EVENT, moved_to
from aana.service._pages import shown
from fixtures import ROOT
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS
from starlette.testclient import TestClient

from service.serving import client

TOKEN = "a-token-for-tests"
DESCRIBED: dict[str, Any] = client().get("/openapi.json").json()
PUBLISHED = {EVENT: "agent_tool_precheck.schema.json", DECISION: "decision.schema.json"}


def published(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / "schemas" / PUBLISHED[name]).read_text("utf-8"))
    return found


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_schemas_are_the_published_ones(name: str) -> None:
    """But for where their references begin."""
    here = json.dumps(DESCRIBED["components"]["schemas"][name])
    there = published(name)
    back = json.loads(here.replace(f'"$ref": "#/components/schemas/{name}', '"$ref": "#'))
    assert there.pop("$id").startswith("https://aana.dev/schemas/")
    assert there.pop("$schema") == "https://json-schema.org/draft/2020-12/schema"
    assert list(back) == list(there)
    assert back == there
    assert moved_to(f"#/components/schemas/{name}", there) == json.loads(here)


def test_the_schemas_in_the_package_are_the_published_ones() -> None:
    from importlib.resources import files

    for name in PUBLISHED.values():
        assert (files("aana") / "schemas" / name).read_bytes() == (ROOT / "schemas" / name).read_bytes()


@pytest.mark.parametrize("path", ["/pre-tool-check", "/tool-precheck", "/validate"])
def test_a_body_is_an_event(path: str) -> None:
    body = DESCRIBED["paths"][path]["post"]["requestBody"]
    assert body["required"] is True
    assert body["content"]["application/json"]["schema"] == {"$ref": f"#/components/schemas/{EVENT}"}


def test_where_the_token_is_asked_for() -> None:
    assert "securitySchemes" not in DESCRIBED["components"]
    with_token = client(Settings(token=TOKEN)).get("/openapi.json").json()
    assert with_token["components"]["securitySchemes"] == {"token": {"type": "http", "scheme": "bearer"}}
    asking = {path for path, of in with_token["paths"].items() for one in of.values() if "security" in one}
    assert asking == {"/pre-tool-check", "/tool-precheck", "/validate", "/should-execute", "/metrics"}


@pytest.mark.parametrize("path", ["/pre-tool-check", "/tool-precheck"])
def test_the_example_is_accepted(path: str) -> None:
    body = DESCRIBED["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    answer = client().post(path, json=body["example"])
    assert (answer.status_code, answer.json()["route"]) == (200, "accept")


def test_the_other_examples_are_true() -> None:
    for path, expected in (
        ("/validate", {"valid": True, "faults": []}),
        ("/should-execute", {"should_execute": True}),
    ):
        body = DESCRIBED["paths"][path]["post"]["requestBody"]["content"]["application/json"]
        answer = client().post(path, json=body["example"])
        assert (answer.status_code, answer.json()) == (200, expected)


@pytest.mark.parametrize("path", ["/", "/docs"])
def test_the_pages_ask_no_other_host(path: str) -> None:
    page = client().get(path)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    loaded = re.findall(r'(?:src|href)="([^"]*)"', page.text)
    assert len(loaded) >= 3
    policy = page.headers["content-security-policy"]
    sources = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    for one in loaded:
        assert one.startswith(("/", "data:image/"))
        if one.startswith("data:"):
            # The icon, which the page's own policy lets in.
            assert "data:" in sources.get("img-src", sources["default-src"]).split()
        else:
            assert client().get(one).status_code == 200
    assert "default-src 'none'" in policy
    assert "http" not in policy
    assert "<script>" not in page.text


def test_a_build_without_the_page() -> None:
    """As from a checkout in which nobody built the script: it says so, and everything else works."""

    def missing() -> bytes:
        raise FileNotFoundError

    app = create_app()
    app.router.routes.insert(0, shown("/", missing, "text/html", "default-src 'none'"))
    asked = TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 1))
    assert (asked.get("/").status_code, asked.get("/").json()["error"]) == (503, "page_missing")
    assert asked.get("/health").status_code == 200


API = schemathesis.openapi.from_asgi(
    "/openapi.json", create_app(Settings(token=TOKEN)), headers={"host": "127.0.0.1"}
)


@API.auth()
class Token:
    """So that what is asked for without it is found out as well."""

    def get(self, case: schemathesis.Case[Any], context: schemathesis.AuthContext) -> str:
        return TOKEN

    def set(self, case: schemathesis.Case[Any], data: str, context: schemathesis.AuthContext) -> None:
        case.headers["Authorization"] = f"Bearer {data}"


# An event that the schema does not allow is not an error of the caller's: it is refused, with a 200.
ALL_BUT_ONE: list[Any] = [check for check in CHECKS.get_all() if check.__name__ != "negative_data_rejection"]


@API.parametrize()
@settings(
    max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
)
def test_the_service_does_what_it_says(case: schemathesis.Case[Any]) -> None:
    assert len(ALL_BUT_ONE) > 8
    case.call_and_validate(headers={"Host": "127.0.0.1"}, checks=ALL_BUT_ONE)
