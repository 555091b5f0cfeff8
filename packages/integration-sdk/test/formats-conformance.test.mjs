// Every case of the formats through the package.

import assert from "node:assert/strict";
import { test } from "node:test";
import { descriptor, init } from "@aana/integration-sdk/formats/arguments";
import * as formats from "@aana/integration-sdk/formats";
import { answered, byValue, bytesOf, camel, cases, compact, exact, isPlain, measured, read } from "./formats-suite.mjs";
import { sha256, writeHashes } from "./suite.mjs";

const { aaep, toolRequest } = formats;
// A module that starts tells its version, in a text that no case asks for.
await Promise.all([formats.init(), init()]);
const hashes = new Map();
const owed = new Set();

/** One named test for a case. It gives the text of the module, whose hash is told. */
function trial(id, run) {
  assert.ok(!owed.has(id), `${id} stands twice`);
  owed.add(id);
  test(id, () => hashes.set(id, sha256(run())));
}

/** A call of the package that reads one text, and that text. */
function one(call) {
  const { found, texts } = answered(call);
  assert.equal(texts.length, 1, "one text was read");
  assert.equal(JSON.stringify(found), JSON.stringify(JSON.parse(texts[0])), "nothing is added or lost");
  return { found, text: texts[0] };
}

const sorted = (list) => [...list].sort();

// AAEP

const places = (findings, severity) =>
  sorted(findings.filter((it) => it.severity === severity).map((it) => `${it.index ?? 0} ${it.pointer} ${it.rule}`));
const expectedPlaces = (items) => sorted(items.map((it) => `${it.index ?? 0} ${it.pointer} ${it.rule}`));
const repeated = (raw) =>
  typeof raw === "string" ? raw : `${raw.before}${raw.repeat.repeat(raw.times)}${raw.after}`;

function aaepCase(it) {
  let said;
  if (it.kind === "stream") {
    const items = it.input.map((item) => item?.x_text ?? compact(item));
    said = one(() => aaep.checkStream(items.join("\n")));
    const objects = it.input.map((item) => item?.x_text ?? (isPlain(item) ? item : compact(item)));
    assert.deepEqual(aaep.checkStream(objects), said.found, "the entry point for items");
    if ("replies" in it.expected) assert.deepEqual(said.found.replies, it.expected.replies);
  } else {
    const check = { event: aaep.checkEvent, reply: aaep.checkReply, handshake: aaep.checkHandshake }[it.target];
    const text = "input_text" in it ? repeated(it.input_text) : compact(it.input);
    said = one(() => check(text));
    assert.deepEqual(check(new TextEncoder().encode(text)), said.found, "the entry point for bytes");
    if (typeof it.input === "object" && it.input !== null && isPlain(it.input)) {
      assert.deepEqual(check(it.input), said.found, "the entry point for objects");
    }
  }
  const { found, text } = said;
  assert.deepEqual(places(found.findings, "error"), expectedPlaces(it.expected.violations));
  assert.equal(found.valid, it.expected.valid);
  if ("advice" in it.expected) assert.deepEqual(places(found.findings, "warning"), expectedPlaces(it.expected.advice));
  return text;
}

for (const file of ["aaep/cases.json", "aaep/more_cases.json"]) {
  for (const it of cases(file, "cases")) trial(`aaep/${it.id}`, () => aaepCase(it));
}

for (const [index, event] of cases("aaep/seed_examples.json", "examples").entries()) {
  test(`the published example ${index} passes`, () => assert.deepEqual(aaep.checkEvent(event), { valid: true, findings: [] }));
}

// Tool Execution Requests

/** The bytes of a case: a file, or one with a line made longer. */
function documentOf(it) {
  if (it.made_of === undefined) return bytesOf(it.file);
  const { file, line, append, repeat, times } = it.made_of;
  const lines = new TextDecoder().decode(bytesOf(file)).split("\n");
  lines[line - 1] += append + repeat.repeat(times);
  return new TextEncoder().encode(lines.join("\n"));
}

