"""What is wrong use of the formats, what is kept, and what is never shown."""

from __future__ import annotations

import inspect
import json
import os
import pickle
import subprocess
import sys
import threading
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

import aana
import pytest
from aana import aaep, descriptor, tool_request
from doctests import run_examples
from events import NOW, minimal, search
from fixtures import FOLDER, compact, read
from shapes import misfit

if TYPE_CHECKING:
    from types import ModuleType

MODULES = [aaep, tool_request, descriptor]
NOT_JSON: list[Any] = [
    {"tool": float("nan")},
    {"tool": {"hunter2"}},
    {"tool": "\ud800hunter2"},
    b'{"tool": "hunter2\xff"}',
    '{"tool": "hunter2',
    "\ud800",
]
"""Values for which there is no JSON text; none may be shown."""

BASE = (FOLDER / "formats" / "tool_request" / "valid_base.md").read_bytes()
MAILER = compact(read(FOLDER / "formats" / "aai.json")["descriptors"]["mailer"])


def documented() -> dict[str, str]:
    found: dict[str, str] = {}
    for module in MODULES:
        found[module.__name__] = inspect.getdoc(module) or ""
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isroutine(value) or (inspect.isclass(value) and not hasattr(value, "__total__")):
                found[f"{module.__name__}.{name}"] = inspect.getdoc(value) or ""
    return found


@pytest.mark.parametrize("name", documented())
def test_docstring(name: str) -> None:
    assert documented()[name]
    run_examples(documented()[name], name)


@pytest.mark.parametrize("module", MODULES)
def test_names(module: ModuleType) -> None:
    assert module.__all__ == sorted(module.__all__)
    for name in module.__all__:
        assert getattr(module, name) is not None
    for value in vars(module).values():
        if inspect.isclass(value) and value.__module__ == module.__name__:
            methods = [one for one, _ in inspect.getmembers(value, callable) if not one.startswith("_")]
            assert all(inspect.getdoc(getattr(value, one)) for one in methods)


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    script = """
import sys
before = set(sys.modules)
import aana
loaded = set(sys.modules) - before
assert not loaded & {"aana.aaep", "aana.tool_request", "aana.descriptor", "aana._answers", "json"}, loaded
from aana import aaep
import aana.descriptor, aana.tool_request
assert aana.aaep is aaep
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# --- AAEP ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("odd", NOT_JSON)
def test_what_is_no_json_is_a_finding(odd: Any) -> None:
    for report in (aaep.check_event(odd), aaep.check_reply(odd), aaep.check_stream([odd])):
        (found,) = report["findings"]
        assert report["valid"] is False
        assert found["rule"] in ("json.invalid", "json.number-range")
        assert found.keys() - {"index"} == {"rule", "severity", "pointer", "message"}
        assert "hunter2" not in repr(report)
    assert aaep.check_event({"a": [1, {2}]})["findings"][0]["pointer"] == "/a/1"


def test_streams() -> None:
    check: Any = aaep.check_stream
    assert aaep.check_stream("") == aaep.check_stream([]) == {"valid": True, "findings": [], "replies": []}
    # One item is one item, however it is spelled, and a faulty line is one line.
    spread = json.dumps([], indent=1) + "\n"
    assert [one["index"] for one in aaep.check_stream([spread, spread])["findings"]] == [0, 1]
    report = aaep.check_stream(b"[]\n\n\xff\r\n[]\n")
    assert [(one["index"], one["rule"]) for one in report["findings"]] == [
        (0, "env.not-object"),
        (1, "json.invalid"),
        (2, "env.not-object"),
    ]
    with pytest.raises(TypeError, match="`events` is a value of the type `dict`; JSON Lines"):
        check({"type": "aaep:agent.tool.invoked"})
    for odd in (7, None):
        with pytest.raises(TypeError, match="not iterable"):
            check(odd)

    def failing() -> Any:
        yield {}
        raise LookupError("the source broke")

    with pytest.raises(LookupError, match="the source broke"):
        aaep.check_stream(failing())


def verified(source: str, kind: aana.EvidenceKind, summary: str, provenance: str) -> aana.EvidenceRef:
    return aana.tool_evidence_ref(
        source,
        kind=kind,
        trust_tier="verified",
        redaction_status="redacted",
        summary=summary,
        freshness="fresh",
        provenance=provenance,
    )


EMAIL = minimal(
    authorization_state="validated",
    evidence_refs=[
        verified("auth.session", "auth_event", "The user was authenticated for this account.", "connector"),
        verified("mail.check", "tool_result", "Recipient and draft were validated.", "runtime"),
    ],
)


@pytest.fixture(autouse=True)
def _steps_have_their_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a session answers here, and its stored state, is as the types say."""
    step = aaep.Session._step
    shapes = {"propose": aaep.ProposedStep, "reply": aaep.ReplyStep}

    def checked(self: aaep.Session, now: Any, *, op: str, **request: Any) -> Any:
        answer = step(self, now, op=op, **request)
        shown = dict(answer)
        if "evidence" in shown:
            # What an approval says beyond the contract's fields, as that of the broker does.
            verdict = {"decision", "approved_by", "expires_at"}
            shown["evidence"] = {
                name: value for name, value in shown["evidence"].items() if name not in verdict
            }
        assert misfit(shown, shapes.get(op, aaep.Step)) is None
        assert misfit(json.loads(self.state), aaep.SessionState) is None
        return answer

    monkeypatch.setattr(aaep.Session, "_step", checked)


