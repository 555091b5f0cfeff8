//! DSSE envelopes: what was signed, as what it was signed, and by whom.
//!
//! Read more strictly than the specification asks: base64 in one form only, no member that is unknown,
//! nothing around the object but one end of line. No byte of the payload and its type can change without its
//! being noticed. What DSSE does not sign can change: blanks inside the object, the order of members, and
//! whether there is a `keyid`.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};

use crate::{Error, PrivateKey, PublicKey, strict};

/// The type of every payload here: an in-toto Statement.
pub const PAYLOAD_TYPE: &str = "application/vnd.in-toto+json";

/// How many bytes an envelope may have.
pub const MAX_ENVELOPE: usize = 1 << 18;

/// How many signatures are looked at. Each costs a verification for each key.
const MOST_SIGNATURES: usize = 16;

/// What is signed for a payload: DSSE's pre-authentication encoding.
pub fn pae(payload_type: &str, payload: &[u8]) -> Vec<u8> {
    let mut bytes =
        format!("DSSEv1 {} {payload_type} {} ", payload_type.len(), payload.len()).into_bytes();
    bytes.extend_from_slice(payload);
    bytes
}

/// An envelope whose form was understood. Nothing in it is to be believed before
/// [`verified`](Self::verified) gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    payload_type: String,
    payload: Vec<u8>,
    signatures: Vec<(Option<String>, [u8; 64])>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Form {
    payload_type: String,
    payload: String,
    signatures: Vec<SignatureForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SignatureForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    keyid: Option<String>,
    sig: String,
}

impl Envelope {
    /// Reads an envelope.
    ///
    /// # Errors
    ///
    /// It is too large, has another form, or holds faulty base64.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        if bytes.len() > MAX_ENVELOPE {
            return Err(Error::TooLarge { most: MAX_ENVELOPE });
        }
        let object = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        if !object.starts_with(b"{") || !object.ends_with(b"}") {
            return Err(Error::NotAnEnvelope);
        }
        let form: Form = strict::read(object, MAX_ENVELOPE).ok_or(Error::NotAnEnvelope)?;
        if form.signatures.is_empty() || form.signatures.len() > MOST_SIGNATURES {
            return Err(Error::NotAnEnvelope);
        }
        let payload = STANDARD.decode(&form.payload).map_err(|_| Error::NotBase64)?;
        let signatures = form.signatures.into_iter().map(|SignatureForm { keyid, sig }| {
            let sig = STANDARD.decode(&sig).map_err(|_| Error::NotBase64)?;
            let sig = sig.try_into().map_err(|_| Error::NotAnEnvelope)?;
            Ok((keyid.filter(|keyid| !keyid.is_empty()), sig))
        });
        Ok(Self {
            payload_type: form.payload_type,
            payload,
            signatures: signatures.collect::<Result<_, Error>>()?,
        })
    }

    /// Signs a payload and gives the envelope on one line, without its end.
    pub fn sign(payload: &[u8], key: &PrivateKey) -> String {
        strict::write(&Form {
            payload_type: PAYLOAD_TYPE.to_owned(),
            payload: STANDARD.encode(payload),
            signatures: vec![SignatureForm {
                keyid: Some(key.public().id().to_owned()),
                sig: STANDARD.encode(key.sign(&pae(PAYLOAD_TYPE, payload))),
            }],
        })
    }

    /// The payload, if at least one signature is by one of these keys. A signature that names another key
    /// is not tried.
    ///
    /// # Errors
    ///
    /// The payload is of another type, or not signed by any of the keys.
    pub fn verified(&self, keys: &[PublicKey]) -> Result<&[u8], Error> {
        if self.payload_type != PAYLOAD_TYPE {
            return Err(Error::PayloadType);
        }
        let message = pae(&self.payload_type, &self.payload);
        let signed = self.signatures.iter().any(|(keyid, signature)| {
            keys.iter()
                .filter(|key| keyid.as_deref().is_none_or(|keyid| keyid == key.id()))
                .any(|key| key.verifies(&message, signature))
        });
        if signed { Ok(&self.payload) } else { Err(Error::NotSigned) }
    }
}
