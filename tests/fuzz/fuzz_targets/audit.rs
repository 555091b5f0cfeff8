//! Any bytes have a report, and what is taken for a log loses nothing unseen.
#![no_main]

use aana_audit::{Sort, verify_bytes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let report = verify_bytes(&[bytes], None);
    let faults: Vec<Sort> = report.faults.iter().map(|fault| fault.sort).collect();
    // Without a head the end is never proven.
    assert!(!report.is_intact());
    if faults != [Sort::HeadMissing] {
        return;
    }
    let Some(last) = report.last else { return };
    assert!(verify_bytes(&[bytes], Some(last)).is_intact());
    // Its last line removed, and its last line turned to something else.
    let text = bytes.strip_suffix(b"\n").expect("a line has an end");
    let start = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    assert!(!verify_bytes(&[&bytes[..start]], Some(last)).is_intact());
    let mut edited = bytes.to_vec();
    edited[start] ^= 1;
    assert!(!verify_bytes(&[&edited], Some(last)).is_intact());
});