def started(**options: Any) -> aaep.Session:
    session = aaep.Session("sess_1", "mailer", subscriptions=["sub_1"], **options)
    assert session.start("Answering.", now=NOW)["next"] == {"do": "continue"}
    return session


def test_a_confirmed_call_outlives_a_restart() -> None:
    """Ask, restart, take the reply, gate again, run, complete; and the stream keeps every rule."""
    session = aaep.Session("sess_1", "mailer", subscriptions=["sub_1"], language="en")
    stream: list[Any] = [*session.start("Answering.", now=NOW)["events"]]
    asked = session.propose(EMAIL, "1", summary="Sending the reply.", now=NOW)
    assert (asked["decision"]["route"], asked["next"]["do"]) == ("ask", "await_reply")
    stream += asked["events"]
    assert asked["next"]["do"] == "await_reply"
    token = asked["next"]["reply_token"]
    assert asked["next"]["deadline_ms"] > NOW

    session = aaep.Session.restore(json.dumps(json.loads(session.state), indent=1))
    assert token in session.state
    reply = {
        "type": "confirmation.reply",
        "reply_token": token,
        "decision": "accept",
        "subscription_id": "sub_1",
        "timestamp": "2026-05-10T00:00:05Z",
        "decided_by": "user:1",
    }
    state = session.state
    # Nobody made sure who it was: nothing happens.
    assert session.reply(reply, EMAIL, now=NOW + 6000)["reason"] == "sender-not-entitled"
    assert json.loads(session.state) == json.loads(state)
    answer = session.reply(json.dumps(reply), json.dumps(EMAIL), authenticated=True, now=NOW + 6000)
    assert (answer["effect"], answer["reason"]) == ("accept", "first-valid")
    assert answer["evidence"]["kind"] == "approval"
    assert session.reply(reply, EMAIL, authenticated=True, now=NOW + 6000)["effect"] == "ignored"
    stream += [reply, *answer["events"]]

    run = session.propose(answer["gate_again"], "1", now=NOW + 7000)
    assert run["next"] == {"do": "run", "tool_call_id": "call_1"}
    stream += run["events"]
    assert session.propose(answer["gate_again"], "1", now=NOW + 7000)["next"] == {
        "do": "stop",
        "why": "call_is_over",
    }
    done = session.complete("call_1", "success", duration_ms=5, now=NOW + 8000)
    stream += [*done["events"], *session.finish("Answered.", now=NOW + 9000)["events"]]
    report = aaep.check_stream(stream)
    assert (report["findings"], [one["effect"] for one in report["replies"]]) == ([], ["accept"])
    assert len({event["event_id"] for event in stream if "event_id" in event}) == len(stream) - 1


