//! What an `@` parts: e-mail addresses, and the user and password of a URL.
//!
//! Walking back from an `@` ends at the one before it, walking forward at the one after it, so that
//! all walks together read the text twice.

use super::kind::Kind;
use super::raw_span::{RawSpan, Sink};
use super::shape::Shape;
use super::text::{
    ALNUM, DASH, DIGIT, DOT, LETTER, Meter, NOT_USERINFO, PLUS, TOKEN, Text, UNDERSCORE, WIDE, is,
};

/// An `@` stands at `i`.
pub(super) fn at_sign<M: Meter, S: Sink>(text: Text<'_, M>, i: usize, found: &mut S) {
    let start = user_start(text, i);
    let authority = start.checked_sub(3).is_some_and(|scheme| text.has(scheme, b"://"));
    let scheme = text.before(start, 4);
    if authority && is(scheme, ALNUM | PLUS | DASH | DOT) {
        // The part before the `@` is an account of the host, not a mailbox.
        found.add_if(Kind::UrlPassword, password(text, start, i));
    } else {
        found.add_if(Kind::Email, mailbox(text, i, i.saturating_add(1)));
    }
}

/// A `%` stands at `i`: `jane%40example.com`, an address in the query of a URL.
pub(super) fn at_escaped_sign<M: Meter>(text: Text<'_, M>, i: usize) -> Option<RawSpan> {
    if text.has(i, b"%40") { mailbox(text, i, i.saturating_add(3)) } else { None }
}

/// Where what may be the user and password of a URL begins.
fn user_start<M: Meter>(text: Text<'_, M>, end: usize) -> usize {
    let rest = text.bytes().get(..end).unwrap_or_default();
    let length = rest.iter().rev().take_while(|&&byte| !is(byte, NOT_USERINFO)).count();
    text.step(length);
    end.saturating_sub(length)
}

/// The password between the user and the host; the rest of the address stays to be seen.
fn password<M: Meter>(text: Text<'_, M>, start: usize, end: usize) -> Option<RawSpan> {
    let user = text.slice(start, end);
    text.step(user.len().saturating_mul(2));
    let colon = user.iter().position(|&byte| byte == b':')?;
    let password = user.get(colon..).and_then(|rest| rest.split_first()).map(|(_, rest)| rest);
    let password = password.unwrap_or_default();
    // Nobody's password is longer than what is looked at here for signs of a placeholder.
    let head = password.get(..64).unwrap_or(password);
    text.step(head.len());
    let blotted = head.len() >= 3
        && Shape::of(head).blotted()
        && !head.iter().any(|&byte| is(byte, LETTER) && !matches!(byte, b'x' | b'X'));
    let placeholder = matches!(
        head,
        [b'<' | b'{' | b'[', ..] | [b'*', b'*', ..] | [b'*'] | [b'$', b'{' | b'(', ..]
    ) || head
        .strip_prefix(b"$")
        .is_some_and(|name| name.iter().all(|&byte| is(byte, ALNUM | UNDERSCORE)))
        || head.windows(3).any(|part| part == b"***" || part.eq_ignore_ascii_case(b"xxx"))
        || head.windows(6).any(|part| part.eq_ignore_ascii_case(b"redact"))
        || (head.first() == Some(&b'%') && head.last() == Some(&b'%'))
        || [&b"%7B"[..], b"%3C", b"%5B", b"%2A"]
            .iter()
            .any(|hidden| head.get(..3).is_some_and(|start| start.eq_ignore_ascii_case(hidden)));
    let host = text.after(end, 1);
    let is_password = !password.is_empty()
        && !blotted
        && !placeholder
        && (is(host, ALNUM | WIDE) || matches!(host, b'[' | b'$' | b'{' | b'<' | b'%'));
    is_password.then(|| RawSpan::of(end.saturating_sub(password.len()), end))
}

/// The address that the sign from `at` to `after` makes, if it is somebody's.
fn mailbox<M: Meter>(text: Text<'_, M>, at: usize, after: usize) -> Option<RawSpan> {
    let start = text.run_back(at, TOKEN | DOT | PLUS);
    let local = text.slice(start, at);
    text.step(local.len());
    if local.iter().all(|&byte| !is(byte, ALNUM)) {
        // `josé@`: a letter outside ASCII, but no dash, ellipsis or bullet, with which masks are made.
        let letter = is(text.before(start, 1), WIDE) && text.before(start, 3) != 0xE2;
        if !letter || !local.is_empty() {
            return None;
        }
        return domain_end(text, after)
            .map(|end| RawSpan::of(text.run_back(start, WIDE | ALNUM), end));
    }
    // `j***e@`, `$USER@`, `{user}@`.
    let masked = matches!(text.before(start, 1), b'*' | b'$' | b'{');
    if masked {
        return None;
    }
    let end = domain_end(text, after)?;
    (!is_role(local)).then(|| RawSpan::of(start, end))
}

