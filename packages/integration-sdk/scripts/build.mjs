// Builds `dist`: one file an entry and format, so that a bundler, a browser and Node find the same
// thing, and the declarations beside them. The module itself comes from `cargo xtask wasm module`.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);
if (!existsSync("generated/bytes.ts")) {
  throw new Error("there is no module yet: `cargo xtask wasm module`");
}
rmSync("dist", { recursive: true, force: true });
rmSync("build", { recursive: true, force: true });
mkdirSync("dist/esm", { recursive: true });
mkdirSync("dist/cjs", { recursive: true });

const common = { bundle: true, target: "es2022", platform: "neutral", logLevel: "warning", charset: "utf8" };
// Split, so that two entries used by one program share one gate and one set of error classes.
await build({
  ...common,
  entryPoints: ["src/index.ts", "src/native.ts", "src/web.ts", "src/workerd.ts", "src/edge.ts"],
  format: "esm",
  splitting: true,
  outdir: "dist/esm",
  chunkNames: "[name]-[hash]",
  external: ["node:*", "*.wasm", "*.wasm?module"],
});
// CommonJS cannot be split that way, so it stays one file a module.
await build({
  ...common,
  bundle: false,
  entryPoints: [
    ...readdirSync("src").filter((file) => !/^(web|workerd|edge)\.ts$|\.d\.ts$/.test(file)).map((file) => `src/${file}`),
    "generated/bytes.ts",
    "generated/glue.ts",
  ],
  outbase: ".",
  format: "cjs",
  outdir: "dist/cjs",
  // There, `require` is at hand instead.
  logOverride: { "empty-import-meta": "silent" },
});
cpSync("generated/aana.wasm", "dist/esm/aana.wasm");
for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join("../..", licence), licence);

const tsc = join("node_modules", "typescript", "bin", "tsc");
execFileSync(process.execPath, [tsc, "-p", ".", "--emitDeclarationOnly", "--outDir", "build"], { stdio: "inherit" });
for (const folder of ["dist/esm", "dist/cjs/src"]) {
  for (const file of readdirSync("build/src")) {
    if (folder !== "dist/esm" && /^(web|workerd|edge)\./.test(file)) continue;
    cpSync(join("build/src", file), join(folder, file));
  }
}
rmSync("build", { recursive: true });
writeFileSync("dist/cjs/package.json", '{ "type": "commonjs" }\n');
