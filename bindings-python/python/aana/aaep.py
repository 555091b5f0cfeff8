"""AAEP: the events that tell a person, through assistive technology, what an agent is about to do.

`check` judges any document that somebody else sent, by its `type`; `check_event`, `check_reply` and `check_handshake` one
that has to be of that sort, `check_stream` all of them in order. A `Session` makes the events
of one run from the gate's decisions, and turns a reply into evidence, to be gated again.

>>> from aana import aaep
>>> report = aaep.check_event({"type": "aaep:agent.tool.invoked"})
>>> report["valid"], report["findings"][0]["rule"], report["findings"][0]["pointer"]
(False, 'env.context', '/@context')

Documents are objects, or JSON text as `str` or `bytes`. No function raises because of a document;
what JSON cannot hold is a finding.
"""

from __future__ import annotations

import json
import os
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

from aana import _answers
from aana._aaep_types import (
    Await,
    Continue,
    EmittedEvent,
    Finding,
    Grant,
    LocalizationHints,
    Next,
    Pending,
    Producer,
    ProposedStep,
    ReplyEffect,
    ReplyOutcome,
    ReplyReason,
    ReplyStep,
    Report,
    Run,
    SessionState,
    Severity,
    Step,
    Stop,
    StopReason,
    StreamFinding,
    StreamReport,
)
from aana._native import (
    Gate,
    aaep_check,
    aaep_check_accepted,
    aaep_check_event,
    aaep_check_handshake,
    aaep_check_reply,
    aaep_check_stream,
    aaep_session_step,
    given_json,
    given_now,
    given_word,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from aana._types import Event, Policy

__all__ = [
    "Await",
    "Continue",
    "EmittedEvent",
    "Finding",
    "Grant",
    "LocalizationHints",
    "Next",
    "Pending",
    "Producer",
    "ProposedStep",
    "ReplyEffect",
    "ReplyOutcome",
    "ReplyReason",
    "ReplyStep",
    "Report",
    "Run",
    "Session",
    "SessionState",
    "Severity",
    "Step",
    "Stop",
    "StopReason",
    "StreamFinding",
    "StreamReport",
    "check",
    "check_accepted",
    "check_event",
    "check_handshake",
    "check_reply",
    "check_stream",
]

_IDS = 6
"""As many fresh ids as one step may need."""


def check(document: Mapping[str, Any] | str | bytes) -> Report:
    """Check one document of AAEP as what its `type` says: an event, a reply or a message of the handshake.

    >>> from aana import aaep
    >>> aaep.check({"type": "subscription.close", "subscription_id": "sub_1"})
    {'valid': True, 'findings': []}
    """
    report: Report = _answers.read(aaep_check(document))
    return report


def check_event(event: Mapping[str, Any] | str | bytes) -> Report:
    """Check one AAEP event.

    >>> from aana import aaep
    >>> aaep.check_event("[]")["findings"][0]["rule"]
    'env.not-object'
    >>> aaep.check_event({"tool": float("nan")})["findings"][0]["rule"]
    'json.number-range'
    """
    report: Report = _answers.read(aaep_check_event(event))
    return report


def check_reply(reply: Mapping[str, Any] | str | bytes) -> Report:
    """Check one reply to a confirmation or a clarification, by itself.

    >>> from aana import aaep
    >>> report = aaep.check_reply({"type": "confirmation.reply", "decision": "perhaps"})
    >>> [finding["pointer"] for finding in report["findings"] if finding["rule"] == "field.enum"]
    ['/decision']
    """
    report: Report = _answers.read(aaep_check_reply(reply))
    return report


def check_handshake(message: Mapping[str, Any] | str | bytes) -> Report:
    """Check one message of the handshake, by itself: `subscription.request`, `.accepted`, `.rejected`, `.renegotiate`
    or `.close`.

    >>> from aana import aaep
    >>> report = aaep.check_handshake({"type": "subscription.request", "capabilities": {"pace_wpm": 20}})
    >>> [finding["pointer"] for finding in report["findings"] if finding["rule"] == "field.range"]
    ['/capabilities/pace_wpm']
    """
    report: Report = _answers.read(aaep_check_handshake(message))
    return report


def check_accepted(
    request: Mapping[str, Any] | str | bytes, accepted: Mapping[str, Any] | str | bytes
) -> Report:
    """Check a `subscription.accepted` against the request that it answers: it may not grant more than was asked.

    `request` is a `subscription.request` or a `subscription.renegotiate`. Findings are about `accepted`. What only one
    of them states is not compared, nor is anything with a request that is not valid itself.

    >>> from aana import aaep
    >>> asked = {
    ...     "type": "subscription.renegotiate",
    ...     "subscription_id": "sub_1",
    ...     "capabilities": {"languages": ["en"]},
    ... }
    >>> accepted = {
    ...     "type": "subscription.accepted",
    ...     "subscription_id": "sub_1",
    ...     "aaep_version": "1.0.0",
    ...     "producer": {"agent_id": "desk"},
    ...     "honored_capabilities": {"languages": ["en", "fr"]},
    ... }
    >>> aaep.check_accepted(asked, accepted)["findings"][0]["rule"]
    'handshake.wider-than-asked'
    """
    report: Report = _answers.read(aaep_check_accepted(request, accepted))
    return report


def check_stream(events: str | bytes | Iterable[Mapping[str, Any] | str | bytes]) -> StreamReport:
    """Check a stream of events, with each reply and message of the handshake at the place where it was received.

    The stream is JSON Lines as `str` or `bytes`, or an iterable of its items. It may be as long as it
    likes: only what is still open is kept, and what was found.

    >>> from aana import aaep
    >>> report = aaep.check_stream([{"type": "aaep:agent.session.completed"}, "not JSON"])
    >>> report["findings"][-1]["index"], report["findings"][-1]["rule"]
    (1, 'json.invalid')
    """
    report: StreamReport = _answers.read(aaep_check_stream(events))
    return report


class Session:
    """The events of one run, made from the gate's decisions.

    `subscriptions` are those that may reply to a confirmation; without one, nothing is confirmed.
    `language` is that of the texts that you give, if it is not English. `policy` is an operator's policy
    or a `Gate`.

    Each operation answers with the events to hand over, and then with what to do: only `run` lets the call
    run, once. An operation that cannot be done changes nothing and answers `stop`, with the reason.

    >>> from aana import aaep
    >>> session = aaep.Session("sess_1", "mailer", subscriptions=["sub_1"])
    >>> [event["type"] for event in session.start("Answering the customer.")["events"]]
    ['aaep:agent.session.started']
    >>> step = session.propose(
    ...     {
    ...         "tool_name": "search_docs",
    ...         "tool_category": "public_read",
    ...         "authorization_state": "none",
    ...         "evidence_refs": [],
    ...         "risk_domain": "research",
    ...         "proposed_arguments": {"query": "leave policy"},
    ...         "recommended_route": "accept",
    ...     },
    ...     "1",
    ... )
    >>> step["next"], step["events"][-1]["summary_normal"]
    ({'do': 'run', 'tool_call_id': 'call_1'}, 'Now running: search docs, with query: leave policy.')
    >>> session.complete("call_1", "success", duration_ms=12)["next"]
    {'do': 'continue'}

    After a restart it goes on where it was:

    >>> session = aaep.Session.restore(session.state)
    >>> session.finish("Answered.")["events"][0]["sequence_number"]
    5

    Threads may share a session; the steps happen one after the other.
    """

    __slots__ = ("_gate", "_lock", "_state")

    def __init__(
        self,
        session_id: str,
        agent_id: str,
        *,
        agent_version: str | None = None,
        agent_name: str | None = None,
        subscriptions: Iterable[str] = (),
        language: str | None = None,
        policy: Policy | str | os.PathLike[str] | Gate | None = None,
    ) -> None:
        producer: dict[str, Any] = {
            "agent_id": given_word(agent_id, "agent_id"),
            "agent_version": _answers.optional(agent_version, "agent_version"),
            "agent_name": _answers.optional(agent_name, "agent_name"),
        }
        session = {
            "session_id": given_word(session_id, "session_id"),
            "producer": _present(producer),
            "subscriptions": _answers.words(subscriptions, "subscriptions"),
            "language": _answers.optional(language, "language"),
        }
        self._gate = policy if isinstance(policy, Gate) else Gate(policy)
        self._lock = Lock()
        self._state = json.dumps(_present(session))

    @classmethod
    def restore(cls, state: str, *, policy: Policy | str | os.PathLike[str] | Gate | None = None) -> Session:
        """Go on with a session whose `state` was kept.

        Whoever can write the state can allow calls: keep it where only you can.
        """
        session = cls("", "", policy=policy)
        session._state = given_word(state, "state")
        # Nothing can be done at the beginning of time, but the state is read.
        session._look({"op": "expire", "now": 0, "ids": []})
        return session

    @property
    def state(self) -> str:
        """Everything that the session holds, as JSON text: for `restore`. It holds the open token."""
        return self._state

    def start(self, summary: str, *, now: datetime | int | None = None) -> Step:
        """Begin: the first event. `summary` says in one sentence what the run is about."""
        step: Step = self._step(now, op="start", summary=given_word(summary, "summary"))
        return step

    def propose(
        self,
        event: Event | Mapping[str, Any] | str | bytes,
        runtime_id: str,
        *,
        summary: str | None = None,
        terse: str | None = None,
        action: str | None = None,
        consequence: str | None = None,
        question: str | None = None,
        now: datetime | int | None = None,
    ) -> ProposedStep:
        """Ask the gate about a call, and announce what it decides.

        `event` is the Agent Action Contract event and `runtime_id` the runtime's own id of the call. The
        texts are for a person; each is cleaned, cut, and dropped if it holds a secret. With `question`, an
        `ask` becomes a clarification, whose answer `reply` takes. After an accepted reply, propose its
        `gate_again` with the same `runtime_id`; after an answer, what came of it, without the question.
        """
        text, faults = given_json(event)
        texts = {
            "summary": _answers.optional(summary, "summary"),
            "terse": _answers.optional(terse, "terse"),
            "action": _answers.optional(action, "action"),
            "consequence": _answers.optional(consequence, "consequence"),
            "question": _answers.optional(question, "question"),
        }
        step: ProposedStep = self._step(
            now,
            op="propose",
            event=text,
            faults=faults,
            runtime_id=given_word(runtime_id, "runtime_id"),
            texts=_present(texts),
        )
        return step

    def reply(
        self,
        reply: Mapping[str, Any] | str | bytes,
        event: Event | Mapping[str, Any] | str | bytes,
        *,
        authenticated: bool = False,
        may_decide_automatically: bool = False,
        now: datetime | int | None = None,
    ) -> ReplyStep:
        """Take a reply to a confirmation or a question at the moment when it arrives. `event` is the event that was
        asked about.

        A yes counts only with a person in `decided_by`: `sender-not-named` and `sender-not-a-person` leave the token
        open for one that says so. The answer to a question allows nothing; what it says is its `response`.

        `authenticated` says that the transport has made sure who sent it, `may_decide_automatically` that
        an operator lets decisions by `auto:` and `system:` count as a person's. Nothing runs on a reply
        alone: a yes becomes evidence, and `gate_again` is to be proposed.
        """
        # What is not JSON is an invalid reply, or another event than the one that was asked about.
        sender = {
            "authenticated": _answers.flag(authenticated, "authenticated"),
            "may_decide_automatically": _answers.flag(may_decide_automatically, "may_decide_automatically"),
        }
        step: ReplyStep = self._step(
            now, op="reply", reply=given_json(reply)[0], event=given_json(event)[0], sender=sender
        )
        return step

    def expire(self, *, now: datetime | int | None = None) -> Step:
        """End an open confirmation or question whose deadline has come; before it, nothing happens."""
        step: Step = self._step(now, op="expire")
        return step

    def complete(
        self,
        tool_call_id: str,
        status: Literal["success", "error", "timeout"],
        *,
        duration_ms: int | None = None,
        error_message: str | None = None,
        summary: str | None = None,
        now: datetime | int | None = None,
    ) -> Step:
        """Tell that a call is over. Texts that hold a secret are dropped."""
        step: Step = self._step(
            now,
            op="complete",
            tool_call_id=given_word(tool_call_id, "tool_call_id"),
            status=given_word(status, "status"),
            duration_ms=duration_ms,
            error_message=_answers.optional(error_message, "error_message"),
            summary=_answers.optional(summary, "summary"),
        )
        return step

    def finish(self, summary: str, *, now: datetime | int | None = None) -> Step:
        """End: the run came to its end, and its calls are complete."""
        step: Step = self._step(now, op="finish", summary=given_word(summary, "summary"))
        return step

    def cancel(
        self,
        by: Literal["user", "producer", "timeout", "system"],
        reason: str,
        summary: str,
        *,
        now: datetime | int | None = None,
    ) -> Step:
        """End: the run was broken off. `reason` is a code such as `policy_violation_detected`."""
        step: Step = self._step(
            now,
            op="cancel",
            by=given_word(by, "by"),
            reason=given_word(reason, "reason"),
            summary=given_word(summary, "summary"),
        )
        return step

    def __repr__(self) -> str:
        return "<aana.aaep.Session>"

    def _step(self, now: datetime | int | None, **request: Any) -> Any:
        """Do one step. The session has its new state only if there is an answer."""
        with self._lock:
            fresh = os.urandom(16 * _IDS).hex()
            ids = [fresh[start : start + 32] for start in range(0, 32 * _IDS, 32)]
            answer = self._look({"now": given_now(now), "ids": ids, **_present(request)})
            self._state = json.dumps(answer.pop("session"))
        return answer

    def _look(self, request: dict[str, Any]) -> Any:
        answer = _answers.read(
            aaep_session_step(self._gate, self._state, _answers.written(request, "request"))
        )
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer


def _present(members: dict[str, Any]) -> dict[str, Any]:
    """Leave out what was left out."""
    return {name: value for name, value in members.items() if value is not None}
