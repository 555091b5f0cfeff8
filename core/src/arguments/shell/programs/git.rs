//! `git`

use super::super::options::{Arg, Args, abbreviates, any_unknown};
use super::super::state::Shell;
use super::super::word::Word;
use crate::arguments::effect::{EffectCode, Program, Row, rank};
use crate::arguments::tables::programs::{GIT_READ, GIT_WRITE};
use crate::contract::VerbClass::{self, Destroy, Edit, Exec};

const NAME: &str = "git";

/// What `git` does. Its options before the subcommand are taken off first.
pub(super) fn git(shell: &mut Shell<'_>, args: &[Word<'_>]) {
    let unknown = Row::cannot_tell(Program::of(NAME));
    let Some((rest, foreign)) = without_globals(args) else {
        return shell.command_row(Some(NAME), args, unknown);
    };
    let Some((first, rest_args)) = rest.split_first() else {
        return shell.command_row(Some(NAME), rest, Row::reads(Program::of(NAME)));
    };
    let Some(verb) = first.plain().and_then(own_verb) else {
        return shell.command_row(Some(NAME), rest, unknown);
    };
    let program = Program { name: Some(NAME), verb: Some(verb) };
    let mut row = subcommand(program, verb, rest_args);
    if foreign && row.class.is_none() {
        row = Row::cannot_tell(program);
    }
    shell.command_row(Some(NAME), rest, row);
}

fn own_verb(word: &str) -> Option<&'static str> {
    const OTHERS: [&str; 8] =
        ["branch", "tag", "remote", "reset", "stash", "config", "reflog", "--version"];
    GIT_READ
        .own(word)
        .or_else(|| GIT_WRITE.entry(word).map(|(verb, _)| verb))
        .or_else(|| OTHERS.into_iter().find(|verb| *verb == word))
}

/// The words without the options before the subcommand, and whether these bring foreign settings.
fn without_globals<'w, 'a>(args: &'w [Word<'a>]) -> Option<(&'w [Word<'a>], bool)> {
    let mut rest = args;
    let mut foreign = false;
    while let Some((first, after)) = rest.split_first() {
        if !first.text.starts_with('-') {
            break;
        }
        let option = first.plain()?;
        match option {
            "--version" | "--help" | "-v" | "-h" => break,
            "--no-pager"
            | "-p"
            | "-P"
            | "--paginate"
            | "--no-optional-locks"
            | "--literal-pathspecs"
            | "--no-replace-objects"
            | "--glob-pathspecs"
            | "--noglob-pathspecs"
            | "--icase-pathspecs"
            | "--bare" => rest = after,
            "-C" => {
                let (_, after) = after.split_first()?;
                // A directory that is not known is one all the same.
                rest = after;
            }
            "-c" => {
                let (setting, after) = after.split_first()?;
                foreign |= !is_harmless_setting(setting.text);
                rest = after;
            }
            "--git-dir" | "--work-tree" | "--exec-path" | "--namespace" | "--config-env"
            | "--super-prefix" => {
                foreign = true;
                rest = after.get(1..)?;
            }
            _ => {
                foreign |= !option.strip_prefix("-c").is_some_and(is_harmless_setting);
                rest = after;
            }
        }
    }
    Some((rest, foreign))
}

/// Whether a setting changes only how output looks, or who is named.
fn is_harmless_setting(setting: &str) -> bool {
    let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
    let key = key.to_ascii_lowercase();
    ["color.", "advice.", "log.", "i18n."].iter().any(|start| key.starts_with(start))
        || matches!(key.as_str(), "core.quotepath" | "user.name" | "user.email")
        || (key == "core.pager" && value == "cat")
}

fn subcommand(program: Program, verb: &'static str, args: &[Word<'_>]) -> Row {
    match verb {
        "--version" => Row::reads(program),
        "branch" => branch(program, args),
        "tag" => tag(program, args),
        "remote" | "stash" | "config" | "reflog" | "worktree" | "submodule" | "notes"
        | "bisect" => listing(program, verb, args),
        "push" => push(program, args),
        "reset" => {
            let discards = has_long(args, &["hard", "merge", "keep"]);
            discard_or(program, discards, args)
        }
        "checkout" | "switch" | "restore" => checkout(program, verb, args),
        "clean" => clean(program, args),
        "rebase" | "filter-branch" | "filter-repo" | "update-ref" => {
            Row::writes(program, Destroy).with(EffectCode::GitRewrite)
        }
        "rm" => Row::writes(program, Destroy).with(EffectCode::FsDelete),
        "prune" => Row::writes(program, Destroy).with(EffectCode::GitDiscard),
        "send-email" | "imap-send" => {
            Row::writes(program, VerbClass::Send).with(EffectCode::NetSend)
        }
        _ => match GIT_WRITE.get(verb) {
            Some(class) => {
                let effect = if class == Exec { EffectCode::CodeRun } else { EffectCode::FsWrite };
                Row::writes(program, class).with(effect)
            }
            None => reading(program, verb, args),
        },
    }
}

