// From a descriptor and a document to calls that ran, or did not: `npm install`, then `npm start`.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deleteWithConsent } from "./call.js";
import { approveEditRefuse } from "./document.js";
import { Desk } from "./service.js";

const KEY = "AAI_COM_EXAMPLE_DESK_KEY";
const SECRET = "only-for-this-example";

// As this file lies in `dist`.
const example = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const service = new Desk(SECRET);
const origin = await service.start();
try {
  // The port is free to choose on each run; a descriptor on disk says one.
  const text = readFileSync(example("aai.json"), "utf8").replace("http://127.0.0.1:8099", origin);
  await deleteWithConsent(service, text, { [KEY]: SECRET }, [`${KEY}=${origin}`]);
} finally {
  service.stop();
}
approveEditRefuse(example("../TR-20260312-091500Z-survey-summary.md"), example("inputs"));
