// What the runtime has built in.

interface Builtins {
  getBuiltinModule?(name: string): unknown;
}

/** A module of the runtime, looked for when it is needed, so that no bundler looks for it before. */
export function builtin<T>(name: string): T {
  const runtime = (globalThis as { process?: Builtins }).process;
  const found = runtime?.getBuiltinModule?.(`node:${name}`);
  if (found === undefined) {
    throw new Error(`\`SqliteStore\` needs \`node:${name}\`, which Node.js has since 22.13; give the broker another store`);
  }
  return found as T;
}
