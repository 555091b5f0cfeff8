//! Subcommands of `git` that show or change, as their words say: `branch`, `tag`, `remote`, `stash`, `config` and their kin.

use super::super::does::Does;
use super::super::options::{OPERAND, Parts, UNKNOWN, any_unknown, bit, headings, long};
use super::super::word::Word;
use super::git_reading::{destroys, reading};
use crate::arguments::effect::EffectCode::{FsWrite, GitDeleteRef, GitDiscard};
use crate::arguments::headed::{Headed, headed};

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

/// Whether an option takes one back that makes the subcommand only show something: `--list --no-list`.
pub(super) fn takes_back(args: &[Word<'_>], options: Headed, heading: u8) -> bool {
    let mut names = args.iter().filter_map(|word| word.text.strip_prefix("--"));
    names.any(|name| {
        let name = name.split('=').next().unwrap_or(name);
        let of_itself = long(options, name).0 == heading;
        let taken = name.strip_prefix("no-").filter(|rest| !rest.is_empty() && !of_itself);
        // So short an abbreviation may be any of them.
        taken.is_some_and(|rest| rest.len() < 3 || long(options, rest).0 == heading)
    })
}

const SYMBOLIC: Headed = headed!("deletes: -d delete~ edits: -m=");

/// `symbolic-ref`, which with a second operand sets what it otherwise shows.
pub(super) fn symbolic(args: &[Word<'_>]) -> Does {
    let all = headings(args, SYMBOLIC);
    let operands = Parts::new(args, SYMBOLIC).filter(|part| part.kind == OPERAND);
    if all & bit(b'd') != 0 {
        destroys(GitDeleteRef)
    } else if all & bit(b'e') != 0 || operands.count() > 1 {
        Does::EDITS
    } else {
        Does::READS.or_unknown(!args.iter().any(|word| word.may_be_option() || word.is_several()))
    }
}

pub(super) const BRANCH: Headed = headed!(
    "deletes: -dD delete~
     edits: -mMcCfut move~ copy~ force~ set-upstream-to~ unset-upstream~ track~ no-track~ edit-description~ \
            create-reflog~
     lists: -l list~ contains~ no-contains~ merged~ no-merged~ points-at~ show-current~"
);
pub(super) const TAG: Headed = headed!(
    "deletes: -d delete~
     edits: -asfumFe annotate~ sign~ force~ message~ file~ local-user~ edit~
     lists: -ln list~ contains~ no-contains~ merged~ no-merged~ points-at~ verify~"
);
/// `branch` and `tag`
pub(super) fn listed_or_changed(args: &[Word<'_>], options: Headed) -> Does {
    let all = headings(args, options);
    let has = |heading| all & bit(heading) != 0;
    let taken_back = takes_back(args, options, b'l');
    if has(b'd') {
        destroys(GitDeleteRef)
    } else if has(b'e') || has(OPERAND) && taken_back {
        Does::EDITS
    } else if any_unknown(args) || hides_option(args) || taken_back {
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
pub(super) fn listing(verb: &str, args: &[Word<'_>]) -> Does {
    let mut words = args.iter().filter(|word| !word.is_option());
    let first = words.next();
    // A word that stands behind other options is an operand and not a subcommand.
    let before = args.iter().take_while(|word| word.is_option());
    let sure = verb == "config"
        || first.is_none()
        || before.into_iter().all(|word| is_before_verb(word.text));
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
        Some(_) if !sure && verb == "stash" => Does::EDITS,
        Some(_) => reading(verb, args).and(Does::READS.or_unknown(sure)),
        None => Does::EDITS,
    }
}

/// Whether an option may stand before a subcommand of a subcommand, and takes no value.
fn is_before_verb(option: &str) -> bool {
    let known = matches!(option, "-v" | "--verbose" | "-q" | "--quiet");
    known || option.starts_with("--") && option.contains('=')
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
    if has(b'e') || hides_option(args) || takes_back(args, CONFIG, b'l') {
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
