//! The keys of a ref that v1 does not define and that are read all the same: a closed list, and the words before
//! and behind its keys.

use crate::{
    contract::EvidenceKind,
    gate::plain,
    tokens::{Word, word_map},
};

/// What a key says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    /// A verdict whose every value but a yes denies.
    Verdict,
    /// The same as a participle: the moment at which it was given is a yes, too.
    Given,
    /// The same where the value may be what was given: `"granted": ["read"]`.
    Scope,
    /// A verdict whose words are often about something else: only a no and a not-yet deny.
    Status,
    /// The same, on an approval only.
    Answer,
    /// The same, read as free text where it has several words; on an approval only.
    Reply,
    /// The verb of an approval, or of something else: it counts only with a word that answers.
    Action,
    /// What somebody wrote beside an approval: it counts only where it begins with a no.
    Remark,
    /// Says whether something holds, as `valid` does. A yes here is not a verdict; a no denies.
    Flag,
    /// What takes a verdict back.
    Revocation,
    /// The moment until which a ref holds.
    End,
    /// The same under a name that also stands for other things; on an approval or an auth event only.
    Expiry,
    /// The moment from which a ref holds.
    Start,
    /// The same under a name that only approvals and auth events have.
    Onset,
    /// How long a ref holds, in seconds; on an approval or an auth event only.
    Duration,
    /// An object with such moments.
    Window,
    /// When somebody said yes.
    GivenAt,
    /// When a record was written.
    Issued,
    /// Who said yes.
    Approver,
    /// How a yes came about, or who acted: it counts only where a machine is named.
    Manner,
}

word_map! {
    /// Every key, in lower case and without what joins its words.
    KEYS: Key = [
        ("approved", Key::Given), ("approve", Key::Given), ("confirmed", Key::Given),
        ("allowed", Key::Scope), ("granted", Key::Scope), ("authorized", Key::Scope),
        ("authorised", Key::Scope), ("accepted", Key::Scope), ("permitted", Key::Scope),
        ("consent", Key::Scope),
        ("decision", Key::Verdict), ("verdict", Key::Verdict),
        ("outcome", Key::Status), ("result", Key::Status), ("status", Key::Status),
        ("state", Key::Status),
        ("approval", Key::Answer), ("permission", Key::Answer), ("confirmation", Key::Answer),
        ("review", Key::Answer), ("reviews", Key::Answer), ("decisions", Key::Answer),
        ("optionid", Key::Answer), ("answers", Key::Answer), ("responses", Key::Answer),
        ("action", Key::Action), ("type", Key::Action),
        ("response", Key::Reply), ("answer", Key::Reply), ("choice", Key::Reply),
        ("comment", Key::Remark), ("note", Key::Remark),
        ("comments", Key::Remark), ("notes", Key::Remark),
        ("authenticated", Key::Flag), ("loggedin", Key::Flag), ("signedin", Key::Flag),
        ("verified", Key::Flag), ("active", Key::Flag), ("valid", Key::Flag), ("enabled", Key::Flag),
        ("success", Key::Flag), ("succeeded", Key::Flag), ("passed", Key::Flag),
        ("mfapassed", Key::Flag),
        ("revoked", Key::Revocation), ("cancelled", Key::Revocation), ("canceled", Key::Revocation),
        ("withdrawn", Key::Revocation), ("expired", Key::Revocation), ("rejected", Key::Revocation),
        ("denied", Key::Revocation), ("declined", Key::Revocation), ("refused", Key::Revocation),
        ("void", Key::Revocation), ("voided", Key::Revocation), ("superseded", Key::Revocation),
        ("replaced", Key::Revocation), ("consumed", Key::Revocation), ("retracted", Key::Revocation),
        ("rescinded", Key::Revocation), ("suspended", Key::Revocation), ("invalid", Key::Revocation),
        ("invalidated", Key::Revocation), ("blocked", Key::Revocation), ("vetoed", Key::Revocation),
        ("disapproved", Key::Revocation), ("dismissed", Key::Revocation),
        ("aborted", Key::Revocation), ("locked", Key::Revocation), ("lockedout", Key::Revocation),
        ("disabled", Key::Revocation), ("terminated", Key::Revocation),
        ("autoapproved", Key::Revocation), ("timedout", Key::Revocation), ("failed", Key::Revocation),
        ("error", Key::Revocation), ("errors", Key::Revocation), ("errorcode", Key::Revocation),
        ("expiresat", Key::End), ("validuntil", Key::End), ("notafter", Key::End),
        ("expires", Key::Expiry), ("expireson", Key::Expiry), ("expiry", Key::Expiry),
        ("expirydate", Key::Expiry), ("exp", Key::Expiry), ("expiration", Key::Expiry),
        ("expirationdate", Key::Expiry), ("expirationtime", Key::Expiry), ("expireat", Key::Expiry),
        ("expiredat", Key::Expiry), ("validto", Key::Expiry), ("validtill", Key::Expiry),
        ("validthrough", Key::Expiry), ("endsat", Key::Expiry), ("endtime", Key::Expiry),
        ("notbefore", Key::Start), ("validfrom", Key::Start),
        ("nbf", Key::Onset), ("validafter", Key::Onset), ("effectivefrom", Key::Onset),
        ("effectivedate", Key::Onset), ("activefrom", Key::Onset), ("startsat", Key::Onset),
        ("expiresin", Key::Duration), ("ttl", Key::Duration), ("ttlseconds", Key::Duration),
        ("validity", Key::Window), ("window", Key::Window), ("lifetime", Key::Window),
        ("approvedat", Key::GivenAt), ("approvedon", Key::GivenAt), ("decidedat", Key::GivenAt),
        ("confirmedat", Key::GivenAt), ("grantedat", Key::GivenAt), ("acceptedat", Key::GivenAt),
        ("authorizedat", Key::GivenAt), ("signedat", Key::GivenAt), ("reviewedat", Key::GivenAt),
        ("respondedat", Key::GivenAt), ("answeredat", Key::GivenAt),
        ("iat", Key::Issued), ("issuedat", Key::Issued),
        ("approvedby", Key::Approver), ("decidedby", Key::Approver), ("approver", Key::Approver),
        ("approvers", Key::Approver), ("approvername", Key::Approver), ("grantedby", Key::Approver),
        ("reviewedby", Key::Approver), ("reviewer", Key::Approver), ("confirmedby", Key::Approver),
        ("authorizedby", Key::Approver), ("authorisedby", Key::Approver),
        ("acceptedby", Key::Approver), ("allowedby", Key::Approver), ("permittedby", Key::Approver),
        ("consentedby", Key::Approver), ("signedoffby", Key::Approver), ("answeredby", Key::Approver),
        ("signedby", Key::Approver),
        ("by", Key::Manner), ("actor", Key::Manner), ("actortype", Key::Manner),
        ("approvertype", Key::Manner), ("reviewertype", Key::Manner), ("approvalmethod", Key::Manner),
        ("method", Key::Manner), ("mode", Key::Manner), ("permissionmode", Key::Manner), ("user", Key::Manner),
        ("source", Key::Manner), ("via", Key::Manner), ("trigger", Key::Manner),
    ], Key::Verdict
}

