//! What the person has approved once for all: edits of files in the directory they work in, if they said so when they
//! set the hook up. It is an approval of the tool and no approval of this call, so whatever wants one that is bound to
//! the action still asks.

use aana_core::json::{Object, Value};

use crate::call::Call;
use crate::places::is_below;

/// Below a workspace, and still not covered: what runs by itself later, on this machine or on another.
const NOT_COVERED: [&str; 32] = [
    "/.gitea/workflows/",
    "/.forgejo/workflows/",
    "/.zed/",
    "/.idea/",
    "/.roo/",
    "/.amp/",
    "/.mise/",
    "/.cargo/config",
    "/.git/",
    "/.github/workflows/",
    "/.github/actions/",
    "/.gitlab-ci.yml",
    "/.circleci/",
    "/.buildkite/",
    "/.woodpecker",
    "/.drone.yml",
    "/.travis.yml",
    "/azure-pipelines.yml",
    "/bitbucket-pipelines.yml",
    "/jenkinsfile",
    "/.husky/",
    "/.githooks/",
    "/.pre-commit-config.yaml",
    "/lefthook.yml",
    "/.envrc",
    "/.direnv/",
    "/.vscode/settings.json",
    "/.vscode/tasks.json",
    "/.vscode/launch.json",
    "/.devcontainer/",
    "/.npmrc",
    "/.ssh/",
];

/// The same, wherever they lie: a repository whose configuration runs programs, and what an editor, a shell or a runner
/// of tasks reads by itself.
const LAST_PARTS: [&str; 18] = [
    ".git",
    "head",
    ".devcontainer.json",
    ".exrc",
    ".nvim.lua",
    ".lefthook.yml",
    ".lefthook.yaml",
    "lefthook.yaml",
    "lefthook.toml",
    "mise.toml",
    ".mise.toml",
    ".tool-versions",
    ".overcommit.yml",
    ".simple-git-hooks.json",
    ".huskyrc",
    ".bazelrc",
    "jenkinsfile",
    ".gitattributes",
];

/// Texts that switch a check off, or have git run a program. One that an edit brings in is not covered.
const SWITCHED_OFF: [&str; 20] = [
    "fsmonitor=",
    "hookspath=",
    "sshcommand=",
    "gitdir:",
    "verify=false",
    "verify_ssl=false",
    "ssl_verify=false",
    "verify_peer=false",
    "check_hostname=false",
    "cert_none",
    "rejectunauthorized:false",
    "node_tls_reject_unauthorized=0",
    "insecureskipverify:true",
    "insecureskipverify=true",
    "danger_accept_invalid_certs(true)",
    "stricthostkeychecking=no",
    "stricthostkeycheckingno",
    "curlopt_ssl_verifypeer,false",
    "curlopt_ssl_verifypeer,0",
    "sslverify=false",
];

/// The members of an edit that hold what was there before.
const BEFORE: [&str; 6] = ["old_string", "oldString", "old_str", "oldStr", "before", "oldText"];

/// Whether the standing approval of edits covers this call.
pub(crate) fn covers(call: &Call, roots: &[String], held: &[String]) -> bool {
    call.tool == "edit_file"
        && !call.paths.is_empty()
        && !call.climbs
        && call.paths.iter().all(|path| {
            let below = roots.iter().find(|root| is_below(path, root));
            below.is_some_and(|root| !guarded(path.get(root.len()..).unwrap_or(path)))
        })
        && !call.paths.iter().any(|path| held.iter().any(|held| begins(path, held)))
        && !weakens(&call.arguments)
}

/// Whether a path begins with another, in any case: file systems differ.
fn begins(path: &str, with: &str) -> bool {
    !with.is_empty() && path.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
}

/// Whether a path below a workspace is one of those above. In any case: file systems differ.
fn guarded(path: &str) -> bool {
    let path = format!("/{}", path.trim_start_matches('/')).replace('\\', "/").to_ascii_lowercase();
    let last = path.rsplit('/').next().unwrap_or_default();
    NOT_COVERED.iter().any(|part| path.contains(part))
        || LAST_PARTS.contains(&last)
        || last.ends_with(".code-workspace")
}

/// Whether an edit brings in a text that switches a check off: more of them than it takes out.
fn weakens(arguments: &Object<'_>) -> bool {
    let (mut before, mut after) = (0, 0);
    count(arguments, &mut before, &mut after);
    after > before
}

fn count(object: &Object<'_>, before: &mut usize, after: &mut usize) {
    for member in object.members() {
        let is_before = BEFORE.contains(&&*member.key);
        match &member.value {
            Value::String(text) if member.key == "patch" => {
                for line in text.lines() {
                    if let Some(line) = line.strip_prefix('-') {
                        *before += signs(line);
                    } else if let Some(line) = line.strip_prefix('+') {
                        *after += signs(line);
                    }
                }
            }
            Value::String(text) if is_before => *before += signs(text),
            Value::String(text) => *after += signs(text),
            Value::Array(items) => {
                for item in items.iter().filter_map(Value::as_object) {
                    count(item, before, after);
                }
            }
            Value::Object(object) => count(object, before, after),
            _ => {}
        }
    }
}

fn signs(text: &str) -> usize {
    let plain = |sign: &char| !sign.is_whitespace() && !matches!(sign, '"' | '\'' | '`');
    let text: String = text.chars().filter(plain).map(|sign| sign.to_ascii_lowercase()).collect();
    SWITCHED_OFF.iter().map(|sign| text.matches(sign).count()).sum()
}
