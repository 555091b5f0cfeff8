//! What the commands for the audit log can be told.

use std::path::PathBuf;
use std::time::Duration;

use aana_audit::{Fsync, Mark};
use clap::{Args, Subcommand};

/// Where `aana check` records its decisions.
#[derive(Debug, Args)]
#[expect(clippy::struct_field_names, reason = "the options are named like this")]
pub(crate) struct RecordArgs {
    /// Record each decision in this audit log; what cannot be recorded is deferred
    #[arg(long, value_name = "FILE")]
    pub(crate) audit_log: Option<PathBuf>,
    /// Force records to the disk `always`, `never`, or every so many seconds
    #[arg(
        long, value_name = "WHEN", value_parser = when, default_value = "always",
        requires = "audit_log"
    )]
    pub(crate) audit_fsync: Fsync,
    /// Begin a new file about when the audit log reaches this size (at least 4096)
    #[arg(
        long, value_name = "BYTES", value_parser = clap::value_parser!(u64).range(1..),
        requires = "audit_log"
    )]
    pub(crate) audit_max_bytes: Option<u64>,
    /// Delete the oldest former files of the audit log beyond so many (all are kept)
    #[arg(long, value_name = "N", value_parser = at_least_one, requires = "audit_max_bytes")]
    pub(crate) audit_keep: Option<usize>,
    /// Answer as decided even if the decision cannot be recorded
    #[arg(long, requires = "audit_log")]
    pub(crate) audit_optional: bool,
    /// If the audit log is not as it was left, move it aside and begin a new chain that says so
    #[arg(long, requires = "audit_log")]
    pub(crate) audit_restart: bool,
}

/// `always`, `never` or seconds.
fn when(word: &str) -> Result<Fsync, String> {
    match word {
        "always" => Ok(Fsync::Always),
        "never" => Ok(Fsync::Never),
        _ => word
            .parse()
            .ok()
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            .filter(|every| !every.is_zero())
            .map(Fsync::Interval)
            .ok_or_else(|| "it is `always`, `never` or a number of seconds above 0".to_owned()),
    }
}

fn at_least_one(number: &str) -> Result<usize, String> {
    let number = number.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "it is a whole number above 0".to_owned())
}

#[derive(Debug, Subcommand)]
pub(crate) enum AuditCommand {
    /// Find every edit, deletion, insertion and cut, and say where it is
    #[command(after_help = "Examples:\n  \
        aana audit verify audit.jsonl\n  \
        aana audit verify audit.jsonl.000000000421 audit.jsonl\n  \
        aana audit verify audit.jsonl --head \"$(cat kept-elsewhere)\"\n\n\
        Exits with 0 if every record is there as it was written, with 12 if not.")]
    Verify {
        /// The files in the order of their records; for one file also its former ones are read
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// A record that must be there, as it was shown or acknowledged at the time
        #[arg(long, value_name = "SEQ:HASH")]
        head: Option<Mark>,
        /// Print the report as JSON
        #[arg(long)]
        json: bool,
    },
    /// Show the last records, and with `--follow` those that come
    #[command(after_help = "Examples:\n  \
        aana audit tail audit.jsonl\n  \
        aana audit tail audit.jsonl -n 100 --json | jq .event.route\n  \
        aana audit tail audit.jsonl --follow")]
    Tail {
        /// The audit log
        file: PathBuf,
        /// How many records
        #[arg(short = 'n', long, value_name = "N", default_value_t = 10)]
        lines: usize,
        /// Wait for further records
        #[arg(long, short)]
        follow: bool,
        /// Print the lines as they are in the log
        #[arg(long)]
        json: bool,
    },
    /// Count routes, hard blockers and tools
    #[command(after_help = "Examples:\n  \
        aana audit stats audit.jsonl\n  \
        aana audit stats audit.jsonl --json | jq .routes.refuse")]
    Stats {
        /// The audit log; its former files are read too
        file: PathBuf,
        /// Print the counts as JSON
        #[arg(long)]
        json: bool,
    },
}
