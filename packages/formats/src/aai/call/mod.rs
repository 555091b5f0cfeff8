//! A call of a tool: its arguments, the request that they make, and what is put in when it is sent.

#[cfg(feature = "arguments")]
mod arguments;
mod audit;
mod carried;
mod fill;
#[cfg(feature = "arguments")]
mod parts;
mod plan;
mod secrets;
#[cfg(feature = "arguments")]
mod validator;
mod weight;
mod wire;

pub use audit::Audit;
pub use plan::{Plan, Request, SecretRef};
pub use secrets::AllowedVariable;
pub use wire::Wire;

use serde_json::{Map, Value};

#[cfg(feature = "arguments")]
use super::schema::Allowance;

use super::{
    CallRule as Rule,
    findings::{Findings, found},
    model::{Descriptor, Execution, Tool},
    nearest, read,
};
use crate::Report;

impl Descriptor {
    /// Checks the arguments of a call and plans the request that they make. Nothing is sent and no
    /// secret is looked up.
    ///
    /// # Errors
    ///
    /// Every broken rule: of the arguments, or, if they are valid, of the plan. Pointers lead into the
    /// arguments; that of `plan.not_executable` leads into the descriptor.
    ///
    /// # Example: what was not declared is not sent
    ///
    /// ```
    /// use aana_formats::{Rule as _, aai::{Profile, load}};
    ///
    /// let text = r#"{"schema_version": "1.0",
    ///     "app": {"id": "com.example.notes", "name": "Notes", "description": "Keeps notes"},
    ///     "execution": {"type": "http", "base_url": "https://api.example.com/v1"},
    ///     "tools": [{"name": "get_note", "description": "Get a note",
    ///         "execution": {"path": "/notes/${note_id}", "method": "GET"},
    ///         "parameters": {"type": "object", "properties": {"note_id": {"type": "string"}},
    ///                        "required": ["note_id"]}}]}"#;
    /// let (_, descriptor) = load(text, Profile::Seed);
    /// let descriptor = descriptor.unwrap();
    ///
    /// let plan = descriptor.call("get_note", r#"{"note_id": "a/b"}"#).unwrap();
    /// assert_eq!(plan.url(), Some("https://api.example.com/v1/notes/a%2Fb"));
    ///
    /// let report = descriptor.call("get_note", r#"{"note_id": "..", "all": true}"#).unwrap_err();
    /// let rules: Vec<_> = report.findings().iter().map(|it| it.rule.id()).collect();
    /// assert_eq!(rules, ["plan.unbound_argument", "plan.path_traversal"]);
    /// ```
    #[cfg(feature = "arguments")]
    pub fn call(&self, tool: &str, arguments: &str) -> Result<Plan, Report<Rule>> {
        let mut findings = Findings::new();
        let plan = self.find(tool, &mut findings).and_then(|tool| {
            let arguments = object(read::arguments(arguments, &mut findings)?, &mut findings)?;
            let arguments = valid(tool, arguments, "", &mut Allowance::new(), &mut findings)?;
            self.plan(tool, arguments, &mut findings)
        });
        finish(plan, findings)
    }

    /// Plans a request of arguments that **were checked elsewhere**, by the same descriptor: for a
    /// program that holds this part without the validator. Defaults are put in here; the rules
    /// `plan.*` are kept.
    ///
    /// # Errors
    ///
    /// Every broken rule of the plan.
    pub fn plan_checked_elsewhere(
        &self,
        tool: &str,
        arguments: &str,
    ) -> Result<Plan, Report<Rule>> {
        let mut findings = Findings::new();
        let plan = self.find(tool, &mut findings).and_then(|tool| {
            let arguments = object(read::arguments(arguments, &mut findings)?, &mut findings)?;
            self.plan(tool, tool.with_defaults(arguments), &mut findings)
        });
        finish(plan, findings)
    }

    /// Checks the arguments of a call alone, also of a tool that is only declared.
    #[cfg(feature = "arguments")]
    pub fn check_arguments(&self, tool: &str, arguments: &str) -> Report<Rule> {
        let mut findings = Findings::new();
        if let Some(tool) = self.find(tool, &mut findings)
            && let Some(value) = read::arguments(arguments, &mut findings)
            && let Some(arguments) = object(value, &mut findings)
        {
            valid(tool, arguments, "", &mut Allowance::new(), &mut findings);
        }
        findings.report()
    }

    /// The arguments of a call with their defaults in, if they are valid; also of a tool that is only declared.
    ///
    /// # Errors
    ///
    /// Every rule `args.*` that they break.
    #[cfg(feature = "arguments")]
    pub fn checked_arguments(
        &self,
        tool: &str,
        arguments: &str,
    ) -> Result<Map<String, Value>, Report<Rule>> {
        let mut findings = Findings::new();
        let checked = self.find(tool, &mut findings).and_then(|tool| {
            let arguments = object(read::arguments(arguments, &mut findings)?, &mut findings)?;
            valid(tool, arguments, "", &mut Allowance::new(), &mut findings)
        });
        checked.ok_or_else(|| findings.report())
    }

    /// Checks the answer of a tool by its `returns`. A tool without one may answer anything.
    #[cfg(feature = "arguments")]
    pub fn check_answer(&self, tool: &str, answer: &str) -> Report<Rule> {
        let mut findings = Findings::new();
        if let Some(tool) = self.find(tool, &mut findings)
            && let Some(answer) = read::arguments(answer, &mut findings)
        {
            arguments::answer(tool, &answer, &mut findings);
        }
        findings.report()
    }

    fn find(&self, name: &str, findings: &mut Findings<Rule>) -> Option<&Tool> {
        let tool = self.tool(name);
        if tool.is_none() {
            let hint = nearest::hint(name, self.tools.iter().map(|it| it.name.as_str()));
            let message = format!("the descriptor has no tool of this name{hint}");
            findings.add(Rule::PlanUnknownTool, "", message);
        }
        tool
    }

    pub(super) fn plan(
        &self,
        tool: &Tool,
        arguments: Map<String, Value>,
        findings: &mut Findings<Rule>,
    ) -> Option<Plan> {
        match (&self.execution, &tool.binding) {
            (None, _) => {
                let message = "the descriptor has no `execution`; its tools are declared only";
                findings.add(Rule::PlanNotExecutable, "/execution", message);
                None
            }
            (Some(Execution::Http { .. }), None) => {
                let pointer = format!("/tools/{}/execution", tool.index);
                let message = "the tool has no `execution`; it is declared only";
                findings.add(Rule::PlanNotExecutable, &pointer, message);
                None
            }
            (Some(Execution::Ipc), _) => plan::ipc(self, tool, arguments, findings),
            (Some(Execution::Http { base, headers }), Some(binding)) => {
                plan::http(self, tool, (base, headers, binding), arguments, findings)
            }
        }
    }
}

#[cfg(feature = "arguments")]
pub(super) use {
    arguments::{DefaultFaults, default_faults, valid},
    validator::BoundedValidator,
};

pub(super) fn object(value: Value, findings: &mut Findings<Rule>) -> Option<Map<String, Value>> {
    match value {
        Value::Object(map) => Some(map),
        other => {
            let message = format!("the arguments are {}; they must be an object", found(&other));
            findings.add(Rule::ArgsType, "", message);
            None
        }
    }
}

fn finish(plan: Option<Plan>, findings: Findings<Rule>) -> Result<Plan, Report<Rule>> {
    match plan {
        Some(plan) if findings.clean() => Ok(plan),
        _ => Err(findings.report()),
    }
}
