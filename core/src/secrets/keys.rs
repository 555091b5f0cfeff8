//! Keys that say whose they are: providers' prefixes, PEM private keys, signed web tokens.
//!
//! A prefix has to stand at the start of a word, so that `task-sk-...` is none. The bytes of a body
//! never hold what may stand before a prefix, so no two bodies overlap however often a prefix is
//! repeated.

use super::shape::Shape;
use super::text::{
    ALNUM, BASE64, BLANK, DASH, DIGIT, LOWER, Meter, TOKEN, Text, UNDERSCORE, UPPER, is,
};
use super::{Findings, Kind};

/// What must follow a prefix and the `-`, `_` or `.` after it.
struct Body {
    /// What goes on with the prefix; empty, or one of these.
    infix: &'static [&'static [u8]],
    alphabet: u16,
    min: usize,
}

const fn body(alphabet: u16, min: usize) -> Body {
    Body { infix: &[], alphabet, min }
}

const fn after(infix: &'static [&'static [u8]], alphabet: u16, min: usize) -> Body {
    Body { infix, alphabet, min }
}

const STRIPE: &[&[u8]] = &[b"live_", b"test_"];

/// The body that belongs to a prefix, with lengths a little below the real ones: a key that was
/// cut short in a summary is still most of a key.
#[expect(clippy::match_same_arms, reason = "an arm for each owner")]
fn body_of(prefix: &[u8], joint: u8) -> Option<Body> {
    Some(match (joint, prefix) {
        // GitLab: personal, deploy, runner, feed, SCIM, trigger, job, mail, agent, application tokens.
        (
            b'-',
            b"glpat" | b"gldt" | b"glrt" | b"glft" | b"glsoat" | b"glptt" | b"glcbt" | b"glimt"
            | b"glagent" | b"gloas" | b"glffct",
        ) => body(TOKEN, 20),
        // Slack.
        (b'-', b"xoxb" | b"xoxp" | b"xoxa" | b"xoxr" | b"xoxs" | b"xoxe" | b"xoxd" | b"xoxc") => {
            body(ALNUM | DASH, 16)
        }
        (b'-', b"xapp") => body(ALNUM | DASH, 20),
        // Google OAuth client secrets and access tokens.
        (b'-', b"GOCSPX") | (b'.', b"ya29") => body(TOKEN, 20),
        (b'-', b"pypi") => after(&[b"AgE"], TOKEN, 20),
        // Square, NVIDIA, Perplexity, xAI, New Relic, Postman.
        (b'-', b"sq0atp" | b"sq0csp") => body(TOKEN, 22),
        (b'-', b"nvapi" | b"pplx" | b"xai") => body(TOKEN, 32),
        (b'-', b"NRAK") => body(UPPER | DIGIT, 24),
        (b'-', b"PMAK") => body(ALNUM | DASH, 48),
        (b'_', b"ghp" | b"gho" | b"ghu" | b"ghs" | b"ghr") => body(ALNUM, 30),
        (b'_', b"github") => after(&[b"pat_"], ALNUM | UNDERSCORE, 22),
        (b'_', b"sk" | b"rk") => after(STRIPE, ALNUM, 16),
        (b'_', b"whsec") => body(ALNUM | BASE64, 20),
        (b'_', b"hf" | b"npm") => body(ALNUM, 30),
        // DigitalOcean, Shopify, Groq, Replicate, Docker, Linear, Grafana, RubyGems, Sentry, Figma.
        (b'_', b"dop" | b"doo" | b"dor") => after(&[b"v1_"], ALNUM, 40),
        (b'_', b"shpat" | b"shpss" | b"shpca" | b"shppa") => body(ALNUM, 32),
        (b'_', b"gsk" | b"r8") => body(ALNUM, 32),
        (b'_', b"dckr") => after(&[b"pat_", b"oat_"], TOKEN, 20),
        (b'_', b"lin") => after(&[b"api_"], ALNUM, 32),
        (b'_', b"glsa") => body(ALNUM, 32),
        (b'_', b"rubygems" | b"sntryu") => body(ALNUM, 40),
        (b'_', b"sntrys" | b"figd") => body(TOKEN, 32),
        // HashiCorp Vault.
        (b'.', b"hvs" | b"hvb") => body(TOKEN, 24),
        _ => return None,
    })
}

