//! Asking a person.

use aana_core::contract::{RiskLevel, Route};
use aana_core::json::Value;

use super::call::{Call, What};
use super::question::{About, DO_NOT_RUN, MOST, Question, Shown};
use super::state::{Guard, Open, Output};
use crate::answer::{self, Retry};
use crate::config::Challenge;
use crate::definition::sha256;
use crate::form::{self, Action, Change, Form};
use crate::id::Id;
use crate::record::Record;
use crate::tree::{member, object, strings, with};
use crate::verdict::Verdict;

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
    pub(super) fn show_questions(&mut self) {
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
            self.tell_client(answer::request(&id, "elicitation/create", params));
        }
    }
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
