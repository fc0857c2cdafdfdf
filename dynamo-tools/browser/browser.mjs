// A browser without a window, and what the tests ask of every page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
  ],
});

/** A page with whatever goes wrong in it, and the addresses that it asks. */
export async function visit(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  page.problems = [];
  page.asked = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("dialog", (dialog) => { page.problems.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  page.on("request", (request) => page.asked.push(request.url()));
  page.setDefaultTimeout(20_000);
  await page.goto(address);
  await page.locator("main h1").waitFor();
  return page;
}

/** Goes to another state of the page by its address. */
export async function go(page, hash) {
  await page.evaluate((to) => { location.hash = to; }, hash);
  await page.waitForFunction((to) => location.hash === to || decodeURIComponent(location.hash) === decodeURIComponent(to), hash);
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
}

/** Sends a request to the engine that a studio runs on, as another program would. */
export async function send(endpoint, operation, body) {
  const answer = await fetch(endpoint, {
    method: "POST", body: JSON.stringify(body),
    headers: {
      "content-type": "application/x-amz-json-1.0", "x-amz-target": `DynamoDB_20120810.${operation}`, "x-amz-date": "20260101T000000Z",
      authorization: "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date;x-amz-target, Signature=0",
    },
  });
  assert.ok(answer.ok, `${operation}: ${answer.status} ${await answer.clone().text()}`);
  return answer.json();
}

/** What everybody must be able to read and use: axe finds nothing serious, and nothing is wider than the screen. */
export async function accessible(page, name) {
  // The content security policy keeps the page from running it, not the debugger.
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const serious = found.violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  const told = serious.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => node.html).join(" | ")}`);
  assert.deepEqual(told, [], name);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${name} scrolls sideways by ${wide}`);
}
