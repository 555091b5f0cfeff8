"""One message of JSON-RPC, read as the library does; what is wrong with it is said without a word of it."""

from __future__ import annotations

from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    JSONRPCMessage,
    JSONRPCNotification,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from aana._native import mcp_has_id


class UnreadError(ValueError):
    """The message is not a valid one; `code` is the JSON-RPC error code."""

    def __init__(self, code: int, what: str) -> None:
        super().__init__(what)
        self.code = code


def message_of(rest: bytes) -> JSONRPCMessage:
    """The message. What the library would say of a faulty one holds its values.

    >>> message_of(b'{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}')
    Traceback (most recent call last):
    ...
    aana.mcp._message.UnreadError: the `id` of a request is a text or a number
    """
    try:
        message: JSONRPCMessage = jsonrpc_message_adapter.validate_json(rest, by_name=False)
    except ValidationError as error:
        parsed = all(one["type"] != "json_invalid" for one in error.errors(include_input=False))
        what = "the message is not one JSON-RPC request, notification or response"
        raise UnreadError(INVALID_REQUEST if parsed else PARSE_ERROR, what) from None
    if isinstance(message, JSONRPCNotification) and mcp_has_id(rest):
        # A request with an unusable id: the caller still waits for an answer.
        raise UnreadError(INVALID_REQUEST, "the `id` of a request is a text or a number")
    return message
