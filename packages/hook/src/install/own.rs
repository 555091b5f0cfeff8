//! Files that are ours as a whole: the plugin of opencode, the launcher of Cline, and the name of the plugin of goose.

use super::command::{Run, split};
use crate::Client;

/// Stands in each of them, so that it is known again. What somebody else wrote is not overwritten.
pub(super) fn mark(client: Client) -> String {
    format!("Written by `aana hook install {}`", client.as_str())
}

/// A plugin that asks the hook before each tool call. Whatever is not a plain yes is thrown, which stops the call.
pub(super) fn opencode(run: &Run) -> String {
    let words: Vec<String> = run.words().iter().map(|word| quoted(word)).collect();
    let prompts = run.options.iter().any(|option| option == "--keep-prompts");
    let prompt = if prompts { PROMPT } else { "" };
    format!(
        "// {}. `aana hook uninstall opencode` removes it.\n{START}const COMMAND = [{}]\n{PLUGIN}{prompt}  }}\n}}\n",
        mark(run.client),
        words.join(", ")
    )
}

const START: &str = r#"import { spawn } from "node:child_process"

"#;

const PLUGIN: &str = r#"const MILLISECONDS = 10000

// What the hook prints, or an error: it could not start, took too long, or ended with another code than 0.
function asked(payload) {
  return new Promise((resolve, reject) => {
    const child = spawn(COMMAND[0], COMMAND.slice(1), { stdio: ["pipe", "pipe", "ignore"], windowsHide: true })
    const timer = setTimeout(() => {
      child.kill("SIGKILL")
      child.stdout.destroy()
      reject(new Error("AANA: refused, since the hook did not answer in time."))
    }, MILLISECONDS)
    const failed = () => {
      clearTimeout(timer)
      reject(new Error("AANA: refused, since the hook could not be run."))
    }
    let output = ""
    child.on("error", failed)
    child.stdin.on("error", () => {})
    child.stdout.setEncoding("utf8")
    child.stdout.on("data", (text) => (output += text))
    child.on("close", (code) => {
      clearTimeout(timer)
      resolve({ code, output })
    })
    child.stdin.end(JSON.stringify(payload))
  })
}

async function gate(payload) {
  const { code, output } = await asked(payload)
  let answer = {}
  try {
    answer = JSON.parse(output) ?? {}
  } catch {
    // It stays without a route, which stops the call.
  }
  if (code === 0 && answer.route === "accept") return
  throw new Error(typeof answer.reason === "string" ? answer.reason : "AANA: refused, since the hook gave no answer.")
}

export const Aana = async ({ directory, worktree }) => {
  // Outside of a repository the worktree is `/`.
  const common = { client: "opencode", directory, worktree: worktree === "/" ? directory : worktree }
  return {
    "tool.execute.before": async (input, output) => {
      const { tool, sessionID, callID } = input
      await gate({ ...common, event: "tool.execute.before", sessionID, callID, tool, args: output.args })
    },
"#;

const PROMPT: &str = r#"    "chat.message": async (input, output) => {
      const parts = (output.parts ?? []).filter((part) => part.type === "text" && !part.synthetic)
      const prompt = parts.map((part) => part.text).join("\n")
      await asked({ ...common, event: "chat.message", sessionID: input.sessionID, prompt }).catch(() => {})
    },
"#;

/// A launcher: Cline runs a file of this name and takes no command line.
pub(super) fn cline(run: &Run) -> String {
    format!(
        "#!/bin/sh\n# {}. `aana hook uninstall cline` removes it.\nexec {}\n",
        mark(run.client),
        run.line()
    )
}

/// What goose reads of a plugin before its hooks.
pub(super) fn goose(run: &Run) -> String {
    let description = format!("The gate in front of every tool call. {}.", mark(run.client));
    format!(
        "{{\n  \"name\": \"aana\",\n  \"version\": \"{}\",\n  \"description\": {}\n}}\n",
        env!("CARGO_PKG_VERSION"),
        quoted(&description)
    )
}

/// The words of the command in one of these files.
pub(super) fn words(client: Client, text: &str) -> Option<Vec<String>> {
    let line =
        |start: &str| text.lines().find_map(|line| line.strip_prefix(start).map(str::to_owned));
    match client {
        Client::Opencode => {
            let list = line("const COMMAND = ")?;
            let list = crate::read::parse(&list)?;
            list.as_array()?.iter().map(|word| word.as_str().map(str::to_owned)).collect()
        }
        Client::Cline => Some(split(&line("exec ")?)),
        _ => None,
    }
}

/// A text as JSON, which is also one of JavaScript.
fn quoted(text: &str) -> String {
    let mut writer = aana_core::json::JsonWriter::default();
    aana_core::json::Visitor::string(&mut writer, text);
    writer.into_string()
}
