//! Deciding a call, and what follows from the decision.

use aana_core::codes::Blocker;
use aana_core::contract::{Route, ToolCategory};
use aana_core::json::Value;

use super::call::{Call, What, Yes};
use super::question::About;
use super::state::Guard;
use crate::answer::Retry;
use crate::category;
use crate::definition::Definition;
use crate::event::{Approval, AsWhat, Known};
use crate::record::Record;
use crate::schema::{self, Checked};
use crate::tree::text;
use crate::verdict::{self, Verdict};

/// What the guard found about a call besides the gate's decision.
#[derive(Debug, Default)]
struct Found {
    codes: Vec<String>,
    /// Why the definition has to be seen first.
    question: Option<&'static str>,
    /// Why the definition does not count.
    stale: Option<&'static str>,
    faults: Vec<String>,
    duplicate: bool,
    unusable: bool,
    outbound: bool,
    /// Whether a person's yes would let the call run: nobody is asked for one that changes nothing.
    curable: bool,
}

impl Guard {
    /// Decides a call, and does what follows.
    pub(super) fn judge(&mut self, call: Call, yes: Option<Yes>) {
        self.open.remove(&call.id);
        let mut found = Found::default();
        let definition = self.definition(&call.name).filter(|_| call.what == What::Tool).cloned();
        if let (Some(yes), now) = (&yes, definition.as_ref().map(|now| &now.digest))
            && yes.definition.as_ref() != now
        {
            self.not_run(&call, None, Route::Defer, "def_changed", Retry::After, Vec::new());
            return;
        }
        let view = self.gate.explain(&self.full_name(&call));
        let named = category::is_named(&view);
        let mut as_what = None;
        let category = if let Some(definition) = &definition {
            let shown = yes.as_ref().is_some_and(|yes| yes.approval.trusted);
            as_what = Some(self.standing(&call, definition, named, shown, &mut found));
            let trusted = self.config.trust_hints;
            let read = category::of(&call.name, &view, Some(definition.hints), trusted);
            if read.hint_not_trusted {
                found.codes.push("hint_not_trusted".to_owned());
            }
            self.check_arguments(&call, definition, &mut found);
            if self.config.outbound_after_private
                && self.private_read
                && definition.hints.open_world != Some(false)
                && matches!(read.category, ToolCategory::PrivateRead | ToolCategory::PublicRead)
            {
                found.outbound = true;
                found.codes.push("outbound_after_private".to_owned());
            }
            read.category
        } else if call.what == What::Tool {
            category::of(&call.name, &view, None, false).category
        } else {
            view.tool_category.unwrap_or(ToolCategory::PrivateRead)
        };
        let wants_yes = (found.outbound || found.unusable) && yes.is_none();
        let wants_yes = wants_yes || (found.question.is_some() && found.stale.is_none());
        let recommended = if wants_yes { Route::Ask } else { Route::Accept };
        let known = definition.as_ref().zip(as_what);
        let known = known.map(|(known, as_what)| Known { short: known.short(), as_what });
        let approval = yes.as_ref().map(|yes| &yes.approval);
        let event = self.event(&call, category, recommended, known, approval, named);
        let Some(verdict) = verdict::of(&*self.gate, event, self.now_ms) else {
            self.record(Record::new("fault").text("code", "gate_broken"));
            self.note("the gate failed on a call; it was not sent");
            self.not_run(&call, None, Route::Refuse, "gate_broken", Retry::After, Vec::new());
            return;
        };
        if verdict.route == Route::Ask && yes.is_none() {
            found.curable = self.is_curable(&call, &verdict, category, known, named);
        }
        self.record_decision(&call, &verdict, &found);
        self.follow(call, yes, &verdict, &found, definition.is_some());
    }

    /// Whether the gate would accept the call with a person's yes.
    fn is_curable(
        &self,
        call: &Call,
        verdict: &Verdict,
        category: ToolCategory,
        known: Option<Known<'_>>,
        named: bool,
    ) -> bool {
        let id = "not-given".to_owned();
        let digest = verdict.digest.clone();
        let approval = Approval { id, digest, at_ms: self.now_ms, trusted: true };
        let known = known.map(|known| match known.as_what {
            AsWhat::Seen => Known { as_what: AsWhat::Accepted, ..known },
            _ => known,
        });
        let event = self.event(call, category, Route::Accept, known, Some(&approval), named);
        let verdict = verdict::of(&*self.gate, event, self.now_ms);
        verdict.is_some_and(|verdict| verdict.route == Route::Accept)
    }

