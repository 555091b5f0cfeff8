"""What is answered to whom, and with which status."""

from __future__ import annotations

import hmac
import json
from typing import Any

import aana
import pytest
from aana.service import Settings
from aana.service import _middleware as middleware
from events import NOW, minimal, search
from fixtures import FOLDER, event_text, read

from service.serving import JSON, client

TOKEN = "a-token-for-tests"
PATHS = ["/pre-tool-check", "/tool-precheck"]


def text(event: object) -> bytes:
    return json.dumps(event).encode()


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "event", [minimal(), search(q="x"), {}, [], None, minimal(recommended_route="refuse")]
)
def test_every_decision_is_a_200(path: str, event: object) -> None:
    answer = client().post(path, content=text(event), headers=JSON)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.content == aana.check_json(text(event), now=NOW)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b'{"tool_name":"a","tool_name":"b"}', "duplicate_key"),
        (b'{"tool_name":"\xff"}', "invalid_utf8"),
        (b'{"tool_name":NaN}', "invalid_json"),
        (b'{"tool_name":"\\ud800"}', "lone_surrogate"),
        (b"\xef\xbb\xbf{}", "invalid_json"),
        (b"", "invalid_json"),
        (b"{} {}", "trailing_data"),
        (b"[" * 100_000, "nesting_too_deep"),
        (b'{"tool_name":1e999}', "number_out_of_range"),
    ],
)
def test_the_gate_reads_the_body(body: bytes, code: str) -> None:
    answer = client().post("/pre-tool-check", content=body, headers=JSON)
    assert answer.status_code == 200
    assert answer.json()["route"] == "refuse"
    assert answer.json()["validation_errors"][0]["code"] == code


def test_a_token_is_asked_for() -> None:
    asked = client(Settings(token=TOKEN))
    for given in (
        "",
        "Bearer",
        "Bearer ",
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN[:-1]}",
        f"Basic {TOKEN}",
        TOKEN,
        "Bearer é",
    ):
        for path in ("/pre-tool-check", "/tool-precheck", "/validate", "/should-execute"):
            answer = asked.post(
                path,
                content=b"{}",
                headers={b"content-type": b"application/json", b"authorization": given.encode("latin-1")},
            )
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
            assert answer.json()["error"] == "unauthorized"
            assert TOKEN not in answer.text
    assert asked.get("/metrics").status_code == 401
    twice = [("authorization", f"Bearer {TOKEN}")] * 2 + list(JSON.items())
    assert asked.post("/validate", content=b"{}", headers=twice).status_code == 401
    for scheme in ("Bearer", "bearer", "BEARER"):
        headers = {**JSON, "authorization": f"{scheme} {TOKEN}"}
        assert (
            asked.post("/pre-tool-check", content=text(minimal()), headers=headers).json()["route"] == "ask"
        )
    for path in middleware.OPEN:
        assert asked.get(path).status_code == 200


def test_a_length_of_any_number_of_digits_is_too_large() -> None:
    for length in ("9" * 19, "9" * 5001):
        answer = client().post("/pre-tool-check", content=b"{}", headers={**JSON, "content-length": length})
        assert answer.status_code == 413
    padded = {**JSON, "content-length": "0" * 5001 + "2"}
    assert client().post("/pre-tool-check", content=b"{}", headers=padded).status_code == 200


@pytest.mark.parametrize("path", sorted(middleware.KNOWN))
@pytest.mark.parametrize("more", ["%0A", "%0D", "%00", "x", "%2F", ";x", "%20", "%09"])
def test_no_other_spelling_of_a_path_is_a_way_round(path: str, more: str) -> None:
    asked = client(Settings(token=TOKEN))
    for method in ("GET", "POST", "HEAD"):
        assert asked.request(method, path + more, content=b"{}", headers=JSON).status_code == 401
    with_token = {**JSON, "authorization": f"Bearer {TOKEN}"}
    assert asked.post(path + "%0A", content=b"{}", headers=with_token).status_code == 404


def test_the_comparison_takes_as_long_for_any_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """The token is compared by the one function that does not end at the first difference."""
    seen: list[tuple[bytes, bytes]] = []

    def compare(given: bytes, token: bytes) -> bool:
        seen.append((given, token))
        return hmac.compare_digest(given, token)

    class Watched:
        compare_digest = staticmethod(compare)

    monkeypatch.setattr(middleware, "hmac", Watched)
    client(Settings(token=TOKEN)).post(
        "/validate", content=b"{}", headers={**JSON, "authorization": "Bearer x"}
    )
    assert seen == [(b"bearer x", f"bearer {TOKEN}".encode())]


