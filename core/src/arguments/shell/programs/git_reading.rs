//! Subcommands of `git` that read, but for a few options.

use super::super::does::Does;
use super::super::options::Parts;
use super::super::word::{OUTPUT, Word};
use crate::arguments::effect::EffectCode;
use crate::arguments::headed::{Headed, headed};
use crate::contract::VerbClass::Destroy;

pub(super) const fn destroys(effect: EffectCode) -> Does {
    Does::writes(Destroy, effect)
}

/// Options of subcommands that read. Some of them count for one subcommand alone.
const READING: Headed = headed!(
    "runs: ext-diff~ textconv~ filters~ upload-pack~ exec~
     edits: output outpu outp
     runs: open-files-in-pager~
     output: -o
     fsck: lost-found~
     web: -w web~
     plain: -SGLnUC="
);

/// Those of `grep`, whose letters mean something else.
const GREP: Headed = headed!(
    "runs: -O? open-files-in-pager~ ext-diff~ textconv~ edits: output outpu outp plain: -ABCefm= max-depth= threads="
);

/// A subcommand that reads, but for a few options.
pub(super) fn reading(verb: &str, args: &[Word<'_>]) -> Does {
    let mut does = Does::READS;
    if args.iter().any(|word| word.text.starts_with("ext::") || word.text.starts_with("fd::")) {
        does = Does::RUNS;
    }
    // What a command gave out leaves in an address.
    if verb == "ls-remote" && args.iter().any(|word| word.has(OUTPUT) && word.text.contains(':')) {
        does = does.and(Does::UNKNOWN);
    }
    let options = if verb == "grep" { GREP } else { READING };
    for part in Parts::new(args, options) {
        does = does.and(match part.kind {
            b'o' if matches!(verb, "diff" | "log" | "show") => Does::EDITS,
            b'f' if verb == "fsck" => Does::EDITS,
            b'w' if verb == "help" => Does::UNKNOWN,
            b'o' | b'f' | b'w' => Does::READS,
            _ => part.does(),
        });
    }
    does.by_class()
}
