//! `git`

use super::super::does::Does;
use super::super::options::{OPERAND, Parts, any_unknown, bit, headings};
use super::super::word::Word;
use super::call::Call;
use super::git_listing::{BRANCH, TAG, listed_or_changed, listing, symbolic, takes_back};
use super::git_reading::{destroys, reading};
use crate::arguments::effect::EffectCode::{
    FsDelete, FsWrite, GitDeleteRef, GitDiscard, GitForcePush, GitPush, GitRewrite,
};
use crate::arguments::headed::{Found, Headed, headed};
use crate::arguments::tables::programs::GIT;
use crate::contract::VerbClass::{Exec, Send};

/// Options before the subcommand.
const GLOBALS: Headed = headed!(
    "last: --version --help -v -h
     plain: --no-pager -p -P --paginate --no-optional-locks --literal-pathspecs --no-replace-objects --glob-pathspecs \
            --noglob-pathspecs --icase-pathspecs --bare
     directory: -C
     setting: -c
     foreign: --git-dir --work-tree --exec-path --namespace --config-env --super-prefix"
);
/// Settings that change only how output looks, or who is named.
const SETTINGS: Headed =
    headed!("color.* advice.* log.* i18n.* core.quotepath user.name user.email pager: core.pager");

/// Subcommands with rules of their own.
const OWN: Headed = headed!(
    "version: --version
     branch: branch
     tag: tag
     alias: symbolic-ref
     lists: remote stash config reflog worktree submodule notes bisect
     push: push
     hard: reset
     out: checkout switch restore
     clean: clean
     rewrites: rebase filter-branch filter-repo update-ref
     deletes: rm
     garbage: prune
     sends: send-email imap-send"
);

/// What `git` does. Its options before the subcommand are taken off first.
pub(super) fn git(call: &mut Call<'_, '_, '_>) -> Does {
    let Some((words, foreign)) = without_globals(call.args) else { return Does::UNKNOWN };
    call.args = words;
    let Some((first, args)) = words.split_first() else { return Does::READS };
    let Some(verb) = first.plain() else { return Does::UNKNOWN };
    let own = OWN.get(verb);
    let Some(Found { heading, word }) = own.or_else(|| GIT.get(verb)) else {
        return Does::UNKNOWN;
    };
    call.verb = Some(word);
    let does = match (own.is_some(), heading) {
        (true, b'v') => Does::READS,
        (true, b'b') => listed_or_changed(args, BRANCH),
        (true, b't') => listed_or_changed(args, TAG),
        (true, b'l') => listing(verb, args),
        (true, b'a') => symbolic(args),
        (true, b'p') => push(args),
        (true, b'h') => discards(headings(args, RESET) & bit(b'd') != 0),
        (true, b'o') => checkout(verb, args),
        (true, b'c') => clean(args),
        (true, b'r') => destroys(GitRewrite),
        (true, b'd') => destroys(FsDelete),
        (true, b'g') => destroys(GitDiscard),
        (true, _) => Does::SENDS,
        (false, b'l') => reading(verb, args),
        (false, b'r') => Does::RUNS,
        (false, b'd') => destroys(FsWrite),
        (false, b's') => Does::writes(Send, FsWrite),
        (false, _) => Does::EDITS,
    };
    if foreign && !does.is_write() { Does::UNKNOWN } else { does }
}

/// The words without the options before the subcommand, and whether these bring foreign settings.
fn without_globals<'w, 'a>(args: &'w [Word<'a>]) -> Option<(&'w [Word<'a>], bool)> {
    let mut rest = args;
    let mut foreign = false;
    while let Some((first, after)) =
        rest.split_first().filter(|(first, _)| first.text.starts_with('-'))
    {
        let option = first.plain()?;
        let heading = GLOBALS.of(option);
        rest = match heading {
            Some(b'l') => break,
            // A directory that is not known is one all the same.
            Some(b'd' | b's' | b'f') => after.get(1..)?,
            _ => after,
        };
        let setting = match heading {
            Some(b's') => after.first().map(|word| word.text),
            Some(b'f') => None,
            Some(_) => continue,
            None => option.strip_prefix("-c"),
        };
        foreign |= !setting.is_some_and(is_harmless_setting);
    }
    Some((rest, foreign))
}

fn is_harmless_setting(setting: &str) -> bool {
    let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
    match SETTINGS.of_pattern(&key.to_ascii_lowercase()) {
        Some(b'p') => value == "cat",
        found => found.is_some(),
    }
}

fn discards(discards: bool) -> Does {
    if discards { destroys(GitDiscard) } else { Does::EDITS }
}

const RESET: Headed = headed!("discards: hard~ merge~ keep~");

const PUSH: Headed =
    headed!("force: -f force~ force* mirror~ deletes: -d delete~ prune~ plain: -o=");

fn push(args: &[Word<'_>]) -> Does {
    let (mut force, mut deletes) = (false, false);
    for part in Parts::new(args, PUSH) {
        let text = part.text();
        force |= part.kind == b'f' || (part.kind == OPERAND && text.starts_with('+'));
        deletes |=
            part.kind == b'd' || (part.kind == OPERAND && text.starts_with(':') && text.len() > 1);
    }
    let mut does = Does::writes(Exec, GitPush);
    if force {
        does = does.and(destroys(GitForcePush));
    }
    if deletes {
        does = does.and(destroys(GitDeleteRef));
    }
    does
}

const CHECKOUT: Headed = headed!(
    "discards: -fBC force~ discard-changes~ force-create~ staged: -S staged~ worktree: -W worktree~"
);

fn checkout(verb: &str, args: &[Word<'_>]) -> Does {
    let all = headings(args, CHECKOUT);
    let has = |heading| all & bit(heading) != 0;
    let names_all = || args.iter().any(|word| word.is("--") || word.is(".") || word.is(":/"));
    discards(match verb {
        "restore" => !has(b's') || has(b'w'),
        "switch" => has(b'd'),
        _ => has(b'd') || names_all(),
    })
}

const CLEAN: Headed = headed!("dry: -n dry-run~ force: -fi force~ interactive~");

fn clean(args: &[Word<'_>]) -> Does {
    let all = headings(args, CLEAN);
    if all & bit(b'd') != 0 && all & bit(b'f') == 0 && !takes_back(args, CLEAN, b'd') {
        return Does::READS.or_unknown(!any_unknown(args));
    }
    destroys(FsDelete)
}
