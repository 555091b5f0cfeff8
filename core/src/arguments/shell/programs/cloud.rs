//! Clients of clouds and code hosts, by the words of their verbs.

use alloc::vec::Vec;

use super::super::options::any_unknown;
use super::super::state::Shell;
use super::super::word::Word;
use super::curl::method_row;
use crate::arguments::effect::{EffectCode, Finding, Program, Row, stronger};
use crate::arguments::table::Words;
use crate::arguments::tables::clients::{
    CLOUD_DESTROY, CLOUD_EXEC, CLOUD_FLAGS, CLOUD_READ, CLOUD_SEND,
};
use crate::contract::VerbClass::{self, Destroy, Edit, Exec, Money, Send};

/// Verbs that change something and stand in no list.
const EDITS: [&str; 32] = [
    "create",
    "put",
    "update",
    "set",
    "add",
    "modify",
    "patch",
    "import",
    "move",
    "mv",
    "rename",
    "tag",
    "untag",
    "attach",
    "associate",
    "enable",
    "register",
    "upgrade",
    "scale",
    "resize",
    "migrate",
    "copy",
    "cp",
    "sync",
    "replace",
    "restore",
    "reimage",
    "redeploy",
    "suspend",
    "resume",
    "edit",
    "checkout",
];

/// The words of which one is a verb in whole or up to a dash.
fn is_in(list: &Words, verb: &str) -> bool {
    list.contains(verb)
        || verb.match_indices('-').any(|(at, _)| verb.get(..at).is_some_and(|it| list.contains(it)))
}

/// What a verb does.
#[derive(Clone, Copy)]
enum Does {
    Reads,
    Writes(VerbClass),
}

/// What a verb does; nothing, if it is not known.
fn class(verb: &str) -> Option<Does> {
    let stem = verb.split('-').next().unwrap_or(verb);
    if is_in(&CLOUD_DESTROY, verb) {
        Some(Does::Writes(Destroy))
    } else if is_in(&CLOUD_EXEC, verb) {
        Some(Does::Writes(Exec))
    } else if is_in(&CLOUD_SEND, verb) {
        Some(Does::Writes(Send))
    } else if EDITS.contains(&stem) || matches!(stem, "clone" | "download" | "review") {
        Some(Does::Writes(Edit))
    } else if is_in(&CLOUD_READ, verb)
        || matches!(verb, "checks" | "print-access-token" | "print-identity-token")
    {
        Some(Does::Reads)
    } else {
        None
    }
}

fn row(program: Program, class: VerbClass) -> Row {
    Row::writes(program, class).with(match class {
        Destroy => EffectCode::ResourceDelete,
        Exec => EffectCode::InfraApply,
        Send | Money => EffectCode::NetSend,
        _ => EffectCode::ResourceEdit,
    })
}

