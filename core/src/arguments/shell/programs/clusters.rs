//! `kubectl`, `docker`, `terraform`, `helm`.

use super::super::options::{any_unknown, is_swallowed};
use super::super::state::Shell;
use super::super::word::Word;
use super::verbs::{Effects, by_table, verb};
use crate::arguments::effect::{EffectCode, Finding, Program, Row};
use crate::contract::VerbClass::{Destroy, Edit, Exec, Send};

fn of(name: &'static str, verb: &'static str) -> Program {
    Program { name: Some(name), verb: Some(verb) }
}

fn reads(program: Program, rest: &[Word<'_>]) -> Row {
    if any_unknown(rest) { Row::cannot_tell(program) } else { Row::reads(program) }
}

/// The next word that is no option.
fn next<'a>(words: &[Word<'a>]) -> Option<&'a str> {
    words.iter().find(|word| !word.is_option()).and_then(|word| word.plain())
}

/// Whether a long option is there, with one dash or two, and what its value is.
fn option<'a>(words: &[Word<'a>], name: &str) -> Option<&'a str> {
    words.iter().take_while(|word| !word.is("--")).find_map(|word| {
        let given = word.text.strip_prefix("--").or_else(|| word.text.strip_prefix('-'))?;
        let (given, value) = given.split_once('=').unwrap_or((given, ""));
        (given == name).then_some(value)
    })
}