/// A subcommand that reads, but for a few options.
fn reading(program: Program, verb: &str, args: &[Word<'_>]) -> Row {
    let mut class: Option<VerbClass> = None;
    let mut unknown = false;
    let mut add = |other: VerbClass| {
        if class.is_none_or(|class| rank(class) < rank(other)) {
            class = Some(other);
        }
    };
    for word in args {
        if word.text.starts_with("ext::") || word.text.starts_with("fd::") {
            add(Exec);
        }
    }
    for arg in Args::new(args, "SGLnUCO") {
        match arg {
            Arg::Long(given, _) => {
                if given == "output" || (given.len() > 3 && abbreviates(given, "output")) {
                    add(Edit);
                }
                let runs = [
                    "ext-diff",
                    "textconv",
                    "filters",
                    "upload-pack",
                    "exec",
                    "open-files-in-pager",
                ];
                if runs.iter().any(|option| abbreviates(given, option)) {
                    add(Exec);
                }
                if verb == "fsck" && abbreviates(given, "lost-found") {
                    add(Edit);
                }
                unknown |= verb == "help" && abbreviates(given, "web");
            }
            Arg::Short(b'O', _) if verb == "grep" => add(Exec),
            Arg::Short(b'w', _) if verb == "help" => unknown = true,
            Arg::Short(b'o', _) if matches!(verb, "diff" | "log" | "show") => add(Edit),
            Arg::Unknown => unknown = true,
            Arg::Short(..) | Arg::Operand(_) => {}
        }
    }
    match class {
        Some(class) => Row::writes(program, class).with(super::guard::effect_of(class)),
        None if unknown => Row::cannot_tell(program),
        None => Row::reads(program),
    }
}

/// Whether one of the long options is there, or abbreviated.
fn has_long(args: &[Word<'_>], options: &[&str]) -> bool {
    Args::new(args, "").any(
        |arg| matches!(arg, Arg::Long(given, _) if options.iter().any(|it| abbreviates(given, it))),
    )
}

fn has_short(args: &[Word<'_>], letters: &str) -> bool {
    Args::new(args, "")
        .any(|arg| matches!(arg, Arg::Short(letter, _) if letters.contains(char::from(letter))))
}

/// Whether an option may stand there as the value of another: `branch --format --list name`.
fn hides_option(args: &[Word<'_>]) -> bool {
    const VALUES: [&str; 14] = [
        "--format",
        "--sort",
        "--points-at",
        "--contains",
        "--no-contains",
        "--merged",
        "--no-merged",
        "--comment",
        "--default",
        "--file",
        "--type",
        "--blob",
        "--value",
        "--url",
    ];
    let takes = |word: &Word<'_>| {
        word.is("-f")
            || (word.text.len() > 3
                && word.text.starts_with("--")
                && VALUES.iter().any(|it| it.starts_with(word.text)))
    };
    args.windows(2).any(|pair| matches!(pair, [before, word] if takes(before) && word.is_option()))
}

fn operands(args: &[Word<'_>]) -> usize {
    Args::new(args, "").filter(|arg| matches!(arg, Arg::Operand(_) | Arg::Unknown)).count()
}

fn edits(program: Program) -> Row {
    Row::writes(program, Edit).with(EffectCode::FsWrite)
}

fn discard_or(program: Program, discards: bool, args: &[Word<'_>]) -> Row {
    let _ = args;
    if discards {
        Row::writes(program, Destroy).with(EffectCode::GitDiscard)
    } else {
        edits(program)
    }
}

fn branch(program: Program, args: &[Word<'_>]) -> Row {
    if has_short(args, "dD") || has_long(args, &["delete"]) {
        return Row::writes(program, Destroy).with(EffectCode::GitDeleteRef);
    }
    if has_short(args, "mMcCfut")
        || has_long(
            args,
            &[
                "move",
                "copy",
                "force",
                "set-upstream-to",
                "unset-upstream",
                "track",
                "no-track",
                "edit-description",
                "create-reflog",
            ],
        )
    {
        return edits(program);
    }
    if any_unknown(args) || hides_option(args) {
        return Row::cannot_tell(program);
    }
    let lists = has_short(args, "l")
        || has_long(
            args,
            &[
                "list",
                "contains",
                "no-contains",
                "merged",
                "no-merged",
                "points-at",
                "show-current",
            ],
        );
    if lists || operands(args) == 0 { Row::reads(program) } else { edits(program) }
}

fn tag(program: Program, args: &[Word<'_>]) -> Row {
    if has_short(args, "d") || has_long(args, &["delete"]) {
        return Row::writes(program, Destroy).with(EffectCode::GitDeleteRef);
    }
    if has_short(args, "asfumFe")
        || has_long(args, &["annotate", "sign", "force", "message", "file", "local-user", "edit"])
    {
        return edits(program);
    }
    if any_unknown(args) || hides_option(args) {
        return Row::cannot_tell(program);
    }
    let lists = has_short(args, "ln")
        || has_long(
            args,
            &["list", "contains", "no-contains", "merged", "no-merged", "points-at", "verify"],
        );
    if lists || operands(args) == 0 { Row::reads(program) } else { edits(program) }
}

/// Subcommands with subcommands of their own.
fn listing(program: Program, verb: &str, args: &[Word<'_>]) -> Row {
    let mut words = args.iter().filter(|word| !word.is_option());
    let first = words.next();
    if any_unknown(args) || first.is_some_and(|word| word.plain().is_none()) {
        return Row::cannot_tell(program);
    }
    let second = words.next();
    let first = first.and_then(|word| word.plain());
    if verb == "config" {
        return config(program, args, first, second.is_some());
    }
    match (verb, first) {
        ("submodule", Some("foreach" | "update")) | ("bisect", Some("run")) => {
            Row::writes(program, Exec).with(EffectCode::CodeRun)
        }
        ("remote", Some("update")) => edits(program),
        (
            _,
            Some("delete" | "drop" | "clear" | "remove" | "rm" | "expire" | "prune" | "deinit"),
        ) => Row::writes(program, Destroy).with(EffectCode::GitDiscard),
        ("stash", Some("list" | "show"))
        | ("reflog", None | Some("show" | "exists" | "list"))
        | ("remote", None | Some("show" | "get-url"))
        | ("worktree", Some("list"))
        | ("submodule", None | Some("status" | "summary"))
        | ("notes", None | Some("list" | "show"))
        | ("bisect", Some("log" | "view" | "visualize")) => reading(program, verb, args),
        ("reflog", Some(_)) => reading(program, verb, args),
        _ => edits(program),
    }
}

fn config(program: Program, args: &[Word<'_>], first: Option<&str>, second: bool) -> Row {
    if has_long(args, &["unset", "unset-all", "remove-section"]) {
        return Row::writes(program, Destroy).with(EffectCode::FsWrite);
    }
    if has_short(args, "e") || has_long(args, &["edit", "add", "replace-all", "rename-section"]) {
        return edits(program);
    }
    if hides_option(args) {
        return edits(program);
    }
    match first {
        _ if has_short(args, "l") => Row::reads(program),
        _ if has_long(
            args,
            &["list", "get", "get-all", "get-regexp", "get-urlmatch", "get-color", "get-colorbool"],
        ) =>
        {
            Row::reads(program)
        }
        Some("list" | "get") => Row::reads(program),
        Some("set" | "edit" | "rename-section") => edits(program),
        Some("unset" | "remove-section") => Row::writes(program, Destroy).with(EffectCode::FsWrite),
        _ if second => edits(program),
        Some(_) => Row::reads(program),
        None => Row::cannot_tell(program),
    }
}

fn push(program: Program, args: &[Word<'_>]) -> Row {
    let mut row = Row::writes(program, Exec).with(EffectCode::GitPush);
    let mut force = false;
    let mut deletes = false;
    for arg in Args::new(args, "o") {
        match arg {
            Arg::Short(b'f', _) => force = true,
            Arg::Short(b'd', _) => deletes = true,
            Arg::Long(given, _) => {
                force |= given.starts_with("force")
                    || abbreviates(given, "force")
                    || abbreviates(given, "mirror");
                deletes |= abbreviates(given, "delete") || abbreviates(given, "prune");
            }
            Arg::Operand(word) => {
                force |= word.text.starts_with('+');
                deletes |= word.text.starts_with(':') && word.text.len() > 1;
            }
            Arg::Short(..) | Arg::Unknown => {}
        }
    }
    if force {
        row = row.with(EffectCode::GitForcePush);
    }
    if deletes {
        row = row.with(EffectCode::GitDeleteRef);
    }
    if force || deletes {
        row.class = Some(Destroy);
    }
    row
}

fn checkout(program: Program, verb: &str, args: &[Word<'_>]) -> Row {
    let plain_dots = args.iter().any(|word| word.is("--") || word.is(".") || word.is(":/"));
    let mut discards =
        has_short(args, "fBC") || has_long(args, &["force", "discard-changes", "force-create"]);
    if verb == "switch" {
        discards |= has_short(args, "C");
    } else {
        discards |= plain_dots;
    }
    if verb == "restore" {
        let staged = has_short(args, "S") || has_long(args, &["staged"]);
        let tree = has_short(args, "W") || has_long(args, &["worktree"]);
        discards = !staged || tree;
    }
    discard_or(program, discards, args)
}

fn clean(program: Program, args: &[Word<'_>]) -> Row {
    let dry = has_short(args, "n") || has_long(args, &["dry-run"]);
    let force = has_short(args, "fi") || has_long(args, &["force", "interactive"]);
    if dry && !force {
        return if any_unknown(args) { Row::cannot_tell(program) } else { Row::reads(program) };
    }
    Row::writes(program, Destroy).with(EffectCode::FsDelete)
}
