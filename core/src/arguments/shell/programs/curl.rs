//! `curl`

use alloc::format;
use alloc::vec::Vec;

use super::super::options::{Arg, Args};
use super::super::state::Shell;
use super::super::word::Word;
use super::files::{is_harmless, stricter};
use crate::arguments::effect::{EffectCode, Nested, Program, Row};
use crate::arguments::tables::text::MONEY_WORDS;
use crate::contract::VerbClass::{Destroy, Edit, Money, Send};

const PROGRAM: Program = Program::of("curl");

/// Long options that take a value and neither write nor send.
const VALUES: [&str; 33] = [
    "cacert",
    "capath",
    "cert",
    "cert-type",
    "ciphers",
    "connect-timeout",
    "connect-to",
    "continue-at",
    "cookie",
    "header",
    "interface",
    "key",
    "limit-rate",
    "max-filesize",
    "max-redirs",
    "max-time",
    "noproxy",
    "pass",
    "proto",
    "proxy",
    "proxy-user",
    "range",
    "referer",
    "resolve",
    "retry",
    "retry-delay",
    "retry-max-time",
    "socks5",
    "socks5-hostname",
    "time-cond",
    "unix-socket",
    "user",
    "user-agent",
];
/// Long options that take a value and write or send.
const WRITES: [&str; 22] = [
    "alt-svc",
    "config",
    "cookie-jar",
    "data",
    "data-ascii",
    "data-binary",
    "data-raw",
    "data-urlencode",
    "dump-header",
    "etag-save",
    "form",
    "form-string",
    "hsts",
    "json",
    "libcurl",
    "output",
    "output-dir",
    "request",
    "stderr",
    "trace",
    "trace-ascii",
    "upload-file",
];

/// Long options without a value that change only how something is fetched or shown.
const FLAGS: [&str; 36] = [
    "anyauth",
    "basic",
    "compressed",
    "create-dirs",
    "digest",
    "disable",
    "fail",
    "fail-early",
    "fail-with-body",
    "globoff",
    "head",
    "http0.9",
    "http1.0",
    "http1.1",
    "http2",
    "http3",
    "include",
    "insecure",
    "ipv4",
    "ipv6",
    "junk-session-cookies",
    "location",
    "negotiate",
    "netrc",
    "parallel",
    "path-as-is",
    "proxy-insecure",
    "raw",
    "retry-all-errors",
    "retry-connrefused",
    "show-error",
    "silent",
    "sslv3",
    "styled-output",
    "tcp-nodelay",
    "verbose",
];

fn is_flag(name: &str) -> bool {
    FLAGS.contains(&name.strip_prefix("no-").unwrap_or(name))
        || matches!(name, "help" | "version" | "manual" | "progress-bar" | "progress-meter")
        || name.starts_with("tlsv1")
}

/// What all words come to.
#[derive(Default)]
struct Request<'a> {
    method: Option<&'a str>,
    body: bool,
    get: bool,
    money: bool,
    unknown: bool,
    files: bool,
    upload: bool,
    sends_mail: bool,
}

/// What a method does; nothing, if it reads.
pub(super) fn method_row(program: Program, method: &str, body: bool) -> Option<Row> {
    Some(match method {
        "GET" | "HEAD" | "OPTIONS" => return None,
        "DELETE" => Row::writes(program, Destroy).with(EffectCode::ResourceDelete),
        "PUT" | "PATCH" if !body => Row::writes(program, Edit).with(EffectCode::ResourceEdit),
        _ => Row::writes(program, Send).with(EffectCode::NetSend),
    })
}

/// What `curl` does.
pub(super) fn curl(shell: &mut Shell<'_>, args: &[Word<'_>]) -> Row {
    let mut request = Request {
        unknown: args.iter().any(|word| word.has(super::super::word::DYNAMIC)),
        ..Request::default()
    };
    let all: Vec<&str> = VALUES
        .iter()
        .chain(&WRITES)
        .chain(&[
            "url",
            "write-out",
            "quote",
            "prequote",
            "postquote",
            "mail-from",
            "mail-rcpt",
            "form-escape",
        ])
        .copied()
        .collect();
    for arg in Args::new(args, "AbcCdDeEFhHmoPQrtTuUwxXyYzK").with_long(&all) {
        match arg {
            Arg::Short(b'd' | b'F', value) => request.body(shell, value),
            Arg::Short(b'T', value) => request.upload(shell, value),
            Arg::Short(b'X', value) => {
                request.method = Some(value.and_then(Word::plain).unwrap_or("?"));
            }
            Arg::Short(b'o' | b'D' | b'c', value) => request.writes(value),
            Arg::Short(b'O' | b'J', _) => request.files = true,
            Arg::Short(b'K' | b'Q' | b':', _) | Arg::Unknown => request.unknown = true,
            Arg::Short(b'G', _) => request.get = true,
            Arg::Short(b'H', value) => request.header(shell, value),
            Arg::Short(b'w', value) => request.format(value),
            Arg::Long(name, value) => request.long(shell, name, value),
            Arg::Operand(word) => request.address(shell, word),
            Arg::Short(..) => {}
        }
    }
    request.row()
}

