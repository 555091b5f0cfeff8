//! Questions that wait for a person.

use std::collections::{HashMap, VecDeque};

use super::call::Call;
use crate::verdict::Verdict;

/// What a yes is chosen by.
pub(super) const RUN_ONCE: &str = "run once";
pub(super) const ACCEPT_DEFINITION: &str = "accept this definition";
pub(super) const DO_NOT_RUN: &str = "do not run";

/// How often a client is told that somebody is waited for.
pub(super) const PROGRESS_MS: i64 = 5000;

/// How many questions may be open and in line.
pub(super) const MOST: usize = 32;

/// How many former questions are remembered, so that a late answer is told as one.
const MOST_CLOSED: usize = 1024;

/// How many calls that got a no are remembered.
const MOST_DECLINED: usize = 1024;

/// After so many times no in a row a tool is not asked about.
const MUTED: u8 = 3;

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// Whether a call may run.
    Action { unusable: bool },
    /// Whether a read may run after private data was read.
    Outbound,
    /// Whether a definition is accepted, and why that is asked.
    Definition(&'static str),
}

impl About {
    pub(super) const fn yes(self) -> &'static str {
        match self {
            Self::Definition(_) => ACCEPT_DEFINITION,
            Self::Action { .. } | Self::Outbound => RUN_ONCE,
        }
    }

    /// The code of an answer to a no.
    pub(super) const fn declined(self) -> &'static str {
        match self {
            Self::Definition(code) => code,
            Self::Outbound => "outbound_after_private",
            Self::Action { .. } => "ask_declined",
        }
    }
}

/// A question.
#[derive(Debug)]
pub(super) struct Question {
    /// 32 hexadecimal digits.
    pub(super) id: String,
    pub(super) call: Call,
    pub(super) about: About,
    /// What the gate decided.
    pub(super) verdict: Verdict,
    /// The digest of the definition.
    pub(super) definition: Option<String>,
    /// What is shown.
    pub(super) message: String,
    pub(super) form_digest: String,
    pub(super) length: usize,
    pub(super) hidden: usize,
    /// What has to be typed for a yes.
    pub(super) code: Option<String>,
    /// The file of a long form.
    pub(super) file: Option<String>,
    /// Since when and until when it is shown; `None` while it waits in line.
    pub(super) shown: Option<Shown>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Shown {
    pub(super) at_ms: i64,
    pub(super) until_ms: i64,
    pub(super) progress: i64,
}

/// The questions of a session, in the order in which they arose.
#[derive(Debug, Default)]
pub(super) struct Questions {
    pub(super) all: Vec<Question>,
    closed: VecDeque<String>,
    declined: HashMap<String, i64>,
    noes: HashMap<String, u8>,
}

impl Questions {
    pub(super) fn position(&self, id: &str) -> Option<usize> {
        self.all.iter().position(|question| question.id == id)
    }

    pub(super) fn of_call(&self, call: &crate::id::Id) -> Option<usize> {
        // The call of the stateless era was answered with the question.
        self.all.iter().position(|it| !it.call.stateless && it.call.id == *call)
    }

    /// Takes a question out: it is answered, withdrawn or over.
    pub(super) fn close(&mut self, at: usize) -> Question {
        let question = self.all.remove(at);
        if self.closed.len() >= MOST_CLOSED {
            self.closed.pop_front();
        }
        self.closed.push_back(question.id.clone());
        question
    }

    pub(super) fn was_closed(&self, id: &str) -> bool {
        self.closed.iter().any(|closed| closed == id)
    }

    pub(super) fn shown_count(&self) -> usize {
        self.all.iter().filter(|it| it.shown.is_some() && !it.call.stateless).count()
    }

    pub(super) fn next_wake(&self) -> Option<i64> {
        let of = |question: &Question| {
            let shown = question.shown?;
            let told = question.call.meta().is_some_and(|meta| meta.get("progressToken").is_some());
            let next = shown.at_ms.saturating_add(PROGRESS_MS.saturating_mul(shown.progress + 1));
            Some(if told { shown.until_ms.min(next) } else { shown.until_ms })
        };
        self.all.iter().filter_map(of).min()
    }

    pub(super) fn remember_no(&mut self, digest: &str, tool: &str, until_ms: i64, now_ms: i64) {
        if self.declined.len() >= MOST_DECLINED {
            self.declined.retain(|_, until| *until > now_ms);
        }
        if self.declined.len() < MOST_DECLINED {
            self.declined.insert(digest.to_owned(), until_ms);
        }
        if self.noes.len() < MOST_DECLINED || self.noes.contains_key(tool) {
            let noes = self.noes.entry(tool.to_owned()).or_default();
            *noes = noes.saturating_add(1);
        }
    }

    pub(super) fn remember_yes(&mut self, tool: &str) {
        self.noes.remove(tool);
    }

    pub(super) fn was_declined(&self, digest: &str, now_ms: i64) -> bool {
        self.declined.get(digest).is_some_and(|until| *until > now_ms)
    }

    pub(super) fn is_muted(&self, tool: &str) -> bool {
        self.noes.get(tool).is_some_and(|noes| *noes >= MUTED)
    }
}