for (const it of [...cases("tool_request/index.json"), ...cases("tool_request/more_index.json")]) {
  trial(`tool_request/${it.file}`, () => {
    const options = { fileName: it.file_name_argument ?? undefined };
    if (it.clock_utc != null) options.now = new Date(it.clock_utc);
    const { found, text } = one(() => toolRequest.check(documentOf(it), options));
    assert.deepEqual(found.errors, it.expected_rules);
    assert.deepEqual(found.warnings, it.expected_warnings);
    assert.equal(found.route, it.route);
    assert.equal(found.valid, it.valid);
    assert.equal(found.request !== null, it.valid);
    return text;
  });
}

for (const it of cases("tool_request/digest_vectors.json")) {
  trial(`tool_request/digest/${it.file}`, () => {
    const { found, text } = one(() => toolRequest.digests(bytesOf(it.file)));
    const { document_sha256, content_sha256 } = it;
    assert.deepEqual(found, { document_sha256, content_sha256 });
    return text;
  });
}

function bound(it) {
  const facts = { inputs: typeof it.inputs === "string" ? measured(it.inputs) : it.inputs, riskDomain: "research" };
  if (it.clock_utc != null) facts.now = new Date(it.clock_utc);
  for (const name of ["record", "ledger", "known_approvers", "max_input_bytes"]) {
    if (name in it) Object.assign(facts, camel({ [name]: it[name] }));
  }
  if ("capabilities" in it) facts.capabilities = camel(it.capabilities);
  return one(() => toolRequest.bind(bytesOf(it.document), facts));
}

const situations = cases("tool_request/bind_index.json");
for (const it of [...situations, ...cases("tool_request/more_bind_index.json")]) {
  trial(`tool_request/bind/${it.case}`, () => {
    const { found, text } = bound(it);
    assert.deepEqual(found.errors, it.expected_errors);
    assert.deepEqual(found.warnings, it.expected_warnings);
    assert.equal(found.authorization_state, it.expected_authorization_state);
    assert.equal(found.route, it.expected_route);
    return text;
  });
}

for (const it of cases("tool_request/event_examples.json")) {
  trial(`tool_request/event/${it.case}`, () => {
    const { found, text } =
      it.case === "hostile_document"
        ? one(() => toolRequest.bind(bytesOf("invalid_many_hostile.md"), { riskDomain: "research" }))
        : bound(situations.find((other) => other.case === it.case));
    const due = structuredClone(it.event);
    // The edit is that of `time_limit_sec`, from 120 to 3000; the example still shows the old one.
    if (it.case === "edited_after_approval") due.proposed_arguments.limits.time_sec = 3000;
    assert.deepEqual(found.event, byValue(due));
    return text;
  });
}

// Descriptors

/** Findings as sorted lines. */
const lines = (findings, severity) =>
  sorted((findings ?? []).map((it) => `${it.pointer} ${it.rule} ${severity ? it.severity : ""}`));

function descriptorText(file, it) {
  if ("descriptor_ref" in it) return compact(file.descriptors[it.descriptor_ref]);
  if ("descriptor_text" in it) return it.descriptor_text;
  if ("repeat" in it) return it.repeat.open.repeat(it.repeat.count) + it.repeat.close.repeat(it.repeat.count);
  return compact(it.descriptor);
}

/** What asks the schemas, and so is not known to the small module. */
const BY_VALIDATOR = ["schema.default_invalid", "schema.budget_exceeded"];

function descriptorCase(file, it) {
  const given = descriptorText(file, it);
  const { expect } = it;
  const { found, text } = one(() => descriptor.check(given, it.profile));
  assert.deepEqual(lines(found.findings, true), lines(expect.diagnostics, true));
  assert.equal(found.accepted, expect.accepted);
  if (!expect.diagnostics.some((it) => BY_VALIDATOR.includes(it.rule))) {
    assert.deepEqual(formats.descriptor.check(given, it.profile), found, "the small module says the same");
  }
  if (found.accepted) {
    assert.equal(new descriptor.Descriptor(given, it.profile).digest, found.descriptor.digest);
  } else {
    assert.throws(
      () => new descriptor.Descriptor(given, it.profile),
      (error) => error instanceof descriptor.DescriptorError && JSON.stringify(error.findings) === JSON.stringify(found.findings),
    );
  }
  return text;
}

