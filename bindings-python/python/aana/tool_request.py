"""Tool Execution Requests: the approved document for running code.

`check` judges a document by named rules, and `bind` holds it against what the host knows: the approval, the
inputs, the runner. What comes of it is an event for the gate, whose arguments are what may run.

>>> from aana import tool_request
>>> report = tool_request.check(b"no front matter")
>>> report["valid"], report["route"], report["errors"]
(False, 'ask', ['fm.missing'])

A document is the file's `bytes`: an approval is for exactly these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aana import _answers
from aana._native import given_now, request_bind, request_check, request_digests
from aana._tool_request_types import (
    Binding,
    Capabilities,
    Digests,
    Facts,
    Finding,
    Input,
    InputFinding,
    InvalidArguments,
    InvalidReport,
    Limits,
    MeasuredFile,
    NoFile,
    Record,
    Report,
    Request,
    RunArguments,
    RunLimits,
    Severity,
    ValidArguments,
    ValidReport,
)

if TYPE_CHECKING:
    from datetime import datetime

__all__ = [
    "Binding",
    "Capabilities",
    "Digests",
    "Facts",
    "Finding",
    "Input",
    "InputFinding",
    "InvalidArguments",
    "InvalidReport",
    "Limits",
    "MeasuredFile",
    "NoFile",
    "Record",
    "Report",
    "Request",
    "RunArguments",
    "RunLimits",
    "Severity",
    "ValidArguments",
    "ValidReport",
    "bind",
    "check",
    "digests",
]


def check(
    document: bytes,
    *,
    file_name: str | None = None,
    now: datetime | int | None = None,
    limits: Limits | None = None,
) -> Report:
    r"""Check a document.

    `file_name` is the base name of the file, which has to fit the request's id. With `now`, the approval
    must not be too old or from the future; without it, nothing is said about its age.

    >>> from aana import tool_request
    >>> report = tool_request.check(b"---\n---\n", file_name="../evil.md")
    >>> finding = report["findings"][0]
    >>> finding["rule"], finding["line"], finding["column"], report["request"]
    ('name.unsafe', 1, 1, None)
    """
    options: dict[str, Any] = {}
    if file_name is not None:
        options["file_name"] = _answers.optional(file_name, "file_name")
    if now is not None:
        options["now_ms"] = given_now(now)
    if limits is not None:
        options["limits"] = _answers.table(limits, "limits")
    report: Report = _told(request_check(document, _answers.written(options, "limits")))
    return report


def digests(document: bytes) -> Digests:
    """Give the digest of the bytes, and that of their meaning, which line ends and the like leave alone.

    >>> from aana import tool_request
    >>> tool_request.digests(b"")["document_sha256"][:16]
    'e3b0c44298fc1c14'
    """
    found: Digests = _told(request_digests(document))
    return found


def bind(document: bytes, facts: Facts) -> Binding:
    """Hold a document against what the host knows, and make the event for the gate.

    What the facts leave out is not known, and counts against the request. The tool has to take its
    arguments from `proposed_arguments` of the accepted event, not from a second reading of the file.

    >>> import aana
    >>> from aana import tool_request
    >>> binding = tool_request.bind(b"no front matter", {"risk_domain": "research"})
    >>> binding["authorization_state"], binding["event"]["tool_name"]
    ('none', 'tool_exec.run')
    >>> aana.check_tool_call(binding["event"])["route"]
    'defer'
    """
    known = _answers.written(_answers.table(facts, "facts"), "facts")
    binding: Binding = _told(request_bind(document, known))
    return binding


def _told(text: str) -> Any:
    answer = _answers.read(text)
    if "error" in answer:
        raise ValueError(answer["error"])
    return answer
