//! Any bytes are an envelope or none, and what a key did not sign is nobody's statement.
#![no_main]

use std::sync::LazyLock;

use aana_receipt::{Anchor, Anchors, Envelope, PrivateKey, PublicKey, Receipt, verify_receipt};
use libfuzzer_sys::fuzz_target;

/// A key that the corpus is signed with, and one that nothing is signed with.
static KEYS: LazyLock<[PublicKey; 2]> = LazyLock::new(|| {
    [b"AANA TEST KEY, KNOWN TO EVERYONE", &[7; 32]]
        .map(|seed| PrivateKey::from_seed(seed).public())
});

fuzz_target!(|bytes: &[u8]| {
    let [known, other] = &*KEYS;
    let known = std::slice::from_ref(known);
    let other = std::slice::from_ref(other);
    let envelope = Envelope::read(bytes);
    if let Ok(envelope) = &envelope {
        assert!(envelope.verified(other).is_err());
        assert!(envelope.verified(&[]).is_err());
    }
    let signed = envelope.is_ok_and(|it| it.verified(known).is_ok());
    let anchor = Anchor::verified(bytes, known);
    let receipt = Receipt::verified(bytes, known);
    assert!(signed || (anchor.is_err() && receipt.is_err()));
    assert!(anchor.is_err() || receipt.is_err());
    assert!(!verify_receipt(bytes, bytes, None, other).holds());
    // The same as lines of a file of anchors: what was taken alone is taken there.
    let anchors = Anchors::read(bytes, known).expect("memory can be read");
    assert!(anchors.count() == 0 || Anchors::read(bytes, other).expect("memory").count() == 0);
});
