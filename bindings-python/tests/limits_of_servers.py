"""The tests of a server's limits, the same for every server: each suite takes them with its own `start`."""

from __future__ import annotations

import itertools
import signal
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from raw_http import (
    HOSTS,
    MIB,
    NAMED,
    ORIGINS,
    TARGETS,
    Target,
    answers,
    assert_cut_off,
    assert_ends,
    assert_refused,
    flood,
    heads,
    host,
    status,
)
from serving import PATIENCE

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from serving import Process

    Serving = Callable[..., AbstractContextManager[tuple[Target, Process]]]

HEADS = list(heads(Target(0, "/", b"")))
NAMED_HERE = host("localhost")
GROWN = 64 * MIB


@pytest.fixture
def serving(request: pytest.FixtureRequest) -> Serving:
    start: Serving = request.module.start
    return start


@pytest.fixture(scope="module")
def to(request: pytest.FixtureRequest) -> Iterator[Target]:
    start: Serving = request.module.start
    with start() as (target, _):
        yield target


@pytest.mark.parametrize("named", [*HOSTS, *ORIGINS])
def test_another_name_is_not_answered(named: str, to: Target) -> None:
    assert_refused(answers(to, to.request(named)))


@pytest.mark.parametrize("named", NAMED)
def test_the_names_of_this_machine_are_answered(named: str, to: Target) -> None:
    answer = answers(to, to.request(named))
    assert status(answer) == 200
    assert b'"route"' in answer


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_with_another_name_is_not_answered(target: str, to: Target) -> None:
    if target.startswith("//"):
        # This is a path, and there is nothing there.
        assert status(answers(to, to.request(NAMED_HERE, target % to.path))) in (400, 404)
    else:
        assert_refused(answers(to, to.request(NAMED_HERE, target % to.path)))


def test_a_target_with_the_same_name_is_answered(to: Target) -> None:
    assert status(answers(to, to.request(host("localhost:80"), f"http://localhost:80{to.path}"))) == 200


@pytest.mark.parametrize("name", HEADS)
def test_what_can_be_read_in_two_ways_is_not_answered(name: str, to: Target) -> None:
    assert_refused(answers(to, heads(to)[name]))


@pytest.mark.parametrize("first", ["length", "chunks"])
def test_a_length_and_chunks_end_the_connection(first: str, to: Target) -> None:
    """Refused, or read in chunks: what stands behind is never taken for a request."""
    fields = ["Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n"]
    if first == "chunks":
        fields.reverse()
    whole = b"%x\r\n%b\r\n0\r\n\r\n" % (len(to.body), to.body)
    answer = answers(to, to.head(NAMED_HERE + "".join(fields) + "\r\n") + whole + to.request(NAMED_HERE))
    assert answer.count(b"HTTP/1.1 ") <= 1
    assert status(answer) in (0, 400) or b"\r\nconnection: close\r\n" in answer.lower()


def test_a_field_behind_the_body_is_none(to: Target) -> None:
    """Else it would come after the request was let in, or past whoever looked at its head."""
    chunks = b"%x\r\n%b\r\n0\r\n" % (len(to.body), to.body)
    chunked = "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    late = to.head(chunked) + chunks + NAMED_HERE.encode() + b"\r\n"
    assert_refused(answers(to, late))
    harmless = to.head(NAMED_HERE + chunked) + chunks + b"Host: localhost\r\nOrigin: null\r\n\r\n"
    assert status(answers(to, harmless)) == 200


LARGE = {
    "one field": "A: " + "a" * 66_000 + "\r\n",
    "several fields": "".join(f"A{number}: {'a' * 2000}\r\n" for number in range(35)),
    "many fields": "a:\r\n" * 500,
}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_head_is_not_answered(name: str, to: Target) -> None:
    assert_refused(answers(to, to.request(NAMED_HERE + LARGE[name])))


def test_a_long_target_is_not_answered(to: Target) -> None:
    assert_refused(answers(to, to.request(NAMED_HERE, to.path + "?" + "a" * 66_000)))


def test_a_head_of_usual_size_is_answered(to: Target) -> None:
    cookies = "".join(f"Cookie: {'a' * 900}\r\n" for _ in range(60))
    assert status(answers(to, to.request(NAMED_HERE + cookies))) == 200


