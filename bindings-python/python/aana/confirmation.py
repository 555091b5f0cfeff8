r"""Confirmations: from `ask` to a person's yes.

The gate answers `ask` where a call needs somebody's yes. A `Broker` makes the question of it, keeps it, and
turns the answer into approval evidence that is bound to exactly this action, for the gate to weigh.

>>> import aana
>>> from aana.confirmation import Broker, MemoryStore
>>> broker = Broker(aana.Gate(), store=MemoryStore())
>>> pending = broker.ask({
...     "tool_name": "send_email",
...     "tool_category": "write",
...     "authorization_state": "authenticated",
...     "evidence_refs": ["session:1"],
...     "risk_domain": "customer_support",
...     "proposed_arguments": {"to": "a@example.com", "subject": "Hel\u200blo"},
...     "recommended_route": "accept",
... })
>>> print(pending.text)
Run send_email?
Risk: medium. It cannot be undone.
Arguments:
  to: "a@example.com"
  subject: "Hel⟨U+200B⟩lo"
Note: characters that cannot be seen are shown by their numbers (subject).
Without an answer until ..., it does not run.
<BLANKLINE>
>>> answer = broker.answer(pending.id, "accept", by="user:ada", token=pending.token)
>>> if answer:
...     print("run it with", answer.event["proposed_arguments"]["to"])
run it with a@example.com
>>> broker.answer(pending.id, "accept", by="user:ada", token=pending.token).why
'reused'

An answer is true only if the gate accepts the call with it. A late, second or altered answer, one without
proof, and no answer at all confirm nothing.
"""  # noqa: D411

from __future__ import annotations

import copy
import json
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal

from aana import _answers
from aana._confirmation_outcomes import (
    Confirmed,
    NotAsked,
    NotConfirmed,
    Pending,
    not_confirmed,
    pending_of,
)
from aana._confirmation_sqlite import SqliteStore
from aana._confirmation_store import MemoryStore, Store, Stored, about, close_expired, without_values
from aana._confirmation_types import Fold, Mark, Question, Row, State, Warning, Why, WhyNotAsked
from aana._native import (
    Gate,
    attest_holds,
    confirmation_answer,
    confirmation_ask,
    confirmation_not_confirmed,
    given_attested,
    given_json,
    given_now,
    given_word,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    from aana._types import Event, Policy

__all__ = [
    "Broker",
    "Confirmed",
    "Fold",
    "Mark",
    "MemoryStore",
    "NotAsked",
    "NotConfirmed",
    "Pending",
    "Question",
    "Row",
    "SqliteStore",
    "State",
    "Store",
    "Stored",
    "Warning",
    "Why",
    "WhyNotAsked",
    "without_values",
]

_FILE = "aana-confirmations.sqlite3"
# More than one, so that they become fewer, and few, so that nobody waits for that.
_MAX_EXPIRED = 16


class Broker:
    """Asks people, and takes their answers.

    `gate` is a `Gate`, an operator's policy or nothing; without it, a `ToolGate` that asks through this broker decides
    alone. `store` keeps the questions: a path of a SQLite file
    or a store; questions outlive a restart, and of two answers at once one counts, in whatever process. `ttl`
    is how long a question waits, from a second to seven days. Without `keep_events` the store holds no event,
    and whoever answers brings it along. `mask_key`, 32 secret bytes, makes the digests that tell masked secrets
    apart; a random one if absent, so give the same to brokers whose questions are compared. The agent that asks,
    the event's `agent_id`, cannot say yes itself but with `allow_self_approval`.

    Threads may share a broker. In a coroutine use `ask_async`, `answer_async`, `use_async`, `pending_async` and
    `pending_by_request_id_async`.
    """

    __slots__ = ("_allow_self_approval", "_asks", "_gate", "_is_own", "_options", "_store")

    def __init__(
        self,
        gate: Gate | Policy | str | os.PathLike[str] | None = None,
        *,
        store: Store | str | os.PathLike[str] = _FILE,
        ttl: timedelta = timedelta(minutes=10),
        keep_events: bool = True,
        mask_key: bytes | None = None,
        allow_self_approval: bool = False,
    ) -> None:
        self._gate = gate if isinstance(gate, Gate) else Gate(gate)
        # Which gate's `ask` is asked about, and whether the other one was given to this broker.
        self._asks, self._is_own = self._gate, gate is not None
        is_store = hasattr(store, "close") and hasattr(store, "add")
        self._store: Store = store if is_store else SqliteStore(store)  # type: ignore[assignment, arg-type]
        self._options: dict[str, Any] = {
            "ttl_ms": ttl // timedelta(milliseconds=1),
            "keep_event": _answers.flag(keep_events, "keep_events"),
            "mask_key": _mask_key(mask_key),
        }
        self._allow_self_approval = _answers.flag(allow_self_approval, "allow_self_approval")

    def ask(
        self,
        event: Event | Mapping[str, Any],
        *,
        attested: list[int] | tuple[int, ...] | None = None,
        now: datetime | int | None = None,
    ) -> Pending:
        """Ask about an event for which the gate's decision is `ask`.

        Raises `NotAsked` for every other one, and where a yes would not let the call run. `attested` are the positions
        in `evidence_refs` of the refs that you have checked yourself, as for a check; the question keeps them. Of the
        questions that are over, some are closed on the way.
        """
        now_ms = given_now(now)
        ids = [secrets.token_hex(16), secrets.token_hex(16)]
        how = {"ids": ids, "attested": given_attested(attested), **self._options}
        options = json.dumps(how)
        text, said = confirmation_ask(self._asks, event, now_ms, options)
        answer = _read(said)
        if "not_asked" in answer:
            raise NotAsked(**answer["not_asked"])
        if self._asks is not self._gate:
            also = _read(confirmation_ask(self._gate, event, now_ms, options)[1]).get("not_asked")
            if also is not None and also["why"] != "not_needed":
                raise NotAsked(**also)
        record: dict[str, Any] = answer["pending"]
        kept = text if record.pop("event", None) is not None else None
        pending = pending_of(record, answer["token"])
        expires_ms = given_now(pending.expires_at)
        written = json.dumps(record, ensure_ascii=False)
        # Before the new one: if this fails, nobody is asked.
        close_expired(self._store, now_ms, _MAX_EXPIRED)
        self._store.add(Stored(pending.id, record["state"], expires_ms, written, kept))
        return pending

    def pending(self, *, now: datetime | int | None = None) -> list[Pending]:
        """The questions that wait, the one that ends first in front. What is over is closed on the way."""
        return list(self._waiting(self._store.open(), given_now(now)))

    def pending_by_request_id(self, request_id: str, *, now: datetime | int | None = None) -> Pending | None:
        """The question that waits about the event with this `request_id`, as after a restart.

        Of several the one that ends first. There is none where the store keeps no events. Use ids that are
        given once, such as those of tool calls.

        >>> import aana
        >>> from aana.confirmation import Broker, MemoryStore
        >>> broker = Broker(store=MemoryStore())
        >>> asked = broker.ask(aana.build_tool_precheck_event(
        ...     tool_name="send_email", tool_category="write", risk_domain="customer_support",
        ...     authorization_state="authenticated", evidence_refs=["session:1"], request_id="call_1",
        ... ))
        >>> broker.pending_by_request_id("call_1") == asked
        True
        >>> broker.pending_by_request_id("call_2") is None
        True
        """
        name = given_word(request_id, "request_id")
        return next(self._waiting(about(self._store, name), given_now(now)), None)

    def _waiting(self, found: Iterable[Stored], now_ms: int) -> Iterator[Pending]:
        """Those that are not over. What is over is closed on the way."""
        for stored in found:
            if now_ms >= stored.expires_ms:
                self._store.close(stored.id, "expired", None, now_ms)
            else:
                yield pending_of(json.loads(stored.record), None)

    def answer(
        self,
        id: str,  # noqa: A002
        decision: Literal["accept", "reject"],
        *,
        by: str,
        token: str | None = None,
        authenticated: bool = False,
        action_digest: str | None = None,
        event: Event | Mapping[str, Any] | None = None,
        at: datetime | int | None = None,
        now: datetime | int | None = None,
    ) -> Confirmed | NotConfirmed:
        """Take the answer to a question.

        `by` says who decided, `user:` and a name for a person. What proves it is the `token` of the question,
        or your own word: `authenticated`, where you have made sure who it is. `action_digest` is that of the
        question which the person saw: with another one, nothing is confirmed. `event` is what is to run now, if
        that is not what the store kept, with the evidence and the authorization that it had; `at` is when the
        answer was given, if that is not now.
        """
        now_ms = given_now(now)
        name = given_word(id, "id")
        given: dict[str, Any] = {
            "id": name,
            "decision": given_word(decision, "decision"),
            "by": given_word(by, "by"),
            "token": _answers.optional(token, "token"),
            "at": None if at is None else given_now(at),
            "authenticated": _answers.flag(authenticated, "authenticated"),
            "action_digest": _answers.optional(action_digest, "action_digest"),
            "allow_self_approval": self._allow_self_approval,
        }
        stored = self._store.get(name)
        if stored is None:
            return not_confirmed(name, _read(confirmation_not_confirmed("unknown")), None)
        # What is not JSON is another event than the one that was asked about.
        text = stored.event if event is None else given_json(event)[0]
        said = _read(confirmation_answer(stored.record, stored.state, json.dumps(given), text, now_ms))
        outcome: Confirmed | NotConfirmed
        if said["confirmed"]:
            confirmed: Any = json.loads(said["event"])
            # What the host had checked itself, and the approval, which was made here.
            decision_after = self._gate.check(confirmed, now_ms, attested=said["attested"])
            attested = tuple(said["attested"])
            outcome = Confirmed(name, said["evidence"], confirmed, decision_after, attested)
        else:
            outcome = not_confirmed(name, said, said["closes"] or stored.state)
        closes: State | None = said["closes"]
        # Nothing but `True` says that it was this answer which closed the question.
        if closes is None or self._store.close(name, closes, given["by"], now_ms) is True:
            return outcome
        # Closed before, or meanwhile by another answer.
        after = self._store.get(name)
        if isinstance(outcome, NotConfirmed) and outcome.why == "expired":
            return outcome
        state = None if after is None else after.state
        return not_confirmed(name, _read(confirmation_not_confirmed("reused")), state)

    def use(self, id: str, *, now: datetime | int | None = None) -> bool:  # noqa: A002
        """Use up the approval that the answer to a question became: true for exactly one caller, and only in time.

        An approval holds for as long as its question could wait, from the answer on.

        A server that reads the same store (`--confirmations`) lets one call run on an approval. Where such a server
        runs and you run calls on the broker's answers as well, call this first and run nothing unless it is true:
        otherwise the same yes counts once here and once there.
        """
        name, now_ms = given_word(id, "id"), given_now(now)
        use = getattr(self._store, "use", None)
        stored = None if use is None else self._store.get(name)
        if use is None or stored is None or stored.answered_ms is None:
            return False
        digest = json.loads(stored.record)["action_digest"]
        holds = attest_holds(stored.record, stored.state, stored.answered_ms, digest, now_ms)
        return holds and use(name) is True

    async def ask_async(
        self,
        event: Event | Mapping[str, Any],
        *,
        attested: list[int] | tuple[int, ...] | None = None,
        now: datetime | int | None = None,
    ) -> Pending:
        """Ask without holding up the loop."""
        import asyncio

        return await asyncio.to_thread(self.ask, event, attested=attested, now=now)

    async def pending_async(self, *, now: datetime | int | None = None) -> list[Pending]:
        """List without holding up the loop."""
        import asyncio

        return await asyncio.to_thread(self.pending, now=now)

    async def pending_by_request_id_async(
        self, request_id: str, *, now: datetime | int | None = None
    ) -> Pending | None:
        """Find without holding up the loop."""
        import asyncio

        return await asyncio.to_thread(self.pending_by_request_id, request_id, now=now)

    async def answer_async(
        self,
        id: str,  # noqa: A002
        decision: Literal["accept", "reject"],
        *,
        by: str,
        token: str | None = None,
        authenticated: bool = False,
        action_digest: str | None = None,
        event: Event | Mapping[str, Any] | None = None,
        at: datetime | int | None = None,
        now: datetime | int | None = None,
    ) -> Confirmed | NotConfirmed:
        """Take an answer without holding up the loop."""
        import asyncio

        return await asyncio.to_thread(
            self.answer,
            id,
            decision,
            by=by,
            token=token,
            authenticated=authenticated,
            action_digest=action_digest,
            event=event,
            at=at,
            now=now,
        )

    async def use_async(self, id: str, *, now: datetime | int | None = None) -> bool:  # noqa: A002
        """Use up an approval without holding up the loop."""
        import asyncio

        return await asyncio.to_thread(self.use, id, now=now)

    def for_gate(self, gate: Gate) -> Broker:
        """Give the same broker for a host whose own gate says about which calls somebody is asked.

        What this broker was given as `gate` has a say beside it: nobody is asked whose yes it would not take. A broker
        that was given none judges by the host's alone.

        >>> import aana
        >>> from aana.confirmation import Broker, MemoryStore
        >>> host = aana.Gate({"tools": {"search_docs": {"route_floor": "ask"}}})
        >>> broker = Broker(store=MemoryStore()).for_gate(host)
        >>> broker.ask(aana.build_tool_precheck_event(tool_name="search_docs", tool_category="public_read")).tool
        'search_docs'
        """
        made = copy.copy(self)
        made._asks = gate
        if not made._is_own:
            made._gate = gate
        return made

    def __repr__(self) -> str:
        return "<aana.confirmation.Broker>"


def _mask_key(key: object) -> str:
    if key is None:
        return secrets.token_hex(32)
    if not isinstance(key, bytes):
        raise TypeError("`mask_key` has to be bytes")
    if len(key) != 32:
        raise ValueError(f"`mask_key` has {len(key)} bytes; 32 are allowed")
    return key.hex()


def _read(said: str) -> dict[str, Any]:
    answer: dict[str, Any] = _answers.read(said)
    if "error" in answer:
        raise ValueError(answer["error"])
    return answer