def test_a_question_is_answered_and_a_yes_has_a_name() -> None:
    session = started()
    asked = session.propose(EMAIL, "1", question="Which draft?", now=NOW)
    assert asked["next"]["do"] == "await_answer"
    answer: dict[str, Any] = {
        "type": "clarification.reply",
        "reply_token": asked["next"]["reply_token"],
        "response": "The second one.",
        "subscription_id": "sub_1",
        "timestamp": "2026-05-10T00:00:05Z",
    }
    taken = session.reply(answer, EMAIL, authenticated=True, now=NOW + 6000)
    assert (taken["effect"], taken["evidence"]["kind"]) == ("answer", "user_message")
    assert session.reply(answer, EMAIL, authenticated=True, now=NOW + 6000)["reason"] == "unknown-token"

    asked = session.propose(taken["gate_again"], "1", now=NOW + 7000)
    assert asked["next"]["do"] == "await_reply"
    yes = {
        "type": "confirmation.reply",
        "reply_token": asked["next"]["reply_token"],
        "decision": "accept",
        "subscription_id": "sub_1",
        "timestamp": "2026-05-10T00:00:08Z",
    }
    for unnamed, reason in (
        (yes, "sender-not-named"),
        ({**yes, "decided_by": "auto:x"}, "sender-not-a-person"),
    ):
        said = session.reply(unnamed, taken["gate_again"], authenticated=True, now=NOW + 8000)
        assert (said["effect"], said["reason"], said["events"]) == ("ignored", reason, [])
    named = {**yes, "decided_by": "user:1"}
    said = session.reply(named, taken["gate_again"], authenticated=True, now=NOW + 9000)
    assert session.propose(said["gate_again"], "1", now=NOW + 9000)["next"]["do"] == "run"


def test_a_stop_names_what_is_wrong() -> None:
    def stopped(step: aaep.Step) -> tuple[Any, str | None]:
        return step["next"], step.get("fault")

    assert stopped(aaep.Session("run 1", "a").start("x")) == ({"do": "stop", "why": "bad_session_id"}, None)
    session = aaep.Session("sess_1", "a", subscriptions=["screen"])
    assert stopped(session.start("x")) == ({"do": "stop", "why": "bad_subscription_id"}, None)
    following, fault = stopped(aaep.Session("sess_1", "").start("x"))
    assert following == {"do": "stop", "why": "not_emittable"}
    assert fault is not None
    assert "/producer/agent_id" in fault


def test_any_document_and_what_was_granted() -> None:
    close = {"type": "subscription.close", "subscription_id": "sub_1"}
    assert aaep.check(close) == aaep.check_handshake(json.dumps(close)) == {"valid": True, "findings": []}
    assert (
        aaep.check({"type": "confirmation.reply"})["findings"]
        == aaep.check_reply({"type": "confirmation.reply"})["findings"]
    )
    assert aaep.check({"type": "aaep:agent.state.changed"}) == aaep.check_event(
        {"type": "aaep:agent.state.changed"}
    )
    asked = {
        "type": "subscription.request",
        "aaep_version": "1.0.0",
        "subscriber_id": "reader",
        "capabilities": {"max_events_per_second": 3},
    }
    accepted: dict[str, Any] = {
        "type": "subscription.accepted",
        "aaep_version": "1.0.0",
        "subscription_id": "sub_1",
        "producer": {"agent_id": "desk"},
        "honored_capabilities": {"max_events_per_second": 3},
    }
    assert aaep.check_accepted(asked, accepted)["valid"]
    accepted["honored_capabilities"]["max_events_per_second"] = 4
    found = aaep.check_accepted(asked, json.dumps(accepted))["findings"]
    assert [one["rule"] for one in found] == ["handshake.wider-than-asked"]
    assert aaep.check_accepted(float("nan"), accepted)["valid"]  # type: ignore[arg-type]


