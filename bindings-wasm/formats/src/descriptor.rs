//! Descriptors: read once, and asked many times.

use std::rc::Rc;

use aana_formats::aai::text::{self, Loaded};
use aana_text_api::first_fault;
use wasm_bindgen::prelude::wasm_bindgen;

/// Judges a descriptor, by the profile `seed` or `compat`.
#[wasm_bindgen(js_name = descriptorCheck)]
pub fn descriptor_check(descriptor: &str, profile: &str) -> String {
    text::read(descriptor, profile).0
}

/// What is said of a descriptor in which the package found faults.
#[wasm_bindgen(js_name = descriptorUnread)]
pub fn descriptor_unread(faults: &str) -> String {
    text::unread_descriptor(first_fault(faults))
}

/// What is said of a call in whose arguments the package found faults.
#[cfg(feature = "arguments")]
#[wasm_bindgen(js_name = callUnread)]
pub fn call_unread(faults: &str) -> String {
    text::unread_call(first_fault(faults))
}

/// What is said of arguments or an answer in which the package found faults.
#[cfg(feature = "arguments")]
#[wasm_bindgen(js_name = valueUnread)]
pub fn value_unread(faults: &str) -> String {
    text::unread_value(first_fault(faults))
}

/// What a tool without a descriptor does.
#[wasm_bindgen(js_name = classifyFacts)]
pub fn classify_facts(facts: &str, authorization_state: &str, pinned: bool) -> String {
    text::classify_facts(facts, authorization_state, pinned)
}

/// A descriptor that was accepted.
#[wasm_bindgen]
pub struct Descriptor {
    loaded: Rc<Loaded>,
    report: String,
}

#[wasm_bindgen]
impl Descriptor {
    /// Reads a descriptor, by the profile `seed` or `compat`.
    ///
    /// # Errors
    ///
    /// What [`descriptor_check`] says of one that is not accepted.
    #[wasm_bindgen(constructor)]
    pub fn new(descriptor: &str, profile: &str) -> Result<Self, String> {
        match text::read(descriptor, profile) {
            (report, Some(loaded)) => Ok(Self { loaded: Rc::new(loaded), report }),
            (report, None) => Err(report),
        }
    }

    /// What [`descriptor_check`] says of this descriptor.
    pub fn report(&self) -> String {
        self.report.clone()
    }

    /// Plans a call whose arguments were checked elsewhere.
    #[wasm_bindgen(js_name = planCheckedElsewhere)]
    pub fn plan_checked_elsewhere(&self, tool: &str, arguments: &str) -> String {
        self.loaded.plan_checked_elsewhere(tool, arguments)
    }

    /// What a tool does.
    pub fn classify(&self, tool: &str, authorization_state: &str, pinned: bool) -> String {
        self.loaded.classify(tool, authorization_state, pinned)
    }
}

#[cfg(feature = "arguments")]
#[wasm_bindgen]
impl Descriptor {
    /// Checks the arguments of a call and plans it.
    pub fn plan(&self, tool: &str, arguments: &str) -> String {
        self.loaded.plan(tool, arguments)
    }

    /// Checks the arguments of a call alone.
    #[wasm_bindgen(js_name = checkArguments)]
    pub fn check_arguments(&self, tool: &str, arguments: &str) -> String {
        self.loaded.arguments(tool, arguments)
    }

    /// Checks the answer of a tool.
    #[wasm_bindgen(js_name = checkAnswer)]
    pub fn check_answer(&self, tool: &str, answer: &str) -> String {
        self.loaded.answer(tool, answer)
    }

    /// What [`wire`](Self::wire) needs for this call; nothing if the list of variables cannot be read.
    #[wasm_bindgen(js_name = secretsToLookUp)]
    #[allow(clippy::needless_pass_by_value, reason = "the glue hands over what it owns")]
    pub fn secrets_to_look_up(
        &self,
        tool: &str,
        arguments: &str,
        allow_variables: Vec<String>,
    ) -> Option<Vec<String>> {
        self.loaded.secrets_to_look_up(tool, arguments, &allow_variables)
    }

    /// Plans a call and puts its secrets in place.
    pub fn wire(&self, tool: &str, arguments: &str, secrets: &str) -> String {
        self.loaded.wire(tool, arguments, secrets)
    }

    /// Plans a call and forms the event for it.
    pub fn event(&self, tool: &str, arguments: &str, context: &str) -> String {
        self.loaded.event(tool, arguments, context)
    }
}

/// Descriptors that are asked together. They go on serving on their own.
#[wasm_bindgen]
#[derive(Default)]
pub struct Catalog(Vec<Rc<Loaded>>);

#[wasm_bindgen]
impl Catalog {
    /// A catalog without a descriptor.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one more descriptor.
    pub fn add(&mut self, descriptor: &Descriptor) {
        self.0.push(Rc::clone(&descriptor.loaded));
    }

    /// The tools of the descriptors for a client, by its word.
    pub fn tools(&self, client: &str, pinned: bool) -> String {
        text::tools(&self.all(), client, pinned)
    }

    fn all(&self) -> Vec<&Loaded> {
        self.0.iter().map(Rc::as_ref).collect()
    }
}

#[cfg(feature = "arguments")]
#[wasm_bindgen]
impl Catalog {
    /// Decides an event, whose arguments must fit the tool's parameters if it is a tool of a descriptor.
    ///
    /// # Errors
    ///
    /// The faults of the policy as JSON text.
    #[wasm_bindgen(js_name = checkEvent)]
    pub fn check_event(
        &self,
        policy: Option<String>,
        mode: Option<String>,
        event: &str,
        now_ms: f64,
    ) -> Result<String, String> {
        let gate = aana_text_api::gate(policy.as_deref(), mode.as_deref())?;
        let now_ms = aana_text_api::whole(now_ms);
        Ok(text::check_event(&gate, &self.all(), event, now_ms))
    }

    /// A call of a client under the names of the descriptors.
    #[wasm_bindgen(js_name = carriedBack)]
    pub fn carried_back(&self, client: &str, name: &str, arguments: &str) -> String {
        text::carried_back(&self.all(), client, name, arguments)
    }

    /// What is wrong with the arguments of an event, and nothing else.
    #[wasm_bindgen(js_name = eventFaults)]
    pub fn event_faults(&self, event: &str) -> String {
        text::event_faults(&self.all(), event)
    }
}
