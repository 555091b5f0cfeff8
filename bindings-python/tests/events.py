"""Events to start from."""

from __future__ import annotations

from typing import Any

NOW = 1_778_371_200_000


def minimal(**changes: Any) -> dict[str, Any]:
    """The contract's minimal event."""
    event: dict[str, Any] = {
        "tool_name": "send_email",
        "tool_category": "write",
        "authorization_state": "user_claimed",
        "evidence_refs": ["draft_id:123"],
        "risk_domain": "customer_support",
        "proposed_arguments": {"to": "customer@example.com"},
        "recommended_route": "accept",
    }
    return {**event, **changes}


def search(**arguments: Any) -> dict[str, Any]:
    """A public read, which is accepted whatever it searches for."""
    return minimal(
        tool_name="search_docs",
        tool_category="public_read",
        authorization_state="none",
        evidence_refs=[],
        risk_domain="research",
        proposed_arguments=arguments,
    )
