// Addresses against the parser of browsers and Node: the host that it asks is the one that was read, or the address is
// ambiguous; and a metadata address is found in every spelling.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { domainToUnicode } from "node:url";

const parts = JSON.parse(readFileSync(new URL("addresses.json", import.meta.url), "utf8"));
const [reader, seed = "1", count = "20000"] = process.argv.slice(2);

/** Numbers from a seed, the same everywhere. */
function numbers(state) {
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Addresses of parts that are read in different ways. */
function texts(next, many) {
  const pick = (list) => list[next(list.length)];
  const names = ["starts", "schemes", "slashes", "users", "hosts", "ports", "tails"];
  return Array.from({ length: many }, () => {
    // The first of each list is the plain one.
    const text = names.map((name) => (next(2) ? parts[name][0] : pick(parts[name]))).join("");
    if (next(2)) return text;
    const at = next(text.length + 1);
    return text.slice(0, at) + pick(parts.pieces) + text.slice(at);
  });
}

/** The host that a client asks, in one form. */
function hostOf(text) {
  if (!URL.canParse(text)) return undefined;
  const { hostname, protocol } = new URL(text);
  // What other schemes have for a host is not looked at.
  if (!["http:", "https:", "ws:", "wss:", "ftp:"].includes(protocol)) return undefined;
  const mapped = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(hostname);
  if (mapped) {
    const [high, low] = mapped.slice(1).map((group) => parseInt(group, 16));
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  if (hostname.startsWith("[")) return hostname.slice(1, -1);
  const name = hostname.replace(/\.$/, "");
  return domainToUnicode(name) || name;
}

const isMetadata = (host) =>
  /^169\.254\.\d+\.\d+$/.test(host) || /^fe[89ab][0-9a-f]:/.test(host) || host === "fd00:ec2::254" || host === "metadata.google.internal";

const all = texts(numbers(Number(seed)), Number(count));
const input = all.map((text) => JSON.stringify({ kind: "url", text })).join("\n");
const run = spawnSync(reader, { input, encoding: "utf8", maxBuffer: 1 << 30 });
if (run.status !== 0) throw new Error(run.stderr || String(run.error));
const answers = run.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));

let [equal, wrong, metadata] = [0, 0, 0];
for (const [index, text] of all.entries()) {
  const { findings, host } = answers[index];
  const expected = hostOf(text);
  if (expected === undefined || expected === "") continue;
  if (isMetadata(expected)) {
    metadata += 1;
    if (!findings.includes("argument_metadata_address")) {
      wrong += 1;
      console.log(`${JSON.stringify(text)}: asks ${expected}, found ${JSON.stringify(findings)}`);
    }
  }
  if (findings.includes("argument_url_ambiguous")) continue;
  if (host === expected) {
    equal += 1;
  } else {
    wrong += 1;
    console.log(`${JSON.stringify(text)}: read as ${host}, Node asks ${expected}`);
  }
}
console.log(`${all.length} addresses, ${equal} read alike, ${metadata} metadata addresses, ${wrong} otherwise`);
process.exitCode = wrong > 0 ? 1 : 0;
