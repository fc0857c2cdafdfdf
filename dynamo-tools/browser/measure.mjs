// How quick the page of 50 entities and the studio over 100,000 items are: sizes, first paint, and the time of clicks.
//
//   node measure.mjs <page> <address of a studio>
//
// A click counts until the browser has painted what follows, and for the studio until the answer is shown.

import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { launch, send, visit } from "./browser.mjs";

const [file, studio] = process.argv.slice(2);
const ROUNDS = 7;
const browser = await launch();

const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
const shown = (times) => `${median(times).toFixed(0)} ms`;
const row = (what, value) => console.log(`| ${what} | ${value} |`);

/** The page of the largest table with its entities repeated under other names, until there are 50. */
function fifty() {
  const html = readFileSync(file, "utf8");
  const [, before, json, after] = /^([^]*<script type="application\/json" id="document">)([^<]*)(<\/script>[^]*)$/.exec(html);
  const document = JSON.parse(json);
  const table = document.tables.reduce((most, next) => (next.entities.length > most.entities.length ? next : most));
  const size = table.entities.length;
  for (let at = size; at < 50; at += 1) {
    const old = table.entities[at % size].entity;
    const name = `${old}${Math.floor(at / size) + 1}`;
    const copy = JSON.parse(JSON.stringify(table.entities[at % size]).replaceAll(`"${old}`, `"${name}`));
    table.entities.push(copy);
    table.places.push(table.places[at % size]);
    table.writes.push({ ...table.writes[at % size], entity: name });
    table.reads.push(...table.reads.filter((read) => read.entity === old)
      .map((read) => ({ ...read, entity: name, pattern: read.pattern.replace(old, name), answers: [] })));
    table.items.push(...table.items.filter((item) => item.entity === old).map((item) => ({ ...item, entity: name })));
  }
  document.tables = [table];
  const path = join(dirname(resolve(file)), "fifty.html");
  writeFileSync(path, before + JSON.stringify(document).replaceAll("<", "\\u003c") + after);
  return { path, table };
}

/** The time from `act` until the browser has painted. */
async function painted(page, act) {
  await page.evaluate(() => { window.began = undefined; addEventListener("click", () => { window.began ??= performance.now(); }, { capture: true, once: true }); });
  await act();
  return page.evaluate(() => new Promise((done) => {
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - window.began)));
  }));
}

async function firstPaint(address) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await visit(browser, address);
    const entry = await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    times.push(await entry.jsonValue());
    await page.context().close();
  }
  return times;
}

async function page() {
  const { path, table } = fifty();
  const address = pathToFileURL(path).href;
  console.log(`\n${table.entities.length} entities, ${table.reads.length} access patterns, ${table.items.length} items\n`);
  console.log("| page of 50 entities | |\n|---|---|");
  row("size of the file", `${Math.round(statSync(path).size / 1000)} kB, ${Math.round(gzipSync(readFileSync(path)).length / 1000)} kB compressed`);
  row("first paint", shown(await firstPaint(address)));
  const clicks = { "another index": [], "only one entity": [], "the items of a pattern": [], entities: [], diagram: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await visit(browser, address);
    clicks["another index"].push(await painted(page, () => page.locator(".tab", { hasText: "GSI1" }).click()));
    clicks["only one entity"].push(await painted(page, () => page.locator(".chips button", { hasText: /^Goal$/ }).click()));
    await page.locator(".views a", { hasText: "Access patterns" }).click();
    clicks["the items of a pattern"].push(await painted(page, () => page.getByRole("link", { name: "Show the items" }).first().click()));
    clicks.entities.push(await painted(page, () => page.locator(".views a", { hasText: "Entities" }).click()));
    clicks.diagram.push(await painted(page, () => page.locator(".views a", { hasText: "Diagram" }).click()));
    await page.context().close();
  }
  for (const [what, times] of Object.entries(clicks)) row(`click: ${what}`, shown(times));
}

const ITEMS = 100_000;
const PARTITIONS = 1000;

/** Memberships of a thousand boards, written to the engine that the studio runs on. */
async function fill(endpoint) {
  const item = (at) => {
    const [board, user] = [`board-${at % PARTITIONS}`, `user-${Math.floor(at / PARTITIONS)}`];
    return {
      PK: { S: `BOARD#${board}` }, SK: { S: `USER#${user}` }, boardId: { S: board }, userId: { S: user }, role: { S: "member" },
      joinedAt: { S: "2026-11-17T10:00:00.000Z" },
    };
  };
  for (let at = 0; at < ITEMS; at += 25) {
    const requests = Array.from({ length: 25 }, (_, of) => ({ PutRequest: { Item: item(at + of) } }));
    const { UnprocessedItems: left } = await send(endpoint, "BatchWriteItem", { RequestItems: { BoardMemberships: requests } });
    if (Object.keys(left ?? {}).length > 0) throw new Error("items were not written");
  }
}

async function live() {
  const first = await visit(browser, studio);
  const { place } = await first.evaluate(async () => {
    const token = new URLSearchParams(location.search).get("token");
    const answer = await fetch("/api/document", { method: "POST", body: "{}", headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()).document.live;
  });
  await first.context().close();
  await fill(place);
  console.log(`\n| studio over ${ITEMS.toLocaleString("en")} items of one table | |\n|---|---|`);
  const start = `${studio}#/BoardMemberships/data`;
  row("first paint", shown(await firstPaint(start)));
  const times = { "first page of 50 items": [], "next page": [], "50 of the 100 items of a partition": [], "one item, with what belongs to it": [] };
  const until = async (page, loaded, act) => {
    const since = performance.now();
    await act();
    await page.locator(loaded).waitFor();
    return performance.now() - since;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const since = performance.now();
    const page = await visit(browser, start);
    await page.locator(".results[data-loaded='50']").waitFor();
    times["first page of 50 items"].push(performance.now() - since);
    times["next page"].push(await until(page, ".results[data-loaded='100']", () => page.locator("#more").click()));
    times["50 of the 100 items of a partition"].push(await until(page, ".results[data-loaded='50'] .block:only-child", () => page.locator(".block header a", { hasText: "board-" }).first().click()));
    times["one item, with what belongs to it"].push(await until(page, "details[open] .attributes", () => page.locator("li.item summary").first().click()));
    await page.context().close();
  }
  for (const [what, list] of Object.entries(times)) row(what, shown(list));
}

try {
  await page();
  await live();
} finally {
  await browser.close();
}
