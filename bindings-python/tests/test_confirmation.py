"""Confirmations: the shared cases with both stores, and what only a store can do."""

from __future__ import annotations

import asyncio
import inspect
import itertools
import json
import os
import pickle
import subprocess
import sys
import threading
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import aana
import pytest
from aana import confirmation
from aana.confirmation import Broker, Confirmed, MemoryStore, NotAsked, NotConfirmed, SqliteStore, Stored
from doctests import run_examples
from fixtures import ROOT
from shapes import misfit

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from aana.confirmation import Pending, Store

CASES = ROOT / "tests" / "conformance" / "confirmation"
FILES = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(CASES.glob("*.json"))}
NAMED = [pytest.param(file, case, id=case["id"]) for file in FILES.values() for case in file["cases"]]
EVENT: dict[str, Any] = FILES["answers"]["event"]
NOW = 1_778_371_200_000


def in_memory(folder: Path) -> Store:
    return MemoryStore()


def in_sqlite(folder: Path) -> Store:
    return SqliteStore(folder / "confirmations.sqlite3")


def test_the_cases_are_there() -> None:
    assert sorted(FILES) == ["answers", "bound_answers", "masking", "not_asked", "questions"]
    assert len(NAMED) > 50


@pytest.mark.parametrize("make", [in_memory, in_sqlite])
@pytest.mark.parametrize(("file", "case"), NAMED)
def test_case(
    file: dict[str, Any],
    case: dict[str, Any],
    make: Callable[[Path], Store],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The digest of a masked secret depends on the question's id, which the recorded texts take as this.
    ids = itertools.cycle([f"{0xA1:032x}", f"{0xB2:032x}"])
    monkeypatch.setattr("aana.confirmation.secrets.token_hex", lambda _: next(ids))
    now = int(datetime.fromisoformat(file["now"].replace("Z", "+00:00")).timestamp() * 1000)
    event = {**file["event"], **case["event"]} if "event" in case else file["event"]
    store = make(tmp_path)

    def broker_with(store: Store) -> Broker:
        return Broker(
            case.get("policy"),
            store=store,
            ttl=timedelta(milliseconds=case.get("ttl_ms", 600_000)),
            keep_events=case.get("keep_event", True),
            mask_key=bytes.fromhex(file["mask_key"]),
            allow_self_approval=case.get("allow_self_approval", False),
        )

    broker = broker_with(store)
    expect = case["expect"]
    if not expect["asked"]:
        with pytest.raises(NotAsked) as raised:
            broker.ask(event, attested=case.get("attested"), now=now)
        not_asked = raised.value
        assert not_asked.why == expect["why"]
        assert misfit(not_asked.why, confirmation.WhyNotAsked) is None
        assert not_asked.decision["route"] == expect["route"]
        assert not_asked.remaining == expect["remaining"]
        assert broker.pending(now=now) == []
        return
    pending = broker.ask(event, attested=case.get("attested"), now=now)
    assert broker.pending(now=now) == [pending]
    assert misfit(pending.question, confirmation.Question) is None
    if "text" in expect:
        assert pending.text == "\n".join([*expect["text"], ""])
    if "marks" in expect:
        rows = pending.question["arguments"]
        assert {row["name"]: row["marks"] for row in rows if "marks" in row} == expect["marks"]
    if "other_event" in case:
        other = broker_with(MemoryStore()).ask({**file["event"], **case["other_event"]}, now=now)
        differs(expect, pending, other)
    gate = aana.Gate(case.get("policy"))
    for given in case.get("answers", ()):
        at = now + given["after_ms"]
        answer = dict(given["answer"])
        if "token" in answer:
            answer["token"] = {"right": pending.token, "wrong": "cft_wrong"}[answer["token"]]
        if answer.get("action_digest") == "right":
            answer["action_digest"] = pending.action_digest
        if "at_after_ms" in answer:
            answer["at"] = now + answer.pop("at_after_ms")
        changed = {**event, **given["event"]} if "event" in given else None
        outcome = broker.answer(pending.id, **answer, event=changed, now=at)
        stored = store.get(pending.id)
        assert stored is not None
        assert stored.state == given["expect"]["state"]
        assert (stored.event is None) or stored.state == "open"
        if given["expect"]["confirmed"]:
            assert isinstance(outcome, Confirmed)
            assert outcome.decision.route == given["expect"]["route"]
            again = gate.check(outcome.event, at, attested=outcome.attested)
            assert again.route == outcome.decision.route
            assert bool(outcome) == (outcome.decision.route == "accept")
            assert outcome.evidence["supports"] == [f"action:{pending.action_digest}"]
            evidence = dict(outcome.evidence)
            approval = given["expect"].get("approval", {})
            assert {member: evidence.get(member) for member in approval} == approval
            assert outcome.event["evidence_refs"][-1] == outcome.evidence
            assert outcome.event["proposed_arguments"] == event["proposed_arguments"]
        else:
            assert isinstance(outcome, NotConfirmed)
            assert not outcome
            assert outcome.why == given["expect"]["why"]
            assert outcome.state == stored.state


def differs(expect: dict[str, Any], one: Pending, other: Pending) -> None:
    """Two events that differ show each their own, and neither what is hidden."""
    assert one.text != other.text
    for pending, shows in ((one, "shows"), (other, "other_shows")):
        for part in expect[shows]:
            assert part in pending.text
        for part in expect["hides"]:
            assert part not in json.dumps(pending.question, ensure_ascii=False)


@pytest.fixture(params=[in_memory, in_sqlite])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    made: Store = request.param(tmp_path)
    return made


def asked(broker: Broker, **change: object) -> Pending:
    return broker.ask({**EVENT, **change}, now=NOW)


def test_an_unknown_question_is_not_answered(store: Store) -> None:
    outcome = Broker(store=store).answer("cnf_1", "accept", by="user:ada", authenticated=True)
    assert isinstance(outcome, NotConfirmed)
    assert (outcome.why, outcome.state) == ("unknown", None)


def test_the_token_of_another_question_counts_for_none(store: Store) -> None:
    broker = Broker(store=store)
    one = asked(broker)
    other = asked(broker, proposed_arguments={"to": "eve@example.com"})
    for question, token in ((one, other.token), (other, one.token)):
        outcome = broker.answer(question.id, "accept", by="user:ada", token=token, now=NOW + 1)
        assert isinstance(outcome, NotConfirmed)
        assert (outcome.why, outcome.state) == ("unauthenticated", "open")

    def answer(digest: str) -> Confirmed | NotConfirmed:
        return broker.answer(
            one.id, "accept", by="user:ada", token=one.token, action_digest=digest, now=NOW + 1
        )

    outcome = answer(other.action_digest)
    assert isinstance(outcome, NotConfirmed)
    assert (outcome.why, outcome.state) == ("wrong_action_digest", "open")
    assert answer(one.action_digest)


def test_the_digests_of_masked_secrets_are_of_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(broker: Broker) -> str:
        return asked(broker, proposed_arguments={"pin": "1234"}).question["arguments"][0]["text"]

    key = bytes(range(32))
    one, same = (Broker(store=MemoryStore(), mask_key=key) for _ in range(2))
    # Each question has digests of its own, or whoever may ask could try out what was masked.
    assert shown(one) != shown(one)
    ids = itertools.cycle([f"{0xA1:032x}", f"{0xB2:032x}"])
    monkeypatch.setattr("aana.confirmation.secrets.token_hex", lambda _: next(ids))
    assert shown(same) == shown(Broker(store=MemoryStore(), mask_key=key))
    assert shown(Broker(store=MemoryStore(), mask_key=bytes(32))) != shown(
        Broker(store=MemoryStore(), mask_key=key)
    )
    for wrong in ("0" * 64, bytearray(32)):
        with pytest.raises(TypeError, match="`mask_key` has to be bytes"):
            Broker(store=MemoryStore(), mask_key=wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="`mask_key` has 16 bytes; 32 are allowed"):
        Broker(store=MemoryStore(), mask_key=bytes(16))


def test_what_waits_is_listed_until_it_is_over(store: Store) -> None:
    broker = Broker(store=store)
    first = asked(broker)
    second = broker.ask({**EVENT, "proposed_arguments": {"to": "b@example.com"}}, now=NOW + 1000)
    assert broker.pending(now=NOW + 1000) == [first, second]
    assert [pending.token for pending in broker.pending(now=NOW + 1000)] == [None, None]
    assert first.expires_at == datetime(2026, 5, 10, 0, 10, tzinfo=timezone.utc)
    assert broker.pending(now=first.expires_at) == [second]
    stored = store.get(first.id)
    assert stored is not None
    assert (stored.state, stored.event) == ("expired", None)
    late = broker.answer(first.id, "accept", by="user:ada", token=first.token, now=NOW)
    assert isinstance(late, NotConfirmed)
    assert late.why == "expired"


def test_a_question_is_found_by_the_request(store: Store) -> None:
    broker = Broker(store=store)
    # What JSON escapes, and what SQL would.
    names = ["call_1", "call_2", "", "ü\u2028", '"', "\\", "'; --", "%", "null", "1", "\x00", "a\x00b"]
    asked = {name: broker.ask({**EVENT, "request_id": name}, now=NOW) for name in names}
    broker.ask(EVENT, now=NOW)
    for name, pending in asked.items():
        assert broker.pending_by_request_id(name, now=NOW + 1) == pending
    for name in ("call_", "CALL_1", "call_10", "ü", "None", "a"):
        assert broker.pending_by_request_id(name, now=NOW) is None
    # Of two the one that ends first; then the other one; then none.
    later = broker.ask({**EVENT, "request_id": "call_1"}, now=NOW + 1)
    for pending in (asked["call_1"], later):
        assert broker.pending_by_request_id("call_1", now=NOW + 1) == pending
        assert broker.answer(pending.id, "accept", by="user:ada", authenticated=True, now=NOW + 2)
    assert broker.pending_by_request_id("call_1", now=NOW + 2) is None
    # What is over is closed on the way, and is not found again by a clock that goes back.
    assert broker.pending_by_request_id("call_2", now=NOW + 600_000) is None
    assert broker.pending_by_request_id("call_2", now=NOW) is None
    found = store.get(asked["call_2"].id)
    assert found is not None
    assert found.state == "expired"
    with pytest.raises(TypeError, match="`request_id`"):
        broker.pending_by_request_id(7)  # type: ignore[arg-type]


def test_without_its_event_a_question_is_of_no_known_request(store: Store) -> None:
    broker = Broker(store=store, keep_events=False)
    broker.ask({**EVENT, "request_id": "call_1"}, now=NOW)
    assert broker.pending_by_request_id("call_1", now=NOW) is None


def test_no_other_question_is_read_to_find_one(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    broker = Broker(store=store)
    pending = broker.ask({**EVENT, "request_id": "call_1"}, now=NOW)
    for number in range(2, 50):
        broker.ask({**EVENT, "request_id": f"call_{number}"}, now=NOW)
    monkeypatch.setattr(type(store), "open", lambda _: pytest.fail("it read all of them"))
    assert broker.pending_by_request_id("call_1", now=NOW) == pending
    assert asyncio.run(broker.pending_by_request_id_async("call_1", now=NOW)) == pending


def test_two_threads_confirm_once(store: Store) -> None:
    broker = Broker(store=store)
    for _ in range(20):
        pending = asked(broker)
        outcomes: list[Confirmed | NotConfirmed] = []
        barrier = threading.Barrier(4)

        def answer(
            pending: Pending, outcomes: list[Confirmed | NotConfirmed], start: threading.Barrier
        ) -> None:
            start.wait()
            outcomes.append(
                broker.answer(pending.id, "accept", by="user:ada", token=pending.token, now=NOW + 1)
            )

        threads = [threading.Thread(target=answer, args=(pending, outcomes, barrier)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(bool(outcome) for outcome in outcomes) == [False, False, False, True]
        assert all(outcome.why == "reused" for outcome in outcomes if isinstance(outcome, NotConfirmed))


ANSWER = """
import json, sys
from aana.confirmation import Broker
broker = Broker(store=sys.argv[1])
print("ready", flush=True)
for line in sys.stdin:
    id, token = json.loads(line)
    outcome = broker.answer(id, "accept", by="user:ada", token=token, now=int(sys.argv[2]))
    print(json.dumps([bool(outcome), getattr(outcome, "why", None)]), flush=True)
"""


def test_two_processes_confirm_once(tmp_path: Path) -> None:
    path = tmp_path / "confirmations.sqlite3"
    broker = Broker(store=path)
    questions = [asked(broker) for _ in range(30)]
    lines = "".join(json.dumps([pending.id, pending.token]) + "\n" for pending in questions)
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", ANSWER, str(path), str(NOW + 1)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(lines)
        process.stdin.flush()
    said = [process.communicate()[0].splitlines() for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert all(len(lines) == len(questions) for lines in said)
    for one, other in zip(*said, strict=True):
        assert sorted([one, other]) == ['[false, "reused"]', "[true, null]"]


ASK_AND_DIE = """
import json, os, sys
from aana.confirmation import Broker
pending = Broker(store=sys.argv[1]).ask(json.load(sys.stdin), now=int(sys.argv[2]))
print(json.dumps([pending.id, pending.token]), flush=True)
os.kill(os.getpid(), 9)
"""


def test_a_question_survives_the_process_that_asked(tmp_path: Path) -> None:
    path = tmp_path / "confirmations.sqlite3"
    event = {**EVENT, "proposed_arguments": {"to": "a@example.com", "id": 2**70, "ratio": 0.1}}
    process = subprocess.run(
        [sys.executable, "-c", ASK_AND_DIE, str(path), str(NOW)],
        input=json.dumps(event),
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert process.returncode == -9
    name, token = json.loads(process.stdout)
    broker = Broker(store=path)
    assert [pending.id for pending in broker.pending(now=NOW)] == [name]
    outcome = broker.answer(name, "accept", by="user:ada", token=token, now=NOW + 1)
    assert isinstance(outcome, Confirmed)
    assert outcome
    assert outcome.event["proposed_arguments"] == event["proposed_arguments"]
    assert aana.should_execute_tool(outcome.decision.to_dict(), outcome.event)
    again = Broker(store=path).answer(name, "accept", by="user:ada", token=token, now=NOW + 2)
    assert isinstance(again, NotConfirmed)
    assert again.why == "reused"


def test_a_forked_child_opens_the_file_anew(tmp_path: Path) -> None:
    broker = Broker(store=tmp_path / "confirmations.sqlite3")
    pending = asked(broker)
    script = inspect.cleandoc(
        """
        import os, sys
        from aana.confirmation import Broker
        broker = Broker(store=sys.argv[1])
        broker.pending(now=0)
        child = os.fork()
        if child == 0:
            code = 0 if broker.answer(sys.argv[2], "accept", by="user:a", token=sys.argv[3], now=int(sys.argv[4])) else 1
            os._exit(code)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
    )
    arguments = [str(tmp_path / "confirmations.sqlite3"), pending.id, str(pending.token), str(NOW + 1)]
    subprocess.run([sys.executable, "-c", script, *arguments], check=True)
    assert broker.pending(now=NOW + 1) == []


def test_the_file_is_the_owners_and_forgets(tmp_path: Path) -> None:
    path = tmp_path / "confirmations.sqlite3"
    broker = Broker(store=path)
    pending = asked(broker, proposed_arguments={"to": "a@example.com", "password": "c0rrect-h0rse-battery"})
    assert pending.token is not None
    if os.name == "posix":
        assert all(file.stat().st_mode & 0o077 == 0 for file in tmp_path.iterdir())
    assert b"a@example.com" in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert broker.answer(pending.id, "accept", by="user:ada", token=pending.token, now=NOW + 1)
    assert b"a@example.com" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    store = SqliteStore(path)
    broker.ask(EVENT, now=NOW)
    store.disconnect()
    stored = store.get(pending.id)
    assert stored is not None
    assert stored.event is None
    for secret in ("c0rrect-h0rse-battery", pending.token):
        assert secret not in stored.record
        assert secret not in repr((stored, pending, broker))
        assert secret not in pending.text


@pytest.mark.skipif(os.name != "posix", reason="rights of a file are another thing there")
@pytest.mark.parametrize(("given", "left"), [(0o666, 0o660), (0o640, 0o640), (0o604, 0o600)])
def test_a_file_that_is_there_loses_the_rights_of_others(tmp_path: Path, given: int, left: int) -> None:
    path = tmp_path / "confirmations.sqlite3"
    path.touch()
    path.chmod(given)
    asked(Broker(store=path))
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {left}


def test_a_closed_question_shows_nothing_of_the_call(store: Store) -> None:
    broker = Broker(store=store)
    for state, decision in (("rejected", "reject"), ("confirmed", "accept"), ("expired", "accept")):
        pending = asked(broker, proposed_arguments={"to": "a@example.com"}, authorization_subject="account:7")
        late = 700_000 if state == "expired" else 1
        broker.answer(pending.id, decision, by="user:ada", authenticated=True, now=NOW + late)  # type: ignore[arg-type]
        closed = store.get(pending.id)
        assert closed is not None
        assert (closed.state, closed.event) == (state, None)
        assert "a@example.com" not in closed.record
        assert "account:7" not in closed.record
        assert json.loads(closed.record)["question"]["tool"] == pending.tool
        again = broker.answer(pending.id, "accept", by="user:ada", authenticated=True, now=NOW + 2)
        assert isinstance(again, NotConfirmed)


def test_an_approval_holds_as_long_as_its_question_could_wait() -> None:
    broker = Broker(store=MemoryStore(), ttl=timedelta(minutes=5))
    pending = asked(broker)
    answer = broker.answer(pending.id, "accept", by="user:ada", token=pending.token, now=NOW + 200_000)
    assert isinstance(answer, Confirmed)
    for after, route in ((0, "accept"), (300_000, "accept"), (300_001, "defer"), (86_400_000, "defer")):
        later = aana.check_tool_call(answer.event, now=NOW + 200_000 + after)
        assert later["route"] == route
        assert ("stale_evidence" in later["hard_blockers"]) == (route == "defer")


def test_memory_forgets_what_was_closed_long_ago() -> None:
    store = MemoryStore()
    first = Stored("cnf_0", "open", NOW, json.dumps({"question": {}}), None)
    for number in range(1001):
        store.add(replace(first, id=f"cnf_{number}"))
        assert store.close(f"cnf_{number}", "expired", None, NOW)
    assert (store.get("cnf_0"), store.open(), store.open_by_request_id("call_1")) == (None, [], [])
    assert all(store.get(f"cnf_{number}") for number in range(1, 1001))


def test_the_file_is_where_it_was_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = SqliteStore("confirmations.sqlite3")
    pending = asked(Broker(store=store))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    store.disconnect()
    assert Broker(store=store).pending(now=NOW) == [pending]


def test_a_file_of_another_layout_is_left_alone(tmp_path: Path) -> None:
    import sqlite3

    path = tmp_path / "confirmations.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 7")
    connection.close()
    with pytest.raises(ValueError, match="a layout that this version does not know"):
        SqliteStore(path)


def test_values_that_are_no_json(store: Store) -> None:
    broker = Broker(store=store)
    with pytest.raises(NotAsked) as raised:
        broker.ask({**EVENT, "proposed_arguments": {"n": float("nan")}})
    assert raised.value.decision["validation_errors"][0]["path"] == "/proposed_arguments/n"
    assert pickle.loads(pickle.dumps(raised.value)).why == "not_askable"
    pending = asked(broker)
    changed = {**EVENT, "proposed_arguments": {"n": float("nan")}}
    outcome = broker.answer(pending.id, "accept", by="user:ada", token=pending.token, event=changed, now=NOW)
    assert isinstance(outcome, NotConfirmed)
    assert outcome.why == "altered"


def test_wrong_use_raises_without_showing_values(store: Store) -> None:
    broker = Broker(store=store)
    pending = asked(broker)
    calls: list[Callable[[], object]] = [
        lambda: broker.answer(pending.id, "accept", by=7, token="s3cret"),  # type: ignore[arg-type]
        lambda: broker.answer(pending.id, True, by="user:ada"),  # type: ignore[arg-type]
        lambda: broker.answer(pending.id, "accept", by="user:ada", authenticated=1),  # type: ignore[arg-type]
        lambda: broker.answer(pending.id, "accept", by="user:ada", token=b"s3cret"),  # type: ignore[arg-type]
        lambda: Broker(store=store, keep_events=1),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(TypeError) as raised:
            call()
        assert "s3cret" not in str(raised.value)
    assert broker.pending(now=NOW) == [pending]


def test_only_true_says_that_a_question_was_closed() -> None:
    class Counting(MemoryStore):
        def close(self, *given: Any) -> Any:
            return {"changes": super().close(*given)}

    broker = Broker(store=Counting())
    pending = asked(broker)
    assert not broker.answer(pending.id, "accept", by="user:ada", token=pending.token, now=NOW)


def test_a_store_that_cannot_close_confirms_nothing() -> None:
    class Broken(MemoryStore):
        def close(self, *_: object) -> bool:
            raise OSError("the disk is full")

    broker = Broker(store=Broken())
    pending = asked(broker)
    with pytest.raises(OSError, match="the disk is full"):
        broker.answer(pending.id, "accept", by="user:ada", token=pending.token, now=NOW)


def test_in_a_coroutine(store: Store) -> None:
    broker = Broker(store=store)

    async def run() -> list[Confirmed | NotConfirmed]:
        pending = await broker.ask_async(EVENT, now=NOW)
        assert await broker.pending_async(now=NOW) == [pending]
        answers = [
            broker.answer_async(pending.id, "accept", by="user:ada", token=pending.token, now=NOW + 1)
            for _ in range(5)
        ]
        return list(await asyncio.gather(*answers))

    assert sum(map(bool, asyncio.run(run()))) == 1


def test_examples() -> None:
    documented = [confirmation, *(getattr(confirmation, name) for name in confirmation.__all__)]
    documented += [value for value in vars(Broker).values() if inspect.isfunction(value)]
    texts = [text for one in documented if (text := inspect.getdoc(one)) and ">>> " in text]
    assert len(texts) >= 3
    for text in texts:
        run_examples(text, "aana.confirmation")


def test_a_store_of_ones_own_needs_four_methods() -> None:
    methods = {name for name in vars(confirmation.Store) if not name.startswith("_")}
    assert methods == {"add", "get", "open", "close"}
    assert "s3cret" not in repr(Stored("cnf_1", "open", 0, "s3cret", "s3cret"))
