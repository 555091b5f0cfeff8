// The packages with the addon. A machine that none of them is for uses WebAssembly; so does one for
// which the loader finds out only by trying, such as a Linux without glibc.

const PACKAGES: { readonly [platform: string]: readonly string[] } = {
  "linux-x64": ["@aana/native-linux-x64-gnu"],
};

/** What to try on this platform, in order. */
export function addons(process: { readonly platform: string; readonly arch: string }): readonly string[] {
  return PACKAGES[`${process.platform}-${process.arch}`] ?? [];
}
