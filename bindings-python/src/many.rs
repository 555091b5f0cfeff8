//! Many events: read ahead by a bounded number, decided on every core, given in their order.

use std::collections::VecDeque;
use std::num::NonZero;
use std::thread;

use aana_core::Fault;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator};

use crate::args::{self, Json};
use crate::chosen::Chosen;
use crate::gate::GateDecision;
use crate::walk::{self, Stop, Tree};

/// Fewer events than this are not worth a thread.
const SHARE: usize = 32;

/// One event that is being decided.
enum Task {
    Tree(Tree),
    Text(Vec<u8>),
    Fault(Fault),
}

/// A decision that waits to be taken.
enum Answer {
    Decision(Box<GateDecision>),
    Json(Vec<u8>),
}

impl Task {
    fn of_object(event: &Bound<'_, PyAny>, limit: usize) -> PyResult<Self> {
        match walk::event(event, limit) {
            Ok((tree, _)) => Ok(Self::Tree(tree)),
            Err(Stop::Fault(fault)) => Ok(Self::Fault(fault)),
            Err(Stop::Raise(error)) => Err(error),
        }
    }

    fn of_text(event: &Bound<'_, PyAny>) -> Self {
        match args::json(event) {
            Json::Bytes(bytes) => Self::Text(bytes.to_vec()),
            Json::Fault(fault) => Self::Fault(fault),
        }
    }

    fn decide(self, gate: &aana_core::Gate, now_ms: i64, as_json: bool) -> Answer {
        let decision = match self {
            Self::Text(bytes) => {
                return Answer::Json(gate.check_bytes(&bytes, now_ms).to_json().into_bytes());
            }
            Self::Tree(tree) => gate.check_value(tree, now_ms),
            Self::Fault(fault) => gate.refuse(vec![fault], now_ms),
        };
        if as_json {
            Answer::Json(decision.to_json().into_bytes())
        } else {
            Answer::Decision(Box::new(decision.into()))
        }
    }
}

/// The decisions of many events, one after the other.
#[pyclass(module = "aana._native")]
pub(crate) struct Many {
    source: Option<Py<PyIterator>>,
    /// What ended the source, to be raised after the decisions that came before it.
    failed: Option<PyErr>,
    ready: VecDeque<Answer>,
    gate: aana_core::Gate,
    now_ms: Option<i64>,
    ahead: usize,
    threads: usize,
    as_json: bool,
}

#[pymethods]
impl Many {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.ready.is_empty() {
            self.fill(py)?;
        }
        match self.ready.pop_front() {
            Some(Answer::Decision(decision)) => Ok(Some(Bound::new(py, *decision)?.into_any())),
            Some(Answer::Json(text)) => Ok(Some(PyBytes::new(py, &text).into_any())),
            None => self.failed.take().map_or(Ok(None), Err),
        }
    }
}

impl Many {
    fn fill(&mut self, py: Python<'_>) -> PyResult<()> {
        let tasks = self.read(py);
        if tasks.is_empty() {
            return Ok(());
        }
        let now_ms = self.now_ms.map_or_else(|| args::now_ms(None), Ok)?;
        let threads = self.threads.min(tasks.len().div_ceil(SHARE));
        let (gate, as_json) = (&self.gate, self.as_json);
        self.ready.extend(py.detach(|| decide_all(tasks, threads, gate, now_ms, as_json)));
        Ok(())
    }

    /// The next events, as many as are read ahead.
    fn read(&mut self, py: Python<'_>) -> Vec<Task> {
        let mut tasks = Vec::new();
        let Some(source) = &self.source else { return tasks };
        let mut source = source.bind(py).clone();
        let limit = self.gate.max_event_bytes();
        while tasks.len() < self.ahead {
            let task = match source.next() {
                Some(Ok(event)) if self.as_json => Ok(Task::of_text(&event)),
                Some(Ok(event)) => Task::of_object(&event, limit),
                Some(Err(error)) => Err(error),
                None => {
                    self.source = None;
                    break;
                }
            };
            match task {
                Ok(task) => tasks.push(task),
                Err(error) => {
                    (self.source, self.failed) = (None, Some(error));
                    break;
                }
            }
        }
        tasks
    }
}

/// Decides neighbours together, each thread its share.
fn decide_all(
    tasks: Vec<Task>,
    threads: usize,
    gate: &aana_core::Gate,
    now_ms: i64,
    as_json: bool,
) -> Vec<Answer> {
    let decide = |task: Task| task.decide(gate, now_ms, as_json);
    if threads < 2 {
        return tasks.into_iter().map(decide).collect();
    }
    let share = tasks.len().div_ceil(threads);
    let mut tasks = tasks.into_iter();
    let shares: Vec<Vec<Task>> =
        (0..threads).map(|_| tasks.by_ref().take(share).collect()).collect();
    thread::scope(|scope| {
        let workers: Vec<_> = shares
            .into_iter()
            .map(|share| scope.spawn(move || share.into_iter().map(decide).collect::<Vec<_>>()))
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    })
}

fn many<'py>(
    events: &Bound<'py, PyAny>,
    policy: Option<&Bound<'py, PyAny>>,
    now: Option<&Bound<'py, PyAny>>,
    (ahead, threads): (usize, Option<usize>),
    as_json: bool,
) -> PyResult<Many> {
    if ahead == 0 || threads == Some(0) {
        return Err(PyValueError::new_err("`ahead` and `threads` are at least 1"));
    }
    Ok(Many {
        source: Some(events.try_iter()?.unbind()),
        failed: None,
        ready: VecDeque::new(),
        gate: Chosen::by(policy)?.gate().clone(),
        now_ms: now.map(|now| args::now_ms(Some(now))).transpose()?,
        ahead,
        threads: threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get)),
        as_json,
    })
}

/// Decides many events on every core, and gives a `GateDecision` for each in their order.
///
/// The iterable may be endless: at most `ahead` events are read before the first decision is given.
/// Without `now`, the clock is read once for each such batch. An error of the iterable is raised in its
/// place, after the decisions about what came before.
///
/// >>> import aana
/// >>> event = aana.build_tool_precheck_event(tool_name="search_docs", tool_category="public_read")
/// >>> [decision.route for decision in aana.check_many([event, {}, event])]
/// ['accept', 'refuse', 'accept']
#[pyfunction]
#[pyo3(signature = (events, *, policy=None, now=None, ahead=1024, threads=None))]
pub(crate) fn check_many<'py>(
    events: &Bound<'py, PyAny>,
    policy: Option<&Bound<'py, PyAny>>,
    now: Option<&Bound<'py, PyAny>>,
    ahead: usize,
    threads: Option<usize>,
) -> PyResult<Many> {
    many(events, policy, now, (ahead, threads), false)
}

/// The same for JSON text: an event in each item (the lines of a file, for one), a decision as a line
/// of JSON for each. Reading and writing the text happens on every core, too.
///
/// >>> import aana
/// >>> [b'"route":"refuse"' in line for line in aana.check_many_json([b"{}", b"[]"])]
/// [True, True]
#[pyfunction]
#[pyo3(signature = (events, *, policy=None, now=None, ahead=1024, threads=None))]
pub(crate) fn check_many_json<'py>(
    events: &Bound<'py, PyAny>,
    policy: Option<&Bound<'py, PyAny>>,
    now: Option<&Bound<'py, PyAny>>,
    ahead: usize,
    threads: Option<usize>,
) -> PyResult<Many> {
    many(events, policy, now, (ahead, threads), true)
}
