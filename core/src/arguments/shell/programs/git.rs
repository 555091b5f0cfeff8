//! `git`

use super::super::does::Does;
use super::super::options::{OPERAND, Parts, UNKNOWN, any_unknown, bit, headings};
use super::super::word::Word;
use super::call::Call;
use crate::arguments::effect::EffectCode::{
    self, FsDelete, FsWrite, GitDeleteRef, GitDiscard, GitForcePush, GitPush, GitRewrite,
};
use crate::arguments::headed::{Found, Headed, headed};
use crate::arguments::tables::programs::GIT;
use crate::contract::VerbClass::{Destroy, Exec, Send};

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

const fn destroys(effect: EffectCode) -> Does {
    Does::writes(Destroy, effect)
}

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

/// Options of subcommands that read. Some of them count for one subcommand alone.
const READING: Headed = headed!(
    "runs: ext-diff~ textconv~ filters~ upload-pack~ exec~
     edits: output outpu outp
     runs: open-files-in-pager~
     grep: -O=
     output: -o
     fsck: lost-found~
     web: -w web~
     plain: -SGLnUC="
);

/// A subcommand that reads, but for a few options.
fn reading(verb: &str, args: &[Word<'_>]) -> Does {
    let mut does = Does::READS;
    if args.iter().any(|word| word.text.starts_with("ext::") || word.text.starts_with("fd::")) {
        does = Does::RUNS;
    }
    for part in Parts::new(args, READING) {
        does = does.and(match part.kind {
            b'g' if verb == "grep" => Does::RUNS,
            b'o' if matches!(verb, "diff" | "log" | "show") => Does::EDITS,
            b'f' if verb == "fsck" => Does::EDITS,
            b'w' if verb == "help" => Does::UNKNOWN,
            b'g' | b'o' | b'f' | b'w' => Does::READS,
            _ => part.does(),
        });
    }
    does.by_class()
}

/// Options that take the next word, which then may look like another option.
const VALUES: Headed = headed!(
    "format sort points-at contains no-contains merged no-merged comment default file type blob value url"
);

/// Whether an option may stand there as the value of another: `branch --format --list name`.
fn hides_option(args: &[Word<'_>]) -> bool {
    let takes = |word: &Word<'_>| match word.text.strip_prefix("--") {
        Some(name) => name.len() > 1 && VALUES.find(name, &|own| own.starts_with(name)).is_some(),
        None => word.is("-f"),
    };
    args.windows(2).any(|pair| matches!(pair, [before, word] if takes(before) && word.is_option()))
}

fn discards(discards: bool) -> Does {
    if discards { destroys(GitDiscard) } else { Does::EDITS }
}

const BRANCH: Headed = headed!(
    "deletes: -dD delete~
     edits: -mMcCfut move~ copy~ force~ set-upstream-to~ unset-upstream~ track~ no-track~ edit-description~ \
            create-reflog~
     lists: -l list~ contains~ no-contains~ merged~ no-merged~ points-at~ show-current~"
);
const TAG: Headed = headed!(
    "deletes: -d delete~
     edits: -asfumFe annotate~ sign~ force~ message~ file~ local-user~ edit~
     lists: -ln list~ contains~ no-contains~ merged~ no-merged~ points-at~ verify~"
);
const RESET: Headed = headed!("discards: hard~ merge~ keep~");

/// `branch` and `tag`
fn listed_or_changed(args: &[Word<'_>], options: Headed) -> Does {
    let all = headings(args, options);
    let has = |heading| all & bit(heading) != 0;
    if has(b'd') {
        destroys(GitDeleteRef)
    } else if has(b'e') {
        Does::EDITS
    } else if any_unknown(args) || hides_option(args) {
        Does::UNKNOWN
    } else if has(b'l') || !(has(OPERAND) || has(UNKNOWN)) {
        Does::READS
    } else {
        Does::EDITS
    }
}

/// Subcommands with subcommands of their own, of which a few may be left out.
const LISTING: Headed = headed!(
    "runs: submodule/foreach submodule/update bisect/run
     edits: remote/update
     lists: stash/list stash/show reflog/ reflog/* remote/ remote/show remote/get-url worktree/list submodule/ \
            submodule/status submodule/summary notes/ notes/list notes/show bisect/log bisect/view bisect/visualize"
);
/// Those that remove something, whatever they stand behind.
const REMOVES: Headed = headed!("delete drop clear remove rm expire prune deinit");

/// Subcommands with subcommands of their own.
fn listing(verb: &str, args: &[Word<'_>]) -> Does {
    let mut words = args.iter().filter(|word| !word.is_option());
    let first = words.next();
    if any_unknown(args) || first.is_some_and(|word| word.plain().is_none()) {
        return Does::UNKNOWN;
    }
    let first = first.map(|word| word.text);
    if verb == "config" {
        return config(args, first, words.next().is_some());
    }
    let fits = |pair: &str| match pair.split_once('/') {
        Some((own, "")) => own == verb && first.is_none(),
        Some((own, second)) => own == verb && (second == "*" || Some(second) == first),
        None => false,
    };
    match LISTING.find(verb, &fits).map(|found| found.heading) {
        Some(b'r') => Does::RUNS,
        Some(b'e') => Does::EDITS,
        _ if first.is_some_and(|first| REMOVES.contains(first)) => destroys(GitDiscard),
        Some(_) => reading(verb, args),
        None => Does::EDITS,
    }
}

const CONFIG: Headed = headed!(
    "deletes: unset~ unset-all~ remove-section~
     edits: -e edit~ add~ replace-all~ rename-section~
     lists: -l list~ get~ get-all~ get-regexp~ get-urlmatch~ get-color~ get-colorbool~"
);
/// The same as subcommands.
const CONFIG_VERBS: Headed =
    headed!("lists: list get edits: set edit rename-section deletes: unset remove-section");

fn config(args: &[Word<'_>], first: Option<&str>, second: bool) -> Does {
    let all = headings(args, CONFIG);
    let has = |heading| all & bit(heading) != 0;
    if has(b'd') {
        return destroys(FsWrite);
    }
    if has(b'e') || hides_option(args) {
        return Does::EDITS;
    }
    match first.and_then(|first| CONFIG_VERBS.of(first)) {
        _ if has(b'l') => Does::READS,
        Some(b'l') => Does::READS,
        Some(b'd') => destroys(FsWrite),
        Some(_) => Does::EDITS,
        None if second => Does::EDITS,
        None => Does::READS.or_unknown(first.is_some()),
    }
}

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
    if all & bit(b'd') != 0 && all & bit(b'f') == 0 {
        return Does::READS.or_unknown(!any_unknown(args));
    }
    destroys(FsDelete)
}
