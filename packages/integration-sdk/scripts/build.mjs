// Builds `dist`: one file an entry and format, so that a bundler, a browser and Node find the same
// thing, and the declarations beside them. The modules themselves come from `cargo xtask wasm module` and
// `cargo xtask wasm formats`.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);
for (const [file, command] of [["bytes.ts", "module"], ["formats-arguments.wasm", "formats"]]) {
  if (!existsSync(`generated/${file}`)) throw new Error(`there is no module yet: \`cargo xtask wasm ${command}\``);
}
rmSync("dist", { recursive: true, force: true });
rmSync("build", { recursive: true, force: true });
mkdirSync("dist/esm", { recursive: true });
mkdirSync("dist/cjs", { recursive: true });

const common = { bundle: true, target: "es2022", platform: "neutral", mainFields: ["module", "main"], logLevel: "warning", charset: "utf8" };
// Split, so that two entries used by one program share one gate and one set of error classes.
await build({
  ...common,
  entryPoints: [
    // The entries lie beside the modules that they fetch.
    ...readdirSync("src/entries").map((file) => ({ in: `src/entries/${file}`, out: basename(file, ".ts") })),
    ...["ai-sdk", "langchain", "mcp-client"].map((name) => ({ in: `src/integrations/${name}.ts`, out: `integrations/${name}` })),
  ],
  format: "esm",
  splitting: true,
  outdir: "dist/esm",
  chunkNames: "[name]-[hash]",
  // The package by its own name: its `exports` choose by platform.
  external: ["node:*", "*.wasm", "*.wasm?module", "@aana/*", "@langchain/*"],
});
/** The entries that CommonJS has no use for. */
const esmOnly = (path) => /\/entries\/(web|confirmation|formats|formats-arguments|policy|.*\b(workerd|edge))\.(ts|d\.ts|js)$/.test(path);
const sources = (folder) =>
  readdirSync(folder).filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts")).map((file) => `${folder}/${file}`).filter((path) => !esmOnly(path));
// CommonJS cannot be split that way, so it stays one file a module.
await build({
  ...common,
  bundle: false,
  entryPoints: [
    ...sources("src"),
    ...sources("src/entries"),
    ...sources("src/confirmation"),
    ...sources("src/formats"),
    ...sources("src/integrations"),
    ...["bytes", "glue", "formats-glue", "formats-arguments-glue"].map((name) => `generated/${name}.ts`),
  ],
  outbase: ".",
  format: "cjs",
  outdir: "dist/cjs",
  // There, `require` is at hand instead.
  logOverride: { "empty-import-meta": "silent" },
});
// With what it has from elsewhere: the package depends on nothing.
await build({ ...common, entryPoints: ["src/inflate.ts"], outbase: ".", format: "cjs", outdir: "dist/cjs" });
cpSync("node_modules/fflate/LICENSE", "dist/LICENSE-fflate");
for (const name of ["aana", "formats", "formats-arguments"]) cpSync(`generated/${name}.wasm`, `dist/esm/${name}.wasm`);
for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join("../..", licence), licence);

const tsc = join("node_modules", "typescript", "bin", "tsc");
execFileSync(process.execPath, [tsc, "-p", ".", "--emitDeclarationOnly", "--outDir", "build"], { stdio: "inherit" });
for (const folder of ["dist/esm", "dist/cjs/src"]) {
  cpSync("build/src", folder, { recursive: true, filter: (file) => folder === "dist/esm" || !esmOnly(file) });
}
rmSync("build", { recursive: true });
writeFileSync("dist/cjs/package.json", '{ "type": "commonjs" }\n');
