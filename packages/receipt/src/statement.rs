//! The in-toto Statement v1 that every envelope holds.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Digest, Envelope, Error, MAX_ENVELOPE, PrivateKey, strict};

/// The `_type` of every statement.
pub const STATEMENT_TYPE: &str = "https://in-toto.io/Statement/v1";

/// A statement about one subject.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Statement<P> {
    #[serde(rename = "_type")]
    version: String,
    pub(crate) subject: [Subject; 1],
    #[serde(rename = "predicateType")]
    predicate_type: String,
    pub(crate) predicate: P,
}

/// What a statement is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) digest: Sha256Of,
}

/// A set of digests with the one that is used here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sha256Of {
    pub(crate) sha256: Digest,
}

impl<P: Serialize + DeserializeOwned> Statement<P> {
    pub(crate) fn new(predicate_type: &str, name: String, digest: Digest, predicate: P) -> Self {
        Self {
            version: STATEMENT_TYPE.to_owned(),
            subject: [Subject { name, digest: Sha256Of { sha256: digest } }],
            predicate_type: predicate_type.to_owned(),
            predicate,
        }
    }

    /// The bytes that are signed.
    pub(crate) fn payload(&self) -> String {
        strict::write(self)
    }

    pub(crate) fn sign(&self, key: &PrivateKey) -> String {
        Envelope::sign(self.payload().as_bytes(), key)
    }

    /// Reads the payload of a verified envelope, with this type of predicate.
    pub(crate) fn read(payload: &[u8], predicate_type: &str) -> Result<Self, Error> {
        strict::read(payload, MAX_ENVELOPE)
            .filter(|it: &Self| it.version == STATEMENT_TYPE)
            .filter(|it| it.predicate_type == predicate_type)
            .ok_or(Error::NotTheStatement)
    }
}
