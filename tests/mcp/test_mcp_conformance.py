"""Every case of the fixtures that a call can carry, over both transports.

The event of a case is the arguments of a call, byte for byte. A few cannot be: what is not a JSON value by its
quotes and brackets, such as a text that is cut or has something behind it, leaves no message to send it in. They
are listed here; each is answered with an error and without a decision, and is written down as left out. Line
breaks cannot stand in a line, so what has some goes over HTTP only.

The servers of the cases answer with the whole decision, and are asked for it once more where a call can ask: what
asks must leave the event as it was, to the byte.

With `AANA_CONFORMANCE_OUT` set to a folder, the hash of each decision is written there to
`$AANA_MCP_SURFACE.tsv`, and `-` for what was left out.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from fixtures import event_text, load_cases, load_recorded, now_ms, sha256
from mcp_server.serving import HEADERS, Served, Streamed, call, clocked, decision_of, whole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.client import HTTPConnection

CASES = load_cases()
RECORDED = load_recorded()
# None stands for no policy; policies that say the same are one.
POLICIES: list[Any] = [
    json.loads(text) for text in sorted({json.dumps(case.get("policy")) for case in CASES})
]
INDEX = {json.dumps(policy): index for index, policy in enumerate(POLICIES)}

NO_MESSAGE = {
    "json.blank",
    "json.bom",
    "json.cut",
    "json.cut_key",
    "json.cut_string",
    "json.empty",
    "json.form_feed",
    "json.nbsp",
    "json.trailing.brace",
    "json.trailing.comma",
    "json.trailing.comment",
    "json.trailing.nul",
    "json.two",
    "report.argument_types.7",
    "safety.raw.trailing",
    "size.before_content",
    "utf8.cut",
    "utf8.utf16",
}
# The size of an event counts the white space around it, and that is not a part of the arguments.
SMALLER = {"size.one_more"}
# A call cannot say which refs the server has checked.
ATTESTED = {case["id"] for case in CASES if "attested" in case}
ASKED = [case for case in CASES if case["id"] not in ATTESTED]
LEFT_OUT = NO_MESSAGE | SMALLER | ATTESTED


@pytest.fixture(scope="module")
def policies(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("mcp") / "policies.json"
    file.write_text(json.dumps(POLICIES))
    return str(file)


@pytest.fixture(scope="module")
def streamed(policies: str) -> Iterator[Streamed]:
    with Streamed(*clocked(), policies) as server:
        yield server


@pytest.fixture(scope="module")
def connection(policies: str) -> Iterator[HTTPConnection]:
    with Served(policies, start=clocked()) as served:
        connection = served.connect()
        yield connection
        connection.close()


def message(case: dict[str, Any], detail: str | None = None) -> bytes:
    meta = {"test/now": now_ms(case), "test/policy": INDEX[json.dumps(case.get("policy"))]}
    event = event_text(case)
    if detail is not None:
        event = whole(event).replace(b"full", detail.encode(), 1)
    return call(event, 1, meta)


def post(
    connection: HTTPConnection, case: dict[str, Any], detail: str | None = None
) -> tuple[int, dict[str, Any]]:
    connection.request("POST", "/mcp", message(case, detail), HEADERS)
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def ids(case: dict[str, Any]) -> str:
    return str(case["id"])


def test_what_is_left_out_are_cases() -> None:
    assert {case["id"] for case in CASES} >= LEFT_OUT


@pytest.mark.parametrize("case", ASKED, ids=ids)
def test_case_over_http(case: dict[str, Any], connection: HTTPConnection) -> None:
    status, answer = post(connection, case)
    if case["id"] in NO_MESSAGE:
        assert (status, answer["id"], answer["error"]["code"]) == (400, None, -32700)
        return
    assert status == 200
    decision = decision_of(answer)
    if case["id"] in SMALLER:
        assert event_text(case) != event_text(case).strip()
    else:
        assert json.loads(decision)["route"] == case["expect"]["route"]
        assert sha256(decision) == RECORDED[case["id"]]


@pytest.mark.parametrize("case", [case for case in ASKED if b"\n" not in event_text(case)], ids=ids)
def test_case_over_stdio(case: dict[str, Any], streamed: Streamed) -> None:
    answer = streamed.ask(message(case))
    if case["id"] in NO_MESSAGE:
        assert (answer["id"], answer["error"]["code"]) == (None, -32700)
    elif case["id"] not in SMALLER:
        assert sha256(decision_of(answer)) == RECORDED[case["id"]]


def test_each_answer_that_is_asked_for(connection: HTTPConnection) -> None:
    # Other tests ran meanwhile, and a server may close what is idle: the next request connects anew.
    connection.close()
    asked = 0
    for case in CASES:
        if case["id"] in LEFT_OUT or not event_text(case).startswith(b"{"):
            continue
        decision = decision_of(post(connection, case, "full")[1])
        assert sha256(decision) == RECORDED[case["id"]], case["id"]
        told, full = json.loads(decision_of(post(connection, case, "compact")[1])), json.loads(decision)
        assert told == {
            "route": full["route"],
            "hard_blockers": full["hard_blockers"],
            "for_model": full["recovery"]["for_model"],
            "needs": full["recovery"]["needs"],
            "action_digest": full["action_digest"],
        }
        asked += 1
    assert asked > 1500


def test_hashes_are_written(connection: HTTPConnection) -> None:
    # Other tests ran meanwhile, and a server may close what is idle: the next request connects anew.
    connection.close()
    lines = ""
    for case in CASES:
        left_out = case["id"] in LEFT_OUT
        lines += f"{case['id']}\t{'-' if left_out else sha256(decision_of(post(connection, case)[1]))}\n"
    assert lines.count("\n") == len(CASES)
    assert lines.count("\t-\n") == len(LEFT_OUT)
    if out := os.environ.get("AANA_CONFORMANCE_OUT"):
        Path(out, os.environ["AANA_MCP_SURFACE"] + ".tsv").write_text(lines, "utf-8")
