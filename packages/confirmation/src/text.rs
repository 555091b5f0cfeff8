//! The same as text in, text out: for bindings, which only pass strings on.
//!
//! Nothing here fails. A text that cannot be read gives an object with the one member `error`, a sentence
//! without any value of the input.

use aana_core::{Decision, Gate, codes::Blocker};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value as Json, json};

use crate::{
    Answer, AskOptions, Ids, MaskKey, NotAsked, Outcome, Pending, Proof, State, Why, WhyNotAsked,
    ask::DEFAULT_TTL_MS,
};

/// Asks about an event.
///
/// `options` are `{"ids": [32 random hexadecimal digits, 32 more], "mask_key": 64 random hexadecimal digits,
/// "ttl_ms": 600000, "keep_event": true, "attested": []}`, the last three as they are here if left out. The mask key
/// is that of [`AskOptions::mask_key`], and `attested` those of [`AskOptions::attested`]. The answer is `{"pending": {...}, "token": "cft_..."}` or
/// `{"not_asked": {"why": ..., "message": ..., "remaining": [...], "decision": {...}}}`.
///
/// # Example
///
/// ```
/// use aana_core::Gate;
///
/// let options = format!(r#"{{"ids": ["{:032x}", "{:032x}"], "mask_key": "{:064x}"}}"#, 1, 2, 3);
/// let said = aana_confirmation::text::ask(&Gate::default(), "[]", 0, &options);
/// assert!(said.starts_with(r#"{"not_asked":{"why":"not_askable","#), "{said}");
/// ```
pub fn ask(gate: &Gate, event: &str, now_ms: i64, options: &str) -> String {
    let own: Result<OwnOptions, String> = read(options, "options");
    let options = match own.as_ref().map_err(Clone::clone).and_then(options_of) {
        Ok(options) => options,
        Err(error) => return json!({ "error": error }).to_string(),
    };
    match crate::ask(gate, event, now_ms, &options) {
        Ok(asked) => json!({ "pending": asked.pending, "token": asked.token }).to_string(),
        Err(not) => not_asked(&not),
    }
}

/// The same for an event that a host could not write as JSON, with the refusal of it.
pub fn ask_refused(decision: Decision<'_>) -> String {
    not_asked(&NotAsked {
        why: WhyNotAsked::NotAskable,
        decision,
        remaining: aana_core::CodeSet::default(),
    })
}

/// Judges an answer.
///
/// `answer` may name the `id` of the question: the record of another question is then refused.
///
/// `pending` is the record, `state` the word of the state that the host has for it, and `answer` is
/// `{"decision": "accept", "by": "user:...", "at": Unix milliseconds, "token": "cft_...", "authenticated":
/// false, "action_digest": "sha256:...", "allow_self_approval": false}`, all but the first two optional. A token
/// or an action digest that is wrong is worse than none. `event` is the event that is
/// to run now as JSON text; without it, the one in the record.
///
/// The answer is `{"confirmed": true, "closes": "confirmed", "evidence": {...}, "event": "...", "attested": [...]}`,
/// whose `attested` are those of [`Outcome::Confirmed`], or
/// `{"confirmed": false, "closes": a state or null, "why": ..., "message": ...}`.
pub fn answer(
    pending: &str,
    state: &str,
    answer: &str,
    event: Option<&str>,
    now_ms: i64,
) -> String {
    match outcome(pending, state, answer, event, now_ms) {
        Ok(outcome) => outcome.to_string(),
        Err(error) => json!({ "error": error }).to_string(),
    }
}

