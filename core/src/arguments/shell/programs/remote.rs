//! Programs that work on another host.

use super::super::options::{Arg, Args, is_swallowed};
use super::super::state::Shell;
use super::super::word::Word;
use super::files::stricter;
use crate::arguments::effect::{EffectCode, Program, Row};
use crate::contract::VerbClass::{Destroy, Edit, Exec, Send};

/// `ssh`: the words behind the host are a text for a shell there.
pub(super) fn ssh(shell: &mut Shell<'_>, args: &[Word<'_>]) {
    const NAME: &str = "ssh";
    let program = Program::of(NAME);
    let unknown = Row::cannot_tell(program).with(EffectCode::NetRemoteShell);
    let runs = Row::writes(program, Exec).with(EffectCode::NetRemoteShell);
    let mut row = Row::reads(program).with(EffectCode::NetRemoteShell);
    let mut options = Args::new(args, "BbcDEeFIiJLlmOopPQRSWw");
    let mut host = false;
    for arg in options.by_ref() {
        match arg {
            Arg::Short(b'L' | b'R' | b'D' | b'W' | b'w', _) => row = stricter(row, runs),
            Arg::Short(b'o', setting) => {
                let text = setting.map_or("", |word| word.text).trim_start().to_ascii_lowercase();
                let program =
                    ["proxycommand", "localcommand", "permitlocalcommand", "knownhostscommand"];
                if program.iter().any(|it| text.starts_with(it)) {
                    row = stricter(row, runs);
                } else if setting.and_then(Word::plain).is_none() || !is_harmless_setting(&text) {
                    row = stricter(row, unknown);
                }
            }
            Arg::Short(b'F' | b'E' | b'O' | b'S' | b'I' | b'Q', _)
            | Arg::Long(..)
            | Arg::Unknown => {
                row = stricter(row, unknown);
            }
            Arg::Short(..) => {}
            Arg::Operand(word) => {
                host = word.plain().is_some();
                break;
            }
        }
    }
    let words = options.rest();
    if !host || words.is_empty() {
        return shell.command_row(Some(NAME), args, stricter(row, unknown));
    }
    shell.command_row(Some(NAME), args, row);
    shell.joined(NAME, args, words);
}

/// Whether a setting of `ssh` neither runs, loads nor forwards anything.
fn is_harmless_setting(setting: &str) -> bool {
    const HARMLESS: [&str; 22] = [
        "addressfamily",
        "batchmode",
        "checkhostip",
        "ciphers",
        "compression",
        "connectionattempts",
        "connecttimeout",
        "hostkeyalgorithms",
        "identitiesonly",
        "identityfile",
        "kexalgorithms",
        "loglevel",
        "macs",
        "numberofpasswordprompts",
        "passwordauthentication",
        "port",
        "preferredauthentications",
        "pubkeyauthentication",
        "requesttty",
        "serveralivecountmax",
        "serveraliveinterval",
        "stricthostkeychecking",
    ];
    let (name, value) = setting.split_once(['=', ' ', '\t']).unwrap_or((setting, ""));
    let name = name.trim();
    HARMLESS.contains(&name)
        || matches!(name, "user" | "hostname" | "proxyjump")
        || (name == "userknownhostsfile" && value.trim() == "/dev/null")
}

/// Options of `rsync` without a value.
const RSYNC_FLAGS: [&str; 20] = [
    "--archive",
    "--backup",
    "--checksum",
    "--compress",
    "--delete",
    "--delete-after",
    "--delete-before",
    "--delete-during",
    "--delete-excluded",
    "--existing",
    "--force",
    "--hard-links",
    "--human-readable",
    "--ignore-existing",
    "--itemize-changes",
    "--partial",
    "--progress",
    "--recursive",
    "--stats",
    "--verbose",
];

/// `rsync`
pub(super) fn rsync(args: &[Word<'_>]) -> Row {
    let program = Program::of("rsync");
    let runs = Row::writes(program, Exec).with(EffectCode::CodeRun);
    let mut row = Row::reads(program);
    let mut dry = false;
    let mut deletes = false;
    let mut remote = false;
    for arg in Args::new(args, "efBTM").with_long(&[
        "rsh",
        "rsync-path",
        "log-file",
        "exclude",
        "include",
        "filter",
    ]) {
        match arg {
            Arg::Short(b'n', _) | Arg::Long("dry-run", _) => dry = true,
            Arg::Short(b'e', command) | Arg::Long("rsh" | "rsync-path", command) => {
                let plain = command.and_then(Word::plain).unwrap_or("?");
                let harmless = plain == "ssh"
                    || plain
                        .strip_prefix("ssh -p ")
                        .is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()));
                if !harmless {
                    row = stricter(row, runs);
                }
            }
            Arg::Long(given, _) if given.starts_with("del") || given == "remove-source-files" => {
                deletes = true;
            }
            Arg::Long(given, _) if given == "log-file" || given.ends_with("-batch") => {
                row = stricter(row, Row::writes(program, Edit).with(EffectCode::FsWrite));
            }
            Arg::Operand(word) => {
                let before = word.text.split('/').next().unwrap_or_default();
                remote |= before.contains(':');
            }
            Arg::Unknown => row = stricter(row, Row::cannot_tell(program)),
            Arg::Short(..) | Arg::Long(..) => {}
        }
    }
    let is_dry = |text: &str| text == "--dry-run" || text == "-n";
    if dry && !is_swallowed(args, &RSYNC_FLAGS, "efBTM", is_dry) {
        return row;
    }
    let class = if deletes {
        Destroy
    } else if remote {
        Send
    } else {
        Edit
    };
    let mut writes = Row::writes(program, class).with(EffectCode::FsWrite);
    if deletes {
        writes = writes.with(EffectCode::FsDelete);
    }
    if remote {
        writes = writes.with(EffectCode::NetUpload);
    }
    stricter(row, writes)
}
