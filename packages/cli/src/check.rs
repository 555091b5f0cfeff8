//! `aana check`: one event, one decision.

use crate::args::{CheckArgs, Format};
use crate::audit::Recorder;
use crate::exit::{self, Outcome};
use crate::{input, output, pretty, setup};

pub(crate) fn run(args: &CheckArgs) -> Outcome {
    let gate = setup::gate(&args.event)?;
    let now_ms = setup::now(&args.event)?;
    let event = input::read(input::path(args.event.file.as_deref()), gate.max_event_bytes())?;
    let recorder = Recorder::open(&args.record, false);
    let (decision, json) = recorder.record(event.decide(&gate, now_ms));
    match args.format.unwrap_or(Format::Pretty) {
        Format::Json => output::exact_json(format!("{json}\n"))?,
        Format::Pretty => output::text(&pretty::view(&decision))?,
    }
    Ok(exit::of_route(decision.route()))
}
