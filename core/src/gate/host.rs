//! What the host says beside the event.

use crate::policy::EvidenceTrust;

/// What the host says, and the event does not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Host<'h> {
    /// Whose word counts for evidence.
    pub(crate) evidence: EvidenceTrust,
    /// The positions of the refs that it has checked itself.
    pub(crate) attested: &'h [u32],
    pub(crate) now_ms: i64,
}
