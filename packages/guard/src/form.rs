//! What a person is shown: everything that will run, in an order and on lines that no value can change.

use std::fmt::Write as _;

use aana_core::confusables;
use aana_core::json::Value;
use aana_core::secrets;

use crate::definition::sha256;
use crate::hidden::is_hidden;

/// How many characters of a server's text are shown.
const SERVER_TEXT: usize = 2000;

/// A form, as plain text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Form {
    pub(crate) text: String,
    /// Characters that would not be seen, or would be taken for others, and are written out.
    pub(crate) hidden: usize,
    /// Whether a secret is not shown.
    masked: bool,
    /// Words in letters of two scripts.
    mixed: usize,
    fields: usize,
    characters: usize,
}

/// What will run.
pub(crate) struct Action<'a> {
    pub(crate) label: &'a str,
    pub(crate) tool: &'a str,
    pub(crate) server: &'a str,
    pub(crate) definition: &'a str,
    pub(crate) arguments: &'a Value<'static>,
    /// Sentences of the guard's own.
    pub(crate) why: &'a [String],
    pub(crate) digest: &'a str,
}

/// The form for an action.
pub(crate) fn action(action: &Action<'_>) -> Form {
    let mut form = Form::default();
    form.line("run", |form| {
        form.shown(action.label);
        form.text.push_str(" / ");
        form.shown(action.tool);
    });
    form.line("server", |form| form.shown(action.server));
    form.line("definition", |form| form.text.push_str(action.definition));
    let mut arguments = Form::default();
    arguments.values("", "", action.arguments);
    let (fields, characters) = (arguments.fields, arguments.characters);
    let _ = writeln!(form.text, "arguments: {fields} fields, {characters} characters");
    form.text.push_str(&arguments.text);
    form.hidden += arguments.hidden;
    for why in action.why {
        let _ = writeln!(form.text, "why: {why}");
    }
    if form.hidden > 0 {
        let _ = writeln!(form.text, "hidden characters: {}", form.hidden);
    }
    if arguments.mixed > 0 {
        let _ = writeln!(form.text, "words in letters of two scripts: {}", arguments.mixed);
    }
    if arguments.masked {
        form.text.push_str("masked: what looks like a secret is not shown\n");
    }
    let _ = writeln!(form.text, "digest: {}", grouped(action.digest));
    form
}

/// What a server says of a tool, where that is new or has changed.
pub(crate) struct Change<'a> {
    pub(crate) label: &'a str,
    pub(crate) tool: &'a str,
    pub(crate) server: &'a str,
    pub(crate) why: &'a [String],
    pub(crate) old: Option<&'a str>,
    pub(crate) new: &'a str,
    pub(crate) digest: &'a str,
}

/// The form for a definition. The server's texts are quoted.
pub(crate) fn definition(change: &Change<'_>) -> Form {
    let mut form = Form::default();
    form.line("definition of", |form| {
        form.shown(change.label);
        form.text.push_str(" / ");
        form.shown(change.tool);
    });
    form.line("server", |form| form.shown(change.server));
    for why in change.why {
        let _ = writeln!(form.text, "why: {why}");
    }
    if let Some(old) = change.old {
        form.quoted("before", old);
    }
    form.quoted("now", change.new);
    if form.hidden > 0 {
        let _ = writeln!(form.text, "hidden characters: {}", form.hidden);
    }
    let _ = writeln!(form.text, "digest: {}", grouped(change.digest));
    form
}

impl Form {
    fn line(&mut self, what: &str, write: impl FnOnce(&mut Self)) {
        self.text.push_str(what);
        self.text.push_str(": ");
        write(self);
        self.text.push('\n');
    }

    /// A text of the server's, a line of it on a line, behind a sign that no other line begins with.
    fn quoted(&mut self, what: &str, text: &str) {
        let count = text.chars().count();
        let cut: String = text.chars().take(SERVER_TEXT).collect();
        let _ = writeln!(self.text, "{what}:");
        for line in cut.split('\n') {
            self.text.push_str("> ");
            self.shown(line);
            self.text.push('\n');
        }
        if count > SERVER_TEXT {
            let _ = writeln!(self.text, "and {} characters more", count - SERVER_TEXT);
        }
    }