/// A `-`, `_` or `.` stands at `i`: whether what precedes it is the prefix of a key.
pub(super) fn at_joint<M: Meter>(text: Text<'_, M>, i: usize, found: &mut Findings) {
    // Every body begins with such a byte; the end of a sentence is told by that.
    if !is(text.after(i, 1), TOKEN | BASE64) {
        return;
    }
    let start = word_start(text, text.run_back(i, ALNUM), i);
    let prefix = text.slice(start, i);
    if !(2..=8).contains(&prefix.len()) {
        return;
    }
    let (joint, rest) = (text.at(i), i.saturating_add(1));
    let standing_alone = !is(text.before(start, 1), DASH | UNDERSCORE) || escape(text, start) > 0;
    let is_key = match (joint, prefix) {
        (b'-', b"sk") => standing_alone && secret_key(text, rest),
        (b'.', b"SG") => standing_alone && sendgrid(text, rest),
        (b'.', b"hooks") => slack_hook(text, rest),
        _ => body_of(prefix, joint).is_some_and(|body| {
            // Where the body takes no joints itself, a joint before the prefix does no harm.
            let free = body.alphabet & (DASH | UNDERSCORE) == 0;
            (free || standing_alone) && has_body(text, rest, &body)
        }),
    };
    found.insert_if(is_key, Kind::ProviderKey);
}

fn has_body<M: Meter>(text: Text<'_, M>, start: usize, body: &Body) -> bool {
    let infix = body.infix.iter().find(|infix| text.has(start, infix));
    if infix.is_none() && !body.infix.is_empty() {
        return false;
    }
    let start = start.saturating_add(infix.map_or(0, |infix| infix.len()));
    let shape = shape_of(text, start, text.run(start, body.alphabet));
    shape.len >= body.min && shape.random()
}

/// `sk-`: `OpenAI`, Anthropic and those who took over the habit. Ordinary hyphenated words may follow
/// it too, so there has to be one long stretch, or the length and variety of base64url.
fn secret_key<M: Meter>(text: Text<'_, M>, start: usize) -> bool {
    const OWNERS: [&[u8]; 5] = [b"proj-", b"svcacct-", b"admin-", b"ant-", b"or-v1-"];
    let owner = OWNERS.iter().find(|owner| text.has(start, owner));
    let start = start.saturating_add(owner.map_or(0, |owner| owner.len()));
    let shape = shape_of(text, start, text.run(start, TOKEN));
    let varied = shape.digits > 0 && shape.lower > 0 && shape.upper > 0;
    !shape.blotted()
        && shape.len >= 20
        && (shape.mixed >= 16
            || shape.chunk >= 24
            || (owner.is_some() && shape.chunk >= 16)
            || (shape.len >= 40 && varied && shape.turns > 0))
}

/// `SG.<22>.<43>`.
fn sendgrid<M: Meter>(text: Text<'_, M>, start: usize) -> bool {
    let dot = text.run(start, TOKEN);
    let second = dot.saturating_add(1);
    shape_of(text, start, dot).len >= 20
        && text.at(dot) == b'.'
        && shape_of(text, second, text.run(second, TOKEN)).len >= 32
}

/// `hooks.slack.com/services/T.../B.../...`: whoever knows the address may post.
fn slack_hook<M: Meter>(text: Text<'_, M>, start: usize) -> bool {
    const PATH: &[u8] = b"slack.com/services/T";
    let ids = start.saturating_add(PATH.len());
    if !text.has(start, PATH) {
        return false;
    }
    let channel = text.run(ids, UPPER | DIGIT);
    let key = text.run(channel.saturating_add(1), UPPER | DIGIT);
    let shape = shape_of(text, key.saturating_add(1), text.run(key.saturating_add(1), ALNUM));
    text.at(channel) == b'/' && text.at(key) == b'/' && shape.len >= 16 && !shape.blotted()
}

/// An `A` stands at `i`: AWS access key ids, Google API keys.
pub(super) fn at_letter_a<M: Meter>(text: Text<'_, M>, i: usize) -> bool {
    let rest = i.saturating_add(4);
    match text.after(i, 1) {
        b'K' | b'S' => {
            if !(text.has(i, b"AKIA") || text.has(i, b"ASIA")) || !starts_word(text, i, ALNUM) {
                return false;
            }
            let end = text.run(rest, UPPER | DIGIT);
            let shape = shape_of(text, rest, end);
            let dictionary = text.has(i, b"AS") && shape.digits == 0;
            shape.len == 16 && !is(text.at(end), LOWER) && !shape.blotted() && !dictionary
        }
        b'I' => {
            text.has(i, b"AIza") && starts_word(text, i, TOKEN) && {
                let shape = shape_of(text, rest, text.run(rest, TOKEN));
                (35..=45).contains(&shape.len) && shape.random()
            }
        }
        _ => false,
    }
}

