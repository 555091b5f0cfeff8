//! The state of anchors that are delivered to a receiver. Anchors that were not delivered are kept in a state file and
//! are delivered first the next time. A receiver may get an anchor twice, but never misses one.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use aana_core::json;
use aana_receipt::{Anchor, Anchors, PublicKey};
use serde_json::{Value, json};

use super::super::log::beside;
use super::file::{lock_file, no_file, sync_folder};
use crate::exit::{self, Failure};
use crate::input::{self, Input};

const VERSION: &str = "aana.anchor_state.v1";

/// How many bytes of a state are read, and how many anchors may wait. While so many wait no new one is
/// made: the next covers all records since.
const MOST_BYTES: usize = 1 << 24;
const MOST_WAITING: usize = 4096;

/// The last anchor, and those that were not delivered.
pub(super) struct State {
    path: PathBuf,
    _lock: File,
    last: Option<String>,
    pub(super) waiting: Vec<String>,
    pub(super) former: Anchors,
}

impl State {
    pub(super) fn open(path: &Path, key: &PublicKey) -> Result<Self, Failure> {
        let lock_path = beside(path, ".lock");
        let options = File::options().write(true).create(true).truncate(false).clone();
        for path in [path, &lock_path] {
            if path.symlink_metadata().is_ok_and(|data| !data.is_file()) {
                return Err(Failure::writing_to(path, &no_file()));
            }
        }
        let opened = options.open(&lock_path);
        let lock = opened.map_err(|error| Failure::writing_to(&lock_path, &error))?;
        lock_file(&lock, path)?;
        let mut state = Self {
            path: path.to_owned(),
            _lock: lock,
            last: None,
            waiting: vec![],
            former: Anchors::default(),
        };
        if path.exists() {
            state.read(key)?;
        }
        Ok(state)
    }

    fn read(&mut self, key: &PublicKey) -> Result<(), Failure> {
        let Input::Bytes(bytes) = input::read(Some(&self.path), MOST_BYTES)? else {
            return Err(self.faulty());
        };
        let state = json::parse_bytes(&bytes, MOST_BYTES).ok();
        let state = state.and_then(|_| serde_json::from_slice::<Value>(&bytes).ok());
        let Some(Value::Object(state)) = state else { return Err(self.faulty()) };
        let texts = |value: &Value| -> Option<Vec<String>> {
            value.as_array()?.iter().map(|it| it.as_str().map(str::to_owned)).collect()
        };
        let waiting = state.get("waiting").and_then(texts);
        let last = state.get("last").and_then(Value::as_str);
        let version = state.get("anchor_state_version").and_then(Value::as_str);
        let (Some(waiting), Some(last), Some(VERSION), 3) = (waiting, last, version, state.len())
        else {
            return Err(self.faulty());
        };
        let keys = std::slice::from_ref(key);
        let by_this_key = |envelope: &str| Anchor::verified(envelope.as_bytes(), keys);
        if waiting.iter().any(|envelope| by_this_key(envelope).is_err()) {
            return Err(self.faulty());
        }
        self.former = Anchors::only(by_this_key(last).map_err(|_| self.faulty())?);
        (self.waiting, self.last) = (waiting, Some(last.to_owned()));
        Ok(())
    }

    fn faulty(&self) -> Failure {
        let name = exit::name(Some(&self.path));
        Failure::NotValid(format!("{name} is not a state of anchors by this key"))
    }

    pub(super) fn is_full(&self) -> bool {
        self.waiting.len() >= MOST_WAITING
    }

    /// Remembers an anchor, on the disk before it goes anywhere.
    pub(super) fn add(&mut self, anchor: Anchor, envelope: String) -> Result<(), Failure> {
        self.waiting.push(envelope.clone());
        self.last = Some(envelope);
        self.former = Anchors::only(anchor);
        self.write()
    }

    /// Forgets the first of those that wait.
    pub(super) fn delivered(&mut self, count: usize) -> Result<(), Failure> {
        self.waiting.drain(..count.min(self.waiting.len()));
        self.write()
    }

    /// Writes a new file and puts it in the place of the old one.
    fn write(&self) -> Result<(), Failure> {
        let state = json!({
            "anchor_state_version": VERSION,
            "last": self.last,
            "waiting": self.waiting,
        });
        let fresh = beside(&self.path, ".new");
        let written = write_over(&fresh, format!("{state}\n").as_bytes())
            .and_then(|()| fs::rename(&fresh, &self.path))
            .and_then(|()| sync_folder(&self.path));
        written.map_err(|error| Failure::writing_to(&self.path, &error))
    }
}

fn write_over(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A file that an earlier process left. A link is removed, not followed.
    if path.symlink_metadata().is_ok() {
        fs::remove_file(path)?;
    }
    let mut file = File::options().write(true).create_new(true).open(path)?;
    file.write_all(bytes).and_then(|()| file.sync_all())
}