def test_the_other_ends() -> None:
    session = started()
    assert session.propose(EMAIL, "1", now=NOW)["next"]["do"] == "await_reply"
    early = session.expire(now=NOW + 1)
    assert (early["events"], early["next"]) == ([], {"do": "continue"})
    assert session.expire(now=NOW + 3_600_000)["next"] == {"do": "stop", "why": "timed_out"}
    assert session.expire(now=NOW)["next"] == {"do": "stop", "why": "clock_went_back"}
    over = session.cancel("user", "user_cancelled", "Broken off.", now=NOW + 3_600_000)
    assert over["events"][0]["type"] == "aaep:agent.session.cancelled"
    # By the system's clock, which is `None`.
    assert aaep.Session("sess_1", "a").start("x")["events"][0]["timestamp"] > "2026-05-10"
    moment = datetime.fromtimestamp(NOW / 1000, timezone.utc)
    assert (
        aaep.Session("sess_1", "a").start("x", now=moment)["events"][0]["timestamp"].startswith("2026-05-10T")
    )


def test_a_session_keeps_to_its_policy() -> None:
    policy: aana.Policy = {"tools": {"search_*": {"route_floor": "refuse"}}}
    for form in (policy, json.dumps(policy), aana.Gate(policy)):
        assert started(policy=form).propose(search(), "1", now=NOW)["decision"]["route"] == "refuse"
        restored = aaep.Session.restore(started().state, policy=form)
        assert restored.propose(search(), "1", now=NOW)["decision"]["route"] == "refuse"
    with pytest.raises(aana.PolicyError):
        started(policy='{"mode": "off"}')


@pytest.mark.parametrize("odd", NOT_JSON)
def test_a_call_that_is_no_json_is_refused(odd: Any) -> None:
    session = started()
    step = session.propose(odd, "1", now=NOW)
    assert step["next"] == {"do": "stop", "why": "refused"}
    expected = aana.check_tool_call(odd, now=NOW) if isinstance(odd, dict) else None
    assert expected is None or step["decision"] == expected
    assert step["decision"]["validation_errors"]
    assert "hunter2" not in repr(step)
    assert session.reply(odd, odd, authenticated=True, now=NOW)["reason"] == "invalid"


def test_wrong_use_of_a_session() -> None:
    session: Any = started()
    make: Any = aaep.Session
    state = session.state
    wrong: list[tuple[str, Any]] = [
        ("`session_id` is a value of the type `int`; `str` is allowed", lambda: make(7, "a")),
        ("`agent_id` is `None`", lambda: make("sess_1", None)),
        ("`subscriptions` is one text", lambda: make("sess_1", "a", subscriptions="sub_1")),
        ("`language` is a value of the type `int`", lambda: make("sess_1", "a", language=1)),
        ("`state` is a value of the type `dict`", lambda: make.restore({})),
        ("`runtime_id` is `None`", lambda: session.propose(search(), None)),
        ("`summary` is a value of", lambda: session.propose(search(), "1", summary=7)),
        ("`authenticated` is neither", lambda: session.reply({}, {}, authenticated="no")),
        ("`now` is a value of the type `str`", lambda: session.expire(now="soon")),
        ("`status` is `None`", lambda: session.complete("call_1", None)),
    ]
    for message, use in wrong:
        with pytest.raises(TypeError) as caught:
            use()
        assert message in str(caught.value)
    for use in (
        lambda: session.propose(search(), "hunter2\ud800"),
        lambda: session.complete("call_1", "success", duration_ms=-1),
        lambda: session.complete("call_1", "success", duration_ms="hunter2"),
        lambda: make.restore("hunter2"),
        lambda: make.restore('{"session_id": "sess_1", "hunter2": 1}'),
    ):
        with pytest.raises(ValueError, match=r"surrogate|another form|is not read") as raised:
            use()
        assert "hunter2" not in repr(raised.value)
    assert session.state == state, "what went wrong changes nothing"
    assert repr(session) == "<aana.aaep.Session>"


