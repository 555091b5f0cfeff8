//! `aana descriptor tool-call`: a call of a client, up to the event that the gate is asked about.

use std::path::Path;

use aana_core::contract::AuthorizationState;
use aana_formats::aai::{CallRule, Catalog, Descriptor, EventContext, Plan, carried_back};
use aana_formats::{Report, Rule as _};
use serde_json::{Map, Value, json};

use super::args::ToolCallArgs;
use super::loaded::{MAX_BYTES, client_of, load, pretty, refused};
use super::source;
use crate::exit::{self, Failure, Outcome};
use crate::{output, setup};

/// How long a descriptor counts as fresh; it was read just now.
const MAX_AGE_HOURS: u32 = 24;

pub(super) fn run(args: &ToolCallArgs) -> Outcome {
    let (text, report, descriptor) = load(&args.file)?;
    let Some(descriptor) = descriptor else {
        return refused(&args.file.file, &text, &report, args.format);
    };
    let given = source::read_text(&args.arguments, MAX_BYTES)?;
    let call = match called(args, &descriptor, &given) {
        Ok(call) => call,
        Err(report) => return refused(&args.arguments, &given, &report, args.format),
    };
    if args.event {
        let event = event(args, &descriptor, &call)?;
        output::json(&format!("{event}\n"))?;
        return Ok(exit::SUCCESS);
    }
    let mut shown = json!({
        "app_id": descriptor.app_id(),
        "tool": call.tool,
        "arguments": call.arguments,
    });
    if let (Some(map), Some(plan)) = (shown.as_object_mut(), &call.plan) {
        map.insert("plan".to_owned(), json!(plan));
        map.insert("audit".to_owned(), json!(plan.audit()));
        map.insert("digest".to_owned(), plan.digest().into());
    }
    output::json(&pretty(&shown))?;
    Ok(exit::SUCCESS)
}

/// A call under the names of the descriptor.
struct Call {
    tool: String,
    arguments: Map<String, Value>,
    /// Its request; a tool that is only declared has none.
    plan: Option<Plan>,
}

fn called(
    args: &ToolCallArgs,
    descriptor: &Descriptor,
    given: &str,
) -> Result<Call, Report<CallRule>> {
    let (tool, arguments) = match args.client {
        Some(client) => {
            let back = carried_back(client_of(client), &[descriptor], &args.tool, given)?;
            (back.tool, Value::Object(back.arguments).to_string())
        }
        None => (args.tool.clone(), given.to_owned()),
    };
    let arguments_checked = descriptor.checked_arguments(&tool, &arguments)?;
    match descriptor.call(&tool, &arguments) {
        Ok(plan) => Ok(Call { tool, arguments: plan.arguments().clone(), plan: Some(plan) }),
        Err(report)
            if report.findings().iter().all(|it| it.rule == CallRule::PlanNotExecutable) =>
        {
            Ok(Call { tool, arguments: arguments_checked, plan: None })
        }
        Err(report) => Err(report),
    }
}

fn event(args: &ToolCallArgs, descriptor: &Descriptor, call: &Call) -> Result<Value, Failure> {
    let now_ms = setup::now(args.now.as_deref())?;
    let evidence = args.evidence.as_deref().map_or_else(|| Ok(Vec::new()), refs)?;
    let state = AuthorizationState::parse(&args.authorization_state);
    let context = EventContext {
        authorization_state: state.unwrap_or(AuthorizationState::None),
        pinned: args.pinned,
        read_at_ms: now_ms,
        max_age_hours: MAX_AGE_HOURS,
        now_ms,
        evidence: &evidence,
    };
    let catalog = Catalog::new(&[descriptor]);
    let event = match &call.plan {
        Some(plan) => catalog.event(plan, &context),
        None => catalog.declared_event(descriptor.app_id(), &call.tool, &call.arguments, &context),
    };
    event.ok_or_else(|| Failure::NotValid(CallRule::PlanUnknownTool.sentence().to_owned()))
}

/// Evidence refs of the operator's own.
fn refs(file: &Path) -> Result<Vec<Value>, Failure> {
    let text = source::read_text(file, MAX_BYTES)?;
    match serde_json::from_str(&text) {
        Ok(Value::Array(refs)) => Ok(refs),
        _ => Err(Failure::Usage("`--evidence` is not a file with a JSON array of refs".to_owned())),
    }
}
