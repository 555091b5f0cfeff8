//! Archives and compressed files.

use super::super::does::Does;
use super::super::options::all;
use super::call::Call;
use crate::arguments::headed::{Headed, headed};

const TAR: Headed = headed!(
    "runs: -IF= to-command~ checkpoint-action~ use-compress-program~ info-script~ new-volume-script~ rsh-command~ \
           rmt-command~
     edits: -xcruA index-file~ volno-file~ extract get create append update delete catenate concatenate
     lists: -t list
     plain: -fCTXbgKNHLV="
);

/// `tar`
pub(super) fn tar(call: &mut Call<'_, '_, '_>) -> Does {
    let (mut rest, mut old) = (call.args, "");
    let mut does = Does::READS;
    // The first word may be a cluster without a dash.
    if let Some((first, after)) =
        rest.split_first().filter(|(first, _)| !first.text.starts_with('-'))
    {
        rest = after;
        old = first.text;
        does = does.and(Does::READS.or_unknown(first.plain().is_some()));
    }
    if old.contains(['I', 'F']) {
        does = does.and(Does::RUNS);
    }
    // An archive of another host is read by a program there.
    if rest.iter().any(|word| word.text.contains(':')) {
        does = does.and(Does::UNKNOWN);
    }
    let (options, lists) = all(rest, TAR);
    let lists = lists || old.contains('t');
    if !lists || old.contains(['x', 'c', 'r', 'u', 'A', 'd']) {
        does = does.and(Does::EDITS);
    }
    does.and(options)
}

const COMPRESSED: Headed = headed!(
    "lists: -clt stdout to-stdout list test
     edits: rm
     file: -o=
     plain: -S="
);
const UNZIP: Headed = headed!("lists: -ltpv plain: -dPx=");

/// `gzip` and its kin.
pub(super) fn compressed(call: &mut Call<'_, '_, '_>) -> Does {
    let options = if call.name == "unzip" { UNZIP } else { COMPRESSED };
    let (does, lists) = all(call.args, options);
    if lists { does } else { does.and(Does::EDITS) }
}
