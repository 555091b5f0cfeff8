//! One message of JSON-RPC, read as the library does; what is wrong with it is said without a word of it.

use rmcp::model::ClientJsonRpcMessage;
use serde::de::IgnoredAny;

use crate::split::has_id;

/// A code of JSON-RPC and a sentence.
pub(crate) type MessageError = (i32, &'static str);

/// Bytes of a message without the arguments of its call. What is beyond a name and an id is of no use here, and
/// the library keeps each value of it twice.
const MAX_ENVELOPE: usize = 256 << 10;

/// The message, of which the library's own words would hold values.
pub(crate) fn message_of(rest: &[u8]) -> Result<ClientJsonRpcMessage, MessageError> {
    if rest.len() > MAX_ENVELOPE {
        return Err((-32600, "the message has more than 256 KiB beside the arguments of a call"));
    }
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

#[cfg(test)]
#[path = "../../../core/tests/support/worst.rs"]
mod worst;

#[cfg(test)]
mod tests {
    use super::{
        message_of,
        worst::{holds, repeated},
    };
    use crate::split::{has_id, split};

    /// Lines made to cost take no more memory and no more work than any text may.
    #[test]
    fn lines_hold() {
        let call = |params: &str| {
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{{params}}}}}"#)
        };
        let forms = [
            call(r#""name":"x","arguments":{"a":[…1…]}"#),
            call(r#""name":"x","arguments":{…"k№":№…}"#),
            call(r#""name":"x","_meta":{…"k№":№…}"#),
            call(r#""name":"x","_meta":{"a":[…1…]}"#),
            call(r#""name":"x","_meta":{"a":[…{"":1}…]}"#),
            call(r#""name":"x","_meta":{"a":[…[1]…]}"#),
            call(r#""name":"x",…"k№":№…"#),
            r#"{"jsonrpc":"2.0","method":"x","params":{"a":[…1…]}}"#.to_owned(),
            r#"{"jsonrpc":"2.0","id":1,"result":{"a":[…1…]}}"#.to_owned(),
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":[…1…]}}"#.to_owned(),
            r#"{…"k№":№…}"#.to_owned(),
            "[…1…]".to_owned(),
            "[…[…]".to_owned(),
            r#"{"…\\…"#.to_owned(),
        ];
        for form in forms {
            holds(
                &form,
                |most| repeated(&form, most),
                |line| {
                    if let Ok((rest, arguments)) = split(line.as_bytes()) {
                        drop((has_id(&rest), message_of(&rest).ok(), arguments));
                    }
                },
            );
        }
    }
}
