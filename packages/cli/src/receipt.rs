//! `aana receipt`: signed statements of how an event was decided, and deciding it again.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use aana_core::contract::Route;
use aana_receipt::{MAX_ENVELOPE, Receipt, ReceiptReport, verify_receipt};
use clap::{Args, Subcommand};
use serde_json::json;

use crate::exit::{self, Failure, Outcome};
use crate::input::{self, Input};
use crate::options::Format;
use crate::style::{FAILURE, FINE, printable};
use crate::{keys, output, setup};

#[derive(Debug, Subcommand)]
pub(crate) enum ReceiptCommand {
    /// Decide an event and sign what was decided
    #[command(after_help = "Examples:\n  \
        aana receipt make --event event.json --key receipt.key > receipt.json\n  \
        aana receipt make --event event.json --policy policy.json --key receipt.key\n\n\
        The receipt holds digests and codes, and no value of the event. Exits like `aana check`: with 0\n\
        only if the route is accept.")]
    Make(MakeArgs),
    /// Verify the signature and the digests, and decide the event again at the receipt's time
    #[command(after_help = "Examples:\n  \
        aana receipt verify receipt.json --event event.json --key receipt.key.pub\n  \
        aana receipt verify receipt.json --event event.json --policy policy.json --key receipt.key.pub\n\n\
        Exits with 0 if everything holds, whatever the route is, and with 12 if anything differs.")]
    Verify(VerifyArgs),
}

#[derive(Debug, Args)]
pub(crate) struct MakeArgs {
    /// The file with the event; `-` is the standard input
    #[arg(long, value_name = "FILE")]
    event: PathBuf,
    /// The operator's policy, `aana.policy.v1` as JSON
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// The time of the decision, RFC 3339 [default: the system clock]
    #[arg(long, value_name = "TIME")]
    now: Option<String>,
    /// The private key that signs
    #[arg(long, value_name = "KEY")]
    key: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The file with the receipt
    receipt: PathBuf,
    /// The file with the event; `-` is the standard input
    #[arg(long, value_name = "FILE")]
    event: PathBuf,
    /// The policy that the event was decided under
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// A public key by which the receipt may be signed; may be given more than once
    #[arg(long, value_name = "PUB", required = true)]
    key: Vec<PathBuf>,
    /// How to show what was found
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

pub(crate) fn run(command: &ReceiptCommand) -> Outcome {
    match command {
        ReceiptCommand::Make(args) => make(args),
        ReceiptCommand::Verify(args) => verify(args),
    }
}

fn make(args: &MakeArgs) -> Outcome {
    let key = keys::private(&args.key)?;
    let now_ms = setup::now(args.now.as_deref())?;
    let (event, policy) = documents(&args.event, args.policy.as_deref())?;
    let receipt = Receipt::decide(&event, policy.as_deref(), now_ms)
        .map_err(|error| Failure::NotValid(format!("no receipt: {error}")))?;
    output::bytes(format!("{}\n", receipt.sign(&key)).as_bytes())?;
    Ok(Route::parse(&receipt.decided.route).map_or(exit::NOT_VALID, exit::of_route))
}

fn verify(args: &VerifyArgs) -> Outcome {
    let keys = keys::public(&args.key)?;
    // One byte more than is taken says that it is too large.
    let envelope = match input::read(input::path(Some(&args.receipt)), MAX_ENVELOPE)? {
        Input::Bytes(bytes) => bytes,
        Input::TooLarge(_) => vec![b' '; MAX_ENVELOPE + 1],
    };
    let (event, policy) = documents(&args.event, args.policy.as_deref())?;
    let report = verify_receipt(&envelope, &event, policy.as_deref(), &keys);
    match args.format {
        Format::Pretty => output::text(&view(&report))?,
        Format::Json => output::exact_json(json_of(&report))?,
    }
    Ok(if report.holds() { exit::SUCCESS } else { exit::NOT_VALID })
}

/// The event, and the policy as text that the gate takes.
fn documents(event: &Path, policy: Option<&Path>) -> Result<(Vec<u8>, Option<String>), Failure> {
    let (gate, policy) = setup::gate_and_policy(policy)?;
    match input::read(input::path(Some(event)), gate.max_event_bytes())? {
        Input::Bytes(bytes) => Ok((bytes, policy)),
        Input::TooLarge(bytes) => {
            let most = gate.max_event_bytes();
            let name = exit::name(input::path(Some(event)));
            Err(Failure::NotValid(format!(
                "the event {name} has {bytes} bytes; {most} are allowed"
            )))
        }
    }
}

fn view(report: &ReceiptReport) -> String {
    let mut view = String::new();
    for difference in &report.differences {
        let word = difference.as_str();
        let _ = writeln!(view, "{FAILURE}error{FAILURE:#}[{word}]: {difference}");
    }
    let Some(receipt) = report.receipt.as_ref().filter(|_| report.holds()) else {
        let _ = writeln!(view, "{FAILURE}does not hold{FAILURE:#}");
        return view;
    };
    let decided = &receipt.decided;
    let (route, at) = (printable(&decided.route), printable(&decided.decided_at));
    let _ = writeln!(view, "{FINE}holds:{FINE:#} the route was {route} at {at}");
    view
}

fn json_of(report: &ReceiptReport) -> String {
    let differences: Vec<_> = report
        .differences
        .iter()
        .map(|it| json!({"sort": it.as_str(), "message": it.to_string()}))
        .collect();
    let receipt = report.receipt.as_ref().map(|receipt| {
        let mut json = serde_json::to_value(&receipt.decided).unwrap_or_default();
        json["event"] = json!({"sha256": receipt.event});
        json
    });
    format!(
        "{}\n",
        json!({"holds": report.holds(), "differences": differences, "receipt": receipt})
    )
}
