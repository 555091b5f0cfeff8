//! Files that hold keys, passwords or the secrets of a process.

use super::resolve::{Resolved, Root};
use crate::arguments::headed::{Headed, headed};
use crate::arguments::steps::step;

/// What holds secrets wherever it is, in lower case.
const SECRETS: Headed = headed!(
    "names: .boto .dockerconfigjson .envrc .rclone.conf .s3cfg credentials.toml opasswd rclone.conf .netrc _netrc \
            .pgpass .my.cnf .npmrc .pypirc .git-credentials .htpasswd .vault-token credentials.json shadow shadow- \
            gshadow sudoers master.key .dockercfg terraform.tfstate logins.json key4.db
     endings: .pem .p12 .pfx .keystore .jks .kdbx .ppk
     folders: .ssh .gnupg .aws .azure .kube .password-store keychains"
);

/// A folder and what is in it that holds secrets.
const PAIRS: [[&str; 2]; 8] = [
    [".cargo", "credentials"],
    [".config", "gcloud"],
    [".docker", "config.json"],
    [".gem", "credentials"],
    ["gh", "hosts.yml"],
    ["kubernetes", "admin.conf"],
    ["run", "secrets"],
    ["ssl", "private"],
];

/// A name without what editors and people put behind that of a copy.
fn without_copy(name: &str) -> &str {
    let shorter = name.trim_end_matches(['~', '.']);
    let shorter = if shorter.is_empty() { name } else { shorter };
    [".bak", ".backup", ".old", ".orig", ".save", ".swp"]
        .iter()
        .find_map(|end| shorter.strip_suffix(end))
        .unwrap_or(shorter)
}

/// Names that a pattern may stand for, and the folders among them.
const KNOWN: [&str; 20] = [
    ".env",
    ".git-credentials",
    ".htpasswd",
    ".netrc",
    ".npmrc",
    ".pgpass",
    ".pypirc",
    ".vault-token",
    "credentials",
    "credentials.json",
    "gshadow",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "id_rsa",
    "secrets.json",
    "secrets.yaml",
    "secrets.yml",
    "shadow",
    "terraform.tfstate",
];
const KNOWN_FOLDERS: [&str; 5] = [".aws", ".azure", ".gnupg", ".kube", ".ssh"];
const KNOWN_ENDINGS: [&str; 7] = ["pem", "p12", "pfx", "keystore", "jks", "kdbx", "ppk"];

/// Whether a pattern of the shell may stand for one of these: `.en*`, `id_[re]*`. One that says hardly anything of the
/// name stands for everything: `*.json`.
fn is_pattern_of(name: &str, known: &[&str]) -> bool {
    if !name.contains(['*', '?', '[']) || name.len() > 64 {
        return false;
    }
    let said = name.bytes().filter(u8::is_ascii_alphanumeric).count();
    known.iter().any(|known| {
        step(name.len());
        // Of a name with an ending the letters before it count.
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let in_stem = stem.bytes().filter(u8::is_ascii_alphanumeric).count();
        let says_enough = match known.strip_prefix('.') {
            // `.git*` is everyday.
            Some(rest) => {
                let least = if rest.starts_with("git") { 3 } else { usize::from(rest == "gnupg") };
                name.starts_with('.') && said > least
            }
            None => in_stem > 2,
        };
        says_enough && may_be(name.as_bytes(), known.as_bytes())
    })
}

/// Whether a pattern may stand for this name. What is in brackets may be any letter.
fn may_be(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut place) = (0_usize, 0_usize);
    // Behind the last star, and where the name goes on if it takes one letter more.
    let mut again: Option<(usize, usize)> = None;
    while place < name.len() {
        let wanted = pattern.get(at).copied();
        let next = match wanted {
            Some(b'[') => behind_bracket(pattern, at),
            _ => at.saturating_add(1),
        };
        match wanted {
            Some(b'*') => again = Some((next, place)),
            Some(b'?' | b'[') => place = place.saturating_add(1),
            Some(byte) if name.get(place).is_some_and(|it| it.eq_ignore_ascii_case(&byte)) => {
                place = place.saturating_add(1);
            }
            _ => {
                let Some((behind, from)) = again else { return false };
                again = Some((behind, from.saturating_add(1)));
                (at, place) = (behind, from.saturating_add(1));
                continue;
            }
        }
        at = next;
    }
    pattern.get(at..).unwrap_or_default().iter().all(|it| *it == b'*')
}

/// The place behind a bracket and what it holds.
fn behind_bracket(pattern: &[u8], at: usize) -> usize {
    let rest = pattern.get(at.saturating_add(2)..).unwrap_or_default();
    let length = rest.iter().position(|it| *it == b']').unwrap_or(rest.len());
    at.saturating_add(length).saturating_add(3)
}

