"""A server over streamable HTTP."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from events import search
from mcp_server.serving import Served, call, decision_of, request, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

ACCEPTED = json.dumps(search(q="x")).encode()


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as server:
        yield server


def test_requests_without_a_handshake(served: Served) -> None:
    status, body = served.post(request("tools/list"))
    assert (status, json.loads(body)["result"]["tools"][0]["name"]) == (200, "aana_pre_tool_check")
    status, body = served.post(call(ACCEPTED))
    assert (status, json.loads(decision_of(json.loads(body)))["route"]) == (200, "accept")


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8767", "10.0.0.1"]
)
def test_another_name_in_host(served: Served, host: str) -> None:
    """A page elsewhere whose name points here is not answered."""
    status, body = served.post(call(ACCEPTED), host=host)
    assert status in (403, 421)
    assert b"accept" not in body


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "https://127.0.0.1.evil.example", "http://localhost.evil.example:1", "null"],
)
def test_another_origin(served: Served, origin: str) -> None:
    status, body = served.post(call(ACCEPTED), origin=origin)
    assert status == 403
    assert b"accept" not in body


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
def test_the_names_of_this_machine(served: Served, name: str) -> None:
    for host in (name, f"{name}:{served.port}"):
        assert served.post(call(ACCEPTED), host=host)[0] == 200
        assert served.post(call(ACCEPTED), origin=f"http://{host}")[0] == 200


def test_what_a_page_may_send_without_being_asked_first(served: Served) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        status, _ = served.post(call(ACCEPTED), content_type=kind)
        assert status in (400, 415)


@pytest.mark.parametrize(
    "body", [b"", b"not json", b'{"jsonrpc":"2.0","id":1,', b"[]", b"7", b"\xff", b"[" * 100_000]
)
def test_a_malformed_body_is_answered_and_the_server_lives_on(served: Served, body: bytes) -> None:
    status, answer = served.post(body)
    assert 400 <= status < 500
    assert b"route" not in answer
    assert served.post(call(ACCEPTED))[0] == 200


SECRET = b"hunter2-of-the-message"
FAULTY = [
    b'[{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"a":"%b"}}]',
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["%b"]}',
    b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"%b"}',
    b'{"jsonrpc":"2.0","id":1,"method":["%b"]}',
    b'{"jsonrpc":"%b","id":1,"method":"tools/list"}',
    b'{"jsonrpc":"2.0","id":["%b"],"method":"tools/list"}',
    b'{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"%b"}}',
    b'{"jsonrpc":"2.0","id":1.5,"method":"tools/call","params":{"name":"%b"}}',
    b'{"jsonrpc":"2.0","id":true,"method":"tools/call","params":{"name":"%b"}}',
    b'{"jsonrpc":"2.0","id":1,"id":2,"method":"%b"}',
    b'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{},"params":{"a":"%b"}}',
    b'{"%b":1}',
    b'"%b"',
]


@pytest.mark.parametrize("body", FAULTY)
def test_what_is_said_of_a_faulty_message_holds_nothing_of_it(served: Served, body: bytes) -> None:
    """And whoever waits for an answer gets one."""
    status, answer = served.post(body % SECRET)
    assert status == 400
    assert json.loads(answer)["error"]["code"] in (-32700, -32600)
    assert json.loads(answer)["id"] is None
    assert SECRET not in answer


def test_a_body_that_is_too_large(served: Served) -> None:
    status, _ = served.post(b" " * ((4 << 20) + 1))
    assert status == 413


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (b'{"tool_name":"a","tool_name":"b"}', "duplicate_key"),
        (b'{"tool_name":"\xff"}', "invalid_utf8"),
        (b'{"tool_name":"\\ud800"}', "lone_surrogate"),
        (b'{"tool_name":\n1e999}', "number_out_of_range"),
    ],
)
def test_the_arguments_go_to_the_gate_as_they_came(served: Served, arguments: bytes, code: str) -> None:
    status, body = served.post(call(whole(arguments)))
    decision = json.loads(decision_of(json.loads(body)))
    assert (status, decision["route"]) == (200, "refuse")
    assert decision["validation_errors"][0]["code"] == code


def test_many_at_once(served: Served) -> None:
    def ask(number: int) -> tuple[int, str]:
        event = search(q=str(number)) if number % 2 else {}
        status, body = served.post(call(json.dumps(event).encode(), number))
        answer = json.loads(body)
        assert (status, answer["id"]) == (200, number)
        return number, json.loads(decision_of(answer))["route"]

    with ThreadPoolExecutor(16) as pool:
        routes = dict(pool.map(ask, range(200)))
    assert routes == {number: "accept" if number % 2 else "refuse" for number in range(200)}


def test_other_paths_and_methods(served: Served) -> None:
    for method, path in (("POST", "/"), ("POST", "/mcp/x"), ("PUT", "/mcp"), ("GET", "/")):
        # A server that answers without reading the body may close the connection.
        with closing(served.connect()) as connection:
            connection.request(method, path, b"{}", {"content-type": "application/json"})
            answer = connection.getresponse()
            answer.read()
        assert answer.status in (404, 405, 406)