def test_threads_share_a_session() -> None:
    """Each step has its own sequence number, and each call runs once."""
    session, steps = started(), list[Any]()

    def work(thread: int) -> None:
        for number in range(20):
            steps.append(session.propose(search(), f"{thread % 2}{number:02}", now=NOW))
            steps.append(session.complete(f"call_{thread % 2}{number:02}", "success", now=NOW))

    threads = [threading.Thread(target=work, args=(thread,)) for thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    runs = [step["next"]["tool_call_id"] for step in steps if step["next"]["do"] == "run"]
    assert len(runs) == len(set(runs)) > 0
    numbers = [event["sequence_number"] for step in steps for event in step["events"]]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))


# --- Tool Execution Requests --------------------------------------------------------------------------


def test_a_document_is_bytes() -> None:
    uses: list[Any] = [tool_request.check, tool_request.digests, lambda text: tool_request.bind(text, {})]
    for use in uses:
        for odd, found in ((BASE.decode(), "a value of the type `str`"), (None, "`None`"), ({}, "`dict`")):
            with pytest.raises(TypeError) as caught:
                use(odd)
            assert "`document` is " in str(caught.value)
            assert found in str(caught.value)
            assert "only the file's `bytes`" in str(caught.value)


def test_request_reports() -> None:
    report = tool_request.check(BASE, file_name="TR-20260312-091500Z-survey-summary.md")
    assert misfit(report, tool_request.Report) is None
    assert report["request"] is not None
    assert report["request"].keys() == tool_request.Request.__annotations__.keys()
    assert report["request"]["inputs"][0].keys() == {"name", "sha256"}
    # With a clock the approval is too old; without one nothing is said about it.
    late = tool_request.check(BASE, now=datetime(2027, 1, 1, tzinfo=timezone.utc))
    assert (report["errors"], late["errors"]) == ([], ["approve.stale"])
    assert late["findings"][0].keys() == tool_request.Finding.__annotations__.keys()
    assert tool_request.check(BASE, limits={"max_memory_mb": 16})["errors"] == ["field.memory_limit_mb"]
    binding = tool_request.bind(BASE, {})
    assert binding.keys() == tool_request.Binding.__annotations__.keys()
    assert binding["authorization_state"] != "confirmed"
    assert tool_request.digests(BASE)["content_sha256"] == report["content_sha256"]


def test_wrong_options_of_a_request() -> None:
    loose: Any = tool_request
    wrong: list[tuple[type[Exception], str, Any]] = [
        (
            TypeError,
            "`file_name` is a value of the type `int`",
            lambda: loose.check(BASE, file_name=7),
        ),
        (TypeError, "`limits` is not a mapping", lambda: loose.check(BASE, limits=7)),
        (TypeError, "`now` is a value of the type `str`", lambda: loose.check(BASE, now="hunter2")),
        (ValueError, "without a time zone", lambda: loose.check(BASE, now=datetime(2026, 5, 10))),
        (ValueError, "a member that is unknown", lambda: loose.check(BASE, limits={"hunter2": 1})),
        (TypeError, "`facts` is not a mapping", lambda: loose.bind(BASE, "hunter2")),
        (ValueError, "a member that is unknown", lambda: loose.bind(BASE, {"hunter2": 1})),
        (ValueError, "`risk_domain` is not", lambda: loose.bind(BASE, {"risk_domain": "hunter2"})),
        (ValueError, "at `/ledger`: a set", lambda: loose.bind(BASE, {"ledger": {"hunter2"}})),
        (ValueError, "`inputs` needs", lambda: loose.bind(BASE, {"inputs": [{"name": "hunter2"}]})),
    ]
    for kind, message, use in wrong:
        with pytest.raises(kind) as caught:
            use()
        assert message in str(caught.value)
        assert "hunter2" not in repr(caught.value)


# --- Descriptors --------------------------------------------------------------------------------------