/// What may stand before a key and changes nothing: `is_approved`, `final_decision`, `userApprovalStatus`.
const BEFORE: &[&[u8]] = &[
    b"is",
    b"has",
    b"was",
    b"been",
    b"user",
    b"human",
    b"owner",
    b"customer",
    b"approval",
    b"review",
    b"final",
    b"current",
    b"latest",
    b"permission",
    b"confirmation",
    b"authorization",
    b"consent",
];

/// What may stand behind the word of a no: `revoked_at`, `deniedBy`.
const BEHIND: &[&[u8]] = &[b"at", b"by", b"on", b"date"];

impl Key {
    /// What a member of a ref of this kind says, if it is one of those that are read.
    pub(crate) fn of(key: &str, kind: EvidenceKind) -> Option<Self> {
        let mut letters = [0_u8; 32];
        let name = folded(key, &mut letters)?;
        let (found, name) = find(name)?;
        let is_approval = kind == EvidenceKind::Approval;
        let is_record = is_approval || kind == EvidenceKind::AuthEvent;
        let counts = match found {
            Self::End | Self::Start => true,
            Self::Verdict
            | Self::Given
            | Self::Scope
            | Self::Status
            | Self::Flag
            | Self::Revocation
            | Self::Expiry
            | Self::Onset
            | Self::Duration
            | Self::Window
            | Self::Issued => is_record,
            Self::Answer
            | Self::Reply
            | Self::Action
            | Self::Remark
            | Self::GivenAt
            | Self::Approver
            | Self::Manner => is_approval,
        };
        // What a tool was told of an approval counts where it is a no.
        let is_told = matches!(
            kind,
            EvidenceKind::ToolResult | EvidenceKind::SystemState | EvidenceKind::AuditRecord
        ) && name == b"approved";
        if is_told { Some(Self::Status) } else { counts.then_some(found) }
    }
}

/// The key that a folded name is, and the name without what stands before the key.
fn find(mut name: &[u8]) -> Option<(Key, &[u8])> {
    let get = |name: &[u8]| KEYS.get(Word::of_bytes(name));
    loop {
        if let Some(key) = get(name) {
            return Some((key, name));
        }
        let stem = BEHIND.iter().find_map(|behind| name.strip_suffix(*behind));
        if let Some(stem) = stem.filter(|stem| get(stem) == Some(Key::Revocation)) {
            return Some((Key::Revocation, stem));
        }
        name = BEFORE.iter().find_map(|before| name.strip_prefix(*before))?;
    }
}

/// A key in lower case without what joins its words: `expiresAt` and `Expires-At` are one.
pub(crate) fn folded_key(key: &str) -> Word {
    let mut letters = [0_u8; 16];
    folded(key, &mut letters).map_or(Word::OTHER, Word::of_bytes)
}

/// The same as bytes, if there is room for it. What shows nothing falls away, and a letter is the plain one that it
/// looks like.
fn folded<'l>(key: &str, letters: &'l mut [u8]) -> Option<&'l [u8]> {
    let key = plain(key);
    let mut length = 0_usize;
    let joins = |byte: &u8| byte.is_ascii_punctuation() || *byte == b' ';
    for byte in key.bytes().filter(|byte| !joins(byte)) {
        *letters.get_mut(length)? = byte.to_ascii_lowercase();
        length = length.saturating_add(1);
    }
    letters.get(..length)
}
