//! Keys that say whose they are: providers' prefixes, PEM private keys, signed web tokens.
//!
//! A prefix stands at the start of a word, or right behind a `-` or `_`, as in `backup_glpat-...`. The
//! bytes of a body never hold what may stand before a prefix, so no two bodies overlap however often a
//! prefix is repeated; but for bodies that take joints themselves. Of one that begins behind a joint only
//! so much is judged as a key needs, and it has to look more like one.

use super::kind::Kind;
use super::raw_span::{RawSpan, Sink};
use super::shape::{Shape, may_be_dense};
use super::text::{ALNUM, BASE64, DASH, DIGIT, LOWER, Meter, TOKEN, Text, UNDERSCORE, UPPER, is};

/// What must follow a prefix and the `-`, `_` or `.` after it.
struct Body {
    /// What goes on with the prefix; empty, or one of these.
    infix: &'static [&'static [u8]],
    alphabet: u16,
    min: usize,
}

/// How much of a body is judged where it begins behind a joint, at least: a key shows by then what it is.
const JUDGED: usize = 64;

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

/// A `-`, `_` or `.` stands at `i`: whether what precedes it is the prefix of a key, or the first part of
/// a web token.
pub(super) fn at_joint<M: Meter, S: Sink>(text: Text<'_, M>, i: usize, found: &mut S) {
    // Every body begins with such a byte; the end of a sentence is told by that.
    let next = text.after(i, 1);
    if !is(next, TOKEN | BASE64) {
        return;
    }
    let joint = text.at(i);
    if joint == b'.' && next == b'e' {
        found.add_if(Kind::WebToken, web_token(text, i));
    }
    if found.has(Kind::ProviderKey) {
        return;
    }
    let start = word_start(text, text.run_back(i, ALNUM), i);
    let prefix = text.slice(start, i);
    if !(2..=8).contains(&prefix.len()) {
        return;
    }
    let rest = i.saturating_add(1);
    let behind_joint = is(text.before(start, 1), DASH | UNDERSCORE) && escape(text, start) == 0;
    let span = match (joint, prefix) {
        (b'-', b"sk") => secret_key(text, rest, behind_joint),
        // What ends before a `.` overlaps with nothing that begins with one.
        (b'.', b"SG") => sendgrid(text, rest),
        (b'.', b"hooks") => {
            found.add_if(Kind::ProviderKey, slack_hook(text, rest));
            return;
        }
        _ => body_of(prefix, joint).and_then(|body| {
            let overlaps = joint != b'.' && body.alphabet & (DASH | UNDERSCORE) != 0;
            has_body(text, rest, &body, behind_joint && overlaps)
        }),
    };
    found.add_if(Kind::ProviderKey, span.map(|span| span.from(start)));
}

fn has_body<M: Meter>(
    text: Text<'_, M>,
    start: usize,
    body: &Body,
    bounded: bool,
) -> Option<RawSpan> {
    let infix = body.infix.iter().find(|infix| text.has(start, infix));
    if infix.is_none() && !body.infix.is_empty() {
        return None;
    }
    let start = start.saturating_add(infix.map_or(0, |infix| infix.len()));
    let end = if bounded {
        text.run_within(start, body.alphabet, JUDGED.max(body.min.saturating_add(16)))
    } else {
        text.run(start, body.alphabet)
    };
    if bounded && !may_be_dense(text.slice(start, end), 3) {
        return None;
    }
    let shape = shape_of(text, start, end);
    let looks = if bounded { shape.dense() } else { shape.random() };
    (shape.len >= body.min && looks).then(|| RawSpan::open(start, end, body.alphabet))
}

/// `sk-`: `OpenAI`, Anthropic and those who took over the habit. Ordinary hyphenated words may follow
/// it too, so there has to be one long stretch, or the length and variety of base64url.
fn secret_key<M: Meter>(text: Text<'_, M>, start: usize, behind_joint: bool) -> Option<RawSpan> {
    const OWNERS: [&[u8]; 5] = [b"proj-", b"svcacct-", b"admin-", b"ant-", b"or-v1-"];
    let owner = OWNERS.iter().find(|owner| text.has(start, owner));
    let start = start.saturating_add(owner.map_or(0, |owner| owner.len()));
    let end = match (behind_joint, owner) {
        (false, _) => text.run(start, TOKEN),
        (true, Some(_)) => text.run_within(start, TOKEN, JUDGED),
        // `task-sk-...` may be about Slovakia: without an owner, one stretch has to tell.
        (true, None) => text.run(start, ALNUM),
    };
    if behind_joint && !may_be_dense(text.slice(start, end), 1) {
        return None;
    }
    let shape = shape_of(text, start, end);
    let varied = shape.digits > 0 && shape.lower > 0 && shape.upper > 0;
    let looks = if behind_joint && owner.is_none() {
        shape.rich()
    } else {
        shape.mixed >= 16
            || shape.chunk >= 24
            || (owner.is_some() && shape.chunk >= 16)
            || (shape.len >= 40 && varied && shape.turns > 0)
    };
    (!shape.blotted() && shape.len >= 20 && looks).then(|| RawSpan::open(start, end, TOKEN))
}