def mailer() -> descriptor.Descriptor:
    return descriptor.Descriptor(MAILER)


def test_descriptors() -> None:
    mail = mailer()
    assert (mail.app_id, mail.origin) == ("com.example.mailer", "https://api.example.com")
    assert mail.digest.startswith("sha256:")
    assert mail.app_name
    assert "send_message" in [tool["name"] for tool in mail.tools]
    assert repr(mail) == "<aana.descriptor.Descriptor: com.example.mailer>"
    accepted = descriptor.check(MAILER)
    assert misfit(accepted, descriptor.AcceptedReport) is None
    loose: Any = mail
    with pytest.raises(AttributeError):
        loose.digest = "sha256:"
    with pytest.raises(descriptor.DescriptorError, match="the descriptor is not accepted: at ``, ") as caught:
        descriptor.Descriptor('{"hunter2')
    assert "hunter2" not in repr(caught.value)
    assert isinstance(caught.value, ValueError)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.findings, str(copy)) == (caught.value.findings, str(caught.value))
    report = descriptor.check(b"{\xff}")
    assert (report["accepted"], report["findings"][0]["rule"]) == (False, "json.syntax")


ARGUMENTS: dict[str, Any] = {"to": "a@example.org", "body": "hi"}


def test_a_plan_or_a_refusal() -> None:
    mail = mailer()
    planned = mail.plan("send_message", ARGUMENTS)
    assert "refused" not in planned
    assert planned.keys() == descriptor.Planned.__annotations__.keys()
    assert planned["plan"]["kind"] == "http"
    assert planned == mail.plan("send_message", json.dumps(ARGUMENTS))
    refused = mail.plan("send_message", {"to": 7})
    assert "refused" in refused
    assert refused.keys() == descriptor.Refused.__annotations__.keys()
    unknown = mail.plan("no_such_tool", {})
    assert "refused" in unknown
    assert unknown["errors"][0]["rule"] == "plan.unknown_tool"
    assert mail.check_arguments("send_message", ARGUMENTS) == {"valid": True, "findings": []}
    for text, rule in (('"a string"', "args.type"), ("a string", "args.json"), ({"status": 7}, "args.type")):
        (found,) = mail.check_answer("send_message", text)["findings"]
        assert found["rule"] == rule


@pytest.mark.parametrize("odd", NOT_JSON)
def test_arguments_that_are_no_json_are_refused(odd: Any) -> None:
    mail = mailer()
    for answer in (
        mail.plan("send_message", odd),
        mail.event("send_message", odd),
        mail.wire("send_message", odd),
    ):
        assert "refused" in answer
        assert answer["recommended_route"] == "refuse"
        assert "hunter2" not in repr(answer)
    for found in (mail.check_arguments("send_message", odd), mail.check_answer("send_message", odd)):
        (one,) = found["findings"]
        assert one["rule"] in ("args.json", "args.number_range")
        assert found["valid"] is False
        assert "hunter2" not in repr(found)
    together = descriptor.Catalog([mail])
    assert together.check(odd)["route"] == "refuse"
    assert together.faults(odd) == []


MAILER_KEY = "AAI_MAILER_KEY"
MAILER_HOST = "https://api.example.com"


class Watched(dict[str, str]):
    """A mapping that notes what it is asked for, and must not be read as a whole."""

    def __init__(self, values: dict[str, str]) -> None:
        super().__init__(values)
        self.asked: list[str] = []

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.append(name)
        return super().get(name, default)

    def __iter__(self) -> Any:
        raise AssertionError("the mapping was read as a whole")

    keys = items = values = __iter__


