// What Chromium makes of the service's pages, as JSON for the test that starts this: `page.mjs URL [FOLDER]`.
// With a folder, pictures of the pages are left there.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

// One browser driver for the whole repository: the npm package's.
const { chromium } = createRequire(new URL("../../../packages/integration-sdk/package.json", import.meta.url))("playwright-core");

const EXECUTABLE = process.env.AANA_CHROMIUM ?? "/usr/bin/chromium";
const [url, folder] = process.argv.slice(2);
if (!existsSync(EXECUTABLE)) throw new Error(`there is no Chromium at ${EXECUTABLE}`);

const browser = await chromium.launch({
  executablePath: EXECUTABLE,
  headless: true,
  args: [
    ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
    ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
  ],
});

async function open(path, viewport = { width: 1280, height: 900 }) {
  const page = await browser.newPage({ viewport });
  const requests = [];
  const errors = [];
  page.on("request", (request) => requests.push(`${request.method()} ${request.url().replace(url, "")}`));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(url + path);
  return { page, requests, errors };
}

async function picture(page, name) {
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

try {
  const { page, requests, errors } = await open("/");
  const shown = async () => ({
    route: await page.locator("#route b").innerText(),
    decision: await page.locator("#decision").innerText(),
    full: await page.locator("#full").evaluate((element) => element.textContent),
  });
  const report = { requests, errors, example: await shown() };
  await picture(page, "example");
  const loaded = requests.length;
  const event = JSON.parse(await page.locator("#event").inputValue());
  const texts = {
    accept: JSON.stringify({ ...event, tool_category: "public_read", tool_name: "search_docs", evidence_refs: [], proposed_arguments: { q: "x" } }),
    twice: '{"tool_name": "a", "tool_name": "b"}',
    markup: JSON.stringify({ ...event, tool_name: "<img src=x onerror=alert(1)>", "<b>": 1 }),
    empty: "",
  };
  for (const [name, text] of Object.entries(texts)) {
    await page.locator("#event").fill(text);
    report[name] = { ...(await shown()), needs: await page.locator("#needs li").allInnerTexts() };
    await picture(page, name);
  }
  report.examples = [];
  for (const button of await page.locator("#examples button").all()) {
    await button.click();
    const event = JSON.parse(await page.locator("#event").inputValue());
    report.examples.push({ says: await button.innerText(), event, ...(await shown()) });
  }
  report.icon = await page.evaluate(async () => {
    const icon = Object.assign(new Image(), { src: document.querySelector("link[rel=icon]").href });
    await icon.decode();
    return icon.naturalWidth > 0;
  });
  report.elements = await page.locator("#decision img, #decision b b, #decision script").count();
  await page.locator("#event").fill(texts.accept);
  await page.locator("summary").first().click();
  await page.locator("#policy").fill('{"tools": {"search_*": {"route_floor": "defer"}}}');
  report.policy = await shown();
  await page.locator("#policy").fill('{"tols": {}}');
  report.faulty = await shown();
  // What a script on the page could do to carry it away.
  report.carried = await page.evaluate(async () => {
    const tries = [
      () => fetch("/health").then(() => "fetch"),
      () => new Promise((resolve, reject) => Object.assign(new Image(), { onload: () => resolve("image"), onerror: reject, src: "/docs/swagger-ui.css" })),
      () => (navigator.sendBeacon("/pre-tool-check", "x") ? Promise.reject() : Promise.reject()),
    ];
    const got = await Promise.allSettled(tries.map((one) => one()));
    return got.filter((one) => one.status === "fulfilled").map((one) => one.value);
  });
  report.later = requests.slice(loaded).filter((one) => !one.startsWith("GET /docs/swagger-ui.css"));
  report.violations = errors.splice(0).filter((error) => !error.includes("Content Security Policy"));

  const narrow = await open("/", { width: 390, height: 800 });
  report.overflow = await narrow.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await picture(narrow.page, "narrow");

  const docs = await open("/docs");
  await docs.page.locator(".opblock").first().waitFor();
  report.docs = {
    requests: docs.requests,
    errors: docs.errors,
    paths: await docs.page.locator(".opblock-summary-path").allInnerTexts(),
    backs: {},
  };
  for (const colorScheme of ["light", "dark"]) {
    await docs.page.emulateMedia({ colorScheme });
    // The page gets the change event a moment later.
    await docs.page.waitForFunction((dark) => document.documentElement.classList.contains("dark-mode") === dark, colorScheme === "dark");
    report.docs.backs[colorScheme] = await docs.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  }
  await picture(docs.page, "docs");
  console.log(JSON.stringify(report));
} finally {
  await browser.close();
}
