//! One message of JSON-RPC, read as the library does; what is wrong with it is said without a word of it.

use rmcp::model::ClientJsonRpcMessage;
use serde::de::IgnoredAny;

use crate::split::has_id;

/// A code of JSON-RPC and a sentence.
pub(crate) type MessageError = (i32, &'static str);

/// The message, of which the library's own words would hold values.
pub(crate) fn message_of(rest: &[u8]) -> Result<ClientJsonRpcMessage, MessageError> {
    let Ok(message) = serde_json::from_slice::<ClientJsonRpcMessage>(rest) else {
        let code = if is_json(rest) { -32600 } else { -32700 };
        return Err((code, "the message is not one JSON-RPC request, notification or response"));
    };
    if matches!(message, ClientJsonRpcMessage::Notification(_)) && has_id(rest) {
        // A request with an unusable id: the caller still waits for an answer.
        return Err((-32600, "the `id` of a request is a text or a number"));
    }
    Ok(message)
}

fn is_json(text: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(text).is_ok()
}
