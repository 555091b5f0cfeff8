//! What a host is set to: clock, name, network, services, timetables.

use super::super::does::Does;
use super::super::options::{OPERAND, Parts, UNKNOWN};
use super::super::word::Word;
use super::call::Call;
use crate::arguments::effect::EffectCode;
use crate::arguments::headed::{Headed, headed};
use crate::contract::VerbClass::Exec;
use alloc::string::ToString;

const STARTS: Does = Does::writes(Exec, EffectCode::SystemAdmin);

/// `crontab`
pub(super) fn crontab(call: &mut Call<'_, '_, '_>) -> Does {
    let (mut does, mut lists) = (Does::READS, false);
    for part in Parts::new(call.args, headed!("lists: -l destroys: -r plain: -u=")) {
        match part.kind {
            b'l' => lists = true,
            b'd' => does = does.and(Does::DESTROYS),
            b'p' => {}
            _ => does = does.and(STARTS),
        }
    }
    if lists || does.is_write() { does } else { STARTS }
}

/// Commands of programs that change the host, in the forms in which they only show something.
const SHOWS: Headed = headed!(
    "at/-l iptables/-L iptables/-L/-n iptables/-nL iptables/-L/-n/-v iptables/-L/-v/-n iptables/-S mount mount/-l \
     mount/-v nft/list/ruleset screen/-ls screen/-list timedatectl timedatectl/show timedatectl/status tmux/ls \
     tmux/list-sessions ufw/status ufw/status/numbered ufw/status/verbose"
);

/// Whether a command is one of these.
pub(super) fn shows(name: &str, args: &[Word<'_>]) -> bool {
    let is_plain = |word: &Word<'_>| word.plain().is_some();
    args.len() < 4 && args.iter().all(is_plain) && {
        let whole = args
            .iter()
            .fold(name.to_string(), |whole, word| [whole.as_str(), "/", word.text].concat());
        SHOWS.contains(&whole)
    }
}

/// `service`
pub(super) fn service(call: &mut Call<'_, '_, '_>) -> Does {
    match call.args {
        [only] if only.is("--status-all") => Does::READS,
        // It runs the file of this name, which then may stand anywhere.
        [name, ..] if name.text.contains('/') => STARTS.and(Does::RUNS),
        [name, verb] if verb.is("status") && name.plain().is_some() && !name.is_option() => {
            Does::READS
        }
        [_, verb, ..] if verb.is("stop") => Does::DESTROYS,
        [] => Does::UNKNOWN,
        _ => STARTS,
    }
}

const SYSCTL: Headed = headed!("sets: -wpf write load system plain: -r=");
const HOSTNAME: Headed = headed!("sets: -F= -b file boot");
const DATE: Headed = headed!("sets: -s= s* plain: -dfr= -I? date= file= reference=");

/// `sysctl`, `hostname` and `date`, which set what they otherwise show.
pub(super) fn setting(call: &mut Call<'_, '_, '_>) -> Does {
    let (options, sets): (_, fn(&str) -> bool) = match call.name {
        "sysctl" => (SYSCTL, |text| text.contains('=')),
        "hostname" => (HOSTNAME, |_| true),
        _ => (DATE, |text| !text.starts_with('+')),
    };
    let mut does = Does::READS;
    for part in Parts::new(call.args, options) {
        let sets = part.kind == b's' || part.kind == OPERAND && sets(part.text());
        if sets {
            does = does.and(Does::SETS);
        } else if part.kind == UNKNOWN {
            does = does.and(Does::UNKNOWN);
        }
    }
    does
}

const IP: Headed = headed!(
    "reads: show list ls lst sh lis get help
     exec: exec
     sets: add del delete set change replace flush append up down
     values: -n -netns -f -family -l -loops"
);

/// `ip`
pub(super) fn ip(call: &mut Call<'_, '_, '_>) -> Does {
    let mut count = 0_usize;
    let mut rest = call.args;
    let mut does = Does::READS;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let Some(text) = first.plain() else { return Does::UNKNOWN };
        let heading = IP.of(text);
        if count == 0 && heading == Some(b'v') {
            rest = rest.get(1..).unwrap_or_default();
        } else if text.starts_with("-b") && !text.starts_with("-br") {
            return Does::UNKNOWN;
        } else if count > 0 || !text.starts_with('-') {
            count = count.saturating_add(1);
            if count == 2 {
                does = match heading {
                    Some(b'r') => Does::READS,
                    Some(b'e') => Does::RUNS,
                    Some(b's') => Does::SETS,
                    _ => Does::UNKNOWN,
                };
            }
        }
    }
    does
}

/// `ifconfig`
pub(super) fn ifconfig(call: &mut Call<'_, '_, '_>) -> Does {
    let operands = call.args.iter().filter(|word| !word.is_option()).count();
    if operands > 1 {
        Does::SETS
    } else {
        Does::READS.or_unknown(!call.args.iter().any(|word| word.may_be_option()))
    }
}