/// A `:` stands at `i`: Telegram's `<bot id>:<35 characters>`.
pub(super) fn telegram<M: Meter>(text: Text<'_, M>, i: usize) -> bool {
    if text.at(i) != b':' || !is(text.before(i, 1), DIGIT) {
        return false;
    }
    let start = text.run_back(i, DIGIT);
    // The id follows `bot` in the address of the interface itself.
    let bot = start.checked_sub(3).is_some_and(|bot| text.has(bot, b"bot"));
    if !(8..=10).contains(&i.saturating_sub(start)) || (is(text.before(start, 1), ALNUM) && !bot) {
        return false;
    }
    let rest = i.saturating_add(1);
    let shape = shape_of(text, rest, text.run(rest, TOKEN));
    (34..=36).contains(&shape.len) && shape.random()
}

/// A `B` stands at `i`: `-----BEGIN ... PRIVATE KEY-----`, with or without line breaks. A header
/// whose key was plainly taken out is no key.
pub(super) fn private_key<M: Meter>(text: Text<'_, M>, i: usize) -> bool {
    const END: &[u8] = b"PRIVATE KEY";
    if text.after(i, 1) != b'E' || !text.has(i, b"BEGIN ") {
        return false;
    }
    let dashes = if text.before(i, 1) == b' ' { i.saturating_sub(1) } else { i };
    if !dashes.checked_sub(4).is_some_and(|four| text.has(four, b"----")) {
        return false;
    }
    // The longest label in use is `SSH2 ENCRYPTED PRIVATE KEY`.
    let label = text.slice(i, i.saturating_add(48));
    text.step(label.len());
    let Some(key) = label.windows(END.len()).position(|word| word == END) else {
        return false;
    };
    if label.iter().take(key).any(|&byte| !is(byte, UPPER | DIGIT | BLANK)) {
        return false;
    }
    let mut at = i.saturating_add(key).saturating_add(END.len());
    if text.has(at, b" BLOCK") {
        at = at.saturating_add(6);
    }
    at = text.run(at, DASH | BLANK);
    if text.has(at, br"\n") {
        at = at.saturating_add(2);
    }
    while matches!(text.at(at), b'\n' | b'\r') {
        at = at.saturating_add(1);
    }
    let removed = matches!(text.at(at), b'[' | b'<' | b'*' | b'.' | b'(');
    !removed && !text.has_word(at, b"redacted")
}

/// A `J` stands at `i`: three base64url parts, the first two of which are JSON objects.
pub(super) fn web_token<M: Meter>(text: Text<'_, M>, i: usize) -> bool {
    let Some(start) = i.checked_sub(2) else { return false };
    if !text.has(start, b"ey") || !starts_word(text, start, TOKEN) {
        return false;
    }
    let first = text.run(start, TOKEN);
    let payload = first.saturating_add(1);
    if first.saturating_sub(start) < 12 || text.at(first) != b'.' || !text.has(payload, b"eyJ") {
        return false;
    }
    let second = text.run(payload, TOKEN);
    let signature = second.saturating_add(1);
    let third = text.run(signature, TOKEN);
    second.saturating_sub(payload) >= 8
        && text.at(second) == b'.'
        && third.saturating_sub(signature) >= 8
}

fn shape_of<M: Meter>(text: Text<'_, M>, start: usize, end: usize) -> Shape {
    text.step(end.saturating_sub(start));
    Shape::of(text.slice(start, end))
}

/// Whether a word begins at `start`: nothing of `mask` precedes it, or only as part of an escape.
fn starts_word<M: Meter>(text: Text<'_, M>, start: usize, mask: u16) -> bool {
    !is(text.before(start, 1), mask) || escape(text, start) > 0
}

/// How many bytes before `start` spell an escape such as `\n` or `%3D`.
fn escape<M: Meter>(text: Text<'_, M>, start: usize) -> usize {
    if text.before(start, 2) == b'\\' && matches!(text.before(start, 1), b'n' | b'r' | b't') {
        2
    } else if text.before(start, 3) == b'%'
        && text.before(start, 2).is_ascii_hexdigit()
        && text.before(start, 1).is_ascii_hexdigit()
    {
        3
    } else {
        0
    }
}

/// Where the word from `start` to `end` really begins, if an escape runs into it.
fn word_start<M: Meter>(text: Text<'_, M>, start: usize, end: usize) -> usize {
    let skip = match text.before(start, 1) {
        b'\\' => 1,
        b'%' => 2,
        _ => 0,
    };
    let begin = start.saturating_add(skip);
    if skip > 0 && begin <= end && escape(text, begin) > 0 { begin } else { start }
}
