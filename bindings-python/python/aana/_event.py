"""Builders for events and evidence refs. They put fields together; only the gate judges them."""

from __future__ import annotations

# As `typing` has it; importing that would take longer than everything else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from typing import Any

    from aana._types import (
        AuthorizationState,
        AuthorizationSubject,
        Event,
        EvidenceKind,
        EvidenceRef,
        Freshness,
        FreshnessStatus,
        RedactionStatus,
        RiskDomain,
        Route,
        ToolCategory,
        TrustTier,
    )


def build_tool_precheck_event(
    *,
    tool_name: str,
    tool_category: ToolCategory = "unknown",
    authorization_state: AuthorizationState = "none",
    evidence_refs: Iterable[str | EvidenceRef] = (),
    risk_domain: RiskDomain = "unknown",
    proposed_arguments: Mapping[str, Any] | None = None,
    recommended_route: Route = "accept",
    request_id: str | None = None,
    agent_id: str | None = None,
    user_intent: str | None = None,
    authorization_subject: str | AuthorizationSubject | None = None,
) -> Event:
    """Put an event of the Agent Action Contract v1 together.

    What is left out has the value that says least, so that leaving something out never helps a call to
    run. Optional fields that are `None` are not part of the event.

    >>> import aana
    >>> event = aana.build_tool_precheck_event(tool_name="send_email", tool_category="write")
    >>> event["authorization_state"], event["evidence_refs"], event["proposed_arguments"]
    ('none', [], {})
    >>> aana.check_tool_call(event)["route"]
    'defer'
    """
    event: Event = {
        "tool_name": tool_name,
        "tool_category": tool_category,
        "authorization_state": authorization_state,
        "evidence_refs": list(evidence_refs),
        "risk_domain": risk_domain,
        "proposed_arguments": {} if proposed_arguments is None else dict(proposed_arguments),
        "recommended_route": recommended_route,
    }
    if request_id is not None:
        event["request_id"] = request_id
    if agent_id is not None:
        event["agent_id"] = agent_id
    if user_intent is not None:
        event["user_intent"] = user_intent
    if authorization_subject is not None:
        event["authorization_subject"] = authorization_subject
    return event


def tool_evidence_ref(
    source_id: str,
    *,
    kind: EvidenceKind = "other",
    trust_tier: TrustTier = "unknown",
    redaction_status: RedactionStatus = "unknown",
    summary: str | None = None,
    freshness: FreshnessStatus | Freshness | None = None,
    provenance: str | None = None,
    retrieved_at: str | datetime | None = None,
    citation_url: str | None = None,
    supports: Iterable[str] | None = None,
    contradicts: Iterable[str] | None = None,
) -> EvidenceRef:
    """Put a structured evidence ref together.

    `freshness` may be the bare status. What is left out vouches for nothing.

    >>> import aana
    >>> ref = aana.tool_evidence_ref(
    ...     "ui.approval", kind="approval", trust_tier="verified", redaction_status="redacted",
    ...     summary="The user pressed Send.", freshness="fresh", provenance="connector",
    ... )
    >>> ref["freshness"]
    {'status': 'fresh'}
    """
    ref: EvidenceRef = {
        "source_id": source_id,
        "kind": kind,
        "trust_tier": trust_tier,
        "redaction_status": redaction_status,
    }
    if summary is not None:
        ref["summary"] = summary
    if freshness is not None:
        ref["freshness"] = {"status": freshness} if isinstance(freshness, str) else freshness
    if provenance is not None:
        ref["provenance"] = provenance
    if retrieved_at is not None:
        ref["retrieved_at"] = retrieved_at
    if citation_url is not None:
        ref["citation_url"] = citation_url
    if supports is not None:
        ref["supports"] = list(supports)
    if contradicts is not None:
        ref["contradicts"] = list(contradicts)
    return ref


build_tool_precheck_event.__module__ = tool_evidence_ref.__module__ = "aana"
