//! One line of the log, in its only form.
//!
//! `{"seq":1,"recorded_at":"...","previous":"<64 hex>","event":{...}}`, or with `log` in place of
//! `event` where the log speaks of itself. A line in any other form is not one of its lines.

use std::{fmt, str::FromStr};

use aana_core::time;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The SHA-256 of a line, without its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hash([u8; 32]);

impl Hash {
    /// What the first line names as the one before it.
    pub const ZERO: Self = Self([0; 32]);

    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    pub(crate) const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&hex::encode(self.0))
    }
}

impl FromStr for Hash {
    type Err = NotAMark;

    fn from_str(text: &str) -> Result<Self, NotAMark> {
        let mut bytes = [0; 32];
        let lower = !text.bytes().any(|byte| byte.is_ascii_uppercase());
        hex::decode_to_slice(text, &mut bytes).ok().filter(|()| lower).ok_or(NotAMark)?;
        Ok(Self(bytes))
    }
}

/// A place in the chain: a record's number and the hash of its line. Written `SEQ:HASH`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mark {
    /// The record's number; 0 is before the first.
    pub seq: u64,
    /// The hash of its line.
    pub hash: Hash,
}

impl fmt::Display for Mark {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.seq, self.hash)
    }
}

/// A text that is not a `SEQ:HASH`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAMark;

impl fmt::Display for NotAMark {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a mark is a number, a colon and 64 lower-case hexadecimal digits")
    }
}

impl std::error::Error for NotAMark {}

impl FromStr for Mark {
    type Err = NotAMark;

    fn from_str(text: &str) -> Result<Self, NotAMark> {
        let (seq, hash) = text.split_once(':').ok_or(NotAMark)?;
        Ok(Self { seq: seq.parse().map_err(|_| NotAMark)?, hash: hash.parse()? })
    }
}

/// What the log says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Entry {
    /// This file continues another.
    Rotated {
        /// The name of the former file, in the same folder.
        file: String,
    },
    /// A last line without an end was moved aside.
    Repaired {
        /// Where it is now, in the same folder.
        file: String,
        /// How many bytes it had.
        bytes: u64,
    },
    /// The log was not as it was left, and the operator let a new chain begin.
    Restarted {
        /// What was wrong, as [`Damage::as_str`](crate::Damage::as_str) says it.
        cause: String,
        /// The last record that the head file knew of, as `SEQ:HASH`.
        expected: Option<String>,
        /// Where the former file is now, in the same folder.
        file: Option<String>,
    },
}

/// What a record holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body<'l> {
    /// An audit-safe event, as JSON text.
    Event(&'l str),
    /// What the log says of itself.
    Log(Entry),
}

/// One record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<'l> {
    /// Its number: one more than that of the record before.
    pub seq: u64,
    /// When it was written, by the clock of the machine. Order is by number.
    pub recorded_at: &'l str,
    /// The hash of the line before.
    pub previous: Hash,
    /// What it holds.
    pub body: Body<'l>,
}

const LOG_VERSION: &str = r#"{"audit_log_version":"aana.audit_log.v1","#;

impl<'l> Record<'l> {
    /// Reads a line without its end; `None` if it is not a line of this log.
    pub fn read(line: &'l [u8]) -> Option<Self> {
        let line = std::str::from_utf8(line).ok()?;
        let (seq, rest) = line.strip_prefix(r#"{"seq":"#)?.split_once(r#","recorded_at":""#)?;
        let (recorded_at, rest) = rest.split_once(r#"","previous":""#)?;
        let (previous, rest) = rest.split_once(r#"",""#)?;
        let number: u64 = seq.parse().ok()?;
        let canonical = number > 0 && seq == number.to_string();
        let stamp = time::parse(recorded_at).is_some_and(|ms| time::format(ms) == recorded_at);
        if !canonical || !stamp {
            return None;
        }
        let body = if let Some(event) = rest.strip_prefix(r#"event":"#) {
            let event = event.strip_suffix('}')?;
            crate::event::RecordedEvent::read(event).ok()?;
            Body::Event(event)
        } else {
            let entry = rest.strip_prefix(r#"log":"#)?.strip_suffix('}')?;
            let members = entry.strip_prefix(LOG_VERSION)?;
            let parsed: Entry = serde_json::from_str(&["{", members].concat()).ok()?;
            if entry_json(&parsed) != entry {
                return None;
            }
            Body::Log(parsed)
        };
        Some(Self { seq: number, recorded_at, previous: previous.parse().ok()?, body })
    }

    /// The line, without its end.
    pub(crate) fn write(&self) -> String {
        let own: String;
        let (key, body) = match &self.body {
            Body::Event(event) => ("event", *event),
            Body::Log(entry) => {
                own = entry_json(entry);
                ("log", own.as_str())
            }
        };
        format!(
            r#"{{"seq":{},"recorded_at":"{}","previous":"{}","{key}":{body}}}"#,
            self.seq, self.recorded_at, self.previous
        )
    }

    /// Whether a file may begin with this record.
    pub(crate) fn may_begin(&self) -> bool {
        match self.body {
            Body::Log(Entry::Rotated { .. } | Entry::Restarted { .. }) => true,
            _ => self.seq == 1 && self.previous == Hash::ZERO,
        }
    }
}

fn entry_json(entry: &Entry) -> String {
    // An entry is plain words and numbers, which always have a JSON form.
    let json = serde_json::to_string(entry).unwrap_or_default();
    [LOG_VERSION, json.strip_prefix('{').unwrap_or_default()].concat()
}

#[cfg(test)]
mod tests {
    use super::{Body, Entry, Hash, Mark, Record};

    fn entry() -> Record<'static> {
        Record {
            seq: 7,
            recorded_at: "2026-05-10T00:00:00.000Z",
            previous: Hash::of(b"x"),
            body: Body::Log(Entry::Rotated { file: "a.jsonl.000000000006".to_owned() }),
        }
    }

    #[test]
    fn a_line_has_one_form() {
        let line = entry().write();
        let expected = r#"{"seq":7,"recorded_at":"2026-05-10T00:00:00.000Z","previous":"2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881","log":{"audit_log_version":"aana.audit_log.v1","record":"rotated","file":"a.jsonl.000000000006"}}"#;
        assert_eq!(line, expected);
        assert_eq!(Record::read(line.as_bytes()), Some(entry()));
        for (from, to) in [
            (":7,", ":07,"),
            (":7,", ":+7,"),
            (":7,", ":0,"),
            (".000Z", "Z"),
            ("2d71", "2D71"),
            ("\"record\":\"rotated\",", "\"record\": \"rotated\","),
            ("}}", "} }"),
            ("}}", "}}\r"),
            ("log", "lag"),
        ] {
            let changed = line.replacen(from, to, 1);
            assert_ne!(changed, line);
            assert_eq!(Record::read(changed.as_bytes()), None, "{changed}");
        }
    }

    #[test]
    fn a_mark_is_read_as_it_is_written() {
        let mark = Mark { seq: 12, hash: Hash::of(b"x") };
        assert_eq!(mark.to_string().parse(), Ok(mark));
        for wrong in ["", "12", "12:", "x:00", &mark.to_string().to_uppercase()] {
            assert!(wrong.parse::<Mark>().is_err(), "{wrong}");
        }
    }
}