/// What [`answer`] says of an answer for which there is nothing to judge: one word of [`Why`].
pub fn not_confirmed(why: &str) -> String {
    match Why::ALL.into_iter().find(|known| known.as_str() == why) {
        Some(why) => unconfirmed(why).to_string(),
        None => json!({ "error": "there is no such reason" }).to_string(),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnOptions {
    ids: [String; 2],
    mask_key: String,
    #[serde(default)]
    ttl_ms: Option<i64>,
    #[serde(default)]
    keep_event: Option<bool>,
    #[serde(default)]
    attested: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnAnswer {
    #[serde(default)]
    id: Option<String>,
    decision: String,
    by: String,
    #[serde(default)]
    at: Option<i64>,
    #[serde(default)]
    token: Option<String>,
    #[serde(default)]
    authenticated: bool,
    #[serde(default)]
    action_digest: Option<String>,
    #[serde(default)]
    allow_self_approval: bool,
}

fn options_of(options: &OwnOptions) -> Result<AskOptions<'_>, String> {
    let number = |digits: &String| {
        let whole = digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = whole.then(|| u128::from_str_radix(digits, 16).ok()).flatten();
        number.ok_or("`ids` are two texts of 32 hexadecimal digits")
    };
    let [id, token] = &options.ids;
    Ok(AskOptions {
        ttl_ms: options.ttl_ms.unwrap_or(DEFAULT_TTL_MS),
        keep_event: options.keep_event.unwrap_or(true),
        ids: Ids { id: number(id)?, token: number(token)? },
        mask_key: mask_key_of(&options.mask_key)?,
        attested: &options.attested,
    })
}

fn mask_key_of(digits: &str) -> Result<MaskKey, String> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(digits, &mut bytes)
        .map_err(|_| "`mask_key` is a text of 64 hexadecimal digits".to_owned())?;
    Ok(MaskKey::new(bytes))
}

fn not_asked(not: &NotAsked<'_>) -> String {
    let remaining: Vec<&str> = not.remaining.iter().map(Blocker::as_str).collect();
    let why = json!({
        "why": not.why.as_str(),
        "message": not.why.sentence(),
        "remaining": remaining,
    });
    format!(
        r#"{{"not_asked":{}}}"#,
        with_member(&why.to_string(), "decision", &not.decision.to_json())
    )
}

/// The JSON text of an object with one more member at its end, which is given as JSON text. So a decision
/// stands in an answer as the gate wrote it, and is not read and written again.
pub fn with_member(object: &str, name: &str, json: &str) -> String {
    let members = object.strip_suffix('}').unwrap_or("{");
    let comma = if members == "{" { "" } else { "," };
    format!(r#"{members}{comma}"{name}":{json}}}"#)
}

fn outcome(
    pending: &str,
    state: &str,
    answer: &str,
    event: Option<&str>,
    now_ms: i64,
) -> Result<Json, String> {
    let mut pending: Pending = read(pending, "record")?;
    pending.state = State::parse(state).ok_or("the record has an unknown state")?;
    let answer: OwnAnswer = read(answer, "answer")?;
    if answer.id.as_ref().is_some_and(|id| *id != pending.id) {
        return Ok(unconfirmed(Why::Unknown));
    }
    let proof = match &answer.token {
        Some(token) => Proof::Token(token),
        None if answer.authenticated => Proof::Host,
        None => Proof::None,
    };
    let given = Answer {
        decision: &answer.decision,
        by: &answer.by,
        at: answer.at,
        proof,
        action_digest: answer.action_digest.as_deref(),
        allow_self_approval: answer.allow_self_approval,
    };
    let outcome = crate::answer(&pending, &given, event, now_ms);
    Ok(match outcome {
        Outcome::Confirmed { ref evidence, ref event, ref attested } => json!({
            "confirmed": true,
            "closes": outcome.closes(),
            "evidence": evidence,
            "event": event,
            "attested": attested,
        }),
        Outcome::NotConfirmed(why) => unconfirmed(why),
    })
}

fn unconfirmed(why: Why) -> Json {
    json!({
        "confirmed": false,
        "closes": why.closes(),
        "why": why.as_str(),
        "message": why.sentence(),
    })
}

/// What `serde` says is not repeated, since it quotes what it found.
fn read<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        format!("the {what} has another form than is described, at line {line}, column {column}")
    })
}