def test_secrets_are_not_shown() -> None:
    mail: Any = mailer()
    env = {MAILER_KEY: "hunter2", "HOME": "/root"}
    sent = mail.wire("send_message", ARGUMENTS, env=env, allow_variables=[MAILER_KEY])
    assert "refused" not in sent
    assert sent["wire"] is not None
    assert sent["wire"]["headers"]["x-api-key"] == "hunter2"
    assert json.loads(json.dumps(sent))["wire"]["headers"]["x-api-key"] == "hunter2"
    assert "hunter2" not in repr(sent) + str(sent["wire"]) + repr(mail)
    missing = mail.wire("send_message", ARGUMENTS, env={}, allow_variables=[MAILER_KEY])
    assert "refused" in missing
    assert missing["errors"][0]["rule"] == "auth.env_missing"
    assert missing["errors"][0]["message"] == f"the variable `{MAILER_KEY}` is unset or empty"

    def use(**more: Any) -> Any:
        return lambda: mail.wire("send_message", ARGUMENTS, **{"allow_variables": [MAILER_KEY], **more})

    wrong: list[Any] = [
        use(env={MAILER_KEY: "hunter2\ud800"}),
        use(env={MAILER_KEY: {"hunter2"}}),
        use(env=lambda _: b"hunter2"),
        use(env="hunter2"),
        use(tokens="hunter2"),
        use(allow_variables="hunter2"),
        use(allow_variables=["hunter2"]),
        use(allow_variables=[f"{MAILER_KEY}=https://hunter2@example.com"]),
        use(allow_variables=[7]),
    ]
    for attempt in wrong:
        with pytest.raises((TypeError, ValueError)) as caught:
            attempt()
        assert "hunter2" not in repr(caught.value)


def test_only_what_a_call_may_have_is_looked_up() -> None:
    mail: Any = mailer()
    env = Watched({MAILER_KEY: "hunter2", "HOME": "/root", "AAI_OTHER_KEY": "not-yours"})
    refused = mail.wire("send_message", ARGUMENTS, env=env)
    assert refused["errors"][0]["rule"] == "auth.env_not_allowed"
    assert refused["recommended_route"] == "refuse"
    elsewhere = [f"{MAILER_KEY}=https://api.example.net"]
    refused = mail.wire("send_message", ARGUMENTS, env=env, allow_variables=elsewhere)
    assert refused["errors"][0]["rule"] == "auth.origin_not_allowed"
    assert mail.wire("send_message", {"to": 7}, env=env, allow_variables=[MAILER_KEY])["refused"] == "call"
    assert env.asked == []
    here = [f"{MAILER_KEY}={MAILER_HOST}"]
    assert mail.wire("send_message", ARGUMENTS, env=env, allow_variables=here)["wire"] is not None
    assert env.asked == [MAILER_KEY]
    asked: list[str] = []

    def look_up(name: str) -> str:
        asked.append(name)
        return "hunter2"

    assert mail.wire("send_message", ARGUMENTS, env=look_up, allow_variables=here)["wire"] is not None
    assert asked == [MAILER_KEY]


