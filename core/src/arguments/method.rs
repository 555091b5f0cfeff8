//! The method of a request beside its address.

use alloc::string::String;

use super::{
    effect::{EffectCode, Program, Row, Sink},
    glob,
    steps::step,
    tables::text::MONEY_WORDS,
    url,
};
use crate::contract::VerbClass;

/// A request of which nobody can say what it does.
pub(crate) const HTTP: Program = Program::of("http");

/// Whether a text is a word that can be a method.
pub(crate) fn is_plain(method: &str) -> bool {
    let method = method.trim();
    (3..=10).contains(&method.len()) && method.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// A request: its method, its addresses, and whether it has a body.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    pub(crate) urls: &'a [&'a str],
    pub(crate) has_body: bool,
}

/// Reads the method of a request. Without an address beside it, or with another length, nothing is one. Says whether
/// the policy lists the request as one that reads.
pub(crate) fn read(request: &Request<'_>, http_read: &[String], sink: &mut dyn Sink) -> bool {
    let method = request.method.trim();
    if !is_plain(method) || request.urls.is_empty() {
        return false;
    }
    let is = |name: &str| method.eq_ignore_ascii_case(name);
    let is_vouched = request.urls.iter().all(|url| is_listed(method, url, http_read));
    if is_vouched {
        sink.row(Row::reads(program("get")));
        return true;
    }
    let row = match () {
        () if is("get") || is("head") || is("options") => {
            let program = program("get");
            if request.has_body { Row::cannot_tell(program) } else { Row::reads(program) }
        }
        () if is("delete") => {
            Row::writes(program("delete"), VerbClass::Destroy).with(EffectCode::ResourceDelete)
        }
        () if is("put") || is("patch") => {
            Row::writes(program("put"), VerbClass::Edit).with(EffectCode::ResourceEdit)
        }
        () => {
            let pays = is("post") && request.urls.iter().any(|url| is_about_money(url));
            let class = if pays { VerbClass::Money } else { VerbClass::Send };
            Row::writes(program("post"), class).with(EffectCode::NetSend)
        }
    };
    sink.row(row);
    false
}

const fn program(verb: &'static str) -> Program {
    Program { verb: Some(verb), ..HTTP }
}

/// Whether the operator says that this request reads. An address that can be read in two ways fits no rule.
fn is_listed(method: &str, url: &str, http_read: &[String]) -> bool {
    let is_plain = || url::is_plain(url);
    http_read.iter().any(|rule| {
        let Some((of, pattern)) = rule.trim().split_once(' ') else { return false };
        of.eq_ignore_ascii_case(method) && glob::matches(pattern.trim(), url.trim()) && is_plain()
    })
}

/// Whether a component of the path is a word of money: `/v1/charges`.
pub(crate) fn is_about_money(url: &str) -> bool {
    step(url.len());
    url::path_of(url).split(['/', '\\']).any(|part| {
        let part = part.split([':', ';', '.']).next().unwrap_or(part);
        // The longest of the words is shorter.
        part.len() <= 16 && MONEY_WORDS.contains(&part.to_ascii_lowercase())
    })
}
