"""What a server knows itself of an event that somebody else wrote: whose token it came with, and its own store.

The agent may have written the event. With `evidence: attested` nothing in it is believed but what is found here:
the sign-in of the caller's own subject, and an approval that the server's own store of confirmations holds for
exactly this action, once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

import anyio.to_thread

from aana._native import Bearers, attest_claims, attest_holds

if TYPE_CHECKING:
    import logging

    from aana import Gate
    from aana._confirmation_store import Stored

SUBJECT: Final = "aana.subject"
"""Where a request's scope holds whose bearer token it came with."""


class Approvals(Protocol):
    """What is needed of a store of confirmations: those of `aana.confirmation` are such."""

    def get(self, id: str, /) -> Stored | None:  # noqa: A002
        """Find a question, whatever its state."""

    def use(self, id: str, /) -> bool:  # noqa: A002
        """Turn a question from `confirmed` to `used`: true for exactly one caller among all processes."""
        ...


@dataclass
class Attested:
    """The positions of the refs that count."""

    sign_ins: list[int] = field(default_factory=list[int])
    approvals: list[int] = field(default_factory=list[int])
    questions: set[str] = field(default_factory=set[str])
    """The questions of those approvals."""

    @property
    def refs(self) -> list[int]:
        """All of them."""
        return self.sign_ins + self.approvals


class Attester:
    """Looks up what an event claims. What cannot be looked up counts for nothing."""

    def __init__(self, gate: Gate, store: Approvals | None, logger: logging.Logger) -> None:
        if store is not None and gate.evidence != "attested":
            raise ValueError(
                "a store of confirmations says nothing where every approval is believed: it needs `--evidence attested`"
            )
        if store is not None and not hasattr(store, "use"):
            raise TypeError(
                "the store of confirmations has no `use`, so that an approval would count more than once"
            )
        self.gate = gate
        self.store = store
        self.logger = logger

    async def attest(self, event: str | bytes, subject: str | None, now_ms: int) -> Attested:
        """Find the refs that the server knows itself."""
        attested = Attested()
        if self.gate.evidence != "attested" or (self.store is None and subject is None):
            return attested
        try:
            text = event.encode() if isinstance(event, str) else event
        except UnicodeEncodeError:
            return attested
        claims = attest_claims(text, self.gate, subject)
        if claims is None:
            return attested
        digest, approvals, attested.sign_ins = claims
        if self.store is not None and approvals:
            questions = {question for _, question in approvals}
            try:
                attested.questions = await anyio.to_thread.run_sync(self._held, questions, digest, now_ms)
            except Exception as error:  # noqa: BLE001
                # Whatever went wrong, nothing is known.
                self.logger.error("the store of confirmations could not be read: %s", type(error).__name__)
            attested.approvals = [
                position for position, question in approvals if question in attested.questions
            ]
        return attested

    def _held(self, questions: set[str], digest: str, now_ms: int) -> set[str]:
        assert self.store is not None  # noqa: S101
        held: set[str] = set()
        for name in questions:
            stored = self.store.get(name)
            if (
                stored is not None
                and stored.answered_ms is not None
                and attest_holds(stored.record, stored.state, stored.answered_ms, digest, now_ms)
            ):
                held.add(name)
        return held

    async def use(self, attested: Attested) -> bool:
        """Use up the approvals that a call runs on. Without that it does not run on them."""
        try:
            return await anyio.to_thread.run_sync(self._use, attested.questions)
        except Exception as error:  # noqa: BLE001
            self.logger.error("an approval could not be used up: %s", type(error).__name__)
            return False

    def _use(self, questions: set[str]) -> bool:
        assert self.store is not None  # noqa: S101
        # Each of them: a second one that is not used up would let another call run.
        used = [self.store.use(name) is True for name in sorted(questions)]
        return all(used)


def bearers_of(subjects: Mapping[str, str] | str | None) -> Bearers | None:
    """Whose the bearer tokens are, from an operator's dict or JSON text.

    >>> bearers_of({"sha256:" + "0" * 64: "ada"})
    Traceback (most recent call last):
    ...
    ValueError: entry 1: a subject is a type such as `user`, a colon and a reference of printable ASCII without \
blanks, at most 128 bytes
    """
    if subjects is None:
        return None
    given: Any = dict(subjects) if isinstance(subjects, Mapping) else subjects
    return Bearers(given if isinstance(given, str) else json.dumps(given))


def bearer_token(values: list[str]) -> str | None:
    """The token of the one header `Authorization` that a request has.

    >>> bearer_token(["Bearer abc"]), bearer_token(["Basic abc"]), bearer_token(["Bearer a", "Bearer b"])
    ('abc', None, None)
    """
    if len(values) != 1:
        return None
    scheme, _, token = values[0].partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None
