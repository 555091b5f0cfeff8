//! What stands in the folder of approvals, one JSON object a file.

use aana_core::time;
use serde::{Deserialize, Serialize};

/// That somebody approved exactly these bytes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Approval {
    pub(super) record_version: u8,
    pub(super) request_id: String,
    pub(super) document_sha256: String,
    pub(super) content_sha256: Option<String>,
    pub(super) approver: String,
    pub(super) recorded_utc: String,
    pub(super) expires_utc: String,
}

/// That a second person approved them as well.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SecondApproval {
    pub(super) record_version: u8,
    pub(super) document_sha256: String,
    pub(super) approver: String,
    pub(super) recorded_utc: String,
}

/// That nothing runs under an id any more.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Revocation {
    pub(super) record_version: u8,
    pub(super) recorded_utc: String,
}

/// That a run was started. It is written before the start: what fails then has used its approval up.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Started {
    pub(super) record_version: u8,
    pub(super) document_sha256: String,
    pub(super) recorded_utc: String,
}

/// The version of these records.
pub(super) const VERSION: u8 = 1;

/// The records that name a version.
pub(super) trait Versioned {
    fn version(&self) -> u8;
}

macro_rules! versioned {
    ($($record:ty)+) => {$(
        impl Versioned for $record {
            fn version(&self) -> u8 {
                self.record_version
            }
        }
    )+};
}
versioned!(Approval SecondApproval Revocation Started);

/// A time as records have it.
pub(super) fn utc(ms: i64) -> String {
    time::format(ms)
}
