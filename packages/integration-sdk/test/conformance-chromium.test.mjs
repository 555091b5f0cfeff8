// Every conformance case through the package as a browser loads it, without a bundler.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withPage } from "./chromium.mjs";
import { hold, loadBlessed, loadCases, loadProbes, root, sha256, writeHashes } from "./suite.mjs";

const dist = join(root, "packages/integration-sdk/dist/esm");
const cases = loadCases();
const blessed = loadBlessed();
const probes = loadProbes("should_execute");

const found = await withPage(
  {
    file: (path) => {
      const file = join(dist, path);
      return file.startsWith(dist) && existsSync(file) ? readFileSync(file) : undefined;
    },
  },
  async (page, errors) => {
    const found = await page.evaluate(
      async ({ cases, probes }) => {
        const { Gate, shouldExecuteTool, shouldExecuteToolJson } = await import("/index.js");
        const texts = cases.map((it) => {
          const gate = new Gate(it.policy);
          if ("event_text" in it) return gate.checkJson(it.event_text, it.now, it.attested);
          if ("event_base64" in it) {
            return gate.checkJson(Uint8Array.from(atob(it.event_base64), (char) => char.charCodeAt(0)), it.now, it.attested);
          }
          const text = gate.checkJson(JSON.stringify(it.event), it.now, it.attested);
          return JSON.stringify(gate.check(it.event, it.now, it.attested)) === JSON.stringify(JSON.parse(text)) ? text : "differs";
        });
        const answers = probes.map((it) => {
          const about = "event" in it ? [it.event] : [];
          return "decision_text" in it
            ? shouldExecuteToolJson(it.decision_text, ...about.map((event) => JSON.stringify(event)))
            : shouldExecuteTool(it.decision, ...about);
        });
        return { texts, answers };
      },
      { cases, probes },
    );
    return { ...found, errors };
  },
);

test("the page had no errors", () => assert.deepEqual(found.errors, []));

cases.forEach((it, index) => test(it.id, () => hold(it, found.texts[index], blessed)));

probes.forEach((it, index) => {
  test(`should_execute: ${it.id}`, () => assert.equal(found.answers[index], it.expect));
});

test("the hashes are written", () => {
  assert.equal(found.texts.length, blessed.size);
  writeHashes("wasm-chromium", cases.map((it, index) => [it.id, sha256(found.texts[index])]));
});
