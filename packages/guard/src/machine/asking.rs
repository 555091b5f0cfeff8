//! Asking a person, and what follows from what they say.

use aana_core::contract::{RiskLevel, Route};
use aana_core::json::{Object, Value};

use super::calls::{Call, What, Yes};
use super::question::{About, DO_NOT_RUN, MOST, PROGRESS_MS, Question, Shown};
use super::{Guard, Open, Output};
use crate::answer::{self, Retry};
use crate::config::Challenge;
use crate::definition::sha256;
use crate::event::Approval;
use crate::form::{self, Action, Change, Form};
use crate::id::Id;
use crate::record::Record;
use crate::tree::{self, inner, member, object, strings, text, with};
use crate::verdict::Verdict;

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
    /// Asks about a call, or answers why nobody is asked.
    pub(super) fn ask(&mut self, call: Call, verdict: &Verdict, about: About) {
        let definition = self.definition(&call.name).map(|now| now.digest.clone());
        let can_ask = self.config.ask.elicit && call.forms && call.what == What::Tool;
        let remembered = match about {
            About::Definition(_) => definition.as_deref().unwrap_or_default(),
            _ => &verdict.digest,
        };
        let why_not = if !can_ask {
            Some(("ask_unsupported", Retry::No))
        } else if self.questions.was_declined(remembered, self.now_ms) {
            Some(("ask_declined_before", Retry::No))
        } else if self.questions.is_muted(&call.name) {
            Some(("ask_muted", Retry::No))
        } else if self.questions.all.len() >= MOST + self.config.ask.max_open {
            Some(("ask_busy", Retry::After))
        } else {
            None
        };
        if let Some((code, retry)) = why_not {
            return self.not_run(&call, Some(verdict), Route::Ask, code, retry, Vec::new());
        }
        let form = self.form(&call, verdict, about);
        let id = self.random.hex();
        let length = form.text.chars().count();
        let is_long = length > self.config.ask.show_limit;
        let file = self.config.forms.as_ref().map(|folder| format!("{folder}/question-{id}.txt"));
        let file = file.filter(|_| is_long);
        if is_long && file.is_none() {
            let (code, retry) = ("ask_too_long", Retry::Changed);
            return self.not_run(&call, Some(verdict), Route::Ask, code, retry, Vec::new());
        }
        let code = (is_long || self.is_challenged(verdict, about)).then(|| self.random.code());
        let message = self.message(&form, length, code.as_deref(), file.as_deref());
        self.open.insert(call.id.clone(), Open::Asked);
        self.questions.all.push(Question {
            id,
            call,
            about,
            verdict: verdict.clone(),
            definition,
            message,
            form_digest: sha256(&form.text),
            length,
            hidden: form.hidden,
            code,
            file,
            shown: None,
        });
        self.show_questions();
    }

    fn is_challenged(&self, verdict: &Verdict, about: About) -> bool {
        match self.config.ask.challenge {
            Challenge::Never => false,
            Challenge::Always => true,
            Challenge::High => {
                !matches!(about, About::Definition(_))
                    && verdict.risk == RiskLevel::High
                    && verdict.irreversible
            }
        }
    }

    fn form(&self, call: &Call, verdict: &Verdict, about: About) -> Form {
        let mut why: Vec<String> = match about {
            About::Definition("def_lookalike") => {
                vec!["the name looks like that of another tool".to_owned()]
            }
            About::Definition("def_changed") => {
                vec!["the server says something else of this tool than before".to_owned()]
            }
            About::Definition(_) => vec!["this tool was not there before".to_owned()],
            About::Outbound => vec!["data read earlier could leave with this call".to_owned()],
            About::Action { unusable } => {
                let mut why: Vec<String> =
                    verdict.blockers.iter().map(|code| code.sentence().to_owned()).collect();
                if unusable {
                    why.push("schema unusable: the arguments could not be checked".to_owned());
                }
                why
            }
        };
        if self.pins.server_changed() && matches!(about, About::Definition(_)) {
            why.push("server changed: another command had this label before".to_owned());
        }
        if let (About::Definition(_), Some(definition)) = (about, self.definition(&call.name)) {
            return form::definition(&Change {
                label: &self.config.label,
                tool: &call.name,
                server: &self.config.server,
                why: &why,
                old: self.pins.old_text(&call.name),
                new: &definition.text,
                digest: &definition.digest,
            });
        }
        form::action(&Action {
            label: &self.config.label,
            tool: &call.name,
            server: &self.config.server,
            definition: &self.definition_line(&call.name),
            arguments: &Value::Object(call.arguments.clone()),
            why: &why,
            digest: &verdict.digest,
        })
    }

    /// What the client shows. A long form is in a file, at whose end the code stands.
    fn message(
        &mut self,
        form: &Form,
        length: usize,
        code: Option<&str>,
        file: Option<&str>,
    ) -> String {
        let typed = |code: &str| format!("To say yes, type the code {code}.\n");
        match (file, code) {
            (Some(path), code) => {
                let mut text = form.text.clone();
                text.push_str(&code.map(typed).unwrap_or_default());
                self.out.push(Output::WriteForm { path: path.to_owned(), text });
                let head: Vec<&str> = form.text.lines().take(4).collect();
                let last = form.text.lines().last().unwrap_or_default();
                format!(
                    "{}\nThe whole form has {length} characters and is in the file {path}\n{last}\n\
                     To say yes, read it and type the code at its end.\n",
                    head.join("\n")
                )
            }
            (None, Some(code)) => form.text.clone() + &typed(code),
            (None, None) => form.text.clone(),
        }
    }

    /// Shows the questions that are next in line.
    fn show_questions(&mut self) {
        while let Some(at) = self.questions.all.iter().position(|question| question.shown.is_none())
        {
            let Some(question) = self.questions.all.get_mut(at) else { return };
            let stateless = question.call.stateless;
            let takes = self.config.ask.milliseconds(question.verdict.risk);
            let until_ms = self.now_ms.saturating_add(takes);
            let params = elicitation(question, self.peer.version.as_deref());
            let record = Record::new("ask")
                .text("channel", "elicit")
                .text("question", &*question.id)
                .text("request_id", &*question.call.request_id)
                .text("form", &*question.form_digest)
                .count("length", question.length)
                .count("hidden", question.hidden)
                .count("seconds", usize::try_from(takes / 1000).unwrap_or_default());
            let id = Id::Text(format!("aana-{}", question.id));
            let shown = Shown { at_ms: self.now_ms, until_ms, progress: 0 };
            if stateless {
                question.shown = Some(shown);
                self.record(record);
                self.ask_by_answer(at, params, until_ms);
                continue;
            }
            if self.questions.shown_count() >= self.config.ask.max_open {
                return;
            }
            if let Some(question) = self.questions.all.get_mut(at) {
                question.shown = Some(shown);
            }
            self.record(record);
            self.to_client(answer::request(&id, "elicitation/create", params));
        }
    }

    /// The client's answer to one of our requests.
    pub(super) fn form_answered(&mut self, id: &Id, tree: &Object<'_>) {
        let Id::Text(name) = id else { return };
        let id = name.strip_prefix("aana-").unwrap_or_default();
        let at = self.questions.position(id).filter(|at| {
            let question = self.questions.all.get(*at);
            question.is_some_and(|question| !question.call.stateless && question.shown.is_some())
        });
        match at {
            Some(at) => self.answered(at, inner(tree, "result"), None),
            None => {
                let kind = if self.questions.was_closed(id) { "answer" } else { "drop" };
                self.record(Record::new(kind).text("code", "ask_late").text("from", "client"));
            }
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
        match said {
            Said::Yes => self.said_yes(&question, call),
            _ => {
                if said == Said::No {
                    self.remember_no(&question);
                }
                let verdict = Some(&question.verdict);
                self.not_run(&call, verdict, Route::Ask, code, Retry::No, Vec::new());
            }
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
        self.judge(call, Some(Yes { approval, definition: question.definition.clone() }));
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
                self.to_client(answer::cancelled(&id, "nobody answered in time"));
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
        lines.into_iter().for_each(|line| self.to_client(line));
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

fn elicitation(question: &Question, version: Option<&str>) -> Value<'static> {
    let mut members = Vec::new();
    if question.call.stateless || version >= Some("2025-11-25") {
        members.push(member("mode", "form"));
    }
    let decision = object(vec![
        member("type", "string"),
        member("title", "Decision"),
        with("enum", strings([DO_NOT_RUN, question.about.yes()])),
    ]);
    let mut properties = vec![with("decision", decision)];
    let mut required = vec!["decision"];
    if question.code.is_some() {
        let code = object(vec![
            member("type", "string"),
            member("title", "Code"),
            member("description", "The four digits that the form names"),
        ]);
        properties.push(with("code", code));
        required.push("code");
    }
    members.push(member("message", &*question.message));
    members.push(with(
        "requestedSchema",
        object(vec![
            member("type", "object"),
            with("properties", object(properties)),
            with("required", strings(required)),
        ]),
    ));
    object(members)
}
