// A Tool Execution Request: approved, then edited, then refused because of its digest.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Gate } from "@aana/integration-sdk";
import { toolRequest } from "@aana/integration-sdk/formats";

type Facts = NonNullable<Parameters<typeof toolRequest.bind>[1]>;

const NOW = Date.UTC(2026, 2, 12, 10, 40);

/** Gates one request twice: as it was approved, and after somebody changed its memory limit. */
export function approveEditRefuse(file: string, inputs: string): void {
  const document = readFileSync(file);
  const checked = toolRequest.check(document, { fileName: basename(file), now: NOW });
  console.log("the document is", checked.valid ? "valid" : "not valid", "- alone it gives", checked.route);

  // The operator's approval, recorded by the host for exactly these bytes.
  const record = {
    request_id: checked.request_id ?? "",
    document_sha256: checked.document_sha256,
    approver: "m.okafor",
    recorded_utc: "2026-03-12T09:40:20Z",
    verified: true,
    promoted: true,
  };
  console.log("approved:", gated(document, record, inputs));

  const edited = Buffer.from(document.toString("utf8").replace("memory_limit_mb: 1024", "memory_limit_mb: 2048"));
  console.log("edited afterwards:", gated(edited, record, inputs));
}

/** Binds a document to what the host knows, and asks the gate. */
function gated(document: Uint8Array, record: Facts["record"], inputs: string): string {
  const binding = toolRequest.bind(document, {
    now: NOW,
    record,
    inputs: readdirSync(inputs).sort().map((name) => measured(inputs, name)),
    ledger: [],
    knownApprovers: ["m.okafor"],
    riskDomain: "research",
  });
  const decision = new Gate().check(binding.event, NOW);
  return [decision.route, ...binding.errors].join(" - ");
}

/** What the host itself finds of an input. */
function measured(folder: string, name: string) {
  const content = readFileSync(join(folder, name));
  return { name, size: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}
