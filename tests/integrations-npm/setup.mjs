// Packs the package and puts it among the frameworks, as an installation does: a real folder and no link, so that
// the package finds the frameworks where a user's would. `npm ci` comes first.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const sdk = join(import.meta.dirname, "../../packages/integration-sdk");
const place = join(import.meta.dirname, "node_modules/@aana/integration-sdk");
const scratch = mkdtempSync(join(tmpdir(), "aana-integrations-"));
try {
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", scratch], { cwd: sdk, encoding: "utf8" });
  const [{ filename }] = JSON.parse(packed);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  execFileSync("tar", ["-xzf", join(scratch, filename), "-C", place, "--strip-components=1"]);
} finally {
  rmSync(scratch, { recursive: true });
}
