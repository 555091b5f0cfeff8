//! A small event to spoil, and whether it was the reader of JSON that found something.

use aana_core::{codes::FaultCode, validate_bytes};

/// A small valid event.
pub(crate) const EVENT: &str = r#"{"tool_name":"sendé","tool_category":"write","authorization_state":"confirmed","evidence_refs":["approval:7",{"source_id":"a","supports":["\u00e9"],"freshness":{"age_hours":1.5}}],"risk_domain":"hr","proposed_arguments":{"a":[1,-2.5e3,true,null,{"b":"\ud83d\ude00"}]},"recommended_route":"accept"}"#;

/// The same shape with other arguments.
pub(crate) fn with_arguments(arguments: &str) -> String {
    let (before, rest) = EVENT.split_once(r#""proposed_arguments":"#).unwrap();
    let (_, after) = rest.split_once(r#","recommended_route""#).unwrap();
    format!(r#"{before}"proposed_arguments":{arguments},"recommended_route"{after}"#)
}

/// What the reader of JSON itself found, if it refused: not a fault of what the JSON says.
pub(crate) fn reading_fault(event: &[u8]) -> Option<(String, FaultCode)> {
    let mut faults = validate_bytes(event);
    let fault = (faults.len() == 1).then(|| faults.remove(0))?;
    let of_the_reader = match fault.code {
        FaultCode::EventTooLarge
        | FaultCode::InvalidUtf8
        | FaultCode::InvalidJson
        | FaultCode::TrailingData
        | FaultCode::DuplicateKey
        | FaultCode::NestingTooDeep
        | FaultCode::LoneSurrogate => true,
        FaultCode::NumberOutOfRange => !fault.path.ends_with("age_hours"),
        _ => false,
    };
    of_the_reader.then_some((fault.path, fault.code))
}
