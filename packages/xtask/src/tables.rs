//! That verbs, and characters that nobody sees, have one table each: that of the core.
//!
//! Another one shows by what is in it: many of the verbs as literals, or the code points of several such
//! characters. A reader that needs one asks `aana_core::names` or `aana_core::characters`.

use std::collections::BTreeSet;
use std::path::Path;

use aana_core::{characters, names};
use anyhow::{Result, bail};

use crate::report::{self, Outcome};
use crate::workspace::{self, command, read, root};

/// So many different verbs that act are a list of them.
const VERBS: usize = 10;
/// So many different characters that show nothing are a list of them.
const CHARACTERS: usize = 4;
/// Properties of characters in regular expressions and libraries. Each of these has its own version of Unicode.
const PROPERTIES: [&str; 5] =
    [r"\p{Cf}", r"\p{C}", "Default_Ignorable", "unicodedata.category", r"\p{Bidi_C"];

/// Where the tables are, and what may name many of their rows.
const ALLOWED: &[&str] = &[
    "core/src/characters.rs",
    "core/src/gate/classify/verbs/table.rs",
    // Words that are made of its verbs.
    "core/src/gate/classify/verbs/derived.rs",
    // Which of the verbs are nouns where, and which are not covered by a word of reading.
    "core/src/gate/classify/name/words.rs",
    // The words that make an unclassified tool too dangerous to ask about: a choice among the verbs.
    "core/src/gate/classify/removers.rs",
    // Words of a refusal, which are those of an act as well.
    "core/src/gate/wording/words.rs",
    // What a field of a mutation sends by its name, which is no name of a tool.
    "core/src/arguments/graphql/mod.rs",
    // Flags of countries, which are made of characters that nobody sees.
    "core/src/arguments/hidden.rs",
    // Words of an answer that says no, where they may also be what a tool does.
    "core/src/gate/approval/answers.rs",
    // What a comment's first word may say no to.
    "core/src/gate/approval/plain_no.rs",
    // Words of a message that takes something back, and which tools end something anyway.
    "core/src/gate/wording/message.rs",
    // What the descriptor's document adds. A test of its own holds it apart from the core.
    "packages/formats/src/aai/lexicon.rs",
    // The names of the properties that are looked for.
    "packages/xtask/src/tables.rs",
];

/// Where verbs are those of other programs: their subcommands and statements, and not words of a tool's name.
const OTHERS: &[&str] = &[
    "core/src/arguments/command_like.rs",
    "core/src/arguments/shell/programs/",
    "core/src/arguments/sql/",
    "core/src/arguments/tables/",
];

/// Fails for every file with a table of its own.
pub(crate) fn check() -> Result<Outcome> {
    let mut looked_at = 0_usize;
    let mut second = Vec::new();
    for file in sources()? {
        if ALLOWED.contains(&file.as_str()) || OTHERS.iter().any(|folder| file.starts_with(folder))
        {
            continue;
        }
        let text = read(root().join(&file))?;
        looked_at += 1;
        let is_python = Path::new(&file).extension().is_some_and(|end| end == "py");
        second.extend(tables(&text, is_python).into_iter().map(|what| format!("{file}: {what}")));
    }
    for allowed in ALLOWED {
        let file = root().join(allowed);
        if !file.is_file() {
            second.push(format!("{allowed}: there is no such file any more"));
        } else if tables(&read(file)?, false).is_empty() {
            second.push(format!("{allowed}: it holds no table, and need not be allowed"));
        }
    }
    if looked_at < 300 {
        bail!("only {looked_at} source files were found");
    }
    if !second.is_empty() {
        report::lines(&second, "  ");
        bail!("a second table of verbs or characters; ask `aana_core::names` or `::characters`");
    }
    Ok(Outcome::passed(format!("{looked_at} files")))
}

