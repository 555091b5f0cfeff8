//! From the text of a README to the blocks that can be checked.

use anyhow::{Result, bail};

/// A fenced block of a README. `line` is the line of its opening fence, counted from 1.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Block {
    Json {
        line: usize,
        text: String,
    },
    Script {
        line: usize,
        text: String,
    },
    Console {
        line: usize,
        calls: Vec<Call>,
    },
    /// A shell block that is not meant to run.
    Exempt,
}

/// One command of a console block.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) command: String,
    pub(super) expected: Vec<String>,
    pub(super) exit: i32,
}

/// Finds the blocks in a language that is checked.
pub(super) fn blocks(text: &str) -> Result<Vec<Block>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((index, opening)) = lines.next() {
        let Some((fence, info)) = opening_fence(opening) else { continue };
        let indent = opening.len() - opening.trim_start().len();
        let mut body = Vec::new();
        let mut closed = false;
        for (_, line) in lines.by_ref() {
            if closes(line, fence) {
                closed = true;
                break;
            }
            body.push(without_indent(line, indent));
        }
        let line = index + 1;
        if !closed {
            bail!("line {line}: the block is not closed");
        }
        blocks.extend(block(line, info, &body)?);
    }
    Ok(blocks)
}

fn block(line: usize, info: &str, body: &[&str]) -> Result<Option<Block>> {
    let words: Vec<&str> = info.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let exempt = words.contains(&"no-run");
    let marked = words.contains(&"run");
    let text = body.join("\n");
    let begins =
        body.iter().map(|line| line.trim()).find(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(match words.first().copied() {
        Some("console" | "sh" | "bash" | "shell") if exempt => Some(Block::Exempt),
        Some("console") => Some(Block::Console { line, calls: calls(line, body)? }),
        Some("sh") if marked || begins.is_some_and(|line| line.starts_with("cargo run")) => {
            Some(Block::Script { line, text })
        }
        Some("sh" | "bash" | "shell") => Some(Block::Exempt),
        Some("json") if !exempt => Some(Block::Json { line, text }),
        _ => None,
    })
}

/// Backticks or tildes that open a block, and the words behind them.
fn opening_fence(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let mark = line.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let length = line.chars().take_while(|found| *found == mark).count();
    let (fence, info) = line.split_at(length);
    (length >= 3 && !info.contains('`')).then_some((fence, info.trim()))
}

fn closes(line: &str, fence: &str) -> bool {
    let line = line.trim();
    let mark = fence.chars().next();
    line.len() >= fence.len() && line.chars().all(|found| Some(found) == mark)
}

/// Takes away the indentation of the fence, where the line has it.
fn without_indent(line: &str, indent: usize) -> &str {
    let blank = line.len() - line.trim_start_matches(' ').len();
    line.get(blank.min(indent)..).unwrap_or(line)
}

/// Parts a console block into its commands and their output.
fn calls(line: usize, body: &[&str]) -> Result<Vec<Call>> {
    let mut calls: Vec<Call> = Vec::new();
    let mut lines = body.iter().copied();
    while let Some(text) = lines.next() {
        if let Some(first) = text.strip_prefix("$ ") {
            let mut command = first.to_owned();
            let end = here_document_end(first);
            while command.ends_with('\\')
                || end.as_ref().is_some_and(|end| !is_ended(&command, end))
            {
                let Some(more) = lines.next() else {
                    bail!("line {line}: a command of the block has no end");
                };
                command.push('\n');
                command.push_str(more.strip_prefix("> ").unwrap_or(more));
            }
            calls.push(Call { command, expected: Vec::new(), exit: 0 });
        } else if let Some(call) = calls.last_mut() {
            call.expected.push(text.to_owned());
        } else {
            bail!("line {line}: a console block begins with a command, `$ ...`");
        }
    }
    for call in &mut calls {
        finish(call);
    }
    if calls.is_empty() {
        bail!("line {line}: the console block is empty");
    }
    Ok(calls)
}

/// The word that ends the here-document of a command, if the command has one.
fn here_document_end(command: &str) -> Option<String> {
    let (_, after) = command.split_once("<<")?;
    if after.starts_with('<') {
        return None; // a here-string
    }
    let word = after.trim_start_matches(['-', ' ']).split([' ', ';', '|', '>', ')']).next()?;
    let word = word.trim_matches(['\'', '"']);
    (!word.is_empty()).then(|| word.to_owned())
}

fn is_ended(command: &str, end: &str) -> bool {
    command.lines().skip(1).any(|line| line.trim_start_matches('\t') == end)
}

/// Takes the exit status and blank lines at the end from the expected output.
fn finish(call: &mut Call) {
    let drop_blank = |lines: &mut Vec<String>| {
        while lines.last().is_some_and(|line| line.trim().is_empty()) {
            lines.pop();
        }
    };
    drop_blank(&mut call.expected);
    let status = call.expected.last().and_then(|line| line.strip_prefix("# exit "));
    if let Some(exit) = status.and_then(|number| number.trim().parse().ok()) {
        call.exit = exit;
        call.expected.pop();
        drop_blank(&mut call.expected);
    }
}

/// Compares output line by line, without blanks at line ends. An expected line `...` stands for any
/// number of lines.
pub(super) fn matches_output(expected: &[&str], found: &[&str]) -> bool {
    match expected.split_first() {
        None => found.iter().all(|line| line.trim().is_empty()),
        Some((wildcard, rest)) if wildcard.trim() == "..." => (0..=found.len())
            .any(|skipped| matches_output(rest, found.get(skipped..).unwrap_or_default())),
        Some((line, rest)) => found.split_first().is_some_and(|(first, others)| {
            first.trim_end() == line.trim_end() && matches_output(rest, others)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, Call, blocks, matches_output};

    fn call(command: &str, expected: &[&str], exit: i32) -> Call {
        let expected = expected.iter().map(ToString::to_string).collect();
        Call { command: command.to_owned(), expected, exit }
    }

    fn console(body: &str) -> Vec<Call> {
        match blocks(&format!("```console\n{body}\n```\n")).unwrap().pop() {
            Some(Block::Console { line: 1, calls }) => calls,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn commands_have_output_and_an_exit_status() {
        let calls = console("$ one\na\n\nb\n\n$ two\n# exit 12\n$ three\nc\n# exit 1\n");
        let expected =
            [call("one", &["a", "", "b"], 0), call("two", &[], 12), call("three", &["c"], 1)];
        assert_eq!(calls, expected);
    }

    #[test]
    fn a_command_may_have_several_lines() {
        assert_eq!(console("$ a \\\n> b \\\n  c\nout"), [call("a \\\nb \\\n  c", &["out"], 0)]);
        let document = console("$ cat <<'EOF' > f\n{}\nEOF\n> quoted");
        assert_eq!(document, [call("cat <<'EOF' > f\n{}\nEOF", &["> quoted"], 0)]);
        assert_eq!(console("$ cat <<< text\nout"), [call("cat <<< text", &["out"], 0)]);
    }

    #[test]
    fn only_what_is_meant_to_run_does() {
        let text = "```sh\nnpm install x\n```\n```sh\n# first\ncargo run -q\n```\n\
                    ~~~sh run\ntrue\n~~~\n```console no-run\nanything\n```\n```rust\nfn f() {}\n```\n\
                    ```\nplain\n```\n````json\n[1]\n````\n";
        let expected = [
            Block::Exempt,
            Block::Script { line: 4, text: "# first\ncargo run -q".to_owned() },
            Block::Script { line: 8, text: "true".to_owned() },
            Block::Exempt,
            Block::Json { line: 20, text: "[1]".to_owned() },
        ];
        assert_eq!(blocks(text).unwrap(), expected);
    }

    #[test]
    fn a_block_in_a_list_loses_its_indentation() {
        let text = "- item\n\n  ```console\n  $ a\n    b\n  ```\n";
        let expected = [Block::Console { line: 3, calls: vec![call("a", &["  b"], 0)] }];
        assert_eq!(blocks(text).unwrap(), expected);
    }

    #[test]
    fn a_block_that_cannot_be_read_is_an_error() {
        for text in [
            "```json\n{}",
            "```console\nno prompt\n```",
            "```console\n```",
            "```console\n$ a \\\n```",
            "```console\n$ cat <<EOF\nx\n```",
        ] {
            assert!(blocks(text).is_err(), "{text}");
        }
    }

    #[test]
    fn three_dots_stand_for_any_lines() {
        assert!(matches_output(&[], &[]));
        assert!(matches_output(&["a", "...", "z"], &["a", "z"]));
        assert!(matches_output(&["a", "...", "z"], &["a", "b", "z", "z"]));
        assert!(matches_output(&["..."], &[]));
        assert!(matches_output(&["a"], &["a  ", ""]));
        assert!(!matches_output(&["a", "...", "z"], &["a", "b"]));
        assert!(!matches_output(&["a"], &["a", "b"]));
        assert!(!matches_output(&["a", "b"], &["a"]));
        assert!(!matches_output(&[], &["a"]));
    }
}
