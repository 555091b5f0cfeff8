//! What the commands for the audit log can be told.

use std::path::PathBuf;
use std::time::Duration;

use aana_audit::{Fsync, Mark};
#[cfg(feature = "receipt")]
use clap::value_parser;
use clap::{Args, Subcommand};

use crate::help_words::with_anchors;
use crate::options::Format;

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
    #[command(
        about = concat!(
            "Find every edit, deletion, insertion and cut",
            with_anchors!(", and with anchors also a rewrite and a rollback")
        ),
        after_help = concat!(
            "Examples:\n",
            "  aana audit verify audit.jsonl\n",
            "  aana audit verify audit.jsonl.000000000421 audit.jsonl\n",
            "  aana audit verify audit.jsonl --head \"$(cat kept-elsewhere)\"\n",
            with_anchors!(
                "  aana audit verify audit.jsonl --anchors anchors.jsonl --key anchor.key.pub --max-anchor-age 3600\n"
            ),
            "\nExits with 0 if every record is there as it was written, with 12 if not."
        )
    )]
    Verify(VerifyArgs),
    #[cfg(feature = "receipt")]
    /// Make an Ed25519 key that signs anchors and receipts
    #[command(after_help = "Examples:\n  \
        aana audit keygen anchor.key\n  \
        openssl pkey -in anchor.key -noout -text\n\n\
        The private key is PKCS#8 in PEM with the mode 0600, the public one SPKI in PEM. No file is\n\
        overwritten. Whoever has the private key can sign: keep it where the agent cannot read it.")]
    Keygen {
        /// The file for the private key
        private: PathBuf,
        /// The file for the public key [default: the other name with `.pub`]
        #[arg(long, value_name = "FILE")]
        public: Option<PathBuf>,
    },
    #[cfg(feature = "receipt")]
    /// Sign what the last record of a log is, once or as it grows
    #[command(after_help = "Examples:\n  \
        aana audit anchor audit.jsonl --key anchor.key --to /mnt/elsewhere/anchors.jsonl\n  \
        aana audit anchor audit.jsonl --key anchor.key --to anchors.jsonl --follow --every 100 --interval 60\n  \
        aana audit anchor audit.jsonl --key anchor.key --to http://anchors.internal:8080/log --follow\n\n\
        The log is verified first, also against the former anchors; a log that was rewritten or rolled\n\
        back gets no anchor, and the command exits with 12. With --to a file, an anchor is there when the\n\
        command returns. With `-` or http, anchors that were not delivered wait in the state file; the\n\
        environment variable AANA_ANCHOR_TOKEN is sent as a bearer token, and no redirect is followed.")]
    Anchor(AnchorArgs),
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

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The files in the order of their records; for one file also its former ones are read
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// A record that must be there, as it was shown or acknowledged at the time
    #[arg(long, value_name = "SEQ:HASH")]
    pub(crate) head: Option<Mark>,
    #[cfg(feature = "receipt")]
    #[command(flatten)]
    pub(crate) anchored: AnchoredArgs,
    /// Print the report as JSON, as `--format json` does
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// How to show the report
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    pub(crate) format: Format,
}

/// What `aana audit verify` holds a log against.
#[cfg(feature = "receipt")]
#[derive(Debug, Args)]
pub(crate) struct AnchoredArgs {
    /// The anchors that `aana audit anchor` made of this log
    #[arg(long, value_name = "FILE", requires = "key")]
    pub(crate) anchors: Option<PathBuf>,
    /// A public key by which anchors may be signed; may be given more than once
    #[arg(long, value_name = "PUB", requires = "anchors")]
    pub(crate) key: Vec<PathBuf>,
    /// How many seconds old the last anchor may be; records after it can be cut off unseen
    #[arg(long, value_name = "SECONDS", requires = "anchors", value_parser = seconds())]
    pub(crate) max_anchor_age: Option<u64>,
    /// Former files may have been deleted on purpose, as `--audit-keep` does
    #[arg(long, requires = "anchors")]
    pub(crate) allow_deleted: bool,
    /// The time by which the age of an anchor is told, RFC 3339 [default: the system clock]
    #[arg(long, value_name = "TIME", requires = "max_anchor_age")]
    pub(crate) now: Option<String>,
}

#[cfg(feature = "receipt")]
#[derive(Debug, Args)]
pub(crate) struct AnchorArgs {
    /// The audit log
    pub(crate) log: PathBuf,
    /// The private key that signs
    #[arg(long, value_name = "KEY")]
    pub(crate) key: PathBuf,
    /// Where anchors go: a file they are added to, `-`, or `http://...` they are posted to
    #[arg(long, value_name = "FILE|-|URL")]
    pub(crate) to: String,
    /// Remembers the last anchor and those not delivered, for `-` and http [default: LOG.anchor-state]
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// Only once so many records are new
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(crate) every: Option<u64>,
    /// Only once so many seconds passed, also without a new record [default with --follow: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds())]
    pub(crate) interval: Option<u64>,
    /// Go on as the log grows
    #[arg(long, short)]
    pub(crate) follow: bool,
    /// Former files may be deleted, as `--audit-keep` does
    #[arg(long)]
    pub(crate) allow_deleted: bool,
}

/// Up to about 300 years, so that no sum of milliseconds overflows.
#[cfg(feature = "receipt")]
fn seconds() -> clap::builder::RangedU64ValueParser {
    value_parser!(u64).range(1..=10_000_000_000)
}