function callCase(file, it) {
  const { expect } = it;
  const desk = new descriptor.Descriptor(descriptorText(file, it), "compat");
  const given = it.arguments_text ?? compact(it.arguments);
  const planned = one(() => desk.plan(it.tool, given));
  const answer = byValue(exact(planned.text));
  const told = [];
  if ("errors" in expect) {
    assert.equal(planned.found.refused, "call");
    assert.deepEqual(lines(planned.found.errors), lines(expect.errors));
    for (const error of expect.errors) assert.equal(error.rule.split(".")[0], error.stage);
    told.push(planned.text);
  } else {
    assert.deepEqual(answer.plan, byValue(expect.plan));
  }
  if ("audit" in expect) assert.deepEqual(answer.audit, byValue(expect.audit));
  if ("recommended_route" in expect) assert.equal(answer.recommended_route, expect.recommended_route);
  if (typeof it.arguments === "object" && !Array.isArray(it.arguments) && it.arguments !== null && isPlain(it.arguments)) {
    assert.deepEqual(desk.plan(it.tool, it.arguments), planned.found, "the entry point for objects");
  }
  assert.equal(desk.checkArguments(it.tool, given).valid, !expect.errors?.some((it) => it.stage === "args" || it.rule === "plan.unknown_tool"));
  let text = planned.text;
  const asked = ["env", "tokens", "allow_variables"].some((name) => name in it);
  if (asked) {
    const sent = one(() => desk.wire(it.tool, given, camel({ env: it.env, tokens: it.tokens, allow_variables: it.allow_variables })));
    if ("wire" in expect) assert.deepEqual(sent.found.wire, byValue(expect.wire));
    if ("wire_errors" in expect) {
      assert.deepEqual(lines(sent.found.errors), lines(expect.wire_errors));
      told.push(sent.text);
    }
    text += `\n${sent.text}`;
  } else {
    assert.ok(!("wire" in expect) && !("wire_errors" in expect), "secrets without a wire");
  }
  for (const word of expect.audit_must_not_contain ?? []) {
    assert.ok(!JSON.stringify(planned.found.audit ?? null).includes(word) && !told.join().includes(word));
  }
  return text;
}

for (const name of ["aai.json", "aai_own.json"]) {
  const file = read(name);
  for (const it of cases(name, "descriptor_cases")) trial(`aai/${it.id}`, () => descriptorCase(file, it));
  for (const it of cases(name, "call_cases")) trial(`aai/${it.id}`, () => callCase(file, it));
  for (const it of cases(name, "answer_cases", { some: name === "aai.json" })) {
    trial(`aai/${it.id}`, () => {
      const desk = new descriptor.Descriptor(compact(it.descriptor), it.profile);
      const { found, text } = one(() => desk.checkAnswer(it.tool, compact(it.answer)));
      assert.deepEqual(lines(found.findings), lines(it.expect));
      return text;
    });
  }
  for (const it of cases(name, "mapping_cases")) {
    trial(`aai/${it.id}`, () => {
      const options = { authorizationState: it.authorization_state, pinned: it.pinned ?? true };
      const { found, text } = one(() => formats.descriptor.classifyFacts({ app: it.app, tool: it.tool }, options));
      for (const [key, due] of Object.entries(it.expect)) assert.deepEqual(found[key], due, key);
      assert.deepEqual(descriptor.classifyFacts({ app: it.app, tool: it.tool }, options), found);
      return text;
    });
  }
  for (const it of cases(name, "event_cases", { some: name === "aai.json" })) {
    trial(`aai/${it.id}`, () => {
      const catalog = new descriptor.Catalog(it.descriptor_refs.map((ref) => new descriptor.Descriptor(compact(file.descriptors[ref]))));
      const { found, texts } = answered(() => catalog.faults(compact(it.event)));
      const due = it.expect;
      assert.deepEqual(found.map(({ path, code }) => ({ path, code })), due);
      const decision = catalog.check(compact(it.event));
      for (const fault of found) assert.ok(decision.validation_errors.some((it) => it.path === fault.path && it.code === fault.code));
      assert.equal(texts.length, 1);
      return texts[0];
    });
  }
}

test("the hashes are written", () => {
  assert.ok(owed.size > 700, `${owed.size}`);
  assert.deepEqual([...owed].filter((id) => !hashes.has(id)), []);
  writeHashes("wasm-node.formats", [...owed].map((id) => [id, hashes.get(id)]));
});
