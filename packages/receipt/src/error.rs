//! Why something was not taken. No message holds a value of what was read.

use std::fmt;

/// Why a key, an envelope or a document was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The text is not a PEM file with an Ed25519 private key in PKCS#8.
    NotAPrivateKey,
    /// The text is not a PEM file with an Ed25519 public key in SPKI.
    NotAPublicKey,
    /// A public key was given where the private one is needed.
    PublicForPrivate,
    /// A private key was given where the public one is needed.
    PrivateForPublic,
    /// The operating system gave no random bytes.
    NoRandomBytes,
    /// There are more bytes than such a document may have.
    TooLarge {
        /// How many are allowed.
        most: usize,
    },
    /// The text is not a DSSE envelope in its strict form.
    NotAnEnvelope,
    /// The envelope holds another type of payload.
    PayloadType,
    /// `payload` or `sig` is not standard base64 with padding.
    NotBase64,
    /// No signature is by a key that was given.
    NotSigned,
    /// The payload is not the statement that was expected.
    NotTheStatement,
    /// The event is not JSON in the strict form that the gate reads, so it has no digest.
    NotAnEvent,
    /// The policy is faulty.
    NotAPolicy,
    /// The time is outside what a timestamp can say.
    NotATime,
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::NotAPrivateKey => {
                "this is not an Ed25519 private key; a PEM file with `BEGIN PRIVATE KEY` (PKCS#8) is allowed"
            }
            Self::NotAPublicKey => {
                "this is not an Ed25519 public key; a PEM file with `BEGIN PUBLIC KEY` (SPKI) is allowed"
            }
            Self::PublicForPrivate => "this is a public key, and the private key is needed to sign",
            Self::PrivateForPublic => {
                "this is a private key, and the public key is needed to verify"
            }
            Self::NoRandomBytes => "the operating system gave no random bytes",
            Self::TooLarge { most } => {
                return write!(formatter, "it is too large; {most} bytes are allowed");
            }
            Self::NotAnEnvelope => {
                "this is not a DSSE envelope: a JSON object with `payloadType`, `payload` and `signatures`, and nothing else"
            }
            Self::PayloadType => {
                "`payloadType` is another one; `application/vnd.in-toto+json` is allowed"
            }
            Self::NotBase64 => {
                "`payload` or a `sig` is not base64; the standard alphabet with padding is allowed"
            }
            Self::NotSigned => "no signature is by a key that was given",
            Self::NotTheStatement => "the payload is signed, but it is not the statement expected",
            Self::NotAnEvent => "the event is not strict JSON, so that it has no digest",
            Self::NotAPolicy => "the policy is faulty",
            Self::NotATime => "the time is outside the years 0000 to 9999",
        };
        formatter.write_str(text)
    }
}

impl std::error::Error for Error {}
