"""A server that really runs: its port, what it says, and how it is asked."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import threading
import time
from http.client import HTTPConnection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typing_extensions import Self

PATIENCE = 60


class Process:
    """A server as a process of its own, at a port that the system chose."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str] | None = None) -> None:
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env)
        self.said: list[str] = []
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line)
            if found := re.search(r"running on http://\S+:(\d+)", line):
                self.port = int(found[1])
                self.wait()
                break
        else:
            self.__exit__()
            raise AssertionError("".join(self.said))

    def wait(self) -> None:
        """Until somebody answers: with several workers the port is told before it is open."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), PATIENCE).close()
            except ConnectionRefusedError:
                time.sleep(0.01)
            else:
                return

    def wait_until_said(self, pattern: str, times: int) -> None:
        """Wait for so many lines with this pattern. A server that stays silent too long is killed."""
        assert self.process.stderr is not None
        watch = threading.Timer(PATIENCE, self.process.kill)
        watch.start()
        try:
            while sum(bool(re.search(pattern, line)) for line in self.said) < times:
                line = self.process.stderr.readline()
                assert line, "".join(self.said)
                self.said.append(line)
        finally:
            watch.cancel()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        assert self.process.stderr is not None
        self.process.stderr.close()

    def stop(self) -> tuple[int, str]:
        """Ask it to stop; its exit status and what it said."""
        self.process.send_signal(signal.SIGTERM)
        _, rest = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, "".join(self.said) + rest

    def connect(self) -> HTTPConnection:
        """A connection that is kept."""
        return HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def send(self, path: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, bytes]:
        """One request over a connection of its own."""
        connection = self.connect()
        connection.request("POST", path, body, dict(headers))
        answer = connection.getresponse()
        found = answer.status, answer.read()
        connection.close()
        return found
