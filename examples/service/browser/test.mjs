// Two users in two browsers: each sees what the other says, as it is said.
//
//   node test.mjs <address of the server> [folder for screenshots]

import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const [address, folder] = process.argv.slice(2);
assert.ok(address, "give the address of the server");

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
  ],
});

/** A browser of its own, with whatever goes wrong in it. */
async function visitor(name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 720 }, ...options });
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(`${name}: ${error}`));
  page.on("console", (message) => message.type() === "error" && page.problems.push(`${name}: ${message.text()}`));
  page.setDefaultTimeout(20_000);
  await page.goto(address);
  return page;
}

const run = Date.now();
const shoot = async (page, name) => folder && page.screenshot({ path: `${folder}/${name}.png` });
const text = (page, content) => page.locator("#messages .text", { hasText: content });

async function register(page, name) {
  await page.getByRole("button", { name: "No account yet? Register" }).click();
  await page.getByLabel("E-mail").fill(`${name}-${run}@example.com`);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await page.locator("#me", { hasText: name }).waitFor();
}

async function answer(page, button, given) {
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.locator("#ask-text").fill(given);
  await page.getByRole("button", { name: "OK" }).click();
}

async function say(page, content) {
  await page.getByLabel("Message", { exact: true }).fill(content);
  await page.getByRole("button", { name: "Send" }).click();
}

try {
  const [ann, bob] = [await visitor("ann"), await visitor("bob", { colorScheme: "dark" })];
  await shoot(ann, "1-door");

  // A wrong password is refused with a reason, and nothing breaks.
  await bob.getByLabel("E-mail").fill("nobody@example.com");
  await bob.getByLabel("Password").fill("wrong password");
  await bob.getByRole("button", { name: "Log in" }).click();
  await bob.locator("#door-error", { hasText: "wrong" }).waitFor();
  await shoot(bob, "2-refused");
  bob.problems = bob.problems.filter((problem) => !problem.includes("401"));

  await register(ann, "Ann");
  await register(bob, "Bob");
  await answer(ann, "New server", "Gardeners");
  await ann.locator("#state.live").waitFor();
  await ann.getByRole("button", { name: "Invite", exact: true }).click();
  await ann.locator("#invite-code code", { hasText: /^[0-9a-z]{8,12}$/ }).waitFor();
  const code = await ann.locator("#invite-code code").textContent();
  await answer(bob, "Join", code);
  await bob.locator("#state.live").waitFor();
  // Ann is told that Bob has come.
  await ann.locator("#members li", { hasText: "Bob" }).waitFor();

  await say(ann, "Has anyone grown tomatoes on a balcony?");
  await text(bob, "Has anyone grown tomatoes").waitFor();
  const began = Date.now();
  await say(bob, "Yes! Two plants, and far too many tomatoes.");
  await text(ann, "Two plants").waitFor();
  console.log(`seen by the other after ${Date.now() - began} ms`);
  // What users write is text, never markup.
  await say(bob, "<img src=x onerror=alert(1)> <b>bold</b>");
  await text(ann, "<b>bold</b>").waitFor();
  assert.equal(await ann.locator("#messages img").count(), 0);
  await say(ann, "Good to know. Which kind? I have read that cherry tomatoes do best in pots, but they want a lot of water.");
  await text(bob, "cherry tomatoes").waitFor();

  const message = bob.locator("#messages li", { hasText: "cherry tomatoes" });
  await message.hover();
  await message.getByRole("button", { name: "Like" }).click();
  await ann.locator("#messages li", { hasText: "cherry tomatoes" }).getByRole("button", { name: "\u2665 1" }).waitFor();

  // A channel that Ann makes appears at Bob's.
  await answer(ann, "New channel", "harvest");
  await bob.getByRole("button", { name: "# harvest" }).waitFor();
  await ann.getByRole("button", { name: "# general" }).click();
  await text(ann, "Two plants").waitFor();

  // Pages: more than one of them, the newest first.
  for (let n = 1; n <= 60; n += 1) {
    const sent = ann.waitForResponse((response) => response.request().method() === "POST");
    await say(ann, `Watering, day ${n}`);
    assert.equal((await sent).status(), 201);
  }
  await text(bob, "Watering, day 60").waitFor();
  await bob.reload();
  await text(bob, "Watering, day 60").waitFor();
  assert.equal(await text(bob, "Has anyone grown tomatoes").count(), 0);
  // Scrolled up, the page before comes by itself, and what one reads stays in its place.
  await bob.locator("#scroll").evaluate((scroll) => { scroll.scrollTop = 0; });
  await text(bob, "Has anyone grown tomatoes").waitFor();
  assert.ok(await bob.locator("#scroll").evaluate((scroll) => scroll.scrollTop > 200), "it jumped");
  await bob.locator("#state.live").waitFor();
  await ann.locator("#scroll").evaluate((scroll) => { scroll.scrollTop = 0; });
  await shoot(ann, "3-ann");
  await bob.locator("#scroll").evaluate((scroll) => { scroll.scrollTop = 0; });
  await shoot(bob, "4-bob");

  // A narrow screen.
  await ann.setViewportSize({ width: 390, height: 780 });
  await ann.locator("#scroll").evaluate((scroll) => { scroll.scrollTop = scroll.scrollHeight; });
  await shoot(ann, "5-narrow");
  const wide = await ann.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  assert.equal(wide, false, "the page scrolls sideways");

  // One of the two at a time: the channel, or the menu, from which one comes back to it.
  await ann.getByRole("button", { name: "Menu" }).click();
  await shoot(ann, "6-menu");
  await ann.getByRole("button", { name: "# general" }).click();
  await text(ann, "Watering, day 60").waitFor();
  await ann.getByRole("button", { name: "Menu" }).click();
  await ann.getByRole("button", { name: "Log out" }).click();
  await ann.getByRole("button", { name: "Log in" }).waitFor();
  assert.deepEqual([...ann.problems, ...bob.problems], []);
  console.log("two users saw each other's messages appear");
} finally {
  await browser.close();
}
