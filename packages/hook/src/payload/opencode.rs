//! opencode, which has no hooks of its own: the plugin of `aana hook install` sends this.

use aana_core::json::Object;

use super::parts::{NO_EVENT, Payload, Reading, call, common, prompt};
use crate::read::text;
use crate::{Client, Form};

pub(super) fn read(_: Client, payload: &Object<'_>) -> Reading {
    let session = text(payload, &["sessionID"]).map(str::to_owned);
    match text(payload, &["event"]) {
        Some("tool.execute.before") => {
            let moment = call(payload, &["tool"], &["args"]).map_err(|why| (None, why))?;
            let read = common(payload, Form::Plugin, moment);
            let roots = text(payload, &["worktree"]).map(str::to_owned).into_iter().collect();
            Ok(Payload { session, roots, ..read })
        }
        Some("chat.message") => {
            Ok(Payload { session, ..prompt(payload, Form::Silent, &["prompt"]) })
        }
        _ => Err((None, NO_EVENT)),
    }
}
