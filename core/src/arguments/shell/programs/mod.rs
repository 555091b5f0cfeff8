//! Programs, and what they do with their words.

mod archives;
mod awk;
mod builtins;
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

use super::state::Shell;
use super::word::Word;
use crate::arguments::effect::{Effect, EffectCode, Program, Row};
use crate::arguments::table::{Words, list};
use crate::arguments::tables::programs::{DANGER, DANGERS, GUARD, OPAQUE, PKG, PURE, VERBS};

/// Programs with rules of their own that stand in no other table.
static OWN: Words = list!(
    46,
    "[ aws az bsdtar bunzip2 curl dd declare docker-compose doctl duckdb export find gcloud gh git glab \
    gsed gtar gunzip hash ifconfig ip jobs let mariadb mysql printf psql read readonly sed service \
    sqlite3 ssh stripe sysctl tar test typeset uniq unset unxz unzstd wget xxd"
);

/// A command whose program is known by name, or not at all.
pub(super) fn command(
    shell: &mut Shell<'_>,
    given: &str,
    known: Option<(&'static str, u16)>,
    args: &[Word<'_>],
    piped: bool,
) {
    let name = known.map(|(name, _)| name).or_else(|| OWN.own(given));
    let Some(name) = name else {
        return shell.command_row(Some(given), args, Row::cannot_tell(Program::UNKNOWN));
    };
    let roles = known.map_or(0, |(_, roles)| roles);
    // Most programs only read, and need no look at their words.
    if roles & PURE != 0 && !matches!(name, "local" | "set" | "wait") {
        return shell.command_row(Some(given), args, Row::reads(Program::of(name)));
    }
    if name == "ssh" {
        return remote::ssh(shell, args);
    }
    if name == "git" {
        return git::git(shell, args);
    }
    let row = own(shell, name, args, piped).unwrap_or_else(|| {
        if roles & PKG != 0 {
            packages::manager(name, args)
        } else if roles & VERBS != 0 {
            verbs::client(shell, name, args)
        } else if roles & GUARD != 0 {
            guard::guarded(name, args)
        } else if roles & DANGER != 0 {
            danger(name)
        } else if roles & OPAQUE != 0 {
            Row::cannot_tell(Program::of(name)).with(EffectCode::CodeRun)
        } else {
            Row::cannot_tell(Program::of(name))
        }
    });
    let names_program = (roles & (PKG | VERBS) != 0 || CLOUDS.contains(&name))
        && row.effect == Effect::Reads
        && args.iter().any(|word| names_program(name, *word));
    let row = if names_program { Row::cannot_tell(row.program) } else { row };
    shell.command_row(Some(given), args, row);
}

/// Clients of clouds and code hosts.
const CLOUDS: [&str; 6] = ["aws", "az", "doctl", "gcloud", "gh", "glab"];

/// Whether an option of a client names a program that runs, or a file that is written, whatever the verb.
fn names_program(client: &str, word: Word<'_>) -> bool {
    const OPTIONS: [&str; 26] = [
        "bootstrap",
        "browser",
        "compiled",
        "dependency-update",
        "exec",
        "export",
        "flags-file",
        "git",
        "globalconfig",
        "log-dir",
        "log-file",
        "logs-dir",
        "node-options",
        "output-dir",
        "output-directory",
        "output-file",
        "post-invoke",
        "post-renderer",
        "pre-invoke",
        "profile-output",
        "python",
        "script-shell",
        "toolexec",
        "userconfig",
        "vettool",
        "viewer",
    ];
    let name = word.text.strip_prefix("--").or_else(|| word.text.strip_prefix('-'));
    let name = name.map(|name| name.split_once('=').map_or(name, |(name, _)| name));
    // Others show a log by this name.
    let logs = |name: &str| name == "log" && client.starts_with("pip");
    name.is_some_and(|name| OPTIONS.contains(&name) || logs(name))
}

fn danger(name: &'static str) -> Row {
    let program = Program::of(name);
    DANGERS.get(name).map_or_else(
        || Row::cannot_tell(program),
        |(class, effect)| Row::writes(program, class).with(effect),
    )
}

/// What a program with rules of its own does; nothing, if it has none.
fn own(shell: &mut Shell<'_>, name: &'static str, args: &[Word<'_>], _piped: bool) -> Option<Row> {
    Some(match name {
        "find" => find::find(shell, args),
        "sed" | "gsed" => sed::sed(name, args),
        "awk" | "gawk" | "mawk" | "nawk" => awk::awk(name, args),
        "tee" => files::tee(args),
        "dd" => files::dd(args),
        "rm" => files::rm(shell, args),
        "patch" => files::patch(args),
        "uniq" => files::second_operand("uniq", "fsw", args),
        "xxd" => files::second_operand("xxd", "clsgoR", args),
        "tar" | "gtar" | "bsdtar" => archives::tar(name, args),
        "gzip" | "gunzip" | "bzip2" | "bunzip2" | "xz" | "unxz" | "zstd" | "unzstd" => {
            archives::compressed(name, args)
        }
        "unzip" => archives::unzip(args),
        "rsync" => remote::rsync(args),
        "curl" => curl::curl(shell, args),
        "wget" => wget::wget(shell, args),
        "psql" => databases::psql(shell, args),
        "mysql" | "mariadb" => databases::mysql(shell, name, args),
        "sqlite3" | "duckdb" => databases::file(shell, name, args),
        "crontab" => host::crontab(args),
        "service" => host::service(args),
        "sysctl" => host::sysctl(args),
        "ip" => host::ip(args),
        "ifconfig" => host::ifconfig(args),
        "hostname" => host::hostname(args),
        "date" => host::date(args),
        "kubectl" | "oc" | "k" => clusters::kubectl(shell, name, args),
        "docker" | "podman" => clusters::docker(name, args),
        "docker-compose" => clusters::compose("docker-compose", args),
        "terraform" | "tofu" => clusters::terraform(name, args),
        "helm" => clusters::helm(name, args),
        "aws" | "az" | "doctl" | "gcloud" | "gh" | "glab" => cloud::cloud(shell, name, args),
        "stripe" => cloud::stripe(args),
        "test" | "[" => builtins::test(shell, name, args),
        "printf" => builtins::printf(shell, args),
        "read" => builtins::read(shell, args),
        "export" | "declare" | "typeset" | "readonly" | "local" => {
            builtins::declare(shell, name, args)
        }
        "unset" => builtins::unset(shell, args),
        "let" => builtins::arithmetic(shell, args),
        "set" => builtins::set(args),
        "wait" => builtins::wait(shell, args),
        "jobs" => builtins::jobs("jobs", 'x', args),
        "hash" => builtins::jobs("hash", 'p', args),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::OWN;

    #[test]
    fn the_names_are_sorted() {
        let names: Vec<&str> = OWN.iter().collect();
        assert!(names.is_sorted());
    }
}
