//! The audit log, which is the crate `aana-audit`.

use std::path::PathBuf;
use std::time::Duration;

use aana_audit::{AuditOptions, Entry, Fsync, Log, OnDamage, audit_event_of};
use arc_swap::ArcSwapOption;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyString, PyTuple};

use crate::gate::GateDecision;
use crate::given;

/// A log of decisions: one audit-safe event a line, each line with the hash of the one before it.
///
/// `fsync` says when lines are forced to the disk: `"always"` before `append` returns, `"never"`, or so
/// often in seconds. A new file begins before one gets larger than `rotate_bytes`, and `keep` former ones
/// are kept. A log that is not as it was left raises `AuditError`, unless `restart_broken` lets a new chain
/// begin that says so.
///
/// Threads and processes may append to the same file, also processes that were forked while it was open.
///
/// >>> import aana, tempfile
/// >>> from aana.audit import AuditLog
/// >>> folder = tempfile.TemporaryDirectory()
/// >>> with AuditLog(folder.name + "/audit.jsonl") as log:
/// ...     mark = log.append(aana.check_json(b"[]"))
/// >>> mark.partition(":")[0]
/// '1'
/// >>> folder.cleanup()
#[pyclass(frozen, module = "aana.audit")]
pub(crate) struct AuditLog {
    /// `None` once it is closed. No lock: a fork can happen while another thread holds it.
    log: ArcSwapOption<Log>,
    path: PathBuf,
    repairs: Vec<String>,
}

#[pymethods]
impl AuditLog {
    #[new]
    #[pyo3(signature = (path, *, fsync=None, rotate_bytes=None, keep=None, restart_broken=false))]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        fsync: Option<&Bound<'_, PyAny>>,
        rotate_bytes: Option<u64>,
        keep: Option<usize>,
        restart_broken: bool,
    ) -> PyResult<Self> {
        let options = AuditOptions {
            fsync: fsync.map_or(Ok(Fsync::Always), policy)?,
            rotate: rotate_bytes,
            keep,
            on_damage: if restart_broken { OnDamage::Restart } else { OnDamage::Refuse },
            ..AuditOptions::default()
        };
        let log = py.detach(|| Log::open(&path, options)).map_err(|error| failed(py, &error))?;
        let repairs = log.repairs().iter().map(said).collect();
        Ok(Self { log: ArcSwapOption::from_pointee(log), path, repairs })
    }

    /// Appends the record of a decision, given as JSON text, as a dict or as a `GateDecision`, and gives its
    /// place in the chain, `SEQ:HASH`. Raises `AuditError` if nothing was recorded.
    fn append(&self, decision: &Bound<'_, PyAny>) -> PyResult<String> {
        let py = decision.py();
        let appended = if let Ok(decision) = decision.cast::<GateDecision>() {
            let decision = &decision.get().core;
            py.detach(|| self.with(|log| log.append(&decision.report().audit_event())))?
        } else {
            let text = given::json(decision)?.unwrap_or_default();
            let Some(event) = audit_event_of(&text) else {
                return Err(PyTypeError::new_err(
                    "this is not a decision; its JSON text, a dict or a `GateDecision` is allowed",
                ));
            };
            py.detach(|| self.with(|log| log.append_json(event)))?
        };
        appended.map(|receipt| receipt.mark.to_string()).map_err(|error| failed(py, &error))
    }

    /// Forces everything to the disk, whatever `fsync` says.
    fn sync(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.with(Log::sync))?.map_err(|error| failed(py, &error))
    }

    /// Forces everything to the disk unless `fsync` is `"never"`, and lets go of the file. Then nothing can
    /// be appended any more.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(self.log.swap(None)));
    }

    /// What was repaired when the log was opened, a sentence each.
    #[getter]
    fn repairs(&self) -> Vec<String> {
        self.repairs.clone()
    }

    /// Where the log is.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyTuple>) {
        self.close(py);
    }

    fn __repr__(&self) -> String {
        let open = self.log.load().is_some();
        format!("<aana.audit.AuditLog: {}>", if open { "open" } else { "closed" })
    }
}

impl AuditLog {
    fn with<T>(&self, work: impl FnOnce(&Log) -> T) -> PyResult<T> {
        match self.log.load_full() {
            Some(log) => Ok(work(&log)),
            None => Err(PyValueError::new_err("the audit log is closed")),
        }
    }
}

/// `"always"`, `"never"`, or a number of seconds.
fn policy(word: &Bound<'_, PyAny>) -> PyResult<Fsync> {
    let wrong = || {
        PyValueError::new_err(
            "`fsync` is neither `always`, `never` nor a number of seconds above 0",
        )
    };
    if word.is_instance_of::<PyString>() {
        return match word.extract::<String>()?.as_str() {
            "always" => Ok(Fsync::Always),
            "never" => Ok(Fsync::Never),
            _ => Err(wrong()),
        };
    }
    if !word.is_instance_of::<PyFloat>() && !word.is_instance_of::<PyInt>() {
        return Err(wrong());
    }
    let every = Duration::try_from_secs_f64(word.extract()?).map_err(|_| wrong())?;
    if every.is_zero() { Err(wrong()) } else { Ok(Fsync::Interval(every)) }
}

/// What the log wrote of itself, for a person.
fn said(entry: &Entry) -> String {
    match entry {
        Entry::Repaired { file, bytes } => {
            format!("a last line without an end was moved to `{file}`; it had {bytes} bytes")
        }
        Entry::Restarted { cause, file, .. } => format!(
            "a new chain began because the log was not as it was left (`{cause}`); what was there is in `{}`",
            file.as_deref().unwrap_or("no file")
        ),
        _ => "the log continues a former file".to_owned(),
    }
}

/// What an operator can do about a log that is not as it was left.
const RESTART: &str = "; `restart_broken=True`, and `--audit-restart` of a server, moves what is there aside and \
                       begins a new chain that says so";

fn failed(py: Python<'_>, error: &aana_audit::Error) -> PyErr {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let hint = match error {
        aana_audit::Error::Damaged { .. } => RESTART,
        _ => "",
    };
    let make =
        || CLASS.import(py, "aana._errors", "AuditError")?.call1((format!("{error}{hint}"),));
    make().map_or_else(|error| error, PyErr::from_value)
}