/// `kubectl`
pub(super) fn kubectl(shell: &mut Shell<'_>, name: &'static str, args: &[Word<'_>]) -> Row {
    const VALUES: [&str; 18] = [
        "-n",
        "--namespace",
        "--context",
        "--kubeconfig",
        "--cluster",
        "--user",
        "-s",
        "--server",
        "--as",
        "--as-group",
        "--token",
        "-v",
        "--request-timeout",
        "--certificate-authority",
        "--client-certificate",
        "--client-key",
        "--cache-dir",
        "--tls-server-name",
    ];
    let Some(verb) = verb(args, &VALUES, &["--insecure-skip-tls-verify", "-A", "--all-namespaces"])
    else {
        return Row::cannot_tell(Program::of(name));
    };
    let effects = Effects {
        edit: EffectCode::ResourceEdit,
        run: EffectCode::CodeRun,
        destroy: EffectCode::ClusterDelete,
        send: EffectCode::NetSend,
    };
    let noun = next(verb.rest);
    let row = match (verb.word, noun) {
        ("rollout", Some("status" | "history")) => reads(of(name, "rollout"), verb.rest),
        (
            "config",
            Some("view" | "get-contexts" | "current-context" | "get-clusters" | "get-users"),
        ) => {
            if option(verb.rest, "raw").is_some() {
                shell.finding(Finding::SecretFile);
            }
            reads(of(name, "config"), verb.rest)
        }
        ("config", Some(_)) => Row::writes(of(name, "config"), Edit).with(EffectCode::FsWrite),
        ("auth", Some("can-i" | "whoami")) => reads(of(name, "auth"), verb.rest),
        _ => by_table(name, verb.word, verb.rest, &effects),
    };
    let deletes = row.class == Some(Destroy);
    if row.class.is_some()
        && !matches!(
            verb.word,
            "exec" | "debug" | "attach" | "port-forward" | "proxy" | "cp" | "config"
        )
        && is_dry(args)
        && !is_swallowed(args, &KUBECTL_FLAGS, "cfklnopsv", says_dry)
        && !any_unknown(verb.rest)
    {
        return Row::reads(row.program);
    }
    if deletes && deletes_much(verb.rest) {
        shell.finding(Finding::MassEffect);
    }
    if verb.word == "get" && verb.rest.iter().any(|word| is_secret(*word)) {
        shell.finding(Finding::SecretFile);
    }
    if verb.unsure && row.class.is_none() { Row::cannot_tell(row.program) } else { row }
}

/// Options of `kubectl` without a value that stand before others.
const KUBECTL_FLAGS: [&str; 12] = [
    "--all",
    "--all-namespaces",
    "--force",
    "--force-conflicts",
    "--insecure-skip-tls-verify",
    "--now",
    "--overwrite",
    "--prune",
    "--recursive",
    "--server-side",
    "--show-managed-fields",
    "--wait",
];
/// The same of `helm`.
const HELM_FLAGS: [&str; 17] = [
    "--atomic",
    "--cleanup-on-fail",
    "--create-namespace",
    "--debug",
    "--devel",
    "--disable-openapi-validation",
    "--force",
    "--hide-notes",
    "--hide-secret",
    "--install",
    "--no-hooks",
    "--render-subchart-notes",
    "--reset-values",
    "--reuse-values",
    "--skip-crds",
    "--wait",
    "--wait-for-jobs",
];

fn says_dry(text: &str) -> bool {
    text.starts_with("--dry-run")
}

/// Whether nothing is changed, and no later word says otherwise.
fn is_dry(args: &[Word<'_>]) -> bool {
    let mut dry = false;
    for word in args.iter().take_while(|word| !word.is("--")) {
        if let Some(value) = word.text.strip_prefix("--dry-run") {
            if !matches!(value, "=client" | "=server") || word.plain().is_none() {
                return false;
            }
            dry = true;
        }
    }
    dry
}

fn deletes_much(words: &[Word<'_>]) -> bool {
    let namespace = |kind: &str| matches!(kind, "ns" | "namespace" | "namespaces");
    words.iter().any(|word| {
        matches!(
            word.text,
            "--all" | "-A" | "--all-namespaces" | "--all=true" | "--all-namespaces=true"
        ) || (!word.is_option()
            && word.text.split(',').any(|kind| namespace(kind.split('/').next().unwrap_or(kind))))
    })
}

fn is_secret(word: Word<'_>) -> bool {
    word.text.split(',').any(|kind| {
        let kind = kind.split('/').next().unwrap_or(kind);
        let kind = kind.split('.').next().unwrap_or(kind);
        kind.eq_ignore_ascii_case("secret") || kind.eq_ignore_ascii_case("secrets")
    })
}

/// `docker`
pub(super) fn docker(name: &'static str, args: &[Word<'_>]) -> Row {
    const VALUES: [&str; 8] =
        ["-H", "--host", "-c", "--context", "--config", "-l", "--log-level", "--connection"];
    const NOUNS: [&str; 17] = [
        "builder",
        "buildx",
        "config",
        "container",
        "context",
        "image",
        "manifest",
        "network",
        "node",
        "plugin",
        "secret",
        "service",
        "stack",
        "swarm",
        "system",
        "trust",
        "volume",
    ];
    let Some(verb) = verb(args, &VALUES, &["-D", "--debug", "--tls", "--tlsverify"]) else {
        return Row::cannot_tell(Program::of(name));
    };
    if verb.word == "compose" {
        return compose(name, verb.rest);
    }
    let effects = Effects {
        edit: EffectCode::ResourceEdit,
        run: EffectCode::CodeRun,
        destroy: EffectCode::ContainerDelete,
        send: EffectCode::NetUpload,
    };
    let row = match (NOUNS.into_iter().find(|noun| *noun == verb.word), next(verb.rest)) {
        (Some(noun), Some(second)) => noun_verb(of(name, noun), second, verb.rest),
        (Some(noun), None) => Row::cannot_tell(of(name, noun)),
        _ => by_table(name, verb.word, verb.rest, &effects),
    };
    if verb.unsure && row.class.is_none() { Row::cannot_tell(row.program) } else { row }
}

fn noun_verb(program: Program, second: &str, rest: &[Word<'_>]) -> Row {
    match second {
        "ls" | "list" | "inspect" | "logs" | "ps" | "df" | "info" | "stats" | "top" | "port"
        | "diff" | "history" | "show" | "events" | "tasks" => reads(program, rest),
        "rm" | "rmi" | "remove" | "prune" | "kill" | "stop" | "down" | "leave" => {
            Row::writes(program, Destroy).with(EffectCode::ContainerDelete)
        }
        "create" | "pull" | "tag" | "cp" | "connect" | "disconnect" | "update" | "rename"
        | "commit" | "load" | "import" | "save" | "export" | "use" | "annotate" | "init"
        | "join" => Row::writes(program, Edit).with(EffectCode::ResourceEdit),
        "run" | "exec" | "start" | "restart" | "build" | "deploy" | "scale" | "attach"
        | "unpause" | "pause" | "bake" | "rollback" => {
            Row::writes(program, Exec).with(EffectCode::CodeRun)
        }
        "push" => Row::writes(program, Send).with(EffectCode::NetUpload),
        _ => Row::cannot_tell(program),
    }
}

/// `docker compose`
pub(super) fn compose(name: &'static str, args: &[Word<'_>]) -> Row {
    const VALUES: [&str; 9] = [
        "-f",
        "--file",
        "-p",
        "--project-name",
        "--profile",
        "--env-file",
        "--project-directory",
        "--ansi",
        "--progress",
    ];
    let program = of(name, "compose");
    let Some(verb) = verb(args, &VALUES, &["--compatibility"]) else {
        return Row::cannot_tell(program);
    };
    let row = match verb.word {
        "config" | "convert"
            if verb
                .rest
                .iter()
                .any(|word| word.text.starts_with("-o") || word.text.starts_with("--o")) =>
        {
            Row::writes(program, Edit).with(EffectCode::FsWrite)
        }
        "ps" | "logs" | "config" | "ls" | "images" | "top" | "port" | "version" | "events"
        | "stats" => reads(program, verb.rest),
        "up" => Row::writes(program, Exec).with(EffectCode::CodeRun),
        other => noun_verb(program, other, verb.rest),
    };
    if verb.unsure && row.class.is_none() { Row::cannot_tell(program) } else { row }
}

/// `terraform`
pub(super) fn terraform(name: &'static str, args: &[Word<'_>]) -> Row {
    let Some(verb) = verb(args, &[], &[]) else { return Row::cannot_tell(Program::of(name)) };
    let effects = Effects {
        edit: EffectCode::FsWrite,
        run: EffectCode::InfraApply,
        destroy: EffectCode::ResourceDelete,
        send: EffectCode::NetSend,
    };
    let edits = |verb| Row::writes(of(name, verb), Edit).with(EffectCode::FsWrite);
    let destroys = |verb| Row::writes(of(name, verb), Destroy).with(EffectCode::ResourceDelete);
    let rest = verb.rest;
    let row = match (verb.word, next(rest)) {
        ("plan", _)
            if option(rest, "out").is_some() || option(rest, "generate-config-out").is_some() =>
        {
            edits("plan")
        }
        ("apply", _) if option(rest, "destroy").is_some() => {
            destroys("apply").with(EffectCode::InfraApply)
        }
        ("state", Some("list" | "show" | "pull")) | ("workspace", Some("list" | "show")) => {
            reads(of(name, if verb.word == "state" { "state" } else { "workspace" }), rest)
        }
        ("state", Some("rm")) => destroys("state"),
        ("state", Some("mv" | "replace-provider" | "push")) => edits("state"),
        ("workspace", Some("delete")) => destroys("workspace"),
        ("workspace", Some("new" | "select")) => edits("workspace"),
        ("providers", Some(second)) if second != "schema" => edits("providers"),
        ("fmt", _)
            if matches!(option(rest, "check"), Some("" | "true"))
                || option(rest, "write") == Some("false") =>
        {
            reads(of(name, "fmt"), rest)
        }
        _ => by_table(name, verb.word, rest, &effects),
    };
    if verb.unsure && row.class.is_none() { Row::cannot_tell(row.program) } else { row }
}

/// `helm`
pub(super) fn helm(name: &'static str, args: &[Word<'_>]) -> Row {
    const VALUES: [&str; 8] = [
        "-n",
        "--namespace",
        "--kube-context",
        "--kubeconfig",
        "--kube-apiserver",
        "--kube-token",
        "--registry-config",
        "--repository-config",
    ];
    let Some(verb) = verb(args, &VALUES, &["--debug"]) else {
        return Row::cannot_tell(Program::of(name));
    };
    let effects = Effects {
        edit: EffectCode::ResourceEdit,
        run: EffectCode::InfraApply,
        destroy: EffectCode::ResourceDelete,
        send: EffectCode::NetUpload,
    };
    let rest = verb.rest;
    let row = by_table(name, verb.word, rest, &effects);
    if option(rest, "post-renderer").is_some() {
        return Row::writes(row.program, Exec).with(EffectCode::CodeRun);
    }
    if option(rest, "output-dir").is_some() {
        return Row::writes(row.program, Edit).with(EffectCode::FsWrite);
    }
    let lists = matches!(verb.word, "repo" | "dependency") && next(rest) == Some("list");
    let dry = matches!(option(rest, "dry-run"), Some("" | "client" | "server" | "true"))
        && matches!(verb.word, "install" | "upgrade" | "uninstall" | "delete" | "rollback");
    if lists || (dry && !is_swallowed(args, &HELM_FLAGS, "fn", says_dry)) {
        return reads(row.program, rest);
    }
    if verb.unsure && row.class.is_none() { Row::cannot_tell(row.program) } else { row }
}