def test_the_environment_is_not_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A descriptor of another application, with the id of the mailer or without, gets nothing."""
    own = "AAI_COM_EXAMPLE_MAILER_KEY"
    for name in (MAILER_KEY, own):
        monkeypatch.setenv(name, "hunter2")
    text = MAILER
    evil = text.replace(MAILER_HOST, "https://evil.example")
    for app_id, variable in (
        ("example.evil", MAILER_KEY),
        ("example.evil", own),
        ("com.example.mailer", own),
        ("com.example.mailer.pro", own),
    ):
        one: Any = descriptor.Descriptor(
            evil.replace("com.example.mailer", app_id).replace(MAILER_KEY, variable)
        )
        answer = one.wire("send_message", ARGUMENTS, env=os.environ)
        assert answer["errors"][0]["rule"] in ("auth.env_not_allowed", "auth.origin_not_allowed")
        assert "hunter2" not in json.dumps(answer)
    home: Any = descriptor.Descriptor(
        text.replace(MAILER_HOST, "https://mailer.example.com").replace(MAILER_KEY, own)
    )
    sent = home.wire("send_message", ARGUMENTS, env=os.environ)
    assert sent["wire"]["headers"]["x-api-key"] == "hunter2"


def test_an_event_of_a_call() -> None:
    mail = mailer()
    approval = aana.tool_evidence_ref("ui.approval", kind="approval")
    answer = mail.event(
        "send_message", ARGUMENTS, authorization_state="confirmed", evidence=[approval], now=NOW
    )
    assert "refused" not in answer
    assert misfit(answer, descriptor.EventAnswer) is None
    assert answer["event"]["evidence_refs"][-1] == approval
    assert answer["event"]["proposed_arguments"] == answer["arguments"]
    assert aana.validate_event(answer["event"]) == []
    stale = mail.event("send_message", ARGUMENTS, now=NOW, read_at=NOW - 90_000_000)
    assert "refused" not in stale
    assert "stale" in compact(stale["event"]["evidence_refs"])
    assert "stale" not in compact(answer["event"]["evidence_refs"])
    assert "refused" in mail.event("send_message", {})


def test_a_catalog_is_the_gate_and_more() -> None:
    mail = mailer()
    together = descriptor.Catalog(iter([mail]))
    assert repr(together) == "<aana.descriptor.Catalog: 1>"
    policy: aana.Policy = {"tools": {"search_*": {"route_floor": "defer"}}, "mode": "shadow"}
    for event in (search(q=1), minimal(tool_name="com_example_mailer__send_message")):
        fits = not together.faults(event)
        for form in (None, policy, json.dumps(policy), aana.Gate(policy)):
            decision = together.check(event, policy=form, now=NOW)
            assert decision == together.check(json.dumps(event).encode(), policy=form, now=NOW)
            assert (decision == aana.check_tool_call(event, policy=form, now=NOW)) is fits
    with pytest.raises(aana.PolicyError):
        together.check({}, policy='{"mode": "off"}')


def test_tools_for_clients() -> None:
    mail = mailer()
    clients: list[descriptor.Client] = ["mcp", "openai", "anthropic"]
    for client in clients:
        offer = descriptor.tools([mail], client, pinned=True)
        assert misfit(offer, descriptor.Offer) is None
        assert {"app_id": "com.example.mailer", "tool": "send_message"} in offer["names"].values()
        assert len(offer["tools"]) == len(offer["names"])
    found = mail.classify("send_message", pinned=True)
    assert found.keys() == descriptor.Classification.__annotations__.keys()
    assert (found["tool_category"], found["recommended_route"]) == ("write", "defer")
    assert mail.classify("send_message", "confirmed")["recommended_route"] == "accept"


def test_wrong_use_of_descriptors() -> None:
    mail: Any = mailer()
    loose: Any = descriptor
    wrong: list[tuple[type[Exception], str, Any]] = [
        (
            TypeError,
            "`text` is a value of the type `dict`; the descriptor's text",
            lambda: loose.check({}),
        ),
        (TypeError, "`text` is `None`", lambda: loose.Descriptor(None)),
        (ValueError, "`profile` is not `seed` or", lambda: loose.check("{}", "hunter2")),
        (TypeError, "`tool` is a value of the type `int`", lambda: mail.plan(7, {})),
        (ValueError, "`tool` is not known", lambda: mail.classify("hunter2")),
        (ValueError, "`authorization_state` is not", lambda: mail.classify("send_message", "hunter2")),
        (TypeError, "`pinned` is neither", lambda: mail.classify("send_message", pinned="no")),
        (TypeError, "`pinned` is neither", lambda: mail.event("send_message", {}, pinned="no")),
        (ValueError, "`client` is not `mcp`", lambda: loose.tools([mail], "hunter2")),
        (TypeError, "something else than a `Descriptor`", lambda: loose.tools([MAILER], "mcp")),
        (TypeError, "`facts` is not a mapping", lambda: loose.classify_facts("hunter2")),
        (ValueError, "at `/evidence/0`", lambda: mail.event("send_message", {}, evidence=[{"hunter2"}])),
    ]
    for kind, message, use in wrong:
        with pytest.raises(kind) as caught:
            use()
        assert message in str(caught.value)
        assert "hunter2" not in repr(caught.value)
