//! What a person says to a question, or does not say in time.

use aana_core::contract::Route;
use aana_core::json::Object;

use super::call::{Call, Yes};
use super::question::{About, DO_NOT_RUN, PROGRESS_MS, Question};
use super::state::{Guard, Output};
use crate::answer::{self, Retry};
use crate::event::Approval;
use crate::id::Id;
use crate::record::Record;
use crate::tree::{self, inner, member, object, text, with};

/// What a person said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    Yes,
    No,
    Cancelled,
    Invalid,
    Unsupported,
}

impl Guard {
    /// The client's answer to one of our requests.
    pub(super) fn form_answered(&mut self, id: &Id, tree: &Object<'_>) {
        let Id::Text(name) = id else { return };
        let id = name.strip_prefix("aana-").unwrap_or_default();
        let at = self.questions.position(id).filter(|at| {
            let question = self.questions.all.get(*at);
            question.is_some_and(|question| !question.call.stateless && question.shown.is_some())
        });
        if let Some(at) = at {
            self.answered(at, inner(tree, "result"), None);
        } else {
            let kind = if self.questions.was_closed(id) { "answer" } else { "drop" };
            self.record(Record::new(kind).text("code", "ask_late").text("from", "client"));
        }
    }

    /// What a person said to a question. `again`: the call that brings it, in the stateless era.
    pub(super) fn answered(&mut self, at: usize, result: Option<&Object<'_>>, again: Option<Call>) {
        let question = self.close_question(at);
        let said = said(&question, result);
        let call = again.unwrap_or_else(|| question.call.clone());
        let code = match said {
            Said::Yes => "yes",
            Said::No => question.about.declined(),
            Said::Cancelled => "ask_cancelled",
            Said::Invalid => "ask_invalid_answer",
            Said::Unsupported => "ask_unsupported",
        };
        self.record(Record::new("answer").text("code", code).text("question", &*question.id));
        if said == Said::Yes {
            self.said_yes(&question, call);
        } else {
            if said == Said::No {
                self.remember_no(&question);
            }
            let verdict = Some(&question.verdict);
            self.not_run(&call, verdict, Route::Ask, code, Retry::No, Vec::new());
        }
        self.show_questions();
    }

    fn said_yes(&mut self, question: &Question, call: Call) {
        let trusted = self.config.ask.trust_client;
        self.questions.remember_yes(&question.call.name);
        if let About::Definition(code) = question.about {
            let digest = question.definition.as_deref().unwrap_or_default();
            if trusted && self.accept_definition(&question.call.name, digest) {
                self.judge(call, None);
            } else {
                let verdict = Some(&question.verdict);
                self.not_run(&call, verdict, Route::Ask, code, Retry::After, Vec::new());
            }
            return;
        }
        let approval = Approval {
            id: question.id.clone(),
            digest: question.verdict.digest.clone(),
            at_ms: self.now_ms,
            trusted,
        };
        // The server may have said meanwhile that its list is another one.
        self.judge_listed(call, Some(Yes { approval, definition: question.definition.clone() }));
    }

    fn remember_no(&mut self, question: &Question) {
        let seconds = i64::from(self.config.ask.decline_memory_seconds);
        let until_ms = self.now_ms.saturating_add(seconds * 1000);
        let digest = match question.about {
            About::Definition(_) => question.definition.as_deref().unwrap_or_default(),
            _ => &question.verdict.digest,
        };
        self.questions.remember_no(digest, &question.call.name, until_ms, self.now_ms);
    }

    pub(super) fn close_question(&mut self, at: usize) -> Question {
        let question = self.questions.close(at);
        if let Some(path) = &question.file {
            self.out.push(Output::RemoveForm { path: path.clone() });
        }
        question
    }

    /// Ends what is over, and tells clients that somebody is waited for.
    pub(super) fn pass_time(&mut self, now_ms: i64) {
        let back = now_ms < self.now_ms.saturating_sub(5000);
        self.now_ms = now_ms;
        if back {
            self.rounds.end();
        }
        let is_over = |question: &Question| match question.shown {
            Some(shown) => back || shown.until_ms <= now_ms,
            None => back,
        };
        while let Some(at) = self.questions.all.iter().position(is_over) {
            let question = self.close_question(at);
            let code = if back { "clock_backwards" } else { "ask_timeout" };
            self.record(Record::new("answer").text("code", code).text("question", &*question.id));
            if question.call.stateless {
                continue;
            }
            if !back {
                let id = Id::Text(format!("aana-{}", question.id));
                self.tell_client(answer::cancelled(&id, "nobody answered in time"));
            }
            let verdict = Some(&question.verdict);
            let (code, retry) = ("ask_timeout", Retry::After);
            self.not_run(&question.call, verdict, Route::Ask, code, retry, Vec::new());
        }
        self.show_questions();
        self.tell_progress();
    }

    fn tell_progress(&mut self) {
        let mut lines = Vec::new();
        for question in &mut self.questions.all {
            let Some(shown) = &mut question.shown else { continue };
            let passed = (self.now_ms - shown.at_ms) / PROGRESS_MS;
            if question.call.stateless || passed <= shown.progress {
                continue;
            }
            shown.progress = passed;
            let meta = question.call.meta();
            let Some(token) = meta.as_ref().and_then(|meta| meta.get("progressToken")) else {
                continue;
            };
            let params = object(vec![
                with("progressToken", token.clone()),
                with("progress", tree::number(passed)),
                member("message", "waiting for a person"),
            ]);
            lines.push(answer::notification("notifications/progress", Some(params)));
        }
        for line in lines {
            self.tell_client(line);
        }
    }
}

/// What was said. Only exactly a yes that was offered, with the code if there is one, is a yes.
fn said(question: &Question, result: Option<&Object<'_>>) -> Said {
    let Some(result) = result else { return Said::Unsupported };
    match text(result, "action") {
        Some("decline") => return Said::No,
        Some("cancel") => return Said::Cancelled,
        Some("accept") => {}
        _ => return Said::Invalid,
    }
    let content = inner(result, "content");
    let decision = content.and_then(|content| text(content, "decision"));
    if decision == Some(DO_NOT_RUN) {
        return Said::No;
    }
    let typed = content.and_then(|content| text(content, "code"));
    let code_fits = question.code.as_deref().is_none_or(|code| typed.map(str::trim) == Some(code));
    if decision == Some(question.about.yes()) && code_fits { Said::Yes } else { Said::Invalid }
}
