//! Programs that work on another host.

use super::super::does::Does;
use super::super::options::{LONG, OPERAND, Parts, is_swallowed};
use super::super::word::{EXPANDED, OUTPUT, PIPE, SPLITS, Word};
use super::call::Call;
use crate::arguments::effect::EffectCode::{FsDelete, FsWrite, NetRemoteShell, NetUpload};
use crate::arguments::headed::{Headed, headed};
use crate::contract::VerbClass::{Destroy, Edit, Exec, Send};

const SSH: Headed = headed!(
    "runs: -LRDWw=
     unknown: -FEOSIQ=
     nothing: -nf
     options: -o=
     plain: -BbceiJlmpP="
);

/// `ssh`: the words behind the host are a text for a shell there.
pub(super) fn ssh(call: &mut Call<'_, '_, '_>) -> Does {
    let mut does = Does::READS.with(NetRemoteShell);
    let (mut host, mut is_deaf) = (false, false);
    let mut parts = Parts::new(call.args, SSH);
    for part in parts.by_ref() {
        does = does.and(match part.kind {
            b'r' => Does::writes(Exec, NetRemoteShell),
            b'o' => setting(part.word),
            b'n' => {
                is_deaf = true;
                Does::READS
            }
            LONG => Does::UNKNOWN,
            OPERAND => {
                host = part.word.is_some_and(|word| word.plain().is_some());
                break;
            }
            _ => part.does(),
        });
    }
    // It hands on what it reads, whatever runs there.
    if call.shell.is_fed && !is_deaf {
        does = does.and(Does::SENDS);
    } else if !is_deaf {
        call.shell.open_inputs = call.shell.open_inputs.saturating_add(1);
    }
    let words = parts.rest();
    if !host || words.is_empty() {
        return does.and(Does::UNKNOWN);
    }
    call.text = words;
    does
}

/// Programs that ask the network for a name. One that is decided when it runs carries data out.
pub(super) fn names(call: &mut Call<'_, '_, '_>) -> Does {
    let is_open =
        |word: &Word<'_>| word.has(SPLITS | OUTPUT) || word.text.contains([EXPANDED, PIPE]);
    Does::READS.or_unknown(!call.args.iter().any(is_open))
}

/// Settings of `ssh`: those that run a program, and those that neither run, load nor forward anything.
const SETTINGS: Headed = headed!(
    "runs: proxycommand* localcommand* permitlocalcommand* knownhostscommand*
     plain: addressfamily batchmode checkhostip ciphers compression connectionattempts connecttimeout \
            hostkeyalgorithms hostname identitiesonly identityfile kexalgorithms loglevel macs \
            numberofpasswordprompts passwordauthentication port preferredauthentications proxyjump \
            pubkeyauthentication requesttty serveralivecountmax serveraliveinterval stricthostkeychecking user
     file: userknownhostsfile"
);

fn setting(word: Option<Word<'_>>) -> Does {
    let text = word.map_or("", |word| word.text).trim_start().to_ascii_lowercase();
    let (name, value) = text.split_once(['=', ' ', '\t']).unwrap_or((&text, ""));
    let harmless = match SETTINGS.of_pattern(name.trim()) {
        Some(b'r') => return Does::writes(Exec, NetRemoteShell),
        Some(b'p') => true,
        Some(_) => value.trim() == "/dev/null",
        None => false,
    };
    Does::READS.or_unknown(harmless && word.and_then(Word::plain).is_some())
}

const RSYNC: Headed = headed!(
    "dry: -n dry-run
     command: -e= rsh= rsync-path=
     removes: del* remove-source-files
     edits: log-file=
     plain: -fBTM= exclude= include= filter="
);

/// Options of `rsync` without a value that stand before others, and its short options with one.
const RSYNC_FLAGS: Headed = headed!(
    "archive backup checksum compress delete delete-after delete-before delete-during delete-excluded existing force \
     hard-links human-readable ignore-existing itemize-changes partial progress recursive stats verbose -efBTM="
);

/// Whether an option says that something is changed after all: `--no-n`, `--no-dry-run`.
fn takes_dry_back(name: &str) -> bool {
    name.strip_prefix("no-").is_some_and(|name| matches!(name, "n" | "dry-run"))
}

/// `rsync`
pub(super) fn rsync(call: &mut Call<'_, '_, '_>) -> Does {
    let mut does = Does::READS;
    let (mut dry, mut wet, mut deletes, mut remote) = (false, false, false, false);
    for part in Parts::new(call.args, RSYNC) {
        match part.kind {
            b'd' => dry = true,
            b'r' => deletes = true,
            b'c' if !is_ssh(part.word) => does = does.and(Does::RUNS),
            LONG if takes_dry_back(part.name) => wet = true,
            LONG if part.name.ends_with("-batch") => does = does.and(Does::EDITS),
            OPERAND => {
                let before = part.text().split('/').next().unwrap_or_default();
                remote |= before.contains(':');
            }
            b'c' => {}
            _ => does = does.and(part.does()),
        }
    }
    if dry
        && !wet
        && !is_swallowed(call.args, RSYNC_FLAGS, |text| text == "--dry-run" || text == "-n")
    {
        return does;
    }
    does = does.and(Does::writes(Edit, FsWrite));
    if deletes {
        does = does.and(Does::writes(Destroy, FsDelete));
    }
    if remote {
        does = does.and(Does::writes(Send, NetUpload));
    }
    does
}

/// Whether a command is `ssh` alone, or with a port.
fn is_ssh(command: Option<Word<'_>>) -> bool {
    let command = command.and_then(Word::plain).unwrap_or("?");
    let port = command.strip_prefix("ssh -p ");
    command == "ssh" || port.is_some_and(|port| port.bytes().all(|it| it.is_ascii_digit()))
}
