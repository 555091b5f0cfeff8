// The types are those of the schemas: every recorded decision has the generated type and follows the
// published schema, and what is not a decision has neither.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkToolPrecheck, executionPolicy, validateToolPrecheckEvent } from "@aana/integration-sdk";
import Ajv2020 from "ajv/dist/2020.js";
import { root } from "./suite.mjs";

const sdk = join(root, "packages/integration-sdk");
const decisions = join(root, "tests/conformance/decisions");
const recorded = readdirSync(decisions).flatMap((file) => {
  const lines = readFileSync(join(decisions, file), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
});
const schema = JSON.parse(readFileSync(join(root, "schemas/decision.schema.json"), "utf8"));
const follows = new Ajv2020({ strict: false }).compile(schema);

/** What `tsc` says of modules that import the types of this package. */
function compiled(modules) {
  const folder = mkdtempSync(join(sdk, "node_modules/.types-"));
  try {
    for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, `${name}.ts`), text);
    const compilerOptions = {
      noEmit: true, strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true,
      noPropertyAccessFromIndexSignature: true, target: "es2022", module: "nodenext", types: [], lib: ["es2022"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    const tsc = join(sdk, "node_modules/typescript/bin/tsc");
    const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { encoding: "utf8" });
    assert.equal(stderr, "");
    return { status, said: stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const HEAD = 'import type { Decision, ExecutionPolicy, Fault } from "../../src/types.js";\n';
const constant = (name, type, value) => `export const ${name}: ${type} = ${JSON.stringify(value)};\n`;

/** A decision with everything in it that can be cut. */
const cut = () =>
  checkToolPrecheck({
    tool_name: "send_email", tool_category: "write", authorization_state: "confirmed", risk_domain: "research", recommended_route: "refuse",
    ...Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`more${at}`, at])),
    proposed_arguments: Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`m${at}`, at])),
    evidence_refs: Array.from({ length: 150 }, (_, at) => ({ source_id: `s${at}`, kind: "approval", trust_tier: "verified", redaction_status: "redacted", freshness: { status: "stale" }, contradicts: [`q${at}`] })),
  });

/** Each is a decision but for one thing. */
function wrong() {
  const one = cut();
  const { route: _, ...routeless } = one;
  const issue = one.evidence_integrity.issues[0];
  const withIssue = (issue) => ({ ...one, evidence_integrity: { ...one.evidence_integrity, issues: [issue] } });
  return {
    "a member too many": { ...one, more: 1 },
    "a member too few": routeless,
    "another word": { ...one, route: "maybe" },
    "a reason without its route": { ...one, reasons: ["runtime_recommended_stricter_route"] },
    "a reason with a laxer route": { ...one, reasons: ["runtime_recommended_stricter_route:accept"] },
    "a warning without its field": { ...one, warnings: ["unknown_field"] },
    "an issue with a severity": withIssue({ severity: "blocker", code: issue.code, path: issue.path }),
    "an issue of the other level": withIssue({ level: "warning", code: "stale_evidence", path: "" }),
    "two needs in one": { ...one, recovery: { ...one.recovery, needs: [{ fix: "", classify: "tool_category", more: 1 }] } },
    "a fault of a policy's code": { ...one, validation_errors: [{ path: "", code: "no_such_code", message: "m" }] },
  };
}

test("every recorded decision has the type", () => {
  assert.ok(recorded.length > 1000);
  const many = cut();
  assert.ok(many.evidence_integrity.issues_total > 100 && many.audit_event.proposed_argument_keys_total === 150);
  const program = [
    HEAD,
    ...recorded.map(({ decision }, at) => constant(`d${at}`, "Decision", decision)),
    constant("many", "Decision", many),
    constant("faults", "Fault[]", validateToolPrecheckEvent({ tool_name: 1 })),
    constant("policies", "ExecutionPolicy[]", [executionPolicy({}), executionPolicy({}, "shadow"), executionPolicy(many)]),
  ];
  assert.deepEqual(compiled({ recorded: program.join("") }), { status: 0, said: "" });
});

test("every recorded decision follows the schema", () => {
  for (const { id, decision } of recorded) assert.ok(follows(decision), `${id}: ${JSON.stringify(follows.errors)}`);
  assert.ok(follows(cut()), JSON.stringify(follows.errors));
});

test("what is not a decision has neither the type nor the form of the schema", () => {
  const all = Object.entries(wrong());
  const modules = Object.fromEntries(all.map(([, value], at) => [`wrong${at}`, HEAD + constant("it", "Decision", value)]));
  const { said } = compiled(modules);
  for (const [at, [what, value]] of all.entries()) {
    assert.match(said, new RegExp(`^.*wrong${at}\\.ts\\(2,`, "m"), `tsc takes ${what}`);
    assert.equal(follows(value), false, `the schema takes ${what}`);
  }
});

/** A name of JSON in JavaScript's spelling. */
const camel = (name) => name.replace(/_(.)/g, (_, it) => it.toUpperCase());

/** What the package takes in its own spelling has the members that the schema has. A time is a `Date` or a number there. */
test("options of the formats are those of their schemas", () => {
  const properties = (file, name) => {
    const { $defs } = JSON.parse(readFileSync(join(root, `schemas/formats/${file}.schema.json`), "utf8"));
    return Object.keys((name === "app" || name === "tool" ? $defs.facts.properties[name] : $defs[name]).properties);
  };
  const time = (name) => (name === "now_ms" ? "now" : name);
  const same = (type, names) => `Record<keyof Required<${type}>, 1> = ${JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])))};\n`;
  const shapes = [
    ["toolRequest.Limits", properties("tool_request", "limits").map(camel)],
    ["toolRequest.Capabilities", properties("tool_request", "capabilities").map(camel)],
    ["toolRequest.Facts", properties("tool_request", "facts").map(time).map(camel)],
    ["toolRequest.ApprovalRecord", properties("tool_request", "record")],
    ["Extract<toolRequest.MeasuredInput, { status: string }>", [...properties("tool_request", "no_file"), "sha256"]],
    ["Extract<toolRequest.MeasuredInput, { sha256: string }>", [...properties("tool_request", "measured_file"), "status"]],
    ["NonNullable<descriptor.Facts['app']>", properties("descriptor", "app")],
    ["NonNullable<descriptor.Facts['tool']>", properties("descriptor", "tool")],
  ];
  const program = [
    'import type * as descriptor from "../../src/formats/descriptor-types.js";\nimport type * as toolRequest from "../../src/formats/tool-request-types.js";\n',
    ...shapes.map(([type, names], at) => `export const it${at}: ${same(type, names)}`),
  ];
  assert.deepEqual(compiled({ options: program.join("") }), { status: 0, said: "" });
});
