//! Secrets anywhere, and prose that tells to install something.

use aana_core::secrets::{self, Kind};

use super::words::PACKAGE_MANAGERS;
use crate::command::CommandLine;
use crate::tool_request::read::{front::Front, lines::Line};
use crate::tool_request::{
    RequestRule as Rule,
    found::{Position, RequestFindings},
};

/// Scans every line and every value as it reads after unquoting.
pub(crate) fn secrets(lines: &[Line<'_>], front: &Front, found: &mut RequestFindings) {
    let message = "text in the form of a credential";
    for line in lines {
        if holds_secret(line.text) {
            found.add(Rule::ForbidSecret, line.at(), message);
        }
    }
    for scalar in front.scalars() {
        if holds_secret(&scalar.text) {
            found.add(Rule::ForbidSecret, scalar.at, message);
        }
    }
}

fn holds_secret(text: &str) -> bool {
    let findings = secrets::scan(text);
    [
        Kind::ProviderKey,
        Kind::PrivateKey,
        Kind::WebToken,
        Kind::Authorization,
        Kind::UrlPassword,
        Kind::Assignment,
    ]
    .into_iter()
    .any(|kind| findings.contains(kind))
        || gives_secret(text)
}

/// Whether a flag, an assignment or a header gives a secret. A request is held to more than a summary
/// of evidence is: also a value without a digit counts where its name says what it is.
fn gives_secret(text: &str) -> bool {
    let mut words = text
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| "\"'`()[]{},;|".contains(c)))
        .peekable();
    let mut authorization = false;
    while let Some(word) = words.next() {
        let next = words.peek().copied().unwrap_or_default();
        let scheme = word.to_ascii_lowercase();
        if scheme == "bearer" || (authorization && scheme == "basic") {
            let long = next.len() >= 8 && next.contains(|c: char| c.is_ascii_digit() || c == '=');
            if long && !is_placeholder(next) {
                return true;
            }
        }
        authorization = scheme.ends_with("authorization:");
        let (name, attached, sign) = match word.split_once(['=', ':']) {
            Some((name, value)) => (name, value, word.as_bytes().get(name.len()).copied()),
            None => (word, "", None),
        };
        let flag = name.starts_with("--");
        if !is_secret_name(name) {
            continue;
        }
        let value = match sign {
            Some(_) if !attached.is_empty() => attached,
            Some(b':') => next,
            None if flag => next,
            _ => continue,
        };
        let value =
            value.trim_matches(|c: char| "\"'`".contains(c)).trim_end_matches(['.', ',', ';']);
        let given = if flag {
            value.chars().count() >= 4 && !value.starts_with("--")
        } else {
            value.chars().count() >= 6
                && (sign == Some(b'=') || value.contains(|c: char| !c.is_alphabetic()))
        };
        if given && !is_placeholder(value) {
            return true;
        }
    }
    false
}

/// Whether a name ends in a word for a secret: `password`, `db_password`, `--api-key`.
fn is_secret_name(name: &str) -> bool {
    let start = name.rfind(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-'));
    let last = start.and_then(|index| name.get(index + 1..)).unwrap_or(name);
    let folded = last.trim_start_matches('-').to_ascii_lowercase().replace('-', "_");
    ["password", "passwd", "token", "secret", "api_key", "apikey", "secret_key", "access_key"]
        .iter()
        .any(|word| {
            folded.strip_suffix(word).is_some_and(|rest| rest.is_empty() || rest.ends_with('_'))
        })
}

/// Whether a value says that there is none, or where it is to be found.
fn is_placeholder(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    ["none", "null", "redacted", "[redacted]", "n/a", "empty", "unset"].contains(&lower.as_str())
        || value.chars().all(|c| matches!(c, '*' | 'x' | 'X' | '.' | '-'))
        || (value.starts_with('<') && value.ends_with('>'))
        || value == "/in"
        || value.starts_with("/in/")
}

/// Scans prose, the values of the front matter and quoted arguments. The words of the command itself
/// are judged as a command.
pub(crate) fn installing(
    prose: &[Line<'_>],
    front: &Front,
    command: Option<(&CommandLine, Position)>,
    found: &mut RequestFindings,
) {
    let message = "text that tells to install packages";
    for line in prose {
        if tells_to_install(line.text) {
            found.add(Rule::ForbidInstallText, line.at(), message);
        }
    }
    for scalar in front.scalars() {
        if tells_to_install(&scalar.text) {
            found.add(Rule::ForbidInstallText, scalar.at, message);
        }
    }
    let Some((line, at)) = command else { return };
    for word in line.words() {
        if word.text().contains(' ') && tells_to_install(word.text()) {
            found.add(Rule::ForbidInstallText, at, message);
        }
    }
}

const VERBS: &[&str] =
    &["install", "add", "i", "ci", "require", "create", "sync", "get", "-i", "-u"];

/// Which verbs of the list install with which manager, where it is not `install` alone.
fn installs(manager: &str, verb: &str) -> bool {
    let more: &[&str] = match manager {
        "npm" | "pnpm" | "bun" => &["i", "add", "ci"],
        "yarn" | "apk" | "cargo" | "poetry" | "pdm" | "pixi" | "bundle" => &["add"],
        "uv" => &["add", "sync"],
        "composer" => &["require"],
        "conda" | "mamba" | "micromamba" => &["create"],
        "go" => &["get"],
        "rpm" | "dpkg" => &["-i", "-u"],
        "nix-env" => &["-i"],
        "pacman" => &["-s", "-sy", "-syu"],
        _ => &[],
    };
    verb == "install" || more.contains(&verb)
}

const NEGATIONS: &[&str] = &[
    "no",
    "not",
    "never",
    "without",
    "avoid",
    "avoids",
    "avoiding",
    "forbid",
    "forbids",
    "forbidden",
    "prohibit",
    "prohibits",
    "prohibited",
    "cannot",
    "don't",
    "can't",
    "mustn't",
    "won't",
];

pub(super) fn tells_to_install(text: &str) -> bool {
    // The three words before, the manager that was named last, and how far back that is.
    let mut before: [Option<String>; 3] = [None, None, None];
    let mut manager: Option<String> = None;
    let mut between = 0;
    let mut negated = false;
    let mut words = text.split_whitespace().peekable();
    while let Some(raw) = words.next() {
        let word =
            raw.trim_matches(|c: char| "\"'`()[]{}<>.,;:!?*_|=".contains(c)).to_ascii_lowercase();
        if let Some(name) = &manager {
            let verb = VERBS.contains(&word.as_str()) || word.starts_with("-s");
            if verb && installs(name, &word) {
                // "Go get coffee" installs nothing: what a module is called has a mark in it.
                let told = name != "go"
                    || words.peek().is_some_and(|next| {
                        next.trim_matches(['.', ',']).contains(['.', '/', '@'])
                    });
                if told && !negated {
                    return true;
                }
            }
            // Options and their values may stand between the two.
            between += 1;
            if between > 3 || !(word.starts_with('-') || between > 1) {
                manager = None;
            }
        }
        let versioned_pip = word
            .strip_prefix("pip")
            .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'));
        if PACKAGE_MANAGERS.contains(&word.as_str()) || versioned_pip || word == "go" {
            negated = before.iter().flatten().any(|word| NEGATIONS.contains(&word.as_str()));
            manager = Some(word.clone());
            between = 0;
        }
        // What a sentence before this one denies is not denied here.
        if raw.ends_with(['.', '!', '?', ';', ':']) {
            before = [None, None, None];
        } else {
            before.rotate_left(1);
            if let Some(last) = before.last_mut() {
                *last = Some(word);
            }
        }
    }
    false
}