    fn values(&mut self, pointer: &str, key: &str, value: &Value<'_>) {
        match value {
            Value::Object(object) if !object.members().is_empty() => {
                for member in object.members() {
                    let step = member.key.replace('~', "~0").replace('/', "~1");
                    self.values(&format!("{pointer}/{step}"), &member.key, &member.value);
                }
            }
            Value::Array(items) if !items.is_empty() => {
                for (index, item) in items.iter().enumerate() {
                    self.values(&format!("{pointer}/{index}"), key, item);
                }
            }
            Value::Object(object) if pointer.is_empty() && object.members().is_empty() => {}
            leaf => {
                self.fields += 1;
                self.shown(pointer);
                self.text.push_str(" = ");
                match leaf {
                    Value::String(text) => self.quoted_value(key, text),
                    leaf => {
                        let written = crate::tree::canonical(leaf);
                        self.characters += written.len();
                        self.text.push_str(&written);
                    }
                }
                self.text.push('\n');
            }
        }
    }

    fn quoted_value(&mut self, key: &str, text: &str) {
        self.characters += text.chars().count();
        self.mixed +=
            text.split(|sign: char| !sign.is_alphanumeric()).filter(|it| is_mixed(it)).count();
        let mut at = 0;
        self.text.push('"');
        for range in secrets::spans_under(key, text) {
            let (Some(before), Some(secret)) = (text.get(at..range.start), text.get(range.clone()))
            else {
                continue;
            };
            self.escaped(before);
            let hash = sha256(secret);
            let short = crate::definition::short(&hash);
            let _ =
                write!(self.text, "\" [secret, {} characters, {short}] \"", secret.chars().count());
            self.masked = true;
            at = range.end;
        }
        self.escaped(text.get(at..).unwrap_or_default());
        self.text.push('"');
    }

    /// A text without quotes around it.
    fn shown(&mut self, text: &str) {
        self.escaped(text);
    }

    fn escaped(&mut self, text: &str) {
        for sign in text.chars() {
            match sign {
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                '\t' => self.text.push_str("\\t"),
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                sign if is_hidden(sign) => {
                    self.hidden += 1;
                    let _ = write!(self.text, "\\u{{{:04X}}}", u32::from(sign));
                }
                sign => self.text.push(sign),
            }
        }
    }
}

fn is_mixed(word: &str) -> bool {
    word.chars().any(|sign| sign.is_ascii_alphabetic())
        && word.chars().any(|sign| confusables::latin_letter(sign).is_some())
}

/// The digest in groups of four, as far as a person compares it.
fn grouped(digest: &str) -> String {
    let hex = digest.strip_prefix("sha256:").unwrap_or(digest);
    let mut out = String::new();
    for (index, sign) in hex.chars().take(32).enumerate() {
        if index > 0 && index % 4 == 0 {
            out.push(' ');
        }
        out.push(sign);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Action, Form, action};
    use aana_core::json;

    fn form(arguments: &str) -> Form {
        let arguments = json::parse(arguments, 1 << 16).unwrap().into_owned();
        action(&Action {
            label: "files",
            tool: "write_file",
            server: "npx server",
            definition: "seen, 12345678",
            arguments: &arguments,
            why: &["a write needs a yes".to_owned()],
            digest: "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        })
    }

    #[test]
    fn everything_is_shown_and_nothing_draws_a_line() {
        let form =
            form(r#"{"path":"/w/a","content":"x\nwhy: \u202e\"","n":[1.50,{}],"k\ny":null}"#);
        assert_eq!(
            form.text,
            "run: files / write_file\n\
             server: npx server\n\
             definition: seen, 12345678\n\
             arguments: 5 fields, 22 characters\n\
             /path = \"/w/a\"\n\
             /content = \"x\\nwhy: \\u{202E}\\\"\"\n\
             /n/0 = 1.5\n\
             /n/1 = {}\n\
             /k\\ny = null\n\
             why: a write needs a yes\n\
             hidden characters: 1\n\
             digest: 0123 4567 89ab cdef 0123 4567 89ab cdef\n"
        );
    }

    #[test]
    fn a_secret_is_told_by_its_length_and_its_hash() {
        let secret = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
        let form = form(&format!(r#"{{"path":"x {secret} y"}}"#));
        assert!(!form.text.contains(&secret), "{}", form.text);
        assert!(form.text.contains("\"x \" [secret, 40 characters, "), "{}", form.text);
        assert!(form.text.contains("masked:"), "{}", form.text);
    }
}