impl<'a> Request<'a> {
    fn long(&mut self, shell: &mut Shell<'_>, name: &str, value: Option<Word<'a>>) {
        match name {
            "data" | "data-ascii" | "data-binary" | "data-raw" | "data-urlencode" | "json"
            | "form" | "form-string" => self.body(shell, value),
            "upload-file" => self.upload(shell, value),
            "request" => self.method = Some(value.and_then(Word::plain).unwrap_or("?")),
            "output" | "dump-header" | "cookie-jar" | "trace" | "trace-ascii" | "stderr"
            | "etag-save" | "hsts" | "alt-svc" | "libcurl" => self.writes(value),
            "output-dir" | "remote-name" | "remote-name-all" | "remote-header-name" => {
                self.files = true;
            }
            "config" | "quote" | "prequote" | "postquote" | "next" => self.unknown = true,
            "mail-from" | "mail-rcpt" => self.sends_mail = true,
            "get" => self.get = true,
            "write-out" => self.format(value),
            "url" => {
                if let Some(word) = value {
                    self.address(shell, word);
                }
            }
            "header" | "proxy-header" => self.header(shell, value),
            // Any other may read a file, load a library, or be an abbreviation of one that writes.
            _ => self.unknown |= !VALUES.contains(&name) && !is_flag(name),
        }
    }

    /// A header may be the content of a file.
    fn header(&mut self, shell: &mut Shell<'_>, value: Option<Word<'a>>) {
        if value.is_some_and(|word| word.text.starts_with('@')) {
            self.body(shell, value);
        }
    }

    fn body(&mut self, shell: &mut Shell<'_>, value: Option<Word<'a>>) {
        self.body = true;
        let text = value.map_or("", |word| word.text);
        let file = text.strip_prefix('@').or_else(|| {
            text.split_once("=@").or_else(|| text.split_once("=<")).map(|(_, file)| file)
        });
        if let Some(file) = file {
            self.upload = true;
            shell.nested(Nested::Path(file.split(';').next().unwrap_or(file)));
        }
    }

    fn upload(&mut self, shell: &mut Shell<'_>, value: Option<Word<'a>>) {
        self.body = true;
        self.upload = true;
        self.method = self.method.or(Some("PUT"));
        if let Some(word) = value {
            shell.nested(Nested::Path(word.text));
        }
    }

    fn writes(&mut self, value: Option<Word<'a>>) {
        self.files |= value.is_none_or(|word| !is_harmless(word));
    }

    fn format(&mut self, value: Option<Word<'a>>) {
        let text = value.map_or("", |word| word.text);
        self.files |= text.contains("%output{");
        self.unknown |= text.starts_with('@');
    }

    fn address(&mut self, shell: &mut Shell<'_>, word: Word<'a>) {
        if word.has(super::super::word::DYNAMIC) {
            return;
        }
        if word.text.contains("://") {
            shell.nested(Nested::Url(word.text));
        } else {
            shell.nested(Nested::Url(&format!("http://{}", word.text)));
        }
        let path = word.text.split(['?', '#']).next().unwrap_or(word.text);
        self.money |=
            path.split('/').skip(1).any(|part| MONEY_WORDS.contains(&part.to_ascii_lowercase()));
    }

    fn row(&self) -> Row {
        let mut row = Row::reads(PROGRAM);
        if self.unknown || (self.get && self.body) {
            row = Row::cannot_tell(PROGRAM);
        }
        if self.files {
            let writes = Row::writes(PROGRAM, Edit).with(EffectCode::FsWrite);
            row = stricter(row, writes.with(EffectCode::NetDownloadToFile));
        }
        let sends = self.body && (!self.get || self.upload);
        if sends || self.sends_mail {
            let class = if self.money { Money } else { Send };
            row = stricter(row, Row::writes(PROGRAM, class).with(EffectCode::NetSend));
            if self.upload {
                row = row.with(EffectCode::NetUpload);
            }
        }
        if let Some(method) = self.method
            && let Some(mut by_method) = method_row(PROGRAM, method, self.body)
        {
            if self.money && by_method.class == Some(Send) {
                by_method.class = Some(Money);
            }
            row = stricter(row, by_method);
        }
        row
    }
}
