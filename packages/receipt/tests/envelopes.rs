//! Envelopes: what is signed, what is taken, and that nothing in one can change.

use std::path::{Path, PathBuf};
use std::{env, fs};

use aana_audit::{Hash, Mark};
use aana_receipt::{
    Anchor, Envelope, Error, MAX_ENVELOPE, PAYLOAD_TYPE, PrivateKey, PublicKey, Receipt, pae,
    verify_receipt,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use proptest::{prelude::*, sample::Index};

/// A key that everybody knows.
const TEST_SEED: &[u8; 32] = b"AANA TEST KEY, KNOWN TO EVERYONE";

const NOW_MS: i64 = 1_778_371_200_000;

const EVENT: &str = r#"{"tool_name": "search_docs", "tool_category": "public_read",
    "authorization_state": "none", "evidence_refs": [], "risk_domain": "research",
    "proposed_arguments": {"query": "leave policy"}, "recommended_route": "accept"}"#;

fn key() -> PrivateKey {
    PrivateKey::from_seed(TEST_SEED)
}

fn keys() -> Vec<PublicKey> {
    vec![key().public()]
}

fn anchor() -> Anchor {
    let first = Mark { seq: 1, hash: Hash::of(b"first") };
    let head = Mark { seq: 421, hash: Hash::of(b"last") };
    Anchor::next(None, first, head, "audit.jsonl", NOW_MS)
}

fn receipt() -> String {
    Receipt::decide(EVENT.as_bytes(), None, NOW_MS).unwrap().sign(&key())
}

fn files() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/envelopes")
}

/// The example of DSSE's protocol page.
#[test]
fn what_is_signed_is_what_dsse_says() {
    let expected = b"DSSEv1 29 http://example.com/HelloWorld 11 hello world";
    assert_eq!(pae("http://example.com/HelloWorld", b"hello world"), expected);
    // Lengths are of bytes.
    assert_eq!(pae("\u{e9}", "\u{20ac}".as_bytes()), "DSSEv1 2 \u{e9} 3 \u{20ac}".as_bytes());
    assert_eq!(pae("", b""), b"DSSEv1 0  0 ");
}

/// These files are what the Python tests verify with other libraries.
#[test]
fn envelopes_are_the_recorded_ones() {
    let second = Anchor::next(Some(&anchor()), anchor().log, anchor().head, "audit.jsonl", NOW_MS);
    let anchors = format!("{}\n{}\n", anchor().sign(&key()), second.sign(&key()));
    let recorded = [
        ("anchors.jsonl", anchors),
        ("test_key.pub", key().public().to_pem()),
        ("test_key.private", key().to_pem().to_string()),
    ];
    for (name, text) in recorded {
        let path = files().join(name);
        if env::var_os("AANA_BLESS").is_some() {
            fs::create_dir_all(files()).unwrap();
            fs::write(&path, &text).unwrap();
        }
        assert_eq!(fs::read_to_string(path).unwrap(), text, "{name}");
    }
}

/// An envelope that Python's `securesystemslib` made with the same key.
#[test]
fn what_another_library_signed_is_taken() {
    let bytes = fs::read(files().join("by_securesystemslib.json")).unwrap();
    let envelope = Envelope::read(&bytes).unwrap();
    assert!(envelope.verified(&keys()).unwrap().starts_with(b"{\"_type\""));
    let anchor = Anchor::verified(&bytes, &keys()).unwrap();
    assert_eq!(anchor, self::anchor());
}

fn with_payload_type(payload_type: &str) -> String {
    receipt().replacen(PAYLOAD_TYPE, payload_type, 1)
}

