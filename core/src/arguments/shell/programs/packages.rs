//! Package managers.

use super::super::does::Does;
use super::super::word::Word;
use super::call::Call;
use super::verbs::{by_heading, reads, verb};
use crate::arguments::effect::EffectCode::{CodeRun, FsWrite, PkgInstall, PkgPublish, PkgRemove};
use crate::arguments::headed::{Headed, headed};
use crate::arguments::tables::clients::MANAGERS;
use crate::contract::VerbClass::{Destroy, Exec, Send};

/// Options that may stand before the verb.
const OPTIONS: Headed = headed!(
    "values: --prefix --cwd --dir -C --filter -F --manifest-path --workspace -w --directory --project --registry
     flags: -q --quiet -s --silent -v --verbose -y --yes --no-color -g --global --offline --json --no-cache --locked \
            --frozen -r --recursive +*"
);
/// Verbs whose packages bring scripts that run.
const INSTALL: Headed = headed!("install i add ci sync get -i --install --configure");
/// Managers whose settings can name programs, and the options that set them.
const SETTINGS: Headed =
    headed!("apt apt-cache apt-get cargo dnf yum -o* -c* --option* --config* --setopt*");

/// Managers whose settings and stores have verbs of their own, and these.
const PAIRED: Headed = headed!("npm pip pip3 pnpm yarn");
const PAIRS: Headed = headed!(
    "lists: config/get config/list config/ls config/debug cache/list cache/ls cache/info cache/dir
     edits: config/set
     destroys: config/delete config/unset config/rm cache/clean cache/purge cache/remove cache/rm"
);

/// `rpm`: what a query says. Its macros and pipes run programs.
pub(super) fn rpm(call: &mut Call<'_, '_, '_>) -> Does {
    const LONG_OPTIONS: Headed = headed!(
        "query all list info files docfiles configfiles requires provides changelog last state whatprovides \
         whatrequires package quiet"
    );
    let (mut asks, mut rest) = (false, call.args);
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let text = first.text;
        // Macros run programs.
        if first.may_be_option() || text.contains("%(") {
            return Does::UNKNOWN;
        } else if matches!(text, "--qf" | "--queryformat") {
            rest = rest.get(1..).unwrap_or_default();
        } else if let Some(long) = text.strip_prefix("--") {
            let is_form = long.starts_with("qf=") || long.starts_with("queryformat=");
            asks |= long == "query";
            if !is_form && !LONG_OPTIONS.contains(long) {
                return Does::UNKNOWN;
            }
        } else if first.is_option() {
            asks |= text.contains('q');
            if !text.bytes().skip(1).all(|it| b"qailcdfpgRs".contains(&it)) {
                return Does::UNKNOWN;
            }
        }
    }
    // `-i` alone installs.
    if asks
        && call.args.first().is_some_and(|word| word.text.starts_with("-q") || word.is("--query"))
    {
        Does::READS
    } else {
        Does::UNKNOWN
    }
}

/// What a package manager does.
pub(super) fn manager(call: &mut Call<'_, '_, '_>) -> Does {
    let unknown = Does::UNKNOWN.with(CodeRun);
    let name = call.name;
    let Some((verb, rest)) = manager_verb(name, call.args) else {
        // Without a word it installs.
        let installs = name == "yarn" && call.args.iter().all(|word| word.plain().is_some());
        return if installs { Does::writes(Exec, PkgInstall) } else { unknown };
    };
    let second = rest.first().and_then(|word| word.plain()).unwrap_or_default();
    if let Some(found) = PAIRS
        .find(verb, &|pair| PAIRED.contains(name) && pair.split_once('/') == Some((verb, second)))
    {
        let does = by_heading(found.heading, rest, [FsWrite, CodeRun, PkgRemove, PkgPublish]);
        return call.verb(found.word.split('/').next().unwrap_or_default(), does);
    }
    let found = MANAGERS.get(name).and_then(|verbs| verbs.get(verb));
    if verb == "audit" && (name == "npm" || found.is_some_and(|found| found.heading == b'l')) {
        let fixes = rest.iter().any(|word| word.is("fix") || word.text.starts_with("--fix"));
        return call.verb("audit", if fixes { Does::EDITS } else { reads(rest) });
    }
    // It shows the settings, unless an option sets one.
    if (name, verb) == ("go", "env") {
        let shows = rest.iter().all(|word| !word.is_option() || word.is("-json"));
        let shows = shows && reads(rest) == Does::READS;
        return call.verb("env", if shows { Does::READS } else { Does::EDITS });
    }
    let Some(found) = found else { return unknown };
    let does = match found.heading {
        b'l' if SETTINGS.contains(name)
            && call.args.iter().any(|word| {
                word.text.starts_with('-') && SETTINGS.of_pattern(word.text).is_some()
            }) =>
        {
            Does::UNKNOWN
        }
        b'l' => reads(rest),
        b'e' if INSTALL.contains(verb) => Does::writes(Exec, PkgInstall),
        b'e' => Does::EDITS,
        b'd' => Does::writes(Destroy, PkgRemove),
        _ => Does::writes(Send, PkgPublish),
    };
    call.verb(found.word, does)
}

/// The verb, and the words behind it. Nothing, if an option before it could take it for its value.
fn manager_verb<'w, 'a>(name: &str, args: &'w [Word<'a>]) -> Option<(&'a str, &'w [Word<'a>])> {
    if name == "dpkg" {
        let (first, rest) = args.split_first()?;
        return Some((first.plain()?, rest));
    }
    let verb = verb(args, OPTIONS)?;
    let before = args.get(..args.len().checked_sub(verb.rest.len())?)?;
    let sure = !verb.unsure && before.iter().all(|word| word.plain().is_some());
    sure.then_some((verb.word, verb.rest))
}
