//! From a decision `ask` to a question.

use aana_core::{CodeSet, Decision, Gate, codes::Blocker, contract::Route, json::Value, time};

use crate::{
    answer::approve,
    approval,
    bound::Bound,
    digest::sha256,
    pending::{Pending, RECORD_VERSION},
    question::{self, MaskKey},
    state::State,
};

/// How long a question waits if nobody says how long: ten minutes.
pub const DEFAULT_TTL_MS: i64 = 600_000;

/// How long one may wait: from a second to the week after which the gate takes no evidence any more.
pub const TTL_MS: std::ops::RangeInclusive<i64> = 1_000..=604_800_000;

/// Two random numbers of 128 bits.
#[derive(Clone, Copy)]
pub struct Ids {
    /// Names the question.
    pub id: u128,
    /// Makes the token, which proves that an answer comes from where the question went.
    pub token: u128,
}

/// How a question is asked.
#[derive(Clone, Copy)]
pub struct AskOptions<'o> {
    /// How long it waits, in milliseconds.
    pub ttl_ms: i64,
    /// Whether the record keeps the event. Without it, whoever answers has to bring it along.
    pub keep_event: bool,
    /// The random numbers.
    pub ids: Ids,
    /// What the digests of masked secrets are made with: random, the same for all questions of a broker,
    /// and known to nobody who reads them. Those of each question are made with a key of its own, made of this
    /// one and its id.
    pub mask_key: MaskKey,
    /// The positions of the evidence refs that the host has checked itself, as of a check. The question keeps
    /// them: the approval comes to the same refs.
    pub attested: &'o [u32],
}

impl AskOptions<'_> {
    /// A question that waits for ten minutes and keeps its event.
    pub const fn new(ids: Ids, mask_key: MaskKey) -> Self {
        Self { ttl_ms: DEFAULT_TTL_MS, keep_event: true, ids, mask_key, attested: &[] }
    }
}

/// A question was asked.
pub struct Asked {
    /// What to keep.
    pub pending: Pending,
    /// The token of an answer: only for whoever is to answer, never for the agent. It is kept nowhere.
    pub token: String,
}

/// There is nothing to ask.
#[derive(Debug)]
pub struct NotAsked<'e> {
    /// Why.
    pub why: WhyNotAsked,
    /// What the gate decided.
    pub decision: Decision<'e>,
    /// For [`WhyNotAsked::NotEnough`], what would keep the call after a yes.
    pub remaining: CodeSet<Blocker>,
}

/// Why there is nothing to ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyNotAsked {
    /// The call may run as it is.
    NotNeeded,
    /// The gate defers or refuses it: nobody's yes changes that.
    NotAskable,
    /// A yes would not let it run: something else keeps it too.
    NotEnough,
    /// A question waits for a second at least, and for a week at most.
    TtlOutOfRange,
    /// The question would be longer than can be shown to anybody.
    TooLong,
}

impl WhyNotAsked {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotNeeded => "not_needed",
            Self::NotAskable => "not_askable",
            Self::NotEnough => "not_enough",
            Self::TtlOutOfRange => "ttl_out_of_range",
            Self::TooLong => "too_long",
        }
    }

    /// One sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::NotNeeded => "the call may run, so there is nothing to confirm",
            Self::NotAskable => {
                "the gate does not ask about this call, so a yes would change nothing"
            }
            Self::NotEnough => {
                "a yes would not let the call run, since something else keeps it too"
            }
            Self::TtlOutOfRange => "a question waits for one second to seven days",
            Self::TooLong => "the arguments are more than can be shown to a person",
        }
    }
}

/// Asks about an event for which the gate's decision is `ask`.
///
/// A question is made only if a yes would let the call run.
///
/// # Errors
///
/// Why there is nothing to ask, with the decision.
pub fn ask<'e>(
    gate: &Gate,
    event: &'e str,
    now_ms: i64,
    options: &AskOptions<'_>,
) -> Result<Asked, Box<NotAsked<'e>>> {
    let decision = gate.attesting(options.attested).check(event, now_ms);
    let not_asked =
        |why, decision| Err(Box::new(NotAsked { why, decision, remaining: CodeSet::default() }));
    if !TTL_MS.contains(&options.ttl_ms) {
        return not_asked(WhyNotAsked::TtlOutOfRange, decision);
    }
    match decision.route() {
        Route::Ask => {}
        Route::Accept => return not_asked(WhyNotAsked::NotNeeded, decision),
        Route::Defer | Route::Refuse => return not_asked(WhyNotAsked::NotAskable, decision),
    }
    let tree = approval::tree(event);
    let (Some(action_digest), Some(Value::Object(object))) = (decision.action_digest(), &tree)
    else {
        return not_asked(WhyNotAsked::NotAskable, decision);
    };
    let expires_at = time::format(now_ms.saturating_add(options.ttl_ms));
    let id = format!("cnf_{:032x}", options.ids.id);
    let masker = options.mask_key.masker(&id);
    let Some(question) = question::question(object, &decision, expires_at.clone(), &masker) else {
        return not_asked(WhyNotAsked::TooLong, decision);
    };
    let bound = Bound::of(object);
    let after =
        tree.and_then(|tree| approve(&id, &action_digest, None, tree, now_ms, options.ttl_ms));
    let (_, after) = after.unwrap_or_default();
    let attested = approval::with_own(options.attested, &after);
    let after = gate.attesting(&attested).check(&after, now_ms);
    if !after.executes() {
        let (why, remaining) = (WhyNotAsked::NotEnough, after.hard_blockers());
        return Err(Box::new(NotAsked { why, decision, remaining }));
    }
    let token = format!("cft_{:032x}", options.ids.token);
    let pending = Pending {
        record_version: RECORD_VERSION.to_owned(),
        id,
        state: State::Open,
        action_digest,
        bound,
        created_at: time::format(now_ms),
        expires_at,
        token_sha256: sha256(&token),
        question,
        attested: options.attested.to_vec(),
        event: options.keep_event.then(|| event.to_owned()),
    };
    Ok(Asked { pending, token })
}
