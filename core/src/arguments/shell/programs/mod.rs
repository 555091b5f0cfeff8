//! Programs, and what they do with their words.
//!
//! What is known of a program stands in texts of words under headings. Code is only what such a text cannot say.

mod archives;
mod awk;
mod builtins;
mod call;
mod carried;
mod cloud;
mod clusters;
mod curl;
mod databases;
mod files;
mod find;
mod git;
mod git_listing;
mod git_reading;
mod guard;
mod host;
mod names;
mod packages;
mod paths;
mod remote;
mod sed;
mod verbs;
mod wget;

pub(super) use paths::is_text_program;

use alloc::vec::Vec;

use self::call::Call;
use super::does::Does;
use super::environment::Steers;
use super::state::Shell;
use super::word::Word;
use crate::arguments::effect::{EffectCode, Program, Row};
use crate::arguments::headed::{Headed, headed};
use crate::arguments::table::{Map, list};
use crate::arguments::tables::programs::{DANGER, DANGERS, GUARD, OPAQUE, PKG, PURE, VERBS};

/// Whether a program has rules of its own.
pub(crate) fn has_reader(name: &str) -> bool {
    OWN.entry(name).is_some()
}

/// Says what a command does.
type Reader = fn(&mut Call<'_, '_, '_>) -> Does;

/// Programs with rules of their own.
#[rustfmt::skip]
static OWN: Map<Reader> = Map::new(
    list!(
        100,
        "[ adb awk aws az bsdtar bunzip2 busybox bzip2 chroot cmd crontab curl date dd declare dig docker \
        docker-compose doctl duckdb eval export find flock gawk gcloud getent gh git glab gsed gtar gunzip \
        gzip hash helm host hostname ifconfig ip jobs k kubectl let local ltrace mariadb mawk mysql nawk \
        nsenter nslookup oc parallel patch ping pkexec podman powershell printf psql pwsh read readonly rm \
        rpm rsync runuser screen script sed service set sqlite3 ssh strace stripe su sysctl tar tee \
        terraform test tmux tofu traceroute typeset uniq unset unshare unxz unzip unzstd wait wget wsl xxd \
        xz zstd"
    ),
    &[
        builtins::test, carried::carried, awk::awk, cloud::cloud, cloud::cloud, archives::tar,
        archives::compressed, carried::carried, archives::compressed, carried::carried, carried::cmd,
        host::crontab, curl::curl, host::setting, files::dd, builtins::declare, remote::names,
        clusters::docker, clusters::compose, cloud::cloud, databases::file, carried::carried,
        builtins::declare, find::find, carried::carried, awk::awk, cloud::cloud, remote::names,
        cloud::cloud, git::git, cloud::cloud, sed::sed, archives::tar, archives::compressed,
        archives::compressed, builtins::jobs, clusters::helm, remote::names, host::setting,
        host::ifconfig, host::ip, builtins::jobs, clusters::kubectl, clusters::kubectl,
        builtins::arithmetic, builtins::declare, carried::carried, databases::server, awk::awk,
        databases::server, awk::awk, carried::carried, remote::names, clusters::kubectl,
        carried::carried, files::patch, remote::names, carried::carried, clusters::docker,
        carried::powershell, builtins::printf, databases::server, carried::powershell, builtins::read,
        builtins::declare, files::rm, packages::rpm, remote::rsync, carried::carried, carried::carried,
        carried::carried, sed::sed, host::service, builtins::set, databases::file, remote::ssh,
        carried::carried, cloud::stripe, carried::carried, host::setting, archives::tar, files::tee,
        clusters::terraform, builtins::test, carried::carried, clusters::terraform, remote::names,
        builtins::declare, files::uniq, builtins::unset, carried::carried, archives::compressed,
        archives::compressed, archives::compressed, builtins::wait, wget::wget, carried::carried,
        files::xxd, archives::compressed, archives::compressed,
    ],
);

/// Commands of the shell itself, which no variable changes but those that change the shell.
const BUILTINS: Headed = headed!(
    "[ declare export hash jobs let local printf read readonly set test typeset unset wait"
);

/// Programs that only read, but for what stands in their words.
const LOOKED_AT: Headed = headed!("dig getent host local nslookup ping set traceroute wait");

/// A command whose program is known by name, or not at all.
pub(super) fn command(
    shell: &mut Shell<'_>,
    given: &str,
    known: Option<(&'static str, u16)>,
    args: &[Word<'_>],
) {
    let roles = known.map_or(0, |(_, roles)| roles);
    // Most programs only read, and need no look at their words.
    let reads = roles & PURE != 0 && !LOOKED_AT.contains(given);
    let own = if reads { None } else { OWN.entry(given) };
    let Some(name) = known.map(|(name, _)| name).or(own.map(|(name, _)| name)) else {
        shell.command_row(Some(given), args, Row::cannot_tell(Program::UNKNOWN));
        return;
    };
    let mut call =
        Call { shell, name, verb: None, args, text: &[], texts: Vec::new(), carries: &[] };
    let mut does = if reads {
        Does::READS
    } else if let Some((_, reader)) = own {
        reader(&mut call)
    } else if roles & PKG != 0 {
        packages::manager(&mut call)
    } else if roles & VERBS != 0 {
        verbs::client(&mut call)
    } else if roles & GUARD != 0 {
        guard::guarded(&mut call)
    } else if roles & (DANGER | OPAQUE) != 0 && host::shows(name, args) {
        Does::READS
    } else if roles & DANGER != 0 {
        DANGERS.get(name).map_or(Does::UNKNOWN, |(class, effect)| Does::writes(class, effect))
    } else if roles & OPAQUE != 0 {
        Does::UNKNOWN.with(EffectCode::CodeRun)
    } else {
        Does::UNKNOWN
    };
    let own_shell = roles & PURE != 0 || BUILTINS.contains(name);
    if !own_shell {
        let as_it_is = call.shell.steered() == Steers::Nothing;
        does = if as_it_is { does } else { does.and(Does::UNKNOWN) };
        call.shell.relied_on_environment |= !does.is_write();
    }
    let Call { shell, verb, args, text, texts, carries, .. } = call;
    let hides = does == Does::READS
        && (roles & (PKG | VERBS) != 0 || cloud::CLIENTS.contains(name))
        && args.iter().any(|word| names_program(name, word.text));
    if does == Does::READS && names::gives_name(name, verb, args) {
        shell.given_out.names = shell.given_out.names.wrapping_add(1);
    }
    let row = if hides { Does::UNKNOWN } else { does }.row(Program { name: Some(name), verb });
    let allowed = shell.command_row(Some(given), args, row);
    if !text.is_empty() {
        shell.joined(name, args, text);
    }
    // Whoever allows such a program has judged what it is told as well.
    if allowed {
        return;
    }
    for text in texts {
        shell.in_own_shell(&text);
    }
    if !carries.is_empty() {
        shell.command(carries, false);
    }
}

/// Options of a client that name a program that runs, or a file that is written, whatever the verb.
const NAME_PROGRAMS: Headed = headed!(
    "bootstrap browser compiled dependency-update exec export flags-file git globalconfig log-dir log-file logs-dir \
     node-options output-dir output-directory output-file post-invoke post-renderer pre-invoke profile-output python \
     script-shell toolexec userconfig vettool viewer
     logs: log"
);

fn names_program(client: &str, word: &str) -> bool {
    let Some(name) = word.strip_prefix("--").or_else(|| word.strip_prefix('-')) else {
        return false;
    };
    let name = name.split('=').next().unwrap_or(name);
    let is_pip = client.starts_with("pip");
    match NAME_PROGRAMS.of(name) {
        // Others show a log by this name.
        Some(b'l') => is_pip,
        Some(_) => true,
        // Many clients take abbreviations. These are options of their own.
        None if name.len() < 2 || WHOLE.contains(name) && !is_pip => false,
        None => NAME_PROGRAMS
            .find(name, &|own| own.starts_with(name) && (is_pip || name.len() > 2))
            .is_some_and(|_| !WHOLE_OF_PIP.contains(name)),
    }
}

/// Options to take only as they are written: as abbreviations they could stand for one that names a program.
const WHOLE: Headed = headed!("exec export global log out output post pre profile user view");
const WHOLE_OF_PIP: Headed = headed!("pre user");
