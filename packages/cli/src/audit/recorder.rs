//! Records decisions. One that leaves no record does not run, unless the operator says otherwise.

use std::sync::Once;

use aana_audit::{AuditOptions, Entry, Error, Log, OnDamage, Receipt};
use aana_core::Decision;
use aana_core::report::{AuditEvent, Report};

use super::args::RecordArgs;
use crate::output;
use crate::style::{FAILURE, printable};

/// What an operator can do about a log that is not as it was left.
const RESTART: &str =
    "; `--audit-restart` moves what is there aside and begins a new chain that says so";

/// The whole decision as one line of JSON.
pub(crate) fn json(report: &Report<'_>) -> String {
    report.to_json()
}

/// Where decisions are recorded, if they are.
pub(crate) struct Recorder {
    /// The log, or why there is none; `None` if none was asked for.
    log: Option<Result<Log, Error>>,
    optional: bool,
    restart: bool,
    reported: Once,
}

impl Recorder {
    /// Opens the log. One that cannot be opened records nothing, which each decision then says.
    pub(crate) fn open(args: &RecordArgs, read_whole: bool) -> Self {
        let on_damage = if args.audit_restart { OnDamage::Restart } else { OnDamage::Refuse };
        let options = AuditOptions {
            fsync: args.audit_fsync,
            rotate: args.audit_max_bytes,
            keep: args.audit_keep,
            read_whole,
            on_damage,
            ..AuditOptions::default()
        };
        let log = args.audit_log.as_ref().map(|path| Log::open(path, options));
        for entry in log.iter().flatten().flat_map(Log::repairs) {
            match entry {
                Entry::Repaired { file, bytes } => {
                    let file = printable(file);
                    output::note(&format!("a torn line of {bytes} bytes was moved to `{file}`\n"));
                }
                Entry::Restarted { cause, .. } => {
                    output::note(&format!("a new chain begins; the log was found `{cause}`\n"));
                }
                _ => {}
            }
        }
        Self {
            log,
            optional: args.audit_optional,
            restart: args.audit_restart,
            reported: Once::new(),
        }
    }

    /// Records a decision and gives the one to answer with, and what `write` makes of its report.
    pub(crate) fn record<'e, T>(
        &self,
        decision: Decision<'e>,
        write: impl Fn(&Report<'_>) -> T,
    ) -> (Decision<'e>, T) {
        let report = decision.report();
        let (written, appended) = (write(&report), self.append(&[report.audit_event()]));
        let Err(error) = appended else { return (decision, written) };
        self.report(&error);
        if self.optional {
            return (decision, written);
        }
        let decision = decision.unrecorded();
        let written = write(&decision.report());
        (decision, written)
    }

    /// The same for many, with one sync for all of them.
    pub(crate) fn record_all<'e>(
        &self,
        decisions: Vec<Decision<'e>>,
    ) -> Vec<(Decision<'e>, String)> {
        let reports: Vec<Report<'_>> = decisions.iter().map(Decision::report).collect();
        let events: Vec<AuditEvent<'_>> = reports.iter().map(Report::audit_event).collect();
        if self.append(&events).is_ok() {
            let texts: Vec<String> = reports.iter().map(Report::to_json).collect();
            return decisions.into_iter().zip(texts).collect();
        }
        // What keeps one of them out must not keep out the others.
        decisions.into_iter().map(|decision| self.record(decision, json)).collect()
    }

    /// Records a decision that comes as the text of its audit event; whether the call may go on.
    #[cfg(feature = "guard")]
    pub(crate) fn record_text(&self, event: &str) -> bool {
        let appended = match &self.log {
            None => Ok(()),
            Some(Err(error)) => Err(error.clone()),
            Some(Ok(log)) => log.append_json(event).map(drop),
        };
        match appended {
            Ok(()) => true,
            Err(error) => {
                self.report(&error);
                self.optional
            }
        }
    }

    fn append(&self, events: &[AuditEvent<'_>]) -> Result<(), Error> {
        let log = match &self.log {
            None => return Ok(()),
            Some(log) => log.as_ref().map_err(Clone::clone)?,
        };
        log.append_all(events).map(|_: Vec<Receipt>| ())
    }

    /// Tells the operator why a decision has no record. Once: a full disk is full for every line.
    fn report(&self, error: &Error) {
        self.reported.call_once(|| {
            let hint = match error {
                Error::Damaged { .. } if !self.restart => RESTART,
                _ => "",
            };
            output::note(&format!("{FAILURE}not recorded:{FAILURE:#} {error}{hint}\n"));
        });
    }
}