/// Whether a path leads to a secret.
pub(super) fn is_secret(path: &Resolved<'_>) -> bool {
    let parts = path.parts.as_slice();
    let last = parts.last().copied().unwrap_or_default();
    let last = without_copy(last);
    if is_public(parts, last) {
        return false;
    }
    let in_folder = parts.iter().any(|part| {
        step(part.len());
        SECRETS.of_any_case(part) == Some(b'f') || is_pattern_of(part, &KNOWN_FOLDERS)
    });
    let in_pair = parts.windows(2).any(|pair| match pair {
        [first, second] => PAIRS.iter().any(|[folder, name]| {
            first.eq_ignore_ascii_case(folder) && second.eq_ignore_ascii_case(name)
        }),
        _ => false,
    });
    in_folder || in_pair || is_secret_name(parts, last) || is_of_process(path)
}

/// A public key, and what `ssh` keeps beside the private ones.
fn is_public(parts: &[&str], last: &str) -> bool {
    let is_config = matches!(parts, [.., folder, "config"] if *folder == ".ssh");
    last.strip_suffix(".pub").is_some() || last.ends_with("known_hosts") || is_config
}

fn is_secret_name(parts: &[&str], last: &str) -> bool {
    step(last.len());
    let ending = last.bytes().rposition(|byte| byte == b'.').and_then(|dot| last.get(dot..));
    SECRETS.of_any_case(last) == Some(b'n')
        || last.eq_ignore_ascii_case("login data")
        || ending.and_then(|ending| SECRETS.of_any_case(ending)) == Some(b'e')
        || is_environment(last)
        || is_key(last)
        || is_secrets_document(last)
        || is_registry(parts, last)
        || is_pattern_of(last, &KNOWN)
        || ending.is_some_and(is_pattern_of_ending)
}

/// Whether a pattern may be the ending of a file of keys: `.p?m`, but not `.p*`.
fn is_pattern_of_ending(ending: &str) -> bool {
    let kind = ending.strip_prefix('.').unwrap_or_default();
    let said = kind.bytes().filter(u8::is_ascii_alphanumeric).count();
    let is_pattern = said > 1 && kind.len() < 64 && kind.contains(['*', '?', '[']);
    is_pattern && KNOWN_ENDINGS.iter().any(|known| may_be(kind.as_bytes(), known.as_bytes()))
}

/// Whether a text begins with these letters in any case, and what follows.
fn strip<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(start.len())?;
    head.eq_ignore_ascii_case(start).then_some(rest)
}

/// `.env` and `.env.production`, but not what shows its form.
fn is_environment(name: &str) -> bool {
    const EXAMPLES: [&str; 4] = [".example", ".sample", ".template", ".dist"];
    strip(name, ".env").is_some_and(|kind| {
        kind.is_empty()
            || (kind.len() > 1
                && kind.starts_with('.')
                && !EXAMPLES.iter().any(|example| example.eq_ignore_ascii_case(kind)))
    })
}

/// `id_rsa`, `id_ed25519_work`.
fn is_key(name: &str) -> bool {
    if strip(name, "ssh_host_").is_some_and(|rest| rest.ends_with("_key")) {
        return true;
    }
    strip(name, "id_").is_some_and(|kind| {
        ["rsa", "dsa", "ecdsa", "ed25519"].iter().any(|known| {
            strip(kind, known).is_some_and(|rest| {
                rest.is_empty()
                    || (rest.len() > 1
                        && rest.starts_with('_')
                        && rest.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-')))
            })
        })
    })
}

/// `secrets.yaml`, `secret.json`, `service-account-x.json`.
fn is_secrets_document(name: &str) -> bool {
    let is_document = |end: &str| {
        [".yaml", ".yml", ".json", ".toml"].iter().any(|kind| kind.eq_ignore_ascii_case(end))
    };
    let secrets = strip(name, "secrets").or_else(|| strip(name, "secret"));
    let account = strip(name, "service-account").and_then(|rest| {
        let at = rest.len().checked_sub(5)?;
        let (middle, end) = rest.split_at_checked(at)?;
        let is_word = middle.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
        (is_word && end.eq_ignore_ascii_case(".json")).then_some(())
    });
    secrets.is_some_and(is_document) || account.is_some()
}

/// The accounts of a Windows machine.
fn is_registry(parts: &[&str], last: &str) -> bool {
    let below_config = matches!(parts, [.., folder, _] if folder.eq_ignore_ascii_case("config"));
    last == "SAM" || (below_config && last.eq_ignore_ascii_case("sam"))
}

/// The environment and memory of a process.
fn is_of_process(path: &Resolved<'_>) -> bool {
    matches!(path.parts.as_slice(), ["proc", _, .., "environ" | "mem" | "maps" | "cmdline"])
        && path.root == Root::Slash
}
