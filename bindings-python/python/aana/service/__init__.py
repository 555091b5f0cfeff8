"""The gate over HTTP: `aana-fastapi`, or `create_app` for a server of your own. Needs `aana[service]`.

>>> from aana.service import Settings, create_app
>>> app = create_app(Settings(policy={"tools": {"deploy_*": {"route_floor": "defer"}}}))
>>> app.title
'AANA'

A body goes to the gate as the bytes that arrived, so that what another reader of JSON would let through (a
key that stands twice, `NaN`, half a surrogate pair) is refused here too. Every decision is a 200, refusals
included; another status means that there is no decision, and what has no decision does not run.
"""

from __future__ import annotations

from aana.service._app import create_app
from aana.service._settings import Settings

__all__ = ["Settings", "create_app"]
