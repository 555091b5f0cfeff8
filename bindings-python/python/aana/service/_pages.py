"""What a browser shows: the page at `/`, and the documentation. Nothing comes from elsewhere."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

import fastapi_offline
from starlette.responses import Response
from starlette.routing import Route

from aana.service._answers import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

# The page may run its own scripts and the gate's WebAssembly, and connect to nothing at all: what is
# pasted into it cannot leave it. Its icon stands in the page itself.
PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
DOCS_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

HTML: Final = "text/html; charset=utf-8"
SCRIPT: Final = "text/javascript; charset=utf-8"
STYLE: Final = "text/css; charset=utf-8"

# Path, file, type, policy. Swagger UI is taken from the package that brings it.
OWN: Final = (
    ("/", "page.html", HTML, PAGE_POLICY),
    ("/page/page.js", "page.js", SCRIPT, PAGE_POLICY),
    ("/page/page.css", "page.css", STYLE, PAGE_POLICY),
    ("/page/aana.js", "aana.js", SCRIPT, PAGE_POLICY),
    ("/docs", "docs.html", HTML, DOCS_POLICY),
    ("/docs/docs.js", "docs.js", SCRIPT, DOCS_POLICY),
)
SWAGGER: Final = (
    ("/docs/swagger-ui-bundle.js", "swagger-ui-bundle.js", SCRIPT, DOCS_POLICY),
    ("/docs/swagger-ui.css", "swagger-ui.css", STYLE, DOCS_POLICY),
)

PAGES: Final = frozenset(path for path, *_ in OWN + SWAGGER)


def routes() -> list[Route]:
    """Every page, script and style."""
    own = files("aana") / "service" / "page"
    swagger = Path(fastapi_offline.__file__).parent / "static"
    return [
        *(shown(path, (own / name).read_bytes, media, policy) for path, name, media, policy in OWN),
        *(shown(path, (swagger / name).read_bytes, media, policy) for path, name, media, policy in SWAGGER),
    ]


def shown(path: str, file: Callable[[], bytes], media: str, policy: str) -> Route:
    """A file under a path, read once."""
    held: list[bytes] = []

    async def show(_: Request) -> Response:
        if not held:
            try:
                held.append(file())
            except FileNotFoundError:
                return Problem("page_missing")
        return Response(held[0], media_type=media, headers={"content-security-policy": policy})

    return Route(path, show, methods=["GET"], include_in_schema=False)
