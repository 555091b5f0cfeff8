//! Texts that may be prose or a command line, told apart by what the reader of commands finds in them.
//!
//! Many programs have names that are ordinary words: `make`, `find`, `cat`, `test`. Behind such a name only what
//! nobody writes in prose makes a command of it: an option, a path, a file's name, an address, a variable. Another
//! known name is a command if it changes something, or stands before one of these.

use super::effect::{Effect, Nested, Row, Sink};
use super::headed::{Headed, headed};
use super::shell;
use super::tables::programs::{PROGRAMS, SHELLS, WRAP};
use super::tables::text::MAX_BYTES;

/// Whether a shell would find a command in a text that somebody meant as one.
///
/// It is a sign for a person who reads an argument, and decides nothing: what a text does when a shell gets it, the
/// gate reads from the arguments of the call. The time grows with the length of the text; one that is longer than
/// commands are read counts as a command.
#[must_use]
pub fn reads_like_a_command(text: &str) -> bool {
    if text.len() > MAX_BYTES {
        return true;
    }
    if is_command(text) {
        return true;
    }
    // An option with its value in one word: `--hook=rm -rf /`.
    let value = text.strip_prefix('-').and_then(|option| option.split_once('='));
    if value.is_some_and(|(name, value)| !name.contains(' ') && is_command(value)) {
        return true;
    }
    // A text in quotes or brackets may be run by itself. In prose an apostrophe looks like the start of a quote, so each
    // part between such signs is looked at.
    text.contains(BORDERS) && text.split(BORDERS).any(is_command)
}

const BORDERS: [char; 9] = ['\'', '"', '(', ')', '[', ']', '{', '}', ','];

fn is_command(text: &str) -> bool {
    let mut probe = Probe { text, ..Probe::default() };
    shell::read(text, None, &mut probe);
    probe.found
}

/// Shells of another system, which the reader of commands does not read.
const FOREIGN_SHELLS: Headed = headed!("cmd powershell pwsh");

/// Programs whose names are ordinary words or stand for something else in prose.
const EVERYDAY: Headed = headed!(
    "R ack ag alias ant apt arch ash at bat batch bind black break brew builtin bun bundle cal cargo cat cc clang \
     colordiff column command complete composer conda continue copy curl cut dash date declare del deno dig dir do \
     dust echo emacs enable env erase ex exa exec exit expand expect export expr factor false fd file find fish flock \
     fmt fold format free gem go gradle groups halt hash head helm history host hostname htop install ip java \
     jest job jobs join just k kill last less let link ln local locale look make mail mailx mamba man mocha more \
     mount move nano nice ninja nl node nox oc od open parallel parted paste patch perl php ping poetry pr prettier \
     print printf ps puppet python python2 python3 ranger rc read readonly reboot ren return rev ruby ruff screen \
     script sed seq service set shift shred shutdown sleep sort source split ss stack start stat strings stripe sum \
     tail tap tar task tee terraform test time timeout times tofu top touch tox tr trap tree true truncate type \
     unlink unset unzip uptime users vi view w wait wall watch wc which who write yarn yes zip"
);

/// Words that stand in sentences, and hardly among the words of a command.
const OF_SENTENCES: Headed = headed!(
    "an and are as be but by for from has have if in is it its me my no nobody not of on or our out so than that \
     the their them then there these they this those to up was we were when where while who why will with you your"
);

/// Looks at the commands of a text.
#[derive(Debug, Default)]
struct Probe<'t> {
    text: &'t str,
    found: bool,
    /// The command that was read last.
    last: Told,
    /// The last place that was named is a path.
    path: bool,
    /// A program that runs another one (`xargs`, `sudo`) came before, and its name is not a word of everyday English.
    wrapped: bool,
}

/// What of a command counts.
#[derive(Debug, Default, Clone, Copy)]
struct Told {
    everyday: bool,
    has_words: bool,
    prose: bool,
    shell: bool,
}

impl Sink for Probe<'_> {
    fn row(&mut self, row: Row) {
        let writes = row.effect == Effect::Writes;
        let Told { everyday, has_words, prose, shell } = self.last;
        self.found |= match row.program.name {
            // A file that is written: `> 3` is a comparison, `> /etc/hosts` is not.
            Some("redirection") => writes && self.path,
            Some(_) if !writes => false,
            Some(_) if shell => true,
            // "Go get coffee" installs nothing.
            Some(program) if everyday => {
                has_words && !prose && row.program.verb.is_some() && program != "go"
            }
            Some(_) => has_words && !prose,
            None => false,
        };
    }

    fn finding(&mut self, _finding: super::effect::Finding) {}

    fn nested(&mut self, nested: Nested<'_>) {
        if let Nested::Path(text) = nested {
            self.path = begins_like_a_place(text);
        }
    }

    fn command(&mut self, words: &mut dyn Iterator<Item = Option<&str>>) {
        if self.found {
            return;
        }
        self.path = false;
        let wrapped = core::mem::take(&mut self.wrapped);
        let Some(Some(given)) = words.next() else { return self.last = Told::default() };
        let name = shell::base_name(given).unwrap_or_default();
        let foreign = FOREIGN_SHELLS.of_any_case(name).is_some();
        let roles = PROGRAMS.get(name).or(foreign.then_some(SHELLS));
        let Some(roles) = roles.or(shell::has_reader(name).then_some(0)) else {
            return self.last = Told::default();
        };
        let everyday = EVERYDAY.contains(name);
        let mut told =
            Told { everyday, shell: roles & SHELLS != 0 && !everyday, ..Told::default() };
        let mut shaped = false;
        for word in words {
            told.has_words = true;
            let Some(word) = word else {
                // A pattern or a variable. With an ordinary word before it, it may be a question or a price.
                shaped |= !everyday;
                continue;
            };
            told.prose |= OF_SENTENCES.of_any_case(word).is_some();
            shaped |= is_of_a_command(word, name);
        }
        let is_substituted = || {
            self.text.contains(&["$(", name].concat()) || self.text.contains(&["`", name].concat())
        };
        self.found |=
            shaped && (!everyday || !told.prose) || wrapped || !everyday && is_substituted();
        self.wrapped = roles & WRAP != 0 && !everyday;
        self.last = told;
    }
}

/// Whether a word is one that commands have and sentences have not.
fn is_of_a_command(word: &str, program: &str) -> bool {
    if let Some(option) = word.strip_prefix('-') {
        let letters = option.strip_prefix('-').unwrap_or(option);
        let is_signal = program == "kill" && option.bytes().all(|byte| byte.is_ascii_digit());
        return !option.is_empty()
            && (is_signal || letters.starts_with(|letter: char| letter.is_ascii_alphabetic()));
    }
    begins_like_a_place(word)
        || word.contains("://")
        || is_file_name(word)
        || program == "kill" && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word begins as paths do, or as the options of another system.
fn begins_like_a_place(word: &str) -> bool {
    let drive = word.get(1..2) == Some(":")
        && word.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let place = ["/", "./", "../", "~/", "\\\\"].iter().any(|start| word.starts_with(start));
    (place || drive) && word.chars().any(|letter| letter.is_ascii_alphabetic())
        || matches!(word, "/" | "." | ".." | "~")
}

/// `data.csv`, `run.sh`: a name with a short ending in small letters. `e.g` is none.
fn is_file_name(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(stem, ending)| {
        stem.len().saturating_add(ending.len()) > 2
            && stem.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-./".contains(&byte))
            && ending.starts_with(|letter: char| letter.is_ascii_lowercase())
            && (1..=5).contains(&ending.len())
            && ending.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    })
}
