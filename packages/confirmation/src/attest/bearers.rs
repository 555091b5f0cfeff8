//! Bearer tokens, and whose they are: an operator's file without a token in it.

use aana_core::json::{self, Limits, Member, Value};

use super::Subject;
use crate::{approval::equal, digest::sha256};

/// How many tokens a file may list.
pub const TOKENS: usize = 4096;

const MOST_BYTES: usize = 1 << 20;
const DIGEST: &str = "sha256:";

/// Bearer tokens, by their digests, and for whom each is.
#[derive(Debug, Clone, Default)]
pub struct Bearers(Vec<(String, Subject)>);

impl Bearers {
    /// Reads `{"sha256:<64 hexadecimal digits>": "user:7", ...}`: the SHA-256 of each token, and its subject.
    ///
    /// # Errors
    ///
    /// Which entry is wrong, and how; no word of it.
    ///
    /// # Example
    ///
    /// ```
    /// use aana_confirmation::attest::Bearers;
    ///
    /// // printf %s "$TOKEN" | sha256sum
    /// let digest = "3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0";
    /// let bearers = Bearers::read(&format!(r#"{{"sha256:{digest}": "user:7"}}"#))?;
    /// assert_eq!(bearers.subject_of("token").map(|subject| subject.as_str()), Some("user:7"));
    /// assert!(bearers.subject_of("another").is_none());
    /// # Ok::<(), String>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, String> {
        let form = "the subjects are not a JSON object of SHA-256 digests and subjects: ";
        let value = json::parse_within(text, Limits { max_bytes: MOST_BYTES, max_depth: 2 })
            .map_err(|fault| format!("{form}{}", fault.message))?;
        let Value::Object(object) = value else {
            return Err(format!("{form}an object is allowed"));
        };
        let members = object.into_members();
        if members.is_empty() || members.len() > TOKENS {
            return Err(format!("{form}1 to {TOKENS} entries are allowed"));
        }
        let entries = members.into_iter().enumerate();
        entries
            .map(|(index, member)| {
                entry(&member).map_err(|what| format!("entry {}: {what}", index.saturating_add(1)))
            })
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Whose token this is, if it is anybody's.
    pub fn subject_of(&self, token: &str) -> Option<&Subject> {
        let digest = sha256(token);
        let mut found = None;
        // To the end, whatever is found: the time does not tell where in the file a token stands.
        for (known, subject) in &self.0 {
            if equal(known, &digest) {
                found = Some(subject);
            }
        }
        found
    }
}

fn entry(member: &Member<'_>) -> Result<(String, Subject), String> {
    let digits = member.key.strip_prefix(DIGEST).filter(|digits| {
        digits.len() == 64 && digits.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'))
    });
    let digits = digits
        .ok_or("its key is not `sha256:` and the 64 hexadecimal digits of a token's SHA-256, in small letters")?;
    let subject = member.value.as_str().ok_or("its value is not a text")?;
    Ok((digits.to_owned(), Subject::parse(subject)?))
}
