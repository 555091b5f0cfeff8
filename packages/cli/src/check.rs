//! `aana check`: one event, one decision.

#[cfg(feature = "formats")]
use std::path::PathBuf;

#[cfg(feature = "formats")]
use aana_core::{Decision, Gate, json};
#[cfg(feature = "formats")]
use aana_formats::aai::Catalog;
use clap::{Args, value_parser};

use crate::audit::args::RecordArgs;
use crate::audit::recorder::{self, Recorder};
#[cfg(feature = "formats")]
use crate::documents::{args::ProfileName, loaded};
#[cfg(feature = "formats")]
use crate::exit::Failure;
use crate::exit::{self, Outcome};
#[cfg(feature = "formats")]
use crate::input::Input;
use crate::options::{EventArgs, Format};
use crate::{input, output, pretty, setup};

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) event: EventArgs,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    /// Positions of the evidence refs that you have checked yourself, such as `0,2`
    #[arg(long, value_name = "REFS", value_delimiter = ',', conflicts_with = "jsonl")]
    pub(crate) attested: Vec<u32>,
    /// A descriptor whose tools the event may be of: the arguments must fit its schema, and a plan that the
    /// event names must be that of this call. Repeatable
    #[cfg(feature = "formats")]
    #[arg(long = "descriptor", value_name = "FILE", conflicts_with = "jsonl")]
    pub(crate) descriptors: Vec<PathBuf>,
    /// How literally the specification of descriptors is taken
    #[cfg(feature = "formats")]
    #[arg(long, value_enum, default_value_t = ProfileName::Seed, requires = "descriptors")]
    pub(crate) descriptor_profile: ProfileName,
    /// How to show the decision [default: pretty; with --jsonl: json]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Read JSON Lines: an event a line in, a decision a line out
    #[arg(long)]
    pub(crate) jsonl: bool,
    /// How many threads decide [default: one for each core]
    #[arg(long, value_name = "N", requires = "jsonl", value_parser = value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
    /// Show neither progress nor the table of routes
    #[arg(long, short, requires = "jsonl")]
    pub(crate) quiet: bool,
}
pub(crate) fn run(args: &CheckArgs) -> Outcome {
    let gate = setup::gate(args.event.policy.as_deref(), args.event.mode.as_deref())?;
    let now_ms = setup::now(args.event.now.as_deref())?;
    let event = input::read(input::path(args.event.file.as_deref()), gate.max_event_bytes())?;
    let records = Recorder::open(&args.record, false);
    let decided = event.decide(&gate, now_ms, &args.attested);
    #[cfg(feature = "formats")]
    let decided = by_descriptors(args, &gate, &event, now_ms)?.unwrap_or(decided);
    let (decision, json) = records.record(decided, recorder::json);
    match args.format.unwrap_or(Format::Pretty) {
        Format::Json => output::exact_json(format!("{json}\n"))?,
        Format::Pretty => output::text(&pretty::view(&decision))?,
    }
    Ok(exit::of_route(decision.route()))
}

/// The refusal of a call that does not fit its descriptor, or `None`.
#[cfg(feature = "formats")]
fn by_descriptors<'e>(
    args: &CheckArgs,
    gate: &Gate,
    event: &'e Input,
    now_ms: i64,
) -> Result<Option<Decision<'e>>, Failure> {
    let all = loaded::load_all(&args.descriptors, args.descriptor_profile)?;
    let catalog = Catalog::new(&all.iter().collect::<Vec<_>>());
    let Input::Bytes(bytes) = event else { return Ok(None) };
    // What cannot be read, the gate refuses by itself.
    let Ok(text) = core::str::from_utf8(bytes) else { return Ok(None) };
    let faulty = json::parse(text, gate.max_event_bytes())
        .is_ok_and(|event| !catalog.faults(&event).is_empty());
    Ok(faulty.then(|| catalog.check(gate, text, now_ms)))
}
