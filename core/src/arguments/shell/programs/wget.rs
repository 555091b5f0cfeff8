//! `wget`

use super::super::does::Does;
use super::super::harmless::is_harmless;
use super::super::options::{OPERAND, Parts, is_swallowed};
use super::super::word::{DYNAMIC, OUTPUT};
use super::call::Call;
use crate::arguments::effect::{EffectCode, Nested};
use crate::arguments::headed::{Headed, headed};

const WGET: Headed = headed!(
    "output: -O= output-document=
     file: -oa= output-file= append-output=
     looks: spider
     both: b
     method: method
     sends: post-data~ post-file~ body-data~ body-file~ method~
     edits: -b output-file~ append-output~ save-cookies~= rejected-log~ hsts-file~ background~ warc*
     unknown: -ei= execute~= use-askpass~ config~ input-file~= input-metalink~
     plain: -PUTtwQlDARIXB= directory-prefix= user-agent= header= tries= timeout= wait= limit-rate= user= password= \
            referer="
);
const FLAGS: Headed = headed!(
    "no-cache no-check-certificate no-cookies no-proxy no-verbose quiet server-response verbose"
);

/// What `wget` does. It writes a file, unless it is told where the output goes.
pub(super) fn wget(call: &mut Call<'_, '_, '_>) -> Does {
    // What a command gave out leaves in a header.
    let mut does = Does::READS.or_unknown(!call.args.iter().any(|word| word.has(OUTPUT)));
    let (mut spider, mut to_output) = (false, false);
    for part in Parts::new(call.args, WGET) {
        does = does.and(match (part.kind, part.word) {
            (b'o', target) => {
                to_output = target.is_some_and(is_harmless);
                continue;
            }
            (b'l', _) => {
                spider = true;
                continue;
            }
            (b'm', Some(word)) if word.is("GET") || word.is("HEAD") => continue,
            (b'm', _) => Does::SENDS,
            // It abbreviates two options.
            (b'b', _) => Does::SENDS.and(Does::EDITS),
            (OPERAND, Some(word)) if word.has(DYNAMIC) => Does::UNKNOWN,
            (OPERAND, Some(word)) => {
                call.shell.nested(Nested::Url(word.text));
                continue;
            }
            _ => part.does(),
        });
    }
    if is_swallowed(call.args, FLAGS, |text| text.starts_with('-')) {
        does = does.and(Does::UNKNOWN);
    }
    if spider || to_output {
        return does;
    }
    does.and(Does::EDITS.with(EffectCode::NetDownloadToFile))
}
