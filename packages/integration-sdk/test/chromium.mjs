// Debian's Chromium with a page that is served from memory.

import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const EXECUTABLE = process.env.AANA_CHROMIUM ?? "/usr/bin/chromium";

const TYPES = { html: "text/html", js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm", css: "text/css" };

/** Serves what `file(path)` gives, and opens `/`. `work` gets the page, and what went wrong on it. */
export async function withPage({ file, policy, html = "<!doctype html><title>test</title>" }, work) {
  if (!existsSync(EXECUTABLE)) throw new Error(`there is no Chromium at ${EXECUTABLE}`);
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const body = path === "/" ? html : file(path);
    const headers = { "content-type": TYPES[path === "/" ? "html" : path.split(".").at(-1)] ?? "text/plain" };
    if (policy !== undefined) headers["content-security-policy"] = policy;
    response.writeHead(body === undefined ? 404 : 200, headers).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    headless: true,
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
    ],
  });
  try {
    const page = await browser.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await work(page, errors);
  } finally {
    await browser.close();
    server.close();
  }
}
