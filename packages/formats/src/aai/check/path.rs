//! The path of a binding.

use super::{
    super::{
        template::{self, Part, Style},
        url,
    },
    Check, Rule,
    parameters::Parameters,
};

impl Check {
    /// The path taken apart, if it is usable; the names that it uses go to `used`.
    pub(super) fn path<'p>(
        &mut self,
        text: &str,
        at: &str,
        parameters: &'p Parameters<'_>,
        used: &mut std::collections::BTreeSet<&'p str>,
    ) -> Option<Vec<Part>> {
        if let Some((rule, message)) = start_fault(text) {
            self.error(rule, at, message);
            return None;
        }
        let parts = self.path_parts(text, at)?;
        let mut literal = String::new();
        for part in &parts {
            match part {
                Part::Text(text) => literal.push_str(text),
                Part::Value(_) => literal.push('x'),
            }
        }
        if literal.contains(['?', '#']) {
            let message =
                "`path` has a query or a fragment; arguments of GET and DELETE go into the query";
            self.error(Rule::PathQueryOrFragment, at, message);
        } else if url::has_bad_path_byte(&literal) {
            let message = "`path` has a character that no path has, or an encoded slash, backslash or \
                           control character";
            self.error(Rule::PathBadChar, at, message);
        } else if url::has_dot_segment(&literal) {
            let message =
                "`path` has a dot segment, plain or encoded; write the path that it leads to";
            self.error(Rule::PathDotSegment, at, message);
        }
        for part in &parts {
            let Part::Value(name) = part else { continue };
            let Some((name, parameter)) = parameters.by_name.get_key_value(name.as_str()) else {
                let message = "`path` has a placeholder that names no declared parameter";
                self.error(Rule::TemplateUnknownParam, at, message);
                continue;
            };
            used.insert(name);
            if parameter.nonscalar {
                let message = "`path` has a placeholder for a list or an object; only a string, a number \
                               or a boolean is allowed";
                self.error(Rule::TemplateNonscalarInString, at, message);
            }
            if !parameter.always_there() {
                let message = "`path` has a placeholder for an optional parameter without a default; a \
                               call without it cannot be made";
                self.error(Rule::PathPlaceholderOptional, at, message);
            }
        }
        Some(parts)
    }

    fn path_parts(&mut self, text: &str, at: &str) -> Option<Vec<Part>> {
        let malformed = "`path` has a malformed placeholder; it is written `${name}`";
        let Some(parts) = template::parts(text, Style::Dollar) else {
            self.error(Rule::TemplateSyntax, at, malformed);
            return None;
        };
        let brace = |part: &Part| matches!(part, Part::Text(text) if text.contains(['{', '}']));
        if !parts.iter().any(brace) {
            return Some(parts);
        }
        if !self.reads_neighbours() {
            let message = "`path` has a brace; a placeholder is written `${name}`. The profile compat \
                           reads `{name}` as well";
            self.error(Rule::PathBracePlaceholder, at, message);
            return None;
        }
        let message = "`path` has a placeholder written `{name}`, the spelling of later gateways";
        self.error(Rule::PathBracePlaceholderRead, at, message);
        let parts = template::parts(text, Style::DollarAndBrace);
        if parts.is_none() {
            self.error(Rule::TemplateSyntax, at, malformed);
        }
        parts
    }
}

fn start_fault(path: &str) -> Option<(Rule, &'static str)> {
    if path.starts_with("//") || path.starts_with("/\\") || path.starts_with('\\') {
        let message = "`path` starts like another host; it starts with one slash";
        return Some((Rule::PathProtocolRelative, message));
    }
    if path.starts_with('/') {
        return None;
    }
    let has_scheme = path.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.bytes().all(|it| it.is_ascii_alphanumeric() || b"+-.".contains(&it))
    });
    Some(if has_scheme {
        (Rule::PathAbsoluteUrl, "`path` is a URL of its own; it is appended to `base_url`")
    } else {
        (Rule::PathNoLeadingSlash, "`path` does not start with a slash")
    })
}
