// The conformance cases, read in place, and what each must come to. A runner gives a function that
// decides a case; here it is held against the expectations and the recorded bytes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Runs a program in whose `Object.prototype` somebody has put these members before anything of the package runs;
 * what it gives to `say` comes back. What it imports by a statement is loaded before.
 */
export function polluted(members, program) {
  const start = `Object.assign(Object.prototype, ${JSON.stringify(members)}); const said = [];
    const say = (...values) => said.push(...values);`;
  const end = `for (const key of ${JSON.stringify(Object.keys(members))}) delete Object.prototype[key];
    console.log(JSON.stringify(said));`;
  const cwd = fileURLToPath(new URL(".", import.meta.url));
  const flags = ["--no-warnings", "--input-type=module", "-e"];
  return JSON.parse(execFileSync(process.execPath, [...flags, `${start}${program}${end}`], { cwd, encoding: "utf8" }));
}

/** An event that is accepted: a public read. */
export const search = {
  tool_name: "search_docs",
  tool_category: "public_read",
  authorization_state: "none",
  evidence_refs: [],
  risk_domain: "research",
  proposed_arguments: { query: "leave policy" },
  recommended_route: "accept",
};

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = join(root, "tests/conformance");

const KEYS = ["id", "description", "now", "policy", "attested", "event", "event_text", "event_base64", "expect"];
const EXPECTED = [
  ...["route", "hard_blockers", "faults", "reasons", "warnings", "effective_category"],
  ...["effective_state", "verb_class", "risk_level", "absent"],
];

/** Every case, in order; an empty folder, file or suite is an error. */
export function loadCases() {
  const files = readdirSync(join(folder, "cases")).filter((file) => file.endsWith(".json")).sort();
  assert.ok(files.length > 0, "there are no case files");
  const ids = new Set();
  const cases = [];
  for (const file of files) {
    const group = JSON.parse(readFileSync(join(folder, "cases", file), "utf8")).cases;
    assert.ok(group.length > 0, `${file} holds no cases`);
    for (const it of group) {
      assert.ok(!ids.has(it.id), `${it.id} stands twice`);
      ids.add(it.id);
      for (const key of Object.keys(it)) assert.ok(KEYS.includes(key), `${it.id}: ${key} is unknown`);
      for (const key of Object.keys(it.expect)) assert.ok(EXPECTED.includes(key), `${it.id}: ${key} is unknown`);
      const now = Date.parse(it.now);
      assert.ok(Number.isFinite(now), `${it.id}: ${it.now} is not a time`);
      cases.push({ ...it, now });
    }
  }
  return cases;
}

/** The recorded decisions by id. */
export function loadBlessed() {
  const blessed = new Map();
  for (const file of readdirSync(join(folder, "decisions")).sort()) {
    for (const line of readFileSync(join(folder, "decisions", file), "utf8").trimEnd().split("\n")) {
      const { id, sha256 } = JSON.parse(line);
      blessed.set(id, sha256);
    }
  }
  return blessed;
}

/** `should_execute.json`, `validate.json` or `load_policy.json`. */
export function loadProbes(name) {
  const file = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
  const probes = file.probes ?? file.cases;
  assert.ok(probes.length > 0, `${name} holds nothing`);
  return probes;
}

/** What a case passes: text or bytes. */
export function eventOf(it) {
  if ("event" in it) return JSON.stringify(it.event);
  if ("event_text" in it) return it.event_text;
  return Uint8Array.from(Buffer.from(it.event_base64, "base64"));
}

export const sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex");

/** Compares the text of a decision with the case and the record. */
export function hold(it, text, blessed) {
  const decision = JSON.parse(text);
  const { expect } = it;
  const places = (faults) => faults.map(({ path, code }) => ({ path, code }));
  assert.equal(decision.route, expect.route);
  assert.deepEqual(decision.hard_blockers, expect.hard_blockers);
  assert.deepEqual(places(decision.validation_errors), expect.faults ?? []);
  for (const [name, found] of [
    ["reasons", decision.reasons],
    ["warnings", decision.warnings],
    ["effective_category", decision.classification.effective_category],
    ["verb_class", decision.classification.verb_class],
    ["risk_level", decision.classification.risk_level],
    ["effective_state", decision.authorization_report.effective_state],
  ]) {
    if (name in expect) assert.deepEqual(found, expect[name], name);
  }
  for (const absent of expect.absent ?? []) assert.ok(!text.includes(absent), "something stands there");
  assert.equal(sha256(text), blessed.get(it.id), "the bytes differ from the recorded ones");
}

/** Writes the hashes of a surface, if they are asked for. */
export function writeHashes(surface, hashes) {
  const out = process.env.AANA_CONFORMANCE_OUT;
  if (out === undefined) return;
  assert.ok(existsSync(out), "the folder for the hashes is not there");
  writeFileSync(join(out, `${surface}.tsv`), hashes.map(([id, hash]) => `${id}\t${hash}\n`).join(""));
}