def test_without_a_token_only_this_machine_is_served() -> None:
    for host in ("0.0.0.0", "::", "example.com", "", "10.0.0.1"):
        with pytest.raises(ValueError, match="without a token the service listens on loopback only"):
            Settings(host=host)
    for address in ("10.0.0.1", "2001:db8::1"):
        answer = client(address=address).post("/pre-tool-check", content=b"{}", headers=JSON)
        assert (answer.status_code, answer.json()["error"]) == (403, "loopback_only")
    assert client(Settings(token=TOKEN, host="0.0.0.0"), address="10.0.0.1").get("/health").status_code == 200


@pytest.mark.parametrize("token", ["", " ", "a b", "ü", "a\n"])
def test_a_token_that_no_header_carries(token: str) -> None:
    with pytest.raises(ValueError, match="the token holds a character") as caught:
        Settings(token=token)
    assert not token.strip() or token not in str(caught.value)
    assert TOKEN not in repr(Settings(token=TOKEN))


def test_another_name_in_host() -> None:
    """A page elsewhere whose name points here is not answered."""
    for host in ("evil.example", "127.0.0.1.evil.example", "", "localhost.evil.example:8766"):
        answer = client().post("/pre-tool-check", content=b"{}", headers={**JSON, "host": host})
        assert (answer.status_code, answer.json()["error"]) == (421, "unknown_host")
    for host in ("localhost", "LOCALHOST:1", "127.0.0.1:8766", "[::1]:8766"):
        assert client().get("/health", headers={"host": host}).status_code == 200
    named = Settings(allowed_hosts=("gate.example",))
    assert client(named).get("/health", headers={"host": "gate.example"}).status_code == 200
    assert client(named).get("/health", headers={"host": "evil.example"}).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"content-type": "text/plain"},
        {"content-type": "application/json; charset=utf-16"},
        {"content-type": "application/x-www-form-urlencoded"},
        {**JSON, "content-encoding": "gzip"},
    ],
)
def test_415(headers: dict[str, str]) -> None:
    """What a page elsewhere may send without being asked first is among them."""
    for path in (*PATHS, "/validate", "/should-execute"):
        answer = client().post(path, content=b"{}", headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (415, "unsupported_media_type")
        assert "access-control-allow-origin" not in answer.headers


def test_413() -> None:
    small = Settings(max_body_bytes=100)
    assert client(small).post("/validate", content=b" " * 100, headers=JSON).status_code == 200
    answer = client(small).post("/validate", content=b" " * 101, headers=JSON)
    assert (answer.status_code, answer.json()["error"]) == (413, "body_too_large")
    assert answer.headers["connection"] == "close"
    # Without a limit of its own the service reads what the policy reads, and somewhat more to refuse it.
    larger = Settings(policy={"max_event_bytes": 3 << 20})
    for size, route in ((3 << 20, "ask"), ((3 << 20) + 1, None)):
        event = text(minimal()).ljust(size)
        found = client(larger).post("/pre-tool-check", content=event, headers=JSON)
        assert found.status_code == (413 if route is None else 200)
    refused = client().post("/pre-tool-check", content=text(minimal()).ljust(1_048_577), headers=JSON)
    assert refused.json()["validation_errors"][0]["code"] == "event_too_large"


def test_429() -> None:
    asked = client(Settings(rate_limit=0.001, rate_burst=3))
    assert [asked.get("/health").status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = asked.post("/pre-tool-check", content=text(minimal()), headers=JSON)
    assert (answer.status_code, answer.json()["error"]) == (429, "too_many_requests")
    assert 900 < int(answer.headers["retry-after"]) <= 1000


def test_what_there_is_not() -> None:
    assert client().get("/nothing").json()["error"] == "not_found"
    answer = client().get("/pre-tool-check")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert client().post("/health").status_code == 405
    assert client().get("/pre-tool-check/").status_code == 404


def test_the_mode_is_the_operators() -> None:
    """Whatever a request says, and wherever."""
    event = minimal(mode="shadow", policy={"mode": "shadow"}, execution_policy={"mode": "shadow"})
    answer = client().post(
        "/pre-tool-check?mode=shadow",
        content=text(event),
        headers={**JSON, "x-aana-mode": "shadow", "mode": "shadow"},
    )
    policy = answer.json()["execution_policy"]
    assert (policy["mode"], policy["execution_allowed"]) == ("enforce", False)
    shadow = client(Settings(mode="shadow")).post(
        "/pre-tool-check?mode=enforce", content=text(minimal()), headers=JSON
    )
    assert shadow.json()["route"] == "ask"
    assert shadow.json()["execution_policy"]["execution_allowed"] is True
    assert client(Settings(mode="shadow")).get("/health").json()["mode"] == "shadow"


def test_a_policy() -> None:
    policy: Any = {"tools": {"search_*": {"route_floor": "defer"}}}
    answer = client(Settings(policy=policy)).post(
        "/pre-tool-check", content=text(search(q="x")), headers=JSON
    )
    assert answer.json()["hard_blockers"] == ["policy_route_floor"]
    with pytest.raises(aana.PolicyError):
        Settings(policy='{"tols": {}}').gate()


@pytest.mark.parametrize(
    "probe", read(FOLDER / "should_execute.json")["probes"], ids=lambda probe: str(probe["id"])
)
def test_should_execute(probe: dict[str, Any]) -> None:
    decision = probe["decision_text"] if "decision_text" in probe else json.dumps(probe["decision"])
    body = (
        '{"decision":'
        + decision
        + (',"event":' + json.dumps(probe["event"]) if "event" in probe else "")
        + "}"
    )
    answer = client().post("/should-execute", content=body.encode(), headers=JSON)
    assert answer.status_code == 200
    assert answer.json() == {"should_execute": probe["expect"]}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"true",
        b"[]",
        b"{}",
        b'{"decision":%s,"decision":%s}',
        b'{"decision":%s,"event":null}',
        b'{"decision":%s,"events":1}',
        b'{"decision":%s} ,',
        b'\xff{"decision":%s}',
    ],
)
def test_should_execute_of_what_is_not_understood(body: bytes) -> None:
    """Each of them would be true if it were read laxly."""
    accept = aana.check_json(text(search(q="x")))
    plain = client().post("/should-execute", content=b'{"decision":%s}' % accept, headers=JSON)
    assert plain.json() == {"should_execute": True}
    filled = body.replace(b"%s", accept)
    assert client().post("/should-execute", content=filled, headers=JSON).json() == {"should_execute": False}


