//! Approvals and auth events: whether they say yes, who says it, and what they say it of.

mod answers;
mod fields;
mod id;
mod judging;
mod key_words;
mod members;
mod moments;
mod off;
mod opposing;
mod person;
mod plain_no;
mod request;
mod scope;
mod verdict;

pub(super) use id::{Id, id_of};
pub(super) use judging::{Judging, Verdict};
pub(super) use opposing::{Opposes, opposes};
pub(super) use person::{Approver, approver_of};
pub(super) use plain_no::denies;
pub(super) use scope::{Scope, names_an_action};