#[test]
fn what_is_not_understood_is_not_taken() {
    let good = receipt();
    assert!(Envelope::read(good.as_bytes()).unwrap().verified(&keys()).is_ok());
    assert!(Envelope::read(format!("{good}\n").as_bytes()).is_ok());
    let payload = good.split('"').nth(7).unwrap();
    let sig = good.rsplit('"').nth(1).unwrap();
    let forms = [
        String::new(),
        "null".to_owned(),
        format!(" {good}"),
        format!("{good} "),
        format!("{good}\n\n"),
        format!("{good}\r\n"),
        format!("{good}{good}"),
        format!("\u{feff}{good}"),
        good.replacen('{', "{\"payload\":\"\",", 1),
        good.replacen('{', "{\"payloadType\":\"application/vnd.in-toto+json\",", 1),
        good.replacen("{\"keyid", "{\"sig\":\"\",\"keyid", 1),
        good.replacen('{', "{\"more\":1,", 1),
        good.replacen("{\"keyid", "{\"cert\":\"\",\"keyid", 1),
        good.replacen("\"payload\"", "\"Payload\"", 1),
        // The same in arrays.
        format!(r#"["{PAYLOAD_TYPE}","{payload}",[{{"sig":"{sig}"}}]]"#),
        format!(
            r#"{{"payloadType":"{PAYLOAD_TYPE}","payload":"{payload}","signatures":[["x","{sig}"]]}}"#
        ),
        format!(r#"{{"payloadType":"{PAYLOAD_TYPE}","payload":"{payload}","signatures":[]}}"#),
        format!(r#"{{"payloadType":"{PAYLOAD_TYPE}","payload":"{payload}","signatures":null}}"#),
    ];
    for form in &forms {
        assert_eq!(Envelope::read(form.as_bytes()).unwrap_err(), Error::NotAnEnvelope, "{form}");
    }
    for (from, to) in [
        (sig, sig.trim_end_matches('=').to_owned()),
        (sig, format!("{sig}=")),
        (sig, format!("{sig}\\n")),
        (sig, format!(" {sig}")),
        (payload, format!("{payload}!")),
    ] {
        let form = good.replacen(from, &to, 1);
        assert_eq!(Envelope::read(form.as_bytes()).unwrap_err(), Error::NotBase64, "{form}");
    }
    let short = STANDARD.encode([0; 63]);
    let form = good.replacen(sig, &short, 1);
    assert_eq!(Envelope::read(form.as_bytes()).unwrap_err(), Error::NotAnEnvelope);
    let large = vec![b'{'; MAX_ENVELOPE + 1];
    assert_eq!(Envelope::read(&large).unwrap_err(), Error::TooLarge { most: MAX_ENVELOPE });
    // A type that is signed over, and one that is not.
    let form = with_payload_type("application/json");
    let envelope = Envelope::read(form.as_bytes()).unwrap();
    assert_eq!(envelope.verified(&keys()).unwrap_err(), Error::PayloadType);
}

#[test]
fn one_signature_by_the_key_is_enough_and_one_by_another_is_none() {
    let other = PrivateKey::from_seed(&[7; 32]);
    let (ours, theirs) = (receipt(), receipt_by(&other));
    let inner = |envelope: &str| {
        let (_, rest) = envelope.split_once("\"signatures\":[").unwrap();
        rest.strip_suffix("]}").unwrap().to_owned()
    };
    let together = |signatures: &[String]| {
        let (start, _) = ours.split_once("\"signatures\":[").unwrap();
        format!("{start}\"signatures\":[{}]}}", signatures.join(","))
    };
    let verified = |text: &str, keys: &[PublicKey]| {
        Envelope::read(text.as_bytes()).and_then(|it| it.verified(keys).map(<[u8]>::len)).is_ok()
    };
    for both in [[inner(&ours), inner(&theirs)], [inner(&theirs), inner(&ours)]] {
        let both = together(&both);
        assert!(verified(&both, &keys()) && verified(&both, &[other.public()]));
        assert!(!verified(&both, &[PrivateKey::from_seed(&[8; 32]).public()]));
        assert!(!verified(&both, &[]));
    }
    assert!(!verified(&theirs, &keys()));
    assert!(verified(&theirs, &[key().public(), other.public()]));
    // Another's signature under our name, and ours under another's.
    let renamed = theirs.replace(other.public().id(), key().public().id());
    assert!(!verified(&renamed, &keys()));
    let renamed = ours.replace(key().public().id(), other.public().id());
    assert!(!verified(&renamed, &keys()) && !verified(&renamed, &[other.public()]));
    // Without a name each key is tried.
    let unnamed = ours.replace(&format!("\"keyid\":\"{}\",", key().public().id()), "");
    assert_ne!(unnamed, ours);
    assert!(verified(&unnamed, &[other.public(), key().public()]));
    let many = vec![inner(&theirs); 17];
    assert_eq!(Envelope::read(together(&many).as_bytes()).unwrap_err(), Error::NotAnEnvelope);
}

fn receipt_by(key: &PrivateKey) -> String {
    Receipt::decide(EVENT.as_bytes(), None, NOW_MS).unwrap().sign(key)
}

/// A statement that is signed and is something else.
#[test]
fn a_signed_statement_is_taken_for_nothing_else() {
    let anchor = anchor().sign(&key());
    assert_eq!(Receipt::verified(anchor.as_bytes(), &keys()).unwrap_err(), Error::NotTheStatement);
    let receipt = receipt();
    assert_eq!(Anchor::verified(receipt.as_bytes(), &keys()).unwrap_err(), Error::NotTheStatement);
    let payload = Envelope::read(anchor.as_bytes()).unwrap().verified(&keys()).unwrap().to_vec();
    let payload = String::from_utf8(payload).unwrap();
    let changes = [
        ("Statement/v1", "Statement/v2"),
        ("audit-anchor/v1", "audit-anchor/v2"),
        ("\"anchor\":1", "\"anchor\":1.0"),
        ("\"anchor\":1", "\"anchor\":1,\"anchor\":1"),
        ("\"anchor\":1", "\"more\":1,\"anchor\":1"),
        ("\"anchor\":1", "\"anchor\": 1"),
        ("#421", "#422"),
        ("\"seq\":421", "\"seq\":0"),
        ("\"previous\":null,", ""),
        ("Z\"", "\""),
        (".000Z", "Z"),
    ];
    for (from, to) in changes {
        let altered = payload.replacen(from, to, 1);
        assert_ne!(altered, payload, "{from}");
        let signed = Envelope::sign(altered.as_bytes(), &key());
        let read = Anchor::verified(signed.as_bytes(), &keys());
        assert_eq!(read.unwrap_err(), Error::NotTheStatement, "{altered}");
    }
}

/// Every byte, each changed to four others: not a sample.
#[test]
fn no_byte_of_an_envelope_can_change() {
    for envelope in [format!("{}\n", receipt()), format!("{}\n", anchor().sign(&key()))] {
        let good = envelope.as_bytes();
        assert!(Envelope::read(good).unwrap().verified(&keys()).is_ok());
        for at in 0..good.len() {
            for with in [good[at] ^ 1, good[at] ^ 0x20, b' ', b'\n'] {
                let mut bytes = good.to_vec();
                bytes[at] = with;
                let taken = Envelope::read(&bytes).and_then(|it| it.verified(&keys()).map(drop));
                assert!(bytes == good || taken.is_err(), "byte {at} as {with:#x}");
            }
        }
    }
}

proptest! {
    #[test]
    fn no_change_of_a_receipt_holds(at: Index, with: u8, length in 0..3_usize) {
        let good = receipt();
        let mut bytes = good.clone().into_bytes();
        let at = at.index(bytes.len());
        let end = (at + length).min(bytes.len());
        bytes.splice(at..end, [with]);
        prop_assume!(bytes != good.as_bytes());
        // One end of line may follow.
        prop_assume!(bytes.strip_suffix(b"\n") != Some(good.as_bytes()));
        prop_assert!(!verify_receipt(&bytes, EVENT.as_bytes(), None, &keys()).holds());
    }

    #[test]
    fn any_bytes_have_an_answer(bytes: Vec<u8>) {
        prop_assert!(!verify_receipt(&bytes, EVENT.as_bytes(), None, &keys()).holds());
    }
}
