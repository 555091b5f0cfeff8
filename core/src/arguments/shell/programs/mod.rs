//! Programs, and what they do with their words.
//!
//! What is known of a program stands in texts of words under headings. Code is only what such a text cannot say.

mod archives;
mod awk;
mod builtins;
mod call;
mod cloud;
mod clusters;
mod curl;
mod databases;
mod files;
mod find;
mod git;
mod guard;
mod host;
mod packages;
mod paths;
mod remote;
mod sed;
mod verbs;
mod wget;

pub(super) use paths::known_part;

use self::call::Call;
use super::does::Does;
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
        73,
        "[ awk aws az bsdtar bunzip2 bzip2 crontab curl date dd declare docker docker-compose doctl duckdb \
        export find gawk gcloud gh git glab gsed gtar gunzip gzip hash helm hostname ifconfig ip jobs k \
        kubectl let local mariadb mawk mysql nawk oc patch podman printf psql read readonly rm rsync sed \
        service set sqlite3 ssh stripe sysctl tar tee terraform test tofu typeset uniq unset unxz unzip \
        unzstd wait wget xxd xz zstd"
    ),
    &[
        builtins::test, awk::awk, cloud::cloud, cloud::cloud, archives::tar,
        archives::compressed, archives::compressed, host::crontab, curl::curl, host::setting,
        files::dd, builtins::declare, clusters::docker, clusters::compose, cloud::cloud,
        databases::file, builtins::declare, find::find, awk::awk, cloud::cloud, cloud::cloud,
        git::git, cloud::cloud, sed::sed, archives::tar, archives::compressed,
        archives::compressed, builtins::jobs, clusters::helm, host::setting, host::ifconfig,
        host::ip, builtins::jobs, clusters::kubectl, clusters::kubectl, builtins::arithmetic,
        builtins::declare, databases::server, awk::awk, databases::server, awk::awk,
        clusters::kubectl, files::patch, clusters::docker, builtins::printf, databases::server,
        builtins::read, builtins::declare, files::rm, remote::rsync, sed::sed, host::service,
        builtins::set, databases::file, remote::ssh, cloud::stripe, host::setting, archives::tar,
        files::tee, clusters::terraform, builtins::test, clusters::terraform, builtins::declare,
        files::second_operand, builtins::unset, archives::compressed, archives::compressed,
        archives::compressed, builtins::wait, wget::wget, files::second_operand,
        archives::compressed, archives::compressed,
    ],
);

/// A command whose program is known by name, or not at all.
pub(super) fn command(
    shell: &mut Shell<'_>,
    given: &str,
    known: Option<(&'static str, u16)>,
    args: &[Word<'_>],
) {
    let roles = known.map_or(0, |(_, roles)| roles);
    // Most programs only read, and need no look at their words.
    let reads = roles & PURE != 0 && !matches!(given, "local" | "set" | "wait");
    let own = if reads { None } else { OWN.entry(given) };
    let Some(name) = known.map(|(name, _)| name).or(own.map(|(name, _)| name)) else {
        return shell.command_row(Some(given), args, Row::cannot_tell(Program::UNKNOWN));
    };
    let mut call = Call { shell, name, verb: None, args, text: &[] };
    let does = if reads {
        Does::READS
    } else if let Some((_, reader)) = own {
        reader(&mut call)
    } else if roles & PKG != 0 {
        packages::manager(&mut call)
    } else if roles & VERBS != 0 {
        verbs::client(&mut call)
    } else if roles & GUARD != 0 {
        guard::guarded(&mut call)
    } else if roles & DANGER != 0 {
        DANGERS.get(name).map_or(Does::UNKNOWN, |(class, effect)| Does::writes(class, effect))
    } else if roles & OPAQUE != 0 {
        Does::UNKNOWN.with(EffectCode::CodeRun)
    } else {
        Does::UNKNOWN
    };
    let Call { shell, verb, args, text, .. } = call;
    let hides = does == Does::READS
        && (roles & (PKG | VERBS) != 0 || cloud::CLIENTS.contains(name))
        && args.iter().any(|word| names_program(name, word.text));
    let row = if hides { Does::UNKNOWN } else { does }.row(Program { name: Some(name), verb });
    shell.command_row(Some(given), args, row);
    if !text.is_empty() {
        shell.joined(name, args, text);
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
    match NAME_PROGRAMS.of(name.split('=').next().unwrap_or(name)) {
        // Others show a log by this name.
        Some(b'l') => client.starts_with("pip"),
        found => found.is_some(),
    }
}
