//! Lines on their way out. A lane never blocks whoever puts something on it, or two full lanes would wait for each other;
//! instead nothing more is read while a lane is full.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// So many lines, and the other side is read no further.
pub(super) const FULL: usize = 64;

/// So many answers of the guard's own, and this side is read no further.
pub(super) const OVERFULL: usize = 1024;

#[derive(Default)]
pub(super) struct Lane {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    lines: VecDeque<String>,
    closed: bool,
    /// Whether a line is being written.
    writing: bool,
}

impl Lane {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn push(&self, line: String) {
        self.state().lines.push_back(line);
        self.changed.notify_all();
    }

    /// The next line; nothing once the lane is closed and empty.
    pub(super) fn pop(&self) -> Option<String> {
        let mut state = self.state();
        state.writing = false;
        loop {
            if let Some(line) = state.lines.pop_front() {
                state.writing = true;
                self.changed.notify_all();
                return Some(line);
            }
            self.changed.notify_all();
            if state.closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes no more lines. What is on the lane is still written.
    pub(super) fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }

    /// Nobody reads the lane any more.
    pub(super) fn abandon(&self) {
        let mut state = self.state();
        state.closed = true;
        state.lines.clear();
        self.changed.notify_all();
    }

    /// Waits until fewer than so many lines are on the lane.
    pub(super) fn wait_below(&self, most: usize) {
        let mut state = self.state();
        while state.lines.len() >= most && !state.closed {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until everything is written, but not longer than this.
    pub(super) fn drain(&self, longest: Duration) {
        let busy = |state: &mut State| !state.lines.is_empty() || state.writing;
        let state = self.state();
        drop(self.changed.wait_timeout_while(state, longest, busy));
    }
}