@pytest.mark.parametrize("case", read(FOLDER / "validate.json")["cases"], ids=lambda case: str(case["id"]))
def test_validate(case: dict[str, Any]) -> None:
    answer = client().post("/validate", content=event_text(case), headers=JSON).json()
    found = [(fault["path"], fault["code"]) for fault in answer["faults"]]
    assert found == [(fault["path"], fault["code"]) for fault in case["faults"]]
    assert answer["valid"] is (not case["faults"])


def test_health_and_ready() -> None:
    assert client().get("/health").json() == {"status": "ok", "version": aana.__version__, "mode": "enforce"}
    lax: Any = {"tools": {"*": {"tool_category": "public_read", "hints": False}}}
    shadow: Any = {"mode": "shadow"}
    for policy in (None, lax, shadow):
        answer = client(Settings(policy=policy)).get("/ready")
        assert (answer.status_code, answer.json()) == (200, {"status": "ready", "problems": []})


def test_a_gate_that_lets_the_self_test_through(monkeypatch: pytest.MonkeyPatch) -> None:
    from aana.service import _app

    monkeypatch.setattr(_app, "decide_json", lambda *_: aana.Gate().check(search(q="x")))
    answer = client().get("/ready")
    assert (answer.status_code, answer.json()["status"]) == (503, "not_ready")
    assert answer.json()["problems"] == ["self_test:schema_validation_failed", "self_test:runtime_refusal"]


def test_a_failure_is_no_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    from aana._server import decide

    def fail(*_: object) -> None:
        raise RuntimeError(TOKEN)

    monkeypatch.setattr(decide, "decide_json", fail)
    answer = client().post("/pre-tool-check", content=b"{}", headers=JSON)
    assert (answer.status_code, answer.json()["error"]) == (500, "failed")
    assert TOKEN not in answer.text
    assert aana.should_execute_tool(answer.content) is False


def test_metrics() -> None:
    asked = client()
    secret = "hunter2-of-the-event"
    for event in (minimal(tool_name=secret), search(q=secret), {}):
        asked.post("/pre-tool-check", content=text(event), headers=JSON)
    asked.get(f"/{secret}")
    answer = asked.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    for line in (
        'aana_decisions_total{route="accept"} 1.0',
        'aana_decisions_total{route="defer"} 0.0',
        'aana_decisions_total{route="refuse"} 1.0',
        'aana_hard_blockers_total{blocker="schema_validation_failed"} 1.0',
        'aana_http_answers_total{path="/pre-tool-check",status="200"} 3.0',
        'aana_http_answers_total{path="other",status="404"} 1.0',
        'aana_http_seconds_count{path="/pre-tool-check"} 3.0',
    ):
        assert line in answer.text
    assert secret not in answer.text


def test_headers_of_every_answer() -> None:
    for path in ("/", "/health", "/docs", "/nothing", "/openapi.json"):
        headers = client().get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