/// Where the host name with a top level ends that begins at `start`.
fn domain_end<M: Meter>(text: Text<'_, M>, start: usize) -> Option<usize> {
    // `icon@2x.png` and `backup@daily.timer` are files.
    const FILES: [&[u8]; 16] = [
        b"png", b"jpg", b"jpeg", b"gif", b"svg", b"webp", b"css", b"js", b"json", b"html", b"pdf",
        b"txt", b"service", b"timer", b"socket", b"mount",
    ];
    let end = text.run(start, ALNUM | DASH | DOT | WIDE);
    let domain = text.slice(start, end);
    text.step(domain.len());
    // A full stop may end the sentence.
    let domain = domain.trim_ascii_end();
    let domain = domain.strip_suffix(b".").unwrap_or(domain);
    let dot = domain.iter().rposition(|&byte| byte == b'.')?;
    let (head, top) = domain.split_at_checked(dot).unwrap_or_default();
    let top = top.strip_prefix(b".").unwrap_or(top);
    let is_host = head.first().is_some_and(|&byte| is(byte, ALNUM | WIDE))
        && !head.ends_with(b".")
        && top.len() >= 2
        && (top.iter().all(|&byte| is(byte, LETTER | WIDE)) || top.starts_with(b"xn--"))
        && !FILES.iter().any(|file| top.eq_ignore_ascii_case(file));
    is_host.then(|| start.saturating_add(domain.len()))
}

const ROLES: [&[u8]; 77] = [
    b"abuse",
    b"accounting",
    b"accounts",
    b"admin",
    b"administrator",
    b"alert",
    b"alerts",
    b"all",
    b"billing",
    b"booking",
    b"bookings",
    b"bounce",
    b"bounces",
    b"careers",
    b"compliance",
    b"contact",
    b"contactus",
    b"customercare",
    b"customerservice",
    b"daemon",
    b"deploy",
    b"devops",
    b"donotreply",
    b"dpo",
    b"enquiries",
    b"everyone",
    b"events",
    b"feedback",
    b"finance",
    b"git",
    b"hello",
    b"help",
    b"helpdesk",
    b"hi",
    b"hostmaster",
    b"hr",
    b"info",
    b"inquiries",
    b"invoices",
    b"jobs",
    b"legal",
    b"mail",
    b"mailer",
    b"marketing",
    b"media",
    b"news",
    b"newsletter",
    b"noreply",
    b"notification",
    b"notifications",
    b"office",
    b"oncall",
    b"ops",
    b"orders",
    b"partners",
    b"payments",
    b"postmaster",
    b"press",
    b"privacy",
    b"reception",
    b"recruiting",
    b"reply",
    b"reservations",
    b"returns",
    b"root",
    b"sales",
    b"security",
    b"service",
    b"servicedesk",
    b"services",
    b"shop",
    b"staff",
    b"support",
    b"team",
    b"updates",
    b"webmaster",
    b"welcome",
];

/// What may stand beside the role in an address: whose, where, which.
const QUALIFIERS: [&[u8]; 23] = [
    b"no",
    b"do",
    b"not",
    b"us",
    b"eu",
    b"uk",
    b"de",
    b"fr",
    b"na",
    b"emea",
    b"apac",
    b"latam",
    b"global",
    b"it",
    b"tech",
    b"web",
    b"customer",
    b"client",
    b"user",
    b"care",
    b"desk",
    b"online",
    b"dept",
];

/// A role address such as `support@`, `no-reply@` or `sales.eu+web@` is nobody's.
fn is_role(local: &[u8]) -> bool {
    let tag = local.iter().position(|&byte| byte == b'+').unwrap_or(local.len());
    let name = local.get(..tag).unwrap_or_default();
    // No role is spelt longer than this.
    if name.len() > 40 {
        return false;
    }
    let mut role = false;
    for word in name.split(|&byte| !is(byte, ALNUM)) {
        let letters = word.iter().position(|&byte| is(byte, DIGIT)).unwrap_or(word.len());
        let (word, number) = word.split_at_checked(letters).unwrap_or_default();
        let listed = |list: &[&[u8]]| list.iter().any(|entry| word.eq_ignore_ascii_case(entry));
        if !number.iter().all(|&byte| is(byte, DIGIT)) {
            return false;
        }
        if listed(&ROLES) {
            role = true;
        } else if !word.is_empty() && !listed(&QUALIFIERS) {
            return false;
        }
    }
    role
}
