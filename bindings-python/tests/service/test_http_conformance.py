"""Every case of the fixtures over HTTP, through one connection to a server that really runs.

With `AANA_CONFORMANCE_OUT` set to a folder, the hash of each decision is written there to
`http-service.tsv`, to be compared with what the other surfaces get.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from fixtures import event_text, load_cases, load_recorded, now_ms, sha256, unique

from service.serving import JSON, Served

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


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HTTPConnection]:
    file = tmp_path_factory.mktemp("http") / "policies.json"
    file.write_text(json.dumps(POLICIES))
    with Served(file, program=Path(__file__).with_name("with_clock.py")) as served:
        connection = served.connect()
        connection.connect()
        socket = connection.sock
        yield connection
        assert connection.sock is socket, "one connection served them all"
        connection.close()


def check(connection: HTTPConnection, case: dict[str, Any]) -> bytes:
    policy = INDEX[json.dumps(case.get("policy"))]
    headers = {**JSON, "x-now": str(now_ms(case)), "x-policy": str(policy)}
    connection.request("POST", "/pre-tool-check", event_text(case), headers)
    answer = connection.getresponse()
    decision = answer.read()
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json"
    return decision


# A request cannot say which refs the service has checked.
ASKED = [case for case in CASES if "attested" not in case]


@pytest.mark.parametrize("case", ASKED, ids=lambda case: str(case["id"]))
def test_case(case: dict[str, Any], connection: HTTPConnection) -> None:
    text = check(connection, case)
    decision, expect = json.loads(text, object_pairs_hook=unique), case["expect"]
    assert decision["route"] == expect["route"]
    assert decision["hard_blockers"] == expect["hard_blockers"]
    for absent in expect.get("absent", []):
        assert absent.encode() not in text
    assert sha256(text) == RECORDED[case["id"]]


def test_hashes_are_written(connection: HTTPConnection) -> None:
    lines = "".join(
        f"{case['id']}\t{sha256(check(connection, case)) if 'attested' not in case else '-'}\n"
        for case in CASES
    )
    assert lines.count("\n") == len(CASES)
    if out := os.environ.get("AANA_CONFORMANCE_OUT"):
        Path(out, "http-service.tsv").write_text(lines, "utf-8")
