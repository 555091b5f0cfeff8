//! The folder of approvals: who approved which bytes, what was withdrawn, and what has run.
//!
//! Each fact is a file that is only ever created, and creating it is what decides: of two that start one request,
//! exactly one creates `<id>.started.json`, whatever process or machine it is on. Nothing is changed or taken out,
//! so a crash leaves a request that counts as run. The folder is trusted as far as only its owner can write to it.

use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use aana_core::time;
use aana_formats::tool_request::{ApprovalRecord, HostFacts, LedgerEntry, Request};
use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt as _, OpenOptionsSyncExt as _};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, Metadata, OpenOptions};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::record::{Approval, Revocation, SecondApproval, Started, VERSION, Versioned, utc};
use crate::exit::{self, Failure};

/// How many bytes a file of the folder may have.
const MAX_BYTES: u64 = 1 << 16;

/// Who may approve, a name a line.
const APPROVERS: &str = "approvers.txt";

pub(crate) struct Store {
    folder: Dir,
    path: PathBuf,
}

impl Store {
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let folder = Dir::open_ambient_dir(path, ambient_authority())
            .map_err(|error| Failure::reading(Some(path), &error))?;
        let store = Self { folder, path: path.to_owned() };
        let metadata = store.folder.dir_metadata().map_err(|error| store.failed(".", &error))?;
        store.only_of_its_owner(".", &metadata)?;
        Ok(store)
    }

    /// Says what is known here of a request.
    pub(crate) fn tell(
        &self,
        facts: &mut HostFacts,
        request: &Request,
        sha256: &str,
    ) -> Result<(), Failure> {
        facts.record = self.record(&request.request_id, sha256)?;
        facts.ledger = Some(self.ledger(&request.request_id)?);
        facts.known_approvers = self.approvers()?;
        Ok(())
    }

    /// Who may approve. Without the file it is nobody.
    pub(super) fn approvers(&self) -> Result<Vec<String>, Failure> {
        let Some(text) = self.read(APPROVERS)? else { return Ok(Vec::new()) };
        let lines = text.lines().map(str::trim);
        Ok(lines
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(Into::into)
            .collect())
    }

    /// The record for a request: that of these bytes, or one of other bytes under the same id.
    pub(super) fn record(
        &self,
        request_id: &str,
        sha256: &str,
    ) -> Result<Option<ApprovalRecord>, Failure> {
        let own = approval_file(request_id, sha256);
        let name = if self.exists(&own)? { Some(own) } else { self.another(request_id)? };
        let Some(name) = name else { return Ok(None) };
        let Some(approval) = self.json::<Approval>(&name)? else { return Ok(None) };
        let second =
            self.json::<SecondApproval>(&second_file(request_id, &approval.document_sha256))?;
        let second = second.filter(|second| second.document_sha256 == approval.document_sha256);
        // One who may no longer approve does not count any more.
        let may = self.approvers()?;
        let second = second.filter(|second| may.contains(&second.approver));
        let at = |text: &str| {
            time::parse(text).ok_or_else(|| self.faulty(&name, "a time in it is none"))
        };
        Ok(Some(ApprovalRecord {
            recorded_ms: at(&approval.recorded_utc)?,
            expires_ms: Some(at(&approval.expires_utc)?),
            request_id: approval.request_id,
            document_sha256: approval.document_sha256,
            approver: approval.approver,
            // Only the owner of the folder can have written it, and moved the request into it by that.
            verified: true,
            promoted: true,
            revoked: self.is_revoked(request_id)?,
            second_approver: second.map(|second| second.approver),
        }))
    }

    /// What has run under an id. A file that cannot be read says so as well, of unknown bytes.
    pub(super) fn ledger(&self, request_id: &str) -> Result<Vec<LedgerEntry>, Failure> {
        let name = started_file(request_id);
        if !self.exists(&name)? {
            return Ok(Vec::new());
        }
        let started = self.json::<Started>(&name).ok().flatten();
        let document_sha256 = started.map(|started| started.document_sha256).unwrap_or_default();
        Ok(vec![LedgerEntry { request_id: request_id.to_owned(), document_sha256 }])
    }

    /// Records an approval. False, if these bytes have one.
    pub(super) fn approve(&self, approval: &Approval) -> Result<bool, Failure> {
        self.create(&approval_file(&approval.request_id, &approval.document_sha256), approval)
    }

    /// Records the approval of a second person. False, if there is one.
    pub(super) fn approve_second(
        &self,
        request_id: &str,
        second: &SecondApproval,
    ) -> Result<bool, Failure> {
        self.create(&second_file(request_id, &second.document_sha256), second)
    }

    /// Withdraws whatever was approved under an id. False, if that was done before.
    pub(super) fn revoke(&self, request_id: &str, now_ms: i64) -> Result<bool, Failure> {
        let revocation = Revocation { record_version: VERSION, recorded_utc: utc(now_ms) };
        self.create(&revocation_file(request_id), &revocation)
    }

    pub(super) fn is_revoked(&self, request_id: &str) -> Result<bool, Failure> {
        self.exists(&revocation_file(request_id))
    }

    /// Notes that a run starts. True for exactly one caller, ever.
    pub(super) fn start(
        &self,
        request_id: &str,
        sha256: &str,
        now_ms: i64,
    ) -> Result<bool, Failure> {
        let (document_sha256, recorded_utc) = (sha256.to_owned(), utc(now_ms));
        let started = Started { record_version: VERSION, document_sha256, recorded_utc };
        self.create(&started_file(request_id), &started)
    }

    /// An approval of other bytes under the same id.
    fn another(&self, request_id: &str) -> Result<Option<String>, Failure> {
        let prefix = format!("{request_id}.");
        let failed = |error: io::Error| self.failed(".", &error);
        let mut found: Option<String> = None;
        for entry in self.folder.entries().map_err(failed)? {
            let name = entry.map_err(failed)?.file_name().to_string_lossy().into_owned();
            let is_approval = name.starts_with(&prefix) && name.ends_with(APPROVAL);
            if is_approval && found.as_ref().is_none_or(|found| name < *found) {
                found = Some(name);
            }
        }
        Ok(found)
    }

    fn exists(&self, name: &str) -> Result<bool, Failure> {
        match self.folder.symlink_metadata(name) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(self.failed(name, &error)),
        }
    }

    /// Creates a file with a record, on the disk when this returns. False, if there is one of this name.
    fn create(&self, name: &str, record: &impl Serialize) -> Result<bool, Failure> {
        let failed = |error: io::Error| {
            let path = self.path.join(name);
            Failure::Io(format!("cannot write {}: {error}", exit::name(Some(&path))))
        };
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).follow(FollowSymlinks::No);
        #[cfg(unix)]
        cap_std::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = match self.folder.open_with(name, &options) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
            other => other.map_err(failed)?,
        };
        let mut text = serde_json::to_vec(record).map_err(|error| failed(error.into()))?;
        text.push(b'\n');
        file.write_all(&text).and_then(|()| file.sync_all()).map_err(failed)?;
        // Its name as well, where the system knows such a thing.
        #[cfg(unix)]
        self.folder.open(".").and_then(|folder| folder.sync_all()).map_err(failed)?;
        Ok(true)
    }

    fn json<T: DeserializeOwned + Versioned>(&self, name: &str) -> Result<Option<T>, Failure> {
        let Some(text) = self.read(name)? else { return Ok(None) };
        match serde_json::from_str::<T>(&text) {
            Ok(record) if record.version() == VERSION => Ok(Some(record)),
            Ok(_) => Err(self.faulty(name, "it has a version that this command does not know")),
            Err(_) => Err(self.faulty(name, "it is not a record that this command has written")),
        }
    }

    /// The text of a file of the folder, if it is there.
    fn read(&self, name: &str) -> Result<Option<String>, Failure> {
        let mut options = OpenOptions::new();
        options.read(true).follow(FollowSymlinks::No).nonblock(true);
        let file = match self.folder.open_with(name, &options) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            other => other.map_err(|error| self.failed(name, &error))?,
        };
        let metadata = file.metadata().map_err(|error| self.failed(name, &error))?;
        if !metadata.is_file() {
            return Err(self.faulty(name, "it is not a regular file"));
        }
        self.only_of_its_owner(name, &metadata)?;
        self.text(name, &file).map(Some)
    }

    fn text(&self, name: &str, file: &File) -> Result<String, Failure> {
        let mut text = String::new();
        let read = file.take(MAX_BYTES + 1).read_to_string(&mut text);
        let read = read.map_err(|error| self.failed(name, &error))?;
        if read as u64 > MAX_BYTES {
            return Err(self.faulty(name, "it has more than 65,536 bytes"));
        }
        Ok(text)
    }

    /// An error if others than its owner can write to it, or if the owner is neither this account nor root: they
    /// could have put an approval there.
    #[cfg(unix)]
    fn only_of_its_owner(&self, name: &str, metadata: &Metadata) -> Result<(), Failure> {
        use cap_std::fs::MetadataExt as _;

        let own = [rustix::process::geteuid().as_raw(), 0];
        if metadata.mode() & 0o022 != 0 {
            return Err(self.faulty(name, "others than its owner can write to it"));
        }
        if !own.contains(&metadata.uid()) {
            return Err(self.faulty(name, "it belongs to another account"));
        }
        Ok(())
    }

    #[cfg(not(unix))]
    fn only_of_its_owner(&self, name: &str, _metadata: &Metadata) -> Result<(), Failure> {
        Err(self.faulty(name, "on this system it is not known who can write to it"))
    }

    fn failed(&self, name: &str, error: &io::Error) -> Failure {
        Failure::reading(Some(&self.path.join(name)), error)
    }

    fn faulty(&self, name: &str, what: &str) -> Failure {
        let path = if name == "." { self.path.clone() } else { self.path.join(name) };
        Failure::NotValid(format!("{} is not taken: {what}", exit::name(Some(&path))))
    }
}

const APPROVAL: &str = ".approval.json";

fn approval_file(request_id: &str, sha256: &str) -> String {
    format!("{request_id}.{sha256}{APPROVAL}")
}

fn second_file(request_id: &str, sha256: &str) -> String {
    format!("{request_id}.{sha256}.second.json")
}

fn revocation_file(request_id: &str) -> String {
    format!("{request_id}.revoked.json")
}

fn started_file(request_id: &str) -> String {
    format!("{request_id}.started.json")
}