/// Whether a file is looked through: the code that is shipped, tests left out.
pub(crate) fn reads(file: &str) -> bool {
    let shipped = file.starts_with("core/src/")
        || file.starts_with("bindings-")
        || (file.starts_with("packages/") && file.contains("/src/"));
    let code = Path::new(file)
        .extension()
        .is_some_and(|end| ["rs", "py", "ts", "js", "mjs"].iter().any(|code| end == *code));
    let test = ["/tests/", "/test/", "/tests.rs"].iter().any(|part| file.contains(part));
    shipped && code && !test
}

/// Every file that is looked through.
fn sources() -> Result<Vec<String>> {
    let output = workspace::capture(command("git").args([
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
    ]))?;
    if !output.status.success() {
        bail!("git ls-files: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let kept = |file: &&str| reads(file) && root().join(file).is_file();
    Ok(String::from_utf8_lossy(&output.stdout).lines().filter(kept).map(str::to_owned).collect())
}

/// Which tables a source holds.
fn tables(source: &str, is_python: bool) -> Vec<String> {
    let mut verbs = BTreeSet::new();
    let mut unseen = BTreeSet::new();
    let mut properties = BTreeSet::new();
    for line in without_tests(source).lines() {
        let code = line.trim_start();
        if is_comment(code, is_python) {
            continue;
        }
        let words = literals(code).chain(alternatives(code)).chain(bare_words(code));
        // A word that is a noun, too, may be one of anything.
        let acts =
            |word: &&str| names::verb(word).is_some_and(|verb| verb.class.acts() && !verb.noun_too);
        verbs.extend(words.filter(acts));
        unseen.extend(code_points(code).filter(|it| characters::is_default_ignorable(*it)));
        unseen.extend(code.chars().filter(|it| characters::is_default_ignorable(*it)));
        properties.extend(PROPERTIES.iter().copied().filter(|name| code.contains(name)));
    }
    let mut found = Vec::new();
    if verbs.len() >= VERBS {
        found.push(format!("a list of {} verbs", verbs.len()));
    }
    if unseen.len() >= CHARACTERS {
        found.push(format!("a list of {} characters that show nothing", unseen.len()));
    }
    for name in properties {
        found.push(format!("characters by the property `{name}`, from another table of Unicode"));
    }
    found
}

/// Unit tests stand at the end. After `mod tests;`, which names another file, more code may follow.
fn without_tests(source: &str) -> &str {
    source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
}

/// A `#` begins a comment in Python alone: in TypeScript it begins a private field, in Rust an attribute.
fn is_comment(code: &str, is_python: bool) -> bool {
    if is_python {
        return code.starts_with('#');
    }
    code.starts_with("//") || code == "*" || code.starts_with("* ") || code.starts_with("*/")
}

/// The words of a line that are literals by themselves, or stand in one as a list.
fn literals(line: &str) -> impl Iterator<Item = &str> {
    let within = |quote: char| line.split(quote).skip(1).step_by(2);
    within('"').chain(within('\'')).flat_map(|literal| {
        let words = literal.split([' ', ',', '|']).filter(|word| !word.is_empty());
        // A sentence has words of every kind; a list has only words in lower case.
        let is_list = words.clone().all(is_lower_case);
        words.filter(move |_| is_list)
    })
}

/// The words of a pattern that names each of them: `/^(delete|remove)_/`.
fn alternatives(line: &str) -> impl Iterator<Item = &str> {
    let runs = line.split(|it: char| !it.is_ascii_lowercase() && it != '|');
    runs.filter(|run| run.contains('|')).flat_map(|run| run.split('|'))
}

/// The words of a line that is nothing but words, as in a literal of several lines.
fn bare_words(line: &str) -> impl Iterator<Item = &str> {
    let line = line.trim_end_matches(['\\', '"', ';', ',']).trim_end();
    let is_list = line.split(' ').all(is_lower_case);
    line.split(' ').filter(move |_| is_list)
}

fn is_lower_case(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// The characters of a line that are written as code points: `\u{AD}`, `\u00ad`, `\U000000ad`, `0xAD`.
fn code_points(line: &str) -> impl Iterator<Item = char> {
    ["\\u{", "\\u", "\\U", "\\x", "0x"].into_iter().flat_map(move |mark| {
        line.split(mark).skip(1).filter_map(move |rest| {
            let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
            let digits = if mark == "\\u" { digits.min(4) } else { digits.min(8) };
            char::from_u32(u32::from_str_radix(rest.get(..digits)?, 16).ok()?)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::tables as found;

    /// In every language but Python, where only comments differ.
    fn tables(source: &str) -> Vec<String> {
        found(source, false)
    }

    #[test]
    fn a_list_of_verbs_is_found_in_every_language() {
        let list = r#""delete", "remove", "kill", "send", "pay", "run", "deploy", "create", "update", "move""#;
        assert_eq!(tables(&format!("const WRITES: [&str; 10] = [{list}];")).len(), 1);
        assert_eq!(tables(&format!("WRITES = {{{}}}", list.replace('"', "'"))).len(), 1);
        let words = list.replace(['"', ','], "");
        assert_eq!(tables(&format!("WRITES = \"{words}\".split()")).len(), 1);
        let pattern = words.replace(' ', "|");
        assert_eq!(tables(&format!("const WRITES = /^(?:{pattern})_/;")).len(), 1);
        assert_eq!(tables(&format!("WRITES = re.compile(r\"^({pattern})$\")")).len(), 1);
        assert_eq!(tables(&format!("W = \"\"\"\n{}\n\"\"\"", words.replace(' ', "\n"))).len(), 1);
        assert_eq!(tables(&format!("const W: &str = \"\\\n    {words} \\\n    \";")).len(), 1);
        // A private field, and something written through a reference.
        assert_eq!(tables(&format!("  #writes = [{list}];")).len(), 1);
        assert_eq!(tables(&format!("*writes = [{list}];")).len(), 1);
        assert!(found(&format!("# {list}"), true).is_empty());
        assert!(tables(&format!(" * {list}")).is_empty());
        // What is only spoken of is not a list.
        assert!(tables(&format!("// {list}")).is_empty());
        assert!(tables(&format!("x = \"Words that act: {words}.\"")).is_empty());
        assert!(tables(r#"["get", "list", "read", "delete", "send"]"#).is_empty());
    }

    #[test]
    fn a_list_of_characters_is_found_however_they_are_written() {
        for list in [
            r"'\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{3164}'",
            "0xAD | 0x200B..=0x200F | 0x3164",
            r"/[\u00ad\u200b-\u200f\u3164]/",
            "'\u{AD}\u{200B}\u{200F}\u{3164}'",
        ] {
            assert_eq!(tables(list).len(), 1, "{list}");
        }
        assert!(tables(r"'\u{AD}' | '\u{61}' | '\u{FFFD}' | '\u{2028}' | 0x7F").is_empty());
    }

    #[test]
    fn a_property_of_characters_is_a_table_of_somebody_else() {
        assert_eq!(tables(r"const HIDDEN = /[\p{Cf}\u200b]/u;").len(), 1);
        assert_eq!(tables("if unicodedata.category(one) == 'Cf':").len(), 1);
        assert!(tables(r"const LETTER = /\p{Lu}/u;").is_empty());
    }

    #[test]
    fn unit_tests_may_list_what_they_need() {
        let source = "fn f() {}\n#[cfg(test)]\nmod tests {\n    ['\\u{AD}', '\\u{200B}', '\\u{200F}', '\\u{3164}']\n}";
        assert!(tables(source).is_empty());
        // Only the tests themselves are left out, and not what follows the name of their file.
        let source = source
            .replace("fn f() {}\n", "#[cfg(test)]\nmod tests;\n")
            .replace("#[cfg(test)]\nmod tests {", "mod other {");
        assert_eq!(tables(&source).len(), 1);
    }
}
