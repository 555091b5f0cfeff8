//! `kubectl`, `docker`, `terraform`, `helm`.

use super::super::does::Does;
use super::super::options::{any_unknown, is_swallowed};
use super::super::word::Word;
use super::call::Call;
use super::verbs::{Effects, by_heading, by_pair, by_table, next, reads, verb};
use crate::arguments::effect::EffectCode::{
    ClusterDelete, CodeRun, ContainerDelete, FsWrite, InfraApply, NetSend, NetUpload,
    ResourceDelete, ResourceEdit,
};
use crate::arguments::effect::Finding;
use crate::arguments::headed::{Headed, headed};
use crate::contract::VerbClass::{Destroy, Exec};

/// Whether a long option is there, with one dash or two, and what its value is.
fn option<'a>(words: &[Word<'a>], name: &str) -> Option<&'a str> {
    words.iter().take_while(|word| !word.is("--")).find_map(|word| {
        let given = word.text.strip_prefix("--").or_else(|| word.text.strip_prefix('-'))?;
        let (given, value) = given.split_once('=').unwrap_or((given, ""));
        (given == name).then_some(value)
    })
}

/// Whether one of the options of this name says no.
fn says_no(words: &[Word<'_>], name: &str) -> bool {
    let is_no = |word: &Word<'_>| option(core::slice::from_ref(word), name) == Some("false");
    words.iter().any(is_no)
}

fn says_dry(text: &str) -> bool {
    text.starts_with("--dry-run")
}

const KUBECTL: Headed = headed!(
    "values: -n --namespace --context --kubeconfig --cluster --user -s --server --as --as-group --token -v \
             --request-timeout --certificate-authority --client-certificate --client-key --cache-dir --tls-server-name
     flags: --insecure-skip-tls-verify -A --all-namespaces"
);
const KUBECTL_PAIRS: Headed = headed!(
    "lists: rollout/status rollout/history config/view config/get-contexts config/current-context \
            config/get-clusters config/get-users auth/can-i auth/whoami"
);
/// Verbs of `kubectl` that have no dry run.
const KUBECTL_WET: Headed = headed!("exec debug attach port-forward proxy cp config");
/// Options of `kubectl` without a value that stand before others, and its short options with one.
const KUBECTL_FLAGS: Headed = headed!(
    "all all-namespaces force force-conflicts insecure-skip-tls-verify now overwrite prune recursive server-side \
     show-managed-fields wait -cfklnopsv="
);

/// `kubectl`
pub(super) fn kubectl(call: &mut Call<'_, '_, '_>) -> Does {
    let args = call.args;
    let Some(verb) = verb(args, KUBECTL) else { return Does::UNKNOWN };
    let rest = verb.rest;
    let effects = [ResourceEdit, CodeRun, ClusterDelete, NetSend];
    let does = match by_pair(call, &verb, KUBECTL_PAIRS, effects) {
        Some(does) => {
            if verb.word == "config" && option(rest, "raw").is_some() {
                call.shell.finding(Finding::SecretFile);
            }
            does
        }
        None if verb.word == "config" && next(rest).is_some() => call.verb("config", Does::EDITS),
        None => by_table(call, verb.word, rest, effects),
    };
    if does.is_write()
        && !KUBECTL_WET.contains(verb.word)
        && is_dry(args)
        && !is_swallowed(args, KUBECTL_FLAGS, says_dry)
        && !any_unknown(rest)
    {
        return Does::READS;
    }
    if does.class() == Some(Destroy) && rest.iter().any(|word| is_much(*word)) {
        call.shell.finding(Finding::MassEffect);
    }
    if verb.word == "get" && rest.iter().any(|word| is_secret(*word)) {
        call.shell.finding(Finding::SecretFile);
    }
    verb.surely(does)
}

/// Whether nothing is changed, and no later word says otherwise.
fn is_dry(args: &[Word<'_>]) -> bool {
    let mut dry = false;
    for word in args.iter().take_while(|word| !word.is("--")).filter(|word| says_dry(word.text)) {
        dry = word.is("--dry-run=client") || word.is("--dry-run=server");
        if !dry {
            break;
        }
    }
    dry
}

/// Words that name all objects, or a namespace with all that is in it.
const MUCH: Headed = headed!(
    "options: --all -A --all-namespaces --all=true --all-namespaces=true kinds: ns namespace namespaces"
);

fn is_much(word: Word<'_>) -> bool {
    if word.is_option() {
        MUCH.of(word.text) == Some(b'o')
    } else {
        let kind = |text: &str| text.split('/').next().and_then(|kind| MUCH.of(kind));
        word.text.split(',').any(|text| kind(text) == Some(b'k'))
    }
}

fn is_secret(word: Word<'_>) -> bool {
    word.text.split(',').any(|kind| {
        let kind = kind.split(['/', '.']).next().unwrap_or(kind);
        kind.eq_ignore_ascii_case("secret") || kind.eq_ignore_ascii_case("secrets")
    })
}

const DOCKER: Headed = headed!(
    "values: -H --host -c --context --config -l --log-level --connection flags: -D --debug --tls --tlsverify"
);
const DOCKER_NOUNS: Headed = headed!(
    "builder buildx config container context image manifest network node plugin secret service stack swarm system \
     trust volume"
);
/// Verbs behind a noun.
const DOCKER_VERBS: Headed = headed!(
    "lists: ls list inspect logs ps df info stats top port diff history show events tasks
     destroys: rm rmi remove prune kill stop down leave
     edits: create pull tag cp connect disconnect update rename commit load import save export use annotate init join
     runs: run exec start restart build deploy scale attach unpause pause bake rollback
     sends: push"
);
const DOCKER_EFFECTS: Effects = [ResourceEdit, CodeRun, ContainerDelete, NetUpload];

/// `docker`
pub(super) fn docker(call: &mut Call<'_, '_, '_>) -> Does {
    let Some(verb) = verb(call.args, DOCKER) else { return Does::UNKNOWN };
    if verb.word == "compose" {
        return compose_words(call, verb.rest);
    }
    let does = match DOCKER_NOUNS.get(verb.word) {
        Some(noun) => {
            call.verb = Some(noun.word);
            noun_verb(next(verb.rest).unwrap_or_default(), verb.rest)
        }
        None => by_table(call, verb.word, verb.rest, DOCKER_EFFECTS),
    };
    verb.surely(does)
}

fn noun_verb(verb: &str, rest: &[Word<'_>]) -> Does {
    let heading = DOCKER_VERBS.of(verb);
    heading.map_or(Does::UNKNOWN, |heading| by_heading(heading, rest, DOCKER_EFFECTS))
}

const COMPOSE: Headed = headed!(
    "values: -f --file -p --project-name --profile --env-file --project-directory --ansi --progress
     flags: --compatibility"
);
/// Verbs of `docker compose` that are not those of its other nouns.
const COMPOSE_VERBS: Headed =
    headed!("lists: ps logs config ls images top port version events stats runs: up");

/// `docker-compose`
pub(super) fn compose(call: &mut Call<'_, '_, '_>) -> Does {
    compose_words(call, call.args)
}

fn compose_words(call: &mut Call<'_, '_, '_>, args: &[Word<'_>]) -> Does {
    call.verb = Some("compose");
    let Some(verb) = verb(args, COMPOSE) else { return Does::UNKNOWN };
    let saves = || {
        let to_file = |text: &str| text.starts_with("-o") || text.starts_with("--o");
        verb.rest.iter().any(|word| to_file(word.text))
    };
    let does = match COMPOSE_VERBS.of(verb.word) {
        _ if matches!(verb.word, "config" | "convert") && saves() => Does::EDITS,
        Some(heading) => by_heading(heading, verb.rest, DOCKER_EFFECTS),
        None => noun_verb(verb.word, verb.rest),
    };
    verb.surely(does)
}

const TERRAFORM: Headed = headed!(
    "lists: state/list state/show state/pull workspace/list workspace/show
     destroys: state/rm workspace/delete
     edits: state/mv state/replace-provider state/push workspace/new workspace/select"
);

/// `terraform`
pub(super) fn terraform(call: &mut Call<'_, '_, '_>) -> Does {
    let Some(verb) = verb(call.args, headed!("")) else { return Does::UNKNOWN };
    let rest = verb.rest;
    let effects = [FsWrite, InfraApply, ResourceDelete, NetSend];
    let has = |name| option(rest, name).is_some();
    let does = match verb.word {
        "plan" if has("out") || has("generate-config-out") => call.verb("plan", Does::EDITS),
        "apply" if has("destroy") => {
            call.verb("apply", Does::writes(Destroy, ResourceDelete).with(InfraApply))
        }
        "providers" if next(rest).is_some_and(|second| second != "schema") => {
            call.verb("providers", Does::EDITS)
        }
        "fmt"
            if (matches!(option(rest, "check"), Some("" | "true")) && !says_no(rest, "check"))
                || option(rest, "write") == Some("false") =>
        {
            call.verb("fmt", reads(rest))
        }
        word => match by_pair(call, &verb, TERRAFORM, effects) {
            Some(does) => does,
            None => by_table(call, word, rest, effects),
        },
    };
    verb.surely(does)
}

const HELM: Headed = headed!(
    "values: -n --namespace --kube-context --kubeconfig --kube-apiserver --kube-token --registry-config \
             --repository-config
     flags: --debug"
);
/// Verbs of `helm` with a dry run.
const HELM_DRY: Headed = headed!("install upgrade uninstall delete rollback");
/// Options of `helm` without a value that stand before others, and its short options with one.
const HELM_FLAGS: Headed = headed!(
    "atomic cleanup-on-fail create-namespace debug devel disable-openapi-validation force hide-notes hide-secret \
     install no-hooks render-subchart-notes reset-values reuse-values skip-crds wait wait-for-jobs -fn="
);

/// `helm`
pub(super) fn helm(call: &mut Call<'_, '_, '_>) -> Does {
    let args = call.args;
    let Some(verb) = verb(args, HELM) else { return Does::UNKNOWN };
    let rest = verb.rest;
    let does =
        by_table(call, verb.word, rest, [ResourceEdit, InfraApply, ResourceDelete, NetUpload]);
    if option(rest, "post-renderer").is_some() {
        return Does::writes(Exec, CodeRun);
    }
    if option(rest, "output-dir").is_some() {
        return Does::EDITS;
    }
    let lists = matches!(verb.word, "repo" | "dependency") && next(rest) == Some("list");
    let dry = matches!(option(rest, "dry-run"), Some("" | "client" | "server" | "true"))
        && !says_no(rest, "dry-run")
        && HELM_DRY.contains(verb.word);
    if lists || (dry && !is_swallowed(args, HELM_FLAGS, says_dry)) {
        return reads(rest);
    }
    verb.surely(does)
}
