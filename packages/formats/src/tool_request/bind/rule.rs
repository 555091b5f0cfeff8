//! What can stand between a valid document and a run of it.

use aana_core::contract::Route;

use crate::rules::rules;

rules! {
    /// What can be found when a request is bound to its approval, its inputs and its runner.
    BindRule {
        BindNoRecord = "bind.no_record", Error, Ours: "There is no approval record of this request.",
        BindRecordUnverified = "bind.record_unverified", Error, Ours: "Nobody checked the record's signature or session.",
        BindNotPromoted = "bind.not_promoted", Error, Seed: "The operator has not moved the request to where it runs.",
        BindDigestMismatch = "bind.digest_mismatch", Error, Ours: "The record approves other bytes.",
        BindIdentityMismatch = "bind.identity_mismatch", Error, Ours: "The record names another approver than the document.",
        BindTimeMismatch = "bind.time_mismatch", Error, Ours: "The record was made long before or after the approval that the document states, or in the future.",
        BindExpired = "bind.expired", Error, Ours: "The record has run out.",
        BindRevoked = "bind.revoked", Error, Ours: "The approval was withdrawn.",
        BindReplayed = "bind.replayed", Error, Ours: "These bytes have run already; one approval is for one run.",
        BindIdReused = "bind.id_reused", Error, Ours: "The request's id has been used for other bytes.",
        BindInputMissing = "bind.input_missing", Error, Ours: "A declared input is not there, or was not looked at.",
        BindInputHashMismatch = "bind.input_hash_mismatch", Error, Seed: "An input is not the one that was declared.",
        BindInputNotRegular = "bind.input_not_regular", Error, Ours: "An input is a link or no regular file.",
        BindInputTooLarge = "bind.input_too_large", Error, Ours: "An input is larger than the host allows.",
        BindInputExtra = "bind.input_extra", Warning, Ours: "A file beside the inputs is not declared; it is not staged.",
        BindNetworkUnenforceable = "bind.network_unenforceable", Error, Ours: "The runner cannot hold the network to a list.",
        BindLimitUnenforceable = "bind.limit_unenforceable", Error, Ours: "The runner cannot hold one of the limits.",
        BindSecondReviewer = "bind.second_reviewer", Error, Ours: "The risk needs a second person's approval.",
        BindApproverUnknown = "bind.approver_unknown", Error, Ours: "The approver may not approve on this host.",
        BindLedgerUnavailable = "bind.ledger_unavailable", Error, Ours: "What has run already cannot be read.",
        BindNoClock = "bind.no_clock", Error, Ours: "Without a clock it is not known whether the approval has run out.",
    }
}

impl BindRule {
    /// The route that a gate should propose; `accept` for a warning.
    #[must_use]
    pub const fn route(self) -> Route {
        match self {
            Self::BindInputExtra => Route::Accept,
            Self::BindNoRecord
            | Self::BindRecordUnverified
            | Self::BindNotPromoted
            | Self::BindTimeMismatch
            | Self::BindInputMissing
            | Self::BindNoClock => Route::Ask,
            Self::BindExpired
            | Self::BindInputTooLarge
            | Self::BindNetworkUnenforceable
            | Self::BindLimitUnenforceable
            | Self::BindSecondReviewer
            | Self::BindLedgerUnavailable => Route::Defer,
            Self::BindDigestMismatch
            | Self::BindIdentityMismatch
            | Self::BindRevoked
            | Self::BindReplayed
            | Self::BindIdReused
            | Self::BindInputHashMismatch
            | Self::BindInputNotRegular
            | Self::BindApproverUnknown => Route::Refuse,
        }
    }

    /// Whether the rule says that the approval is not that of an operator at all.
    pub(crate) const fn is_unproven(self) -> bool {
        matches!(self, Self::BindNoRecord | Self::BindRecordUnverified | Self::BindNotPromoted)
    }

    /// Whether the rule is about the runner or a second person, and not about what was approved.
    pub(crate) const fn is_beside_approval(self) -> bool {
        matches!(
            self,
            Self::BindNetworkUnenforceable
                | Self::BindLimitUnenforceable
                | Self::BindSecondReviewer
                | Self::BindInputExtra
        )
    }
}
