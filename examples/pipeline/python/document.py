"""A Tool Execution Request: approved, then edited, then refused because of its digest."""

from __future__ import annotations

import hashlib
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

import aana
from aana import tool_request

if TYPE_CHECKING:
    from pathlib import Path

NOW = int(datetime(2026, 3, 12, 10, 40, tzinfo=timezone.utc).timestamp() * 1000)


def approve_edit_refuse(file: Path, inputs: Path) -> None:
    """Gate one request twice: as it was approved, and after somebody changed its memory limit."""
    document = file.read_bytes()
    checked = tool_request.check(document, file_name=file.name, now=NOW)
    print(
        "the document is", "valid" if checked["valid"] else "not valid", "- alone it gives", checked["route"]
    )

    # The operator's approval, recorded by the host for exactly these bytes.
    record = {
        "request_id": checked["request_id"],
        "document_sha256": checked["document_sha256"],
        "approver": "m.okafor",
        "recorded_utc": "2026-03-12T09:40:20Z",
        "verified": True,
        "promoted": True,
    }
    print("approved:", gated(document, record, inputs))

    edited = document.replace(b"memory_limit_mb: 1024", b"memory_limit_mb: 2048")
    print("edited afterwards:", gated(edited, record, inputs))


def gated(document: bytes, record: dict[str, Any], inputs: Path) -> str:
    """Bind a document to what the host knows, and ask the gate."""
    facts: Any = {
        "now_ms": NOW,
        "record": record,
        "inputs": [measured(file) for file in sorted(inputs.iterdir())],
        "ledger": [],
        "known_approvers": ["m.okafor"],
        "risk_domain": "research",
    }
    binding = tool_request.bind(document, facts)
    decision = aana.Gate().check(binding["event"], now=NOW)
    return " - ".join([decision.route, *binding["errors"]])


def measured(file: Path) -> dict[str, Any]:
    """What the host itself finds of an input."""
    content = file.read_bytes()
    return {"name": file.name, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