    fn record_decision(&mut self, call: &Call, verdict: &Verdict, found: &Found) {
        let guard_code = (!found.faults.is_empty()).then_some("args_schema");
        let unusable = found.unusable.then_some("args_schema_unusable");
        let duplicate = found.duplicate.then_some("def_duplicate_name");
        let own = found.codes.iter().map(String::as_str).chain(found.question).chain(found.stale);
        let own = own.chain(guard_code).chain(unusable).chain(duplicate).map(str::to_owned);
        let mut record = Record::new("decision")
            .text("request_id", &*call.request_id)
            .route(verdict.route)
            .codes(verdict.codes.iter().cloned().chain(own))
            .text("digest", &*verdict.digest)
            .decided(verdict.audit_event.clone());
        if self.config.shadow {
            record = record.text("would_have", verdict.route.as_str());
        }
        self.record(record);
    }

    fn follow(
        &mut self,
        call: Call,
        yes: Option<Yes>,
        verdict: &Verdict,
        found: &Found,
        defined: bool,
    ) {
        if self.config.shadow {
            self.send(call, verdict, yes);
        } else if found.duplicate {
            let (route, retry) = (Route::Refuse, Retry::No);
            self.not_run(&call, Some(verdict), route, "def_duplicate_name", retry, Vec::new());
        } else if !found.faults.is_empty() {
            let route = verdict.route.max(Route::Ask);
            let faults = found.faults.clone();
            self.not_run(&call, Some(verdict), route, "args_schema", Retry::Changed, faults);
        } else if verdict.route == Route::Accept {
            self.send(call, verdict, yes);
        } else if verdict.route == Route::Ask && yes.is_none() && found.curable {
            let about = match found.question {
                Some(code) => About::Definition(code),
                None if found.outbound => About::Outbound,
                None => About::Action { unusable: found.unusable },
            };
            self.ask(call, verdict, about);
        } else {
            let stale = verdict.blockers.contains(&Blocker::StaleEvidence);
            let code = match found.stale {
                Some(code) if stale => code,
                _ if !defined && call.what == What::Tool && verdict.route > Route::Ask => {
                    let unknown =
                        verdict.blocker_codes().iter().any(|code| code.starts_with("unknown_"));
                    if unknown { "def_unknown_tool" } else { "gate" }
                }
                _ => "gate",
            };
            let retry = match verdict.route {
                Route::Refuse => Retry::No,
                Route::Ask => Retry::Changed,
                _ => Retry::After,
            };
            let pointers = secret_pointers(verdict);
            self.not_run(&call, Some(verdict), verdict.route, code, retry, pointers);
        }
    }

    fn check_arguments(&self, call: &Call, definition: &Definition, found: &mut Found) {
        let Some(schema) = &definition.schema else { return };
        let declared = schema.as_object().and_then(|schema| text(schema, "$schema"));
        let is_2020 = match declared {
            Some(dialect) => !dialect.contains("draft-07"),
            None => call.stateless || self.peer.version.as_deref() >= Some("2025-11-25"),
        };
        match schema::check(schema, &Value::Object(call.arguments.clone()), is_2020) {
            Checked::Fits => {}
            Checked::Faults(faults) => found.faults = faults,
            Checked::Unusable => found.unusable = true,
        }
    }

    /// What the definition is evidence for, and whether it has to be seen first.
    fn standing(
        &self,
        call: &Call,
        definition: &Definition,
        named: bool,
        shown: bool,
        found: &mut Found,
    ) -> AsWhat {
        let judged = self.judged(definition, named);
        found.duplicate = self.listing.duplicates.contains(&call.name);
        let removed = self.listing.removed.contains(&call.name);
        found.stale = if removed { Some("def_removed") } else { judged.stale };
        found.question = judged.question;
        if judged.server_changed {
            found.codes.push("def_server_changed".to_owned());
        }
        if judged.lookalike {
            found.codes.push("def_lookalike".to_owned());
        }
        if found.stale.is_some() {
            AsWhat::Stale
        } else if judged.accepted || shown {
            AsWhat::Accepted
        } else {
            AsWhat::Seen
        }
    }
}

fn secret_pointers(verdict: &Verdict) -> Vec<String> {
    let about = |need: &Value<'_>| {
        let need = need.as_object()?;
        let pointer = ["argument", "remove", "fix"].iter().find_map(|key| text(need, key))?;
        Some(pointer.strip_prefix("/proposed_arguments").unwrap_or(pointer).to_owned())
    };
    verdict.needs.iter().filter_map(about).collect()
}
