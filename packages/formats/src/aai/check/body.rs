//! The body template of a binding.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{
    super::{
        findings::{element, member},
        model::Body,
        template::{self, Part, Style},
    },
    Check, Object, Rule,
    parameters::Parameters,
};

impl Check {
    /// The template taken apart; the names that it uses go to `used`.
    pub(super) fn body<'p>(
        &mut self,
        value: &Value,
        at: &str,
        parameters: &'p Parameters<'_>,
        used: &mut BTreeSet<&'p str>,
    ) -> Body {
        match value {
            Value::String(text) => self.body_text(text, at, parameters, used),
            Value::Array(items) if !items.is_empty() => Body::List(
                items
                    .iter()
                    .enumerate()
                    .map(|(index, item)| self.body(item, &element(at, index), parameters, used))
                    .collect(),
            ),
            Value::Object(object) if !object.is_empty() => {
                self.body_object(object, at, parameters, used)
            }
            other => Body::Fixed(other.clone()),
        }
    }

    fn body_object<'p>(
        &mut self,
        object: &Object,
        at: &str,
        parameters: &'p Parameters<'_>,
        used: &mut BTreeSet<&'p str>,
    ) -> Body {
        let mut members = Vec::with_capacity(object.len());
        for (key, value) in object {
            let at = member(at, key);
            if template::has_marker(key) {
                let message = "a member name has a placeholder; only values are templated";
                self.error(Rule::TemplateInKey, &at, message);
            }
            members.push((key.clone(), self.body(value, &at, parameters, used)));
        }
        Body::Object(members)
    }

    fn body_text<'p>(
        &mut self,
        text: &str,
        at: &str,
        parameters: &'p Parameters<'_>,
        used: &mut BTreeSet<&'p str>,
    ) -> Body {
        let Some(parts) = template::parts(text, Style::Dollar) else {
            let message = "the text has a malformed placeholder; it is written `${name}`, and a literal \
                           `${` as `$${`";
            self.error(Rule::TemplateSyntax, at, message);
            return Body::Fixed(Value::Null);
        };
        let whole = parts.len() == 1;
        for part in &parts {
            let Part::Value(name) = part else { continue };
            let Some((name, parameter)) = parameters.by_name.get_key_value(name.as_str()) else {
                let message = "the placeholder names no declared parameter";
                self.error(Rule::TemplateUnknownParam, at, message);
                continue;
            };
            used.insert(name);
            if whole {
                continue;
            }
            if parameter.nonscalar {
                let message = "a list or an object stands inside longer text; only a string, a number or \
                               a boolean is allowed there";
                self.error(Rule::TemplateNonscalarInString, at, message);
            }
            if !parameter.always_there() {
                let message = "an optional parameter without a default stands inside longer text; \
                               without it the whole text is left out";
                self.error(Rule::TemplateOptionalInString, at, message);
            }
        }
        Body::Text(parts)
    }
}