CHUNKED = NAMED_HERE + "Transfer-Encoding: chunked\r\n\r\n"
ENDLESS = {
    "field": (NAMED_HERE + "A: ", b"a" * 65_536),
    "name": (NAMED_HERE, b"a" * 65_536),
    "fields": (NAMED_HERE, b"Aaaaaaaaaaaaaaaaaaaaaaaaaaaaa: b\r\n" * 2000),
    "short fields": (NAMED_HERE, b"a:\r\n" * 16_000),
    "chunk extension": (CHUNKED + "1;", b"a" * 65_536),
    "field behind the body": (CHUNKED + "1\r\n{\r\n0\r\nA: ", b"a" * 65_536),
    "fields behind the body": (CHUNKED + "1\r\n{\r\n0\r\n", b"Aaaaaaaaaaaaaaaaaaaaaaaaaaaaa: b\r\n" * 2000),
    "body": (CHUNKED, b"8000\r\n" + b" " * 32_768 + b"\r\n"),
    "small chunks": (CHUNKED, b"1\r\n \r\n" * 10_000),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_never_ends_is_ended(name: str, to: Target) -> None:
    """And is not held meanwhile."""
    start, more = ENDLESS[name]
    before = to.memory()
    flood(to, to.head(start), itertools.repeat(more))
    assert to.memory() - before < GROWN
    assert status(answers(to, to.request(NAMED_HERE))) == 200


def test_lines_before_a_request_are_not_taken_for_ever(to: Target) -> None:
    flood(to, b"", itertools.repeat(b"\r\n" * 32_768))


SLOW = ("--head-seconds", "1", "--body-seconds", "1")
UNFINISHED = {
    "nothing": (b"", b""),
    "a head": (b"POST / HTTP/1.1\r\n", b"A: b\r\n"),
    "a line": (b"POS", b"T"),
}
UNFINISHED_BODIES = [
    (f"{NAMED_HERE}Content-Length: 5000\r\n\r\n", b""),
    (f"{NAMED_HERE}Content-Length: 5000\r\n\r\n", b" "),
    (CHUNKED, b""),
    (CHUNKED, b"1\r\n \r\n"),
    # The size of a chunk that never comes to its end, and what may stand behind it.
    (CHUNKED, b"0" * 1000),
    (CHUNKED + "1;", b"a"),
]


def test_what_does_not_come_in_time_is_ended(serving: Serving) -> None:
    with serving(*SLOW) as (to, _):
        for start, more in UNFINISHED.values():
            assert b'"route"' not in assert_ends(to, start, more)
        for fields, more in UNFINISHED_BODIES:
            late = assert_ends(to, to.head(fields), more)
            assert status(late) in (0, 400, 408, 431), late
        # Of what needs no body, too; and after an answer the next head has to come in time as well.
        assert_ends(
            to, to.head(f"{NAMED_HERE}Content-Length: 5000\r\n\r\n").replace(b"POST", b"GET", 1), b" "
        )
        kept = assert_ends(to, to.kept(NAMED_HERE) + b"\r\nPOS")
        assert kept.count(b'"route"') >= 1
        assert status(answers(to, to.request(NAMED_HERE))) == 200


def test_who_does_not_read_is_cut_off(serving: Serving) -> None:
    with serving(*SLOW) as (to, _):
        before = to.memory()
        assert_cut_off(to)
        assert to.memory() - before < GROWN
        assert status(answers(to, to.request(NAMED_HERE))) == 200


def test_bodies_that_never_end_are_ended(serving: Serving) -> None:
    """Each one holds all that a body may be, and then waits."""
    start = f"{NAMED_HERE}Content-Length: {MIB}\r\n\r\n"
    with serving(*SLOW) as (to, _):
        opened = [to.connect() for _ in range(40)]
        for one in opened:
            one.sendall(to.head(start) + b" " * 1000)
        deadline = time.monotonic() + PATIENCE
        for one in opened:
            one.settimeout(max(0.1, deadline - time.monotonic()))
            while one.recv(65_536):
                pass
            one.close()
        assert status(answers(to, to.request(NAMED_HERE))) == 200


def answered(to: Target) -> socket.socket:
    """A connection that is one of those that are answered, and stays open."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        connection = to.connect()
        connection.sendall(to.kept(NAMED_HERE))
        if status(connection.recv(65_536)) == 200:
            return connection
        # One that was closed a moment ago is still counted.
        connection.close()
        time.sleep(0.01)
    raise AssertionError("no connection is answered")


def test_more_connections_than_are_served(serving: Serving) -> None:
    with serving("--max-connections", "4") as (to, _), ExitStack() as kept:
        for _ in range(4):
            kept.enter_context(answered(to))
        assert status(answers(to, to.request(NAMED_HERE))) in (0, 503)
        kept.close()
        answered(to).close()


def test_far_more_connections_than_are_served(serving: Serving) -> None:
    """What comes on top of those that are still told so is closed at once."""
    with serving("--max-connections", "4", "--head-seconds", "60") as (to, _):
        opened = [to.connect() for _ in range(200)]
        closed = 0
        deadline = time.monotonic() + PATIENCE
        while closed < 100 and time.monotonic() < deadline:
            closed = 0
            for one in opened:
                one.settimeout(0.01)
                try:
                    closed += one.recv(1) == b""
                except TimeoutError:
                    pass
                except ConnectionResetError:
                    closed += 1
        for one in opened:
            one.close()
        assert closed >= 100


def test_many_requests_at_once(to: Target) -> None:
    """Those that a client may ask ahead are answered in their order; far more end the connection."""
    few = answers(to, to.kept(NAMED_HERE) * 7 + to.request(NAMED_HERE))
    assert few.count(b"HTTP/1.1 200 ") == 8
    before = to.memory()
    many = answers(to, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 40_000)
    assert many.count(b"HTTP/1.1 ") <= 40_000
    assert to.memory() - before < GROWN
    assert status(answers(to, to.request(NAMED_HERE))) == 200


def test_it_ends_when_told_so_whoever_is_connected(serving: Serving) -> None:
    with serving() as (to, process):
        opened = [to.connect() for _ in range(3)]
        opened[1].sendall(b"POST / HTTP/1.1\r\n")
        opened[2].sendall(to.head(f"{NAMED_HERE}Content-Length: 5000\r\n\r\n") + b" ")
        # It has seen them once it answers another one.
        assert status(answers(to, to.request(NAMED_HERE))) == 200
        code, _ = process.stop()
        assert code in (0, -signal.SIGTERM)
        for one in opened:
            one.close()


def test_a_further_name_is_the_operators(serving: Serving) -> None:
    with serving("--allowed-host", "Gate.example") as (to, _):
        for named in (host("gate.example"), host("GATE.example:8443"), host("localhost")):
            assert status(answers(to, to.request(named))) == 200
            assert status(answers(to, to.request(named + "Origin: https://gate.example\r\n"))) == 200
        for named in (host("x.gate.example"), host("gate.example."), host("gate.example.evil.example")):
            assert_refused(answers(to, to.request(named)))