/// `aws`, `gcloud`, `az`, `gh` and their kin.
pub(super) fn cloud(shell: &mut Shell<'_>, name: &'static str, args: &[Word<'_>]) -> Row {
    // The last word of these is a file that is written.
    const SAVES: [&str; 8] = [
        "get-clip",
        "get-export",
        "get-job-output",
        "get-media",
        "get-raster-data",
        "get-sdk",
        "get-snapshot-block",
        "get-tile",
    ];
    let program = Program::of(name);
    if is_secret(name, args) {
        shell.finding(Finding::SecretFile);
    }
    let operands = || args.iter().enumerate().filter(|(_, word)| !word.is_option());
    if operands().next().is_none_or(|(_, word)| word.plain().is_none()) {
        return Row::cannot_tell(program);
    }
    let first = operands().next().map_or("", |(_, word)| word.text);
    let behind_first = operands()
        .next()
        .map_or(args, |(at, _)| args.get(at.saturating_add(1)..).unwrap_or_default());
    if matches!(name, "gh" | "glab") && first == "api" {
        return api(program, behind_first);
    }
    if name == "aws" && first == "s3" {
        return s3(program, behind_first);
    }
    let mut found = None;
    let mut count = 0_usize;
    for (at, word) in operands() {
        let Some(text) = word.plain() else { break };
        count = count.saturating_add(1);
        // The first word is a group, but for the few verbs that stand alone.
        if count == 1 {
            if operands().nth(1).is_none() || matches!(text, "search" | "status" | "info") {
                found = class(text).map(|class| (at, text, class));
                if found.is_some() {
                    break;
                }
            }
            continue;
        }
        let prints = (name, first, text) == ("gh", "auth", "token");
        if let Some(class) = class(text).or_else(|| prints.then_some(Does::Reads)) {
            found = Some((at, text, class));
            break;
        }
        // Here the second word is the verb.
        if matches!(name, "aws" | "gh" | "glab") {
            break;
        }
    }
    let Some((at, verb, class)) = found else { return Row::cannot_tell(program) };
    let about = matches!(first, "pr" | "mr" | "issue" | "gist" | "discussion" | "release");
    let speaks =
        matches!(name, "gh" | "glab") && about && matches!(verb, "create" | "edit" | "review");
    if speaks {
        return row(program, Send);
    }
    let saves = verb.starts_with("get-object") || (name == "aws" && SAVES.contains(&verb));
    if saves {
        return Row::writes(program, Edit)
            .with(EffectCode::FsWrite)
            .with(EffectCode::NetDownloadToFile);
    }
    match class {
        Does::Writes(class) => row(program, class),
        Does::Reads
            if any_unknown(args) || !flags_before_are_known(args.get(..at).unwrap_or_default()) =>
        {
            Row::cannot_tell(program)
        }
        Does::Reads => Row::reads(program),
    }
}

/// Whether no option before the verb could pose it as its value.
fn flags_before_are_known(words: &[Word<'_>]) -> bool {
    words.iter().filter(|word| word.is_option()).all(|word| {
        word.text.starts_with("--") && word.text.contains('=') || CLOUD_FLAGS.contains(word.text)
    })
}

/// Whether the command prints a secret.
fn is_secret(name: &str, args: &[Word<'_>]) -> bool {
    const COMMANDS: [&str; 13] = [
        "get-token",
        "get-login-password",
        "get-access-token",
        "get-password-data",
        "get-secret-value",
        "get-parameter",
        "get-parameters",
        "print-access-token",
        "print-identity-token",
        "get-password",
        "get-authorization-token",
        "get-session-token",
        "get-credentials",
    ];
    let follow = |words: [&str; 3]| {
        args.windows(3).any(|three| three.iter().zip(words).all(|(word, text)| word.text == text))
    };
    args.iter().any(|word| COMMANDS.contains(&word.text) || word.text == "--show-token")
        || follow(["keyvault", "secret", "show"])
        || (name == "gh"
            && args
                .windows(2)
                .any(|two| two.iter().zip(["auth", "token"]).all(|(a, b)| a.text == b)))
}

/// `gh api`
fn api(program: Program, args: &[Word<'_>]) -> Row {
    let mut method = None;
    let mut fields = false;
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let text = word.text;
        match text {
            "-X" | "--method" => method = words.next().and_then(|word| word.plain()).or(Some("?")),
            "-f" | "-F" | "--field" | "--raw-field" | "--input" => fields = true,
            _ => {
                if let Some(given) =
                    text.strip_prefix("-X").or_else(|| text.strip_prefix("--method="))
                {
                    method = Some(given);
                } else if ["-f", "-F", "--field=", "--raw-field=", "--input="]
                    .iter()
                    .any(|it| text.starts_with(it))
                {
                    fields = true;
                }
            }
        }
    }
    if any_unknown(args) && method.is_none() && !fields {
        return Row::cannot_tell(program);
    }
    let method = method.unwrap_or(if fields { "POST" } else { "GET" });
    method_row(program, method, fields).unwrap_or_else(|| Row::reads(program))
}

/// `aws s3`
fn s3(program: Program, args: &[Word<'_>]) -> Row {
    let operands: Vec<&str> =
        args.iter().filter(|word| !word.is_option()).map(|word| word.text).collect();
    let is_remote = |text: Option<&&str>| text.is_some_and(|text| text.starts_with("s3://"));
    match operands.first().copied() {
        Some("ls") if any_unknown(args) => Row::cannot_tell(program),
        Some("ls") => Row::reads(program),
        Some("rm" | "rb") => row(program, Destroy),
        Some("mb" | "website") => row(program, Edit),
        Some("cp" | "mv" | "sync") => {
            let class =
                if args.iter().any(|word| word.is("--delete")) { Some(Destroy) } else { None };
            let to = operands.get(2);
            if is_remote(to) {
                let class = stronger(class, Some(Send)).unwrap_or(Send);
                Row::writes(program, class).with(EffectCode::NetUpload)
            } else if to == Some(&"-") && class.is_none() && operands.first() == Some(&"cp") {
                Row::reads(program)
            } else {
                let class = stronger(class, Some(Edit)).unwrap_or(Edit);
                Row::writes(program, class)
                    .with(EffectCode::FsWrite)
                    .with(EffectCode::NetDownloadToFile)
            }
        }
        _ => Row::cannot_tell(program),
    }
}

/// `stripe`
pub(super) fn stripe(args: &[Word<'_>]) -> Row {
    const MOVES: [&str; 8] = [
        "charges",
        "refunds",
        "payouts",
        "transfers",
        "payment_intents",
        "topups",
        "invoices",
        "subscriptions",
    ];
    let program = Program::of("stripe");
    let mut operands = args.iter().filter(|word| !word.is_option());
    let (Some(noun), Some(verb)) = (operands.next(), operands.next()) else {
        return Row::cannot_tell(program);
    };
    let (Some(noun), Some(verb)) = (noun.plain(), verb.plain()) else {
        return Row::cannot_tell(program);
    };
    match (noun, verb) {
        ("get", _) | (_, "list" | "retrieve" | "search") => {
            if any_unknown(args) {
                Row::cannot_tell(program)
            } else {
                Row::reads(program)
            }
        }
        ("post", _) => row(program, Money),
        ("delete", _) | (_, "delete" | "cancel" | "void") => row(program, Destroy),
        (
            _,
            "create" | "update" | "capture" | "confirm" | "reverse" | "pay" | "finalize_invoice",
        ) => row(program, if MOVES.contains(&noun) { Money } else { Edit }),
        _ => Row::cannot_tell(program),
    }
}
