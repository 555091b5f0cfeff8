// Fresh projects that hold the packed tarball and nothing else, and what a program in one says.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** The package in the tree. */
export const sdk = join(here, "../../../packages/integration-sdk");

/** A program of the package's lock file, and one of the lock file beside this. */
export const bin = (name) => join(sdk, "node_modules/.bin", name);
export const tool = (path) => join(here, "node_modules", path);

export const { withPage } = await import(pathToFileURL(join(sdk, "test/chromium.mjs")).href);

export const scratch = mkdtempSync(join(tmpdir(), "aana-packaging-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs a program and gives what it printed. */
export const run = (command, args, options = {}) => {
  const done = spawnSync(command, args, { encoding: "utf8", ...options });
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.stdout}${done.stderr}${done.error ?? ""}`);
  return done.stdout;
};

const pack = (folder) => JSON.parse(run("npm", ["pack", "--json", "--pack-destination", scratch], { cwd: folder }))[0];

/** What `npm pack` says of the package, and of the one with the addon in this folder. */
export const packed = pack(sdk);
export const packAddon = (folder) => join(scratch, pack(folder).filename);
export const tarball = join(scratch, packed.filename);

/** Installs tarballs, without a network and without a script. */
export const install = (folder, tarballs, options = []) =>
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", ...options, ...tarballs], { cwd: folder });

/** A fresh project with the tarball installed, and these files. */
export function project(name, files, manifest = {}) {
  const folder = join(scratch, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, private: true, version: "1.0.0", ...manifest }));
  install(folder, [tarball]);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export const EVENT = `{
  tool_name: "search_docs", tool_category: "public_read", authorization_state: "none", evidence_refs: [],
  risk_domain: "research", proposed_arguments: { query: "leave policy" }, recommended_route: "accept",
}`;

/** What each program says: an accepted call, and one that is not. */
export const USE = `
const event = ${EVENT};
const accepted = checkToolPrecheck(event);
const blocked = checkToolPrecheck({ ...event, tool_name: "delete_database" });
const said = [accepted.route, shouldExecuteTool(accepted, event), blocked.route, shouldExecuteTool(blocked)].join(" ");
`;
export const SAID = "accept true defer false";
export const IMPORT = `import { checkToolPrecheck, shouldExecuteTool } from "@aana/integration-sdk";\n`;
export const REQUIRE = `const { checkToolPrecheck, shouldExecuteTool } = require("@aana/integration-sdk");\n`;

/** What a program says that judges documents and a policy, and one that checks arguments as well. */
export const FORMATS_USE = `
const judged = [aaep.checkEvent("{}").valid, toolRequest.check(new Uint8Array()).route, descriptor.check("{}").accepted,
  policy.check({ tools: { delete_fil: { route_floor: "ask" } } }, "delete_file").dead_entries[0].nearest].join(" ");
`;
export const FORMATS_SAID = "false ask false delete_file";
export const FORMATS_IMPORT = `import { aaep, descriptor, init as initFormats, toolRequest } from "@aana/integration-sdk/formats";
import * as policy from "@aana/integration-sdk/policy";\n`;
export const ARGUMENTS_USE = `
const desk = new validator.Descriptor(JSON.stringify({
  schema_version: "1.0", app: { id: "com.example.desk", name: "Desk", description: "Keeps tasks" }, execution: { type: "ipc" },
  tools: [{ name: "get_task", description: "Get a task", parameters: { type: "object", properties: { id: { type: "string" } } } }],
}));
const planned = desk.plan("get_task", { id: 7 });
const fits = [planned.refused, planned.errors?.[0].rule, desk.checkArguments("get_task", { id: "7" }).valid].join(" ");
`;
export const ARGUMENTS_SAID = "call args.type true";
export const ARGUMENTS_IMPORT = `import { descriptor as validator, init as initArguments } from "@aana/integration-sdk/formats/arguments";\n`;

/** A page that shows what its program says. */
export const PAGE = `<!doctype html><title>waiting</title><script type="module" src="/main.js"></script>`;
export const SHOW = `${IMPORT}${USE}document.title = said;`;

/** Opens a built page, waits for its title and says it. */
export function open(folder, options = {}) {
  const html = options.html ?? PAGE;
  const file = (path) => {
    const file = join(folder, path);
    return existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined;
  };
  return withPage({ file, html, policy: options.policy }, async (page, errors) => {
    await page.waitForFunction(() => document.title !== "waiting", undefined, { timeout: 20_000 }).catch(() => {
      throw new Error(`the page said nothing; ${errors.join("; ")}`);
    });
    return page.title();
  });
}

/** Opens the address of a server that prints it, and says the page's title. */
export async function openServer(server) {
  try {
    const address = await new Promise((resolve, reject) => {
      let told = "";
      server.on("exit", () => reject(new Error(`the server ended: ${told}`)));
      server.stdout.on("data", (it) => {
        // Without the colours of a terminal.
        told += String(it).replace(/\u001b\[[0-9;]*m/g, "");
        const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(told);
        if (found) resolve(found[0]);
      });
    });
    return await withPage({ file: () => undefined }, async (page) => {
      await page.goto(address);
      await page.waitForFunction(() => document.title !== "waiting", undefined, { timeout: 30_000 });
      return page.title();
    });
  } finally {
    server.kill("SIGKILL");
  }
}
