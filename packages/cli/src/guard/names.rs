//! What the server is called, and whose calls they are.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use aana_core::{names, secrets};
use sha2::{Digest as _, Sha256};

/// Programs that run another one, which is the server.
const RUNNERS: [&str; 12] =
    ["npx", "uvx", "node", "python", "python3", "uv", "docker", "bunx", "bun", "deno", "sh", "env"];

/// The label of a server: the one that is given, or one made of its command.
pub(super) fn label(given: Option<&str>, server: &[OsString]) -> Result<String, String> {
    match given {
        Some(label) if !is_label(label) => {
            Err("the label has 1 to 32 lower-case letters, digits and hyphens".to_owned())
        }
        Some(label) if names::verb_class(label).acts() => {
            Err("the label must not hold a word that says what a tool does".to_owned())
        }
        Some(label) => Ok(label.to_owned()),
        None => Ok(of_command(server).unwrap_or_else(|| "server".to_owned())),
    }
}

fn is_label(label: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=32).contains(&label.len()) && label.bytes().all(plain)
}

fn of_command(server: &[OsString]) -> Option<String> {
    let words: Vec<String> =
        server.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let stem =
        |word: &str| Path::new(word).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let program = stem(words.first()?)?;
    let name = if RUNNERS.contains(&&*program) {
        words.iter().skip(1).find(|word| !word.starts_with('-')).and_then(|word| stem(word))?
    } else {
        program
    };
    let plain = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '-' };
    let label: String = name.to_ascii_lowercase().chars().map(plain).take(32).collect();
    let label = label.trim_matches('-').to_owned();
    (is_label(&label) && !names::verb_class(&label).acts()).then_some(label)
}

/// The server as a person is shown it.
pub(super) fn shown(server: &[OsString]) -> String {
    let words: Vec<String> =
        server.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    // An argument may hold a key of the server's, and the option before it may say so.
    let shown = words.iter().enumerate().map(|(index, word)| {
        let option = index.checked_sub(1).and_then(|before| words.get(before)?.strip_prefix('-'));
        let named =
            option.is_some_and(|option| secrets::is_secret_name(option.trim_start_matches('-')));
        if named || secrets::scan(word).secret() { "[secret]" } else { word.as_str() }
    });
    shown.collect::<Vec<_>>().join(" ").chars().take(512).collect()
}

/// What tells one server from another: the digest of its command.
pub(super) fn identity(server: &[OsString]) -> String {
    let mut hash = Sha256::new();
    for word in server {
        hash.update(word.as_encoded_bytes());
        hash.update([0]);
    }
    short(&hash.finalize())
}

/// The account on this machine, as a digest.
pub(super) fn subject() -> String {
    let machine = fs::read_to_string("/etc/machine-id")
        .ok()
        .or_else(|| env::var("HOSTNAME").or_else(|_| env::var("COMPUTERNAME")).ok());
    let mut hash = Sha256::new();
    hash.update(account());
    hash.update([0]);
    hash.update(machine.unwrap_or_default().trim());
    format!("os:{}", short(&hash.finalize()))
}

#[cfg(unix)]
fn account() -> String {
    rustix::process::geteuid().as_raw().to_string()
}

#[cfg(not(unix))]
fn account() -> String {
    env::var("USERNAME").unwrap_or_default()
}

fn short(hash: &[u8]) -> String {
    hex::encode(hash.get(..8).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{label, shown};
    use std::ffi::OsString;

    fn words(command: &str) -> Vec<OsString> {
        command.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn a_label_comes_from_the_command() {
        for (command, expected) in [
            ("npx -y @modelcontextprotocol/server-filesystem /w", "server-filesystem"),
            ("/usr/bin/mcp-server-git --repository /r", "mcp-server-git"),
            ("python3 /opt/My_Server.py", "my-server"),
            ("delete-everything", "server"),
            ("./???", "server"),
        ] {
            assert_eq!(label(None, &words(command)).unwrap(), expected, "{command}");
        }
        assert!(label(Some("Files"), &[]).is_err() && label(Some("delete"), &[]).is_err());
    }

    #[test]
    fn a_secret_of_the_command_is_not_shown() {
        let secret = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
        assert_eq!(shown(&words(&format!("server {secret} /w"))), "server [secret] /w");
    }
}