/// `SG.<22>.<43>`.
fn sendgrid<M: Meter>(text: Text<'_, M>, start: usize) -> Option<RawSpan> {
    let dot = text.run(start, TOKEN);
    let second = dot.saturating_add(1);
    if shape_of(text, start, dot).len < 20 || text.at(dot) != b'.' {
        return None;
    }
    let end = text.run(second, TOKEN);
    (shape_of(text, second, end).len >= 32).then(|| RawSpan::of(start, end))
}

/// `hooks.slack.com/services/T.../B.../...`: whoever knows the address may post.
fn slack_hook<M: Meter>(text: Text<'_, M>, start: usize) -> Option<RawSpan> {
    const PATH: &[u8] = b"slack.com/services/T";
    if !text.has(start, PATH) {
        return None;
    }
    let ids = start.saturating_add(PATH.len());
    let channel = text.run(ids, UPPER | DIGIT);
    let key = text.run(channel.saturating_add(1), UPPER | DIGIT);
    let end = text.run(key.saturating_add(1), ALNUM);
    let shape = shape_of(text, key.saturating_add(1), end);
    let is_key =
        text.at(channel) == b'/' && text.at(key) == b'/' && shape.len >= 16 && !shape.blotted();
    // The host stays to be seen.
    is_key.then(|| RawSpan::of(ids.saturating_sub(1), end))
}

/// An `A` stands at `i`: AWS access key ids, Google API keys.
pub(super) fn at_letter_a<M: Meter>(text: Text<'_, M>, i: usize) -> Option<RawSpan> {
    let rest = i.saturating_add(4);
    match text.after(i, 1) {
        b'K' | b'S' => {
            if !(text.has(i, b"AKIA") || text.has(i, b"ASIA")) || !starts_word(text, i, ALNUM) {
                return None;
            }
            let end = text.run(rest, UPPER | DIGIT);
            let shape = shape_of(text, rest, end);
            let dictionary = text.has(i, b"AS") && shape.digits == 0;
            let is_key =
                shape.len == 16 && !is(text.at(end), LOWER) && !shape.blotted() && !dictionary;
            is_key.then(|| RawSpan::of(i, end))
        }
        b'I' if text.has(i, b"AIza") => {
            const LONGEST: usize = 45;
            let behind_joint = is(text.before(i, 1), DASH | UNDERSCORE);
            if !behind_joint && !starts_word(text, i, TOKEN) {
                return None;
            }
            let end = text.run_within(rest, TOKEN, LONGEST + 1);
            if !(35..=LONGEST).contains(&end.saturating_sub(rest)) {
                return None;
            }
            let shape = shape_of(text, rest, end);
            let looks = if behind_joint { shape.dense() } else { shape.random() };
            looks.then(|| RawSpan::of(i, end))
        }
        _ => None,
    }
}

/// A `:` stands at `i`: Telegram's `<bot id>:<35 characters>`.
pub(super) fn telegram<M: Meter>(text: Text<'_, M>, i: usize) -> Option<RawSpan> {
    if text.at(i) != b':' || !is(text.before(i, 1), DIGIT) {
        return None;
    }
    let start = text.run_back(i, DIGIT);
    // The id follows `bot` in the address of the interface itself.
    let bot = start.checked_sub(3).is_some_and(|bot| text.has(bot, b"bot"));
    if !(8..=10).contains(&i.saturating_sub(start)) || (is(text.before(start, 1), ALNUM) && !bot) {
        return None;
    }
    let rest = i.saturating_add(1);
    let end = text.run(rest, TOKEN);
    let shape = shape_of(text, rest, end);
    ((34..=36).contains(&shape.len) && shape.random()).then(|| RawSpan::of(start, end))
}

/// The `.` at `dot` may end the first of a web token's three base64url parts, the first two of which are
/// JSON objects. No two such parts that end in a `.` overlap, wherever in them a token may begin.
fn web_token<M: Meter>(text: Text<'_, M>, dot: usize) -> Option<RawSpan> {
    const OBJECT: &[u8] = b"eyJ";
    let payload = dot.saturating_add(1);
    if !text.has(payload, OBJECT) {
        return None;
    }
    let begin = text.run_back(dot, TOKEN);
    let header = text.slice(begin, dot);
    text.step(header.len());
    let starts = |start: usize| {
        let before = text.before(start, 1);
        start == begin || is(before, DASH | UNDERSCORE) || escape(text, start) > 0
    };
    let start = header
        .windows(OBJECT.len())
        .enumerate()
        .filter(|(_, window)| *window == OBJECT)
        .map(|(at, _)| begin.saturating_add(at))
        .find(|&start| starts(start))?;
    let second = text.run(payload, TOKEN);
    let signature = second.saturating_add(1);
    if dot.saturating_sub(start) < 12
        || second.saturating_sub(payload) < 8
        || text.at(second) != b'.'
    {
        return None;
    }
    let third = text.run(signature, TOKEN);
    (third.saturating_sub(signature) >= 8).then(|| RawSpan::of(start, third))
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
