//! Programs that write files, with the forms of them that do not.

use super::super::does::Does;
use super::super::harmless::is_harmless;
use super::super::options::{OPERAND, Parts, UNKNOWN, is_swallowed};
use super::super::word::{HOME, Word};
use super::call::Call;
use crate::arguments::effect::{EffectCode, Finding};
use crate::arguments::headed::{Headed, headed};
use crate::arguments::tables::programs::SAFE_TARGETS;
use crate::contract::VerbClass::Destroy;
use alloc::vec::Vec;

/// What it means to write this file.
fn written(target: &str) -> Does {
    if target.starts_with("/dev/") {
        Does::writes(Destroy, EffectCode::DiskOverwrite)
    } else {
        Does::EDITS
    }
}

/// What it means to write the operands behind the first ones.
fn writes_operands(args: &[Word<'_>], options: Headed, first: usize, unknown: Does) -> Does {
    let (mut does, mut count) = (Does::READS, 0_usize);
    for part in Parts::new(args, options) {
        match (part.kind, part.word) {
            (OPERAND, Some(word)) => {
                count = count.saturating_add(1);
                if count > first && !is_harmless(word) {
                    does = does.and(written(word.text));
                } else if count == first && word.is_several() {
                    does = does.and(unknown);
                }
            }
            (UNKNOWN, _) => does = does.and(unknown),
            _ => {}
        }
    }
    does
}

/// `tee`
pub(super) fn tee(call: &mut Call<'_, '_, '_>) -> Does {
    writes_operands(call.args, headed!(""), 0, Does::EDITS)
}

/// `uniq`, which writes its second operand.
pub(super) fn uniq(call: &mut Call<'_, '_, '_>) -> Does {
    writes_operands(call.args, headed!("-fsw="), 1, Does::UNKNOWN)
}

/// `xxd`, which does so as well. Its options are words, and stand in no clusters: `-ps` is one.
pub(super) fn xxd(call: &mut Call<'_, '_, '_>) -> Does {
    /// What may follow the letter of an option whose value is the next word.
    const NAMES: Headed = headed!("ols roupsize ffset en eek kip ame");
    let mut operands = Vec::new();
    let mut words = call.args.iter();
    while let Some(word) = words.next() {
        // What may be an option is an operand as well.
        if word.may_be_option() || !word.is_option() {
            operands.push(*word);
            continue;
        }
        let name = word.text.trim_start_matches('-');
        let takes = name.starts_with(['c', 'g', 'l', 'n', 'o', 's', 'R']);
        let behind = name.get(1..).unwrap_or_default();
        if takes
            && (behind.is_empty() || NAMES.find(behind, &|own| own.starts_with(behind)).is_some())
        {
            words.next();
        }
    }
    writes_operands(&operands, headed!(""), 1, Does::UNKNOWN)
}

/// `dd`
pub(super) fn dd(call: &mut Call<'_, '_, '_>) -> Does {
    call.args.iter().fold(Does::READS, |does, word| {
        does.and(match word.text.strip_prefix("of=") {
            Some(target) if SAFE_TARGETS.contains(target) => Does::READS,
            Some(target) => written(target),
            None => Does::READS.or_unknown(!word.may_be_option()),
        })
    })
}

/// `rm`
pub(super) fn rm(call: &mut Call<'_, '_, '_>) -> Does {
    let (mut recursive, mut everything) = (false, false);
    for part in Parts::new(call.args, headed!("recursive: -rR recursive~")) {
        match (part.kind, part.word) {
            (b'r', _) => recursive = true,
            (OPERAND, Some(word)) => everything |= is_everything(word),
            // The home directory, which an expansion names.
            (UNKNOWN, _) => everything |= call.args.iter().any(|word| is_everything(*word)),
            _ => {}
        }
    }
    let deletes = Does::writes(Destroy, EffectCode::FsDelete);
    if !recursive {
        return deletes;
    }
    if everything {
        call.shell.finding(Finding::MassEffect);
    }
    deletes.with(EffectCode::FsDeleteRecursive)
}

/// Folders of a system, and other names of much.
const TOP: Headed = headed!(
    "~ . .. * /Applications /Library /System /Users /Windows /bin /boot /dev /etc /home /lib /lib64 /mnt /opt /proc \
     /root /run /sbin /srv /sys /usr /var"
);

/// Whether a path is a whole system, a home, or the directory that one is in.
fn is_everything(word: Word<'_>) -> bool {
    let mut path = word.text;
    while let Some(shorter) =
        ["/", "/.", "/*", "\\", "\\*"].iter().find_map(|end| path.strip_suffix(end))
    {
        path = shorter;
    }
    let is_drive = || matches!(path.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic());
    (path.is_empty() && !word.text.is_empty())
        || TOP.contains(path)
        || is_drive()
        || (word.has(HOME) && path.chars().count() == 1)
}

/// Options of `patch` without a value that stand before others, and its short options with one.
const PATCH_FLAGS: Headed =
    headed!("batch binary force quiet reverse silent verbose -BDFVYdgioprz=");

/// `patch`
pub(super) fn patch(call: &mut Call<'_, '_, '_>) -> Does {
    let args = call.args;
    let dry = args.iter().take_while(|word| !word.is("--")).any(|word| word.is("--dry-run"));
    let reads = dry && !is_swallowed(args, PATCH_FLAGS, |text| text == "--dry-run");
    if reads { Does::READS } else { Does::EDITS }
}
