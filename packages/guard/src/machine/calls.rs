//! A call of the client, and its answer where it was not run.

use aana_core::contract::{Route, ToolCategory};
use aana_core::json::{Object, Value};

use super::call::{Call, What, Yes};
use super::client::shows_forms;
use super::state::{Guard, Open};
use crate::answer::{NotRun, Retry};
use crate::event::{self, Approval, Known, Parts};
use crate::id::Id;
use crate::message::{BAD_PARAMS, Fault};
use crate::tree::{self, inner, owned, text};
use crate::verdict::Verdict;

pub(super) const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";

impl Guard {
    /// Reads a call. What is not one is not forwarded.
    pub(super) fn call_of(
        &mut self,
        id: &Id,
        method: &str,
        tree: &Object<'_>,
    ) -> Result<Call, Fault> {
        let fault = || Fault::new("msg_params", BAD_PARAMS);
        let params = inner(tree, "params").ok_or_else(fault)?;
        let (what, name) = match method {
            "resources/read" => (What::Resource, "read_resource".to_owned()),
            "prompts/get" => (What::Prompt, "get_prompt".to_owned()),
            _ => (What::Tool, text(params, "name").ok_or_else(fault)?.to_owned()),
        };
        let arguments = match (what, params.get("arguments")) {
            (What::Resource, _) => {
                let uri = params.get("uri").cloned().ok_or_else(fault)?;
                tree::of(vec![tree::with("uri", uri.into_owned())])
            }
            (_, None) => Object::default(),
            (_, Some(Value::Object(arguments))) => owned(arguments),
            (_, Some(_)) => return Err(fault()),
        };
        let meta = inner(params, "_meta");
        let stateless = meta.is_some_and(|meta| meta.get(VERSION_KEY).is_some());
        let forms = if stateless {
            shows_forms(meta.and_then(|meta| inner(meta, CAPABILITIES_KEY)))
        } else {
            self.peer.forms
        };
        Ok(Call {
            id: id.clone(),
            what,
            name,
            arguments,
            message: owned(tree),
            stateless,
            forms,
            request_id: self.random.hex(),
            round: 0,
        })
    }

    pub(super) fn called(&mut self, call: Call) {
        let params = call.params();
        let answers =
            params.get("requestState").is_some() || params.get("inputResponses").is_some();
        if call.what == What::Tool && call.stateless && answers {
            self.called_again(call);
        } else {
            self.called_first(call);
        }
    }

    /// A call that nothing is known of yet: first its definition is looked up.
    pub(super) fn called_first(&mut self, call: Call) {
        self.judge_listed(call, None);
    }

    /// Decides a call once its definition is known as the server has it now.
    pub(super) fn judge_listed(&mut self, call: Call, yes: Option<Yes>) {
        if call.what == What::Tool && self.listing.must_fetch(&call.name) {
            self.open.insert(call.id.clone(), Open::Listed);
            self.fetch_list(&call);
            self.waiting.push((call, yes));
        } else {
            self.judge(call, yes);
        }
    }

    pub(super) fn full_name(&self, call: &Call) -> String {
        format!("{}/{}", self.config.label, call.name)
    }

    /// The digest of the action that a call is.
    pub(super) fn digest_of(&self, call: &Call) -> Option<String> {
        let event = self.event(call, ToolCategory::Unknown, Route::Accept, None, None, false);
        aana_core::action_digest(event)
    }

    pub(super) fn event(
        &self,
        call: &Call,
        category: ToolCategory,
        recommended: Route,
        definition: Option<Known<'_>>,
        approval: Option<&Approval>,
        named_by_policy: bool,
    ) -> Value<'static> {
        event::event(Parts {
            label: &self.config.label,
            tool: &call.name,
            arguments: call.arguments.clone(),
            category,
            subject: self.config.subject.as_deref(),
            recommended,
            request_id: &call.request_id,
            definition,
            named_by_policy,
            approval,
        })
    }

    /// Answers a call that was not run.
    pub(super) fn not_run(
        &mut self,
        call: &Call,
        verdict: Option<&Verdict>,
        route: Route,
        code: &'static str,
        retry: Retry,
        pointers: Vec<String>,
    ) {
        let sentence = match (code, verdict) {
            ("gate", Some(verdict)) => verdict.for_model.clone(),
            _ => super::ending::sentence(code).to_owned(),
        };
        let not_run = NotRun {
            route,
            code,
            blockers: verdict.map(Verdict::blocker_codes).unwrap_or_default(),
            needs: verdict.map(|verdict| verdict.needs.clone()).unwrap_or_default(),
            pointers,
            request_id: call.request_id.clone(),
            retry,
            sentence,
        };
        let line = match call.what {
            What::Tool => {
                not_run.result(&call.id, &shown_name(&self.full_name(call)), call.stateless)
            }
            What::Resource | What::Prompt => not_run.error(&call.id),
        };
        self.open.remove(&call.id);
        self.tell_client(line);
    }
}

/// A tool's name as it can be repeated to a model: it is the client's own word.
fn shown_name(name: &str) -> String {
    name.chars().filter(|sign| !crate::hidden::is_hidden(*sign)).take(128).collect()
}
