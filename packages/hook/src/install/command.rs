//! The command that a client is told to run: the program by its absolute path, never through an interpreter.

use crate::Client;

/// Whose rules for command lines hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// A POSIX shell.
    Posix,
    /// Windows.
    Windows,
}

/// What a client is told to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The client that runs it.
    pub client: Client,
    /// The absolute path of the program.
    pub program: String,
    /// The options behind `hook CLIENT`.
    pub options: Vec<String>,
    /// Where it runs.
    pub system: System,
}

impl Run {
    /// The words of the command.
    pub fn words(&self) -> Vec<String> {
        let fixed = [self.program.clone(), "hook".to_owned(), self.client.as_str().to_owned()];
        fixed.into_iter().chain(self.options.iter().cloned()).collect()
    }

    /// The words behind the program.
    pub(super) fn arguments(&self) -> Vec<String> {
        self.words().into_iter().skip(1).collect()
    }

    /// The command line, quoted for the shell of the system.
    pub fn line(&self) -> String {
        let words = self.words();
        let quoted = words.iter().map(|word| match self.system {
            System::Posix => quoted_for_sh(word),
            System::Windows => quoted_for_windows(word),
        });
        quoted.collect::<Vec<_>>().join(" ")
    }

    /// The command line for PowerShell, which takes a quoted word at the beginning for a text unless `&` is before it.
    pub(super) fn powershell(&self) -> String {
        let words = self.words();
        let quoted = words.iter().map(|word| format!("'{}'", word.replace('\'', "''")));
        format!("& {}", quoted.collect::<Vec<_>>().join(" "))
    }

    /// Whether every word can be quoted so that the client's shell reads it as it is.
    ///
    /// # Errors
    ///
    /// What cannot be written, for the person who chose the words.
    pub fn check(&self) -> Result<(), String> {
        let refused: &[char] = match self.system {
            System::Posix => &['\0', '\n', '\r'],
            // `%` is replaced by cmd.exe also between quotes.
            System::Windows => &['\0', '\n', '\r', '"', '%'],
        };
        let bad = self.words().into_iter().find(|word| word.contains(refused));
        let Some(word) = bad else { return Ok(()) };
        let sign = word.chars().find(|sign| refused.contains(sign)).unwrap_or_default();
        let place = if word == self.program { "the path of this program" } else { "an option" };
        Err(format!(
            "{place} has the character {sign:?}, which cannot be written in a command line here"
        ))
    }
}

/// Whether words are the hook of this client: this program, or one called `aana` at another place.
pub(super) fn is_ours(words: &[String], client: Client, program: &str) -> bool {
    let [first, second, third, ..] = words else { return false };
    let name = first.rsplit(['/', '\\']).next().unwrap_or(first).to_ascii_lowercase();
    let named = matches!(name.as_str(), "aana" | "aana.exe");
    second == "hook" && third == client.as_str() && (named || first == program)
}

/// The words of a command line as a shell reads them. One that cannot be read is not ours.
pub(super) fn split(line: &str) -> Vec<String> {
    let mut words = shlex::split(line).unwrap_or_default();
    if words.first().is_some_and(|word| word == "&" || word == "exec") {
        words.remove(0);
    }
    words
}

fn quoted_for_sh(word: &str) -> String {
    // It fails only for a NUL, which `check` has refused.
    shlex::try_quote(word).map_or_else(|_| String::new(), std::borrow::Cow::into_owned)
}

fn quoted_for_windows(word: &str) -> String {
    let plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':' | b'=');
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_owned()
    } else {
        format!("\"{word}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(system: System, program: &str, options: &[&str]) -> Run {
        let options = options.iter().map(|&word| word.to_owned()).collect();
        Run { client: Client::Codex, program: program.to_owned(), options, system }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for (system, program) in [
            (System::Posix, "/usr/local/bin/aana"),
            (System::Posix, "/home/o'neil/my tools/$(x)/aana"),
            (System::Windows, "C:\\Program Files\\aana\\aana.exe"),
        ] {
            let run = run(system, program, &["--edits", "--policy", "/a b/p.json"]);
            assert_eq!(run.check(), Ok(()));
            assert_eq!(split(&run.line()), run.words(), "{}", run.line());
            assert!(is_ours(&split(&run.line()), Client::Codex, ""));
            assert!(!is_ours(&split(&run.line()), Client::Cursor, program));
        }
    }

    #[test]
    fn quoting_is_by_system() {
        let posix = run(System::Posix, "/a b/aana", &[]);
        assert_eq!(posix.line(), "'/a b/aana' hook codex");
        let windows = run(System::Windows, "C:\\a\\aana.exe", &["--edits"]);
        assert_eq!(windows.line(), "\"C:\\a\\aana.exe\" hook codex --edits");
        assert_eq!(windows.powershell(), "& 'C:\\a\\aana.exe' 'hook' 'codex' '--edits'");
        assert!(is_ours(&split(&windows.powershell()), Client::Codex, ""));
    }

    #[test]
    fn what_no_quoting_keeps_is_refused() {
        assert!(run(System::Posix, "/a\n/aana", &[]).check().is_err());
        let error = run(System::Windows, "C:\\%TEMP%\\aana.exe", &[]).check().unwrap_err();
        assert_eq!(
            error,
            "the path of this program has the character '%', which cannot be written in a command line here"
        );
    }

    #[test]
    fn other_commands_are_not_ours() {
        for line in [
            "aana check x",
            "echo hook codex",
            "/x/notaana hook codex",
            "aana hook",
            "aana hook 'codex",
        ] {
            assert!(!is_ours(&split(line), Client::Codex, "/usr/bin/aana"), "{line}");
        }
    }
}
