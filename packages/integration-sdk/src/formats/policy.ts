// Tools for the operator's policy: hold it against a list of tools, write a first one, try one on cases.

import { answer, type FormatsEngine, small } from "./engine.js";
import { documentText, type JsonDocument, milliseconds, named, type Names } from "./given.js";
import type { CheckReport, Faulty, InitReport, TestReport } from "./policy-types.js";

export type * from "./policy-types.js";

const OPTIONS: Names = { now: ["now_ms", (it) => milliseconds("now", it)] };

/**
 * Shows how a policy reads a list of tools. Texts, bytes and objects are taken; a list of tools is an MCP `tools/list`
 * answer, a list of OpenAI or Anthropic tools, an `aai.json` descriptor, or names, one a line. Never throws for what a
 * document holds: its faults are in the answer.
 *
 * @example
 * const report = policy.check({ tools: { delete_fil: { route_floor: "ask" } } }, "delete_file");
 * if ("dead_entries" in report) report.dead_entries; // [{ entry: "delete_fil", nearest: ["delete_file"] }]
 */
export function check(policy: JsonDocument, tools?: JsonDocument): CheckReport | Faulty {
  const given = documentText("policy", policy);
  if (given.faults !== undefined) return unread("policy", given.faults);
  if (tools === undefined) return said((engine) => engine.policyCheck(given.text, undefined)) as CheckReport | Faulty;
  const list = documentText("tools", tools);
  if (list.faults !== undefined) return unread("tools", list.faults);
  return said((engine) => engine.policyCheck(given.text, list.text)) as CheckReport | Faulty;
}

/** Writes a first policy: every tool with the category that it is read as, any other tool deferred. */
export function init(tools: JsonDocument): InitReport | Faulty {
  const list = documentText("tools", tools);
  if (list.faults !== undefined) return unread("tools", list.faults);
  return said((engine) => engine.policyInit(list.text)) as InitReport | Faulty;
}

/**
 * Decides events with a policy, and shows where a decision is not the expected one. A case is an `event` with its
 * `route`, or with an `expect` as the conformance cases have it; `attested` lists the positions of the refs that the host
 * has checked itself. `now` is the time of cases that name none.
 */
export function test(policy: JsonDocument, cases: JsonDocument, options: { now?: Date | number } = {}): TestReport | Faulty {
  const { now_ms: now = Date.now() } = named("options", options, OPTIONS) as { now_ms?: number };
  const given = documentText("policy", policy);
  if (given.faults !== undefined) return unread("policy", given.faults);
  const list = documentText("cases", cases);
  if (list.faults !== undefined) return unread("cases", list.faults);
  return said((engine) => engine.policyTest(given.text, list.text, now)) as TestReport | Faulty;
}

function unread(document: Faulty["faults"][0]["document"], faults: string): Faulty {
  return said((engine) => engine.policyUnread(document, faults)) as Faulty;
}

function said(call: (engine: FormatsEngine) => string): unknown {
  return answer(small, call);
}
