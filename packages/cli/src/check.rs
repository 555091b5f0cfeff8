//! `aana check`: one event, one decision.

use clap::{Args, value_parser};

use crate::audit::args::RecordArgs;
use crate::audit::recorder::{self, Recorder};
use crate::exit::{self, Outcome};
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
    let (decision, json) =
        records.record(event.decide(&gate, now_ms, &args.attested), recorder::json);
    match args.format.unwrap_or(Format::Pretty) {
        Format::Json => output::exact_json(format!("{json}\n"))?,
        Format::Pretty => output::text(&pretty::view(&decision))?,
    }
    Ok(exit::of_route(decision.route()))
}
