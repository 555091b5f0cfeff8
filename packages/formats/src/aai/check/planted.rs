//! Secrets that stand somewhere in a descriptor.
//!
//! Whoever reads the file has them, and a default, a template or a description would hand them on to a model
//! or to another host.

use aana_core::secrets;
use serde_json::Value;

use super::{
    super::findings::{element, member},
    Check, Rule,
};

impl Check {
    /// Provider keys anywhere, in names and in values. Headers have a rule of their own.
    pub(super) fn planted_secrets(&mut self, value: &Value, at: &str) {
        match value {
            Value::String(text) if secrets::holds_provider_secret(text) => self.planted(at),
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.planted_secrets(item, &element(at, index));
                }
            }
            Value::Object(map) => {
                let headers = at.ends_with("/headers") || at.ends_with("/default_headers");
                for (key, it) in map {
                    let at = member(at, key);
                    if secrets::holds_provider_secret(key) {
                        self.planted(&at);
                    }
                    if !(headers && it.is_string() && is_binding(&at)) {
                        self.planted_secrets(it, &at);
                    }
                }
            }
            _ => {}
        }
    }

    fn planted(&mut self, at: &str) {
        let message = "a secret stands in the descriptor; name a variable in `env_var` instead, and replace the \
                       secret";
        self.error(Rule::AuthSecretInDescriptor, at, message);
    }
}

/// Whether a pointer leads to a header, and not to a parameter that is called so.
fn is_binding(at: &str) -> bool {
    let steps: Vec<&str> = at.split('/').collect();
    matches!(
        steps.as_slice(),
        ["", "execution", "default_headers", _] | ["", "tools", _, "execution", "headers", _]
    )
}
