//! The events that are measured.

use aana_core::time;
use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde_json::Value;

/// One event, and what the gate says of it.
#[derive(Deserialize)]
pub(crate) struct Measured {
    pub(crate) name: String,
    /// The route, so that no runner measures something else by mistake.
    pub(crate) route: String,
    event: Value,
    #[serde(skip)]
    pub(crate) text: String,
}

/// All of them.
pub(crate) struct Manifest {
    pub(crate) now_ms: i64,
    pub(crate) events: Vec<Measured>,
}

impl Manifest {
    pub(crate) fn load() -> Result<Self> {
        #[derive(Deserialize)]
        struct File {
            now: String,
            events: Vec<Measured>,
        }
        let mut file: File = serde_json::from_str(include_str!("../events.json"))?;
        let now_ms = time::parse(&file.now).context("`now` is not a time")?;
        for measured in &mut file.events {
            measured.text = measured.event.to_string();
            let decision = aana_core::Gate::default().check(&measured.text, now_ms);
            ensure!(
                decision.route().as_str() == measured.route,
                "{}: another route",
                measured.name
            );
        }
        Ok(Self { now_ms, events: file.events })
    }
}
