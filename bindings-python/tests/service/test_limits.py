"""What one caller can take of the service, and under which name it may be asked."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING

from events import search
from limits_of_servers import *
from raw_http import Target

from service.serving import Served

if TYPE_CHECKING:
    from collections.abc import Iterator

BODY = json.dumps(search(q="x")).encode()
BUNDLE = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n"


@contextmanager
def start(*arguments: str) -> Iterator[tuple[Target, Served]]:
    with Served(*arguments) as served:
        yield Target(served.port, "/pre-tool-check", BODY, BUNDLE, pid=served.process.pid), served
