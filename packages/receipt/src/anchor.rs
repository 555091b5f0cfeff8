//! One anchor: which record was the last of a log at some time.

use aana_audit::{Hash, Mark};
use aana_core::time;
use serde::{Deserialize, Serialize};

use crate::{
    Digest, Envelope, Error, PrivateKey, PublicKey,
    statement::{Sha256Of, Statement},
};

/// The `predicateType` of an anchor.
pub const ANCHOR_TYPE: &str = "https://aana.dev/attestations/audit-anchor/v1";

/// A statement about the head of a log. Each names the one before it, so that one that was taken out
/// shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor {
    /// Its own number, counted from 1.
    pub number: u64,
    /// The digest of the former anchor's payload; `None` for the first.
    pub previous: Option<Digest>,
    /// The first record of the log when the first anchor was made. It says which log this is.
    pub log: Mark,
    /// The last record.
    pub head: Mark,
    /// The name of the log's file, for people.
    pub name: String,
    /// The time in Unix milliseconds, by the clock of whoever signed.
    pub anchored_at: i64,
}

/// The predicate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Predicate {
    anchor: u64,
    previous: Option<Sha256Of>,
    log: Record,
    head: Record,
    anchored_at: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    seq: u64,
    digest: Sha256Of,
}

impl Record {
    fn of(mark: Mark) -> Self {
        Self { seq: mark.seq, digest: Sha256Of { sha256: mark.hash.into() } }
    }

    fn mark(&self) -> Option<Mark> {
        let hash: Hash = self.digest.sha256.as_str().parse().ok()?;
        (self.seq > 0).then_some(Mark { seq: self.seq, hash })
    }
}

impl Anchor {
    /// The anchor that follows a former one, or the first of a log that begins with this record.
    pub fn next(
        former: Option<&Self>,
        first: Mark,
        head: Mark,
        name: &str,
        anchored_at: i64,
    ) -> Self {
        Self {
            number: former.map_or(1, |former| former.number.saturating_add(1)),
            previous: former.map(Self::digest),
            log: former.map_or(first, |former| former.log),
            head,
            name: name.to_owned(),
            anchored_at,
        }
    }

    fn statement(&self) -> Statement<Predicate> {
        let head = Record::of(self.head);
        let digest = head.digest.sha256.clone();
        let predicate = Predicate {
            anchor: self.number,
            previous: self.previous.clone().map(|sha256| Sha256Of { sha256 }),
            log: Record::of(self.log),
            head,
            anchored_at: time::format(self.anchored_at),
        };
        let name = format!("{}#{}", self.name, self.head.seq);
        Statement::new(ANCHOR_TYPE, name, digest, predicate)
    }

    /// The digest by which the next anchor names this one: that of the signed payload.
    pub fn digest(&self) -> Digest {
        Digest::of(self.statement().payload().as_bytes())
    }

    /// The signed anchor, on one line without its end.
    pub fn sign(&self, key: &PrivateKey) -> String {
        self.statement().sign(key)
    }

    /// Reads an anchor that one of these keys signed.
    ///
    /// # Errors
    ///
    /// It is not an envelope, none of the keys signed it, or it is not an anchor.
    pub fn verified(envelope: &[u8], keys: &[PublicKey]) -> Result<Self, Error> {
        let envelope = Envelope::read(envelope)?;
        let payload = envelope.verified(keys)?;
        let statement = Statement::<Predicate>::read(payload, ANCHOR_TYPE)?;
        let anchor = Self::of(&statement).ok_or(Error::NotTheStatement)?;
        // In its one form, so that its digest is that of the bytes that were signed.
        let same = anchor.statement().payload().as_bytes() == payload;
        if same { Ok(anchor) } else { Err(Error::NotTheStatement) }
    }

    fn of(statement: &Statement<Predicate>) -> Option<Self> {
        let predicate = &statement.predicate;
        let [subject] = &statement.subject;
        let head = predicate.head.mark()?;
        let name = subject.name.strip_suffix(&format!("#{}", head.seq))?;
        Some(Self {
            number: predicate.anchor,
            previous: predicate.previous.clone().map(|previous| previous.sha256),
            log: predicate.log.mark()?,
            head,
            name: name.to_owned(),
            anchored_at: time::parse(&predicate.anchored_at)?,
        })
    }
}
