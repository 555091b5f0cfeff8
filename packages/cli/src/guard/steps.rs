//! Every step of a session in a file: a line of JSON each, that names the digest of the line before.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use aana_core::time;
use aana_guard::Record;
use sha2::{Digest as _, Sha256};

pub(super) struct Steps {
    file: File,
    session: String,
    label: String,
    seq: u64,
    previous: String,
}

impl Steps {
    pub(super) fn open(path: &Path, session: &str, label: &str) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let (session, label) = (session.to_owned(), label.to_owned());
        Ok(Self { file: options.open(path)?, session, label, seq: 0, previous: "0".repeat(64) })
    }

    /// Writes a step; whether it was written.
    pub(super) fn write(&mut self, record: &Record, now_ms: i64) -> bool {
        let step = record.to_json();
        let line = format!(
            r#"{{"seq":{},"prev":"{}","time":"{}","session":"{}","label":"{}","step":{step}}}"#,
            self.seq + 1,
            self.previous,
            time::format(now_ms),
            self.session,
            self.label,
        );
        let written = self.file.write_all(format!("{line}\n").as_bytes()).is_ok();
        if written {
            self.seq += 1;
            self.previous = hex::encode(Sha256::digest(line.as_bytes()));
        }
        written
    }
}
