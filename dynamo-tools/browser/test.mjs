// The page from a file, and the studio over live tables: every interaction, in light and dark, on a desktop and on a phone.
//
//   node test.mjs <page> <studio that writes> <studio that reads> [folder for screenshots]

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { accessible, go, launch, send, visit } from "./browser.mjs";

const [file, writes, reads, folder] = process.argv.slice(2);
assert.ok(reads, "give the page and the addresses of two studios");
const browser = await launch();
const shoot = async (page, name) => folder && page.screenshot({ path: `${folder}/${name}.png` });
const text = (locator) => locator.innerText();

async function fromFile() {
  const page = await visit(browser, pathToFileURL(resolve(file)).href);
  // The table, and the same items through an index.
  assert.equal(await text(page.locator("h1")), "GgCore");
  assert.ok(await page.locator(".block").count() > 5);
  await page.locator(".tab", { hasText: "GSI1" }).click();
  await page.locator(".block header small", { hasText: "GSI1PK" }).first().waitFor();
  assert.match(page.url(), /index=gsi1/);
  assert.equal(await page.locator(".tab[aria-current]").innerText().then((name) => name.split("\n")[0]), "GSI1");

  // Only some entities, and all of them again.
  await go(page, "#/GgCore/layout");
  await page.locator(".chips button", { hasText: /^Goal$/ }).click();
  await page.locator(".chips button[aria-pressed=true]").waitFor();
  assert.deepEqual(new Set(await page.locator("li.item").evaluateAll((all) => all.map((item) => item.dataset.entity))), new Set(["Goal"]));
  await page.locator(".chips button[aria-pressed=true]").click();
  await page.locator("li.item[data-entity=User]").first().waitFor();

  // A pattern highlights its index and the items that answer it.
  await page.locator("#pattern").selectOption("Goal::of_user");
  await page.locator(".panel").waitFor();
  const answers = page.locator("li.item.answer");
  assert.ok(await answers.count() > 0);
  assert.deepEqual(new Set(await answers.evaluateAll((all) => all.map((item) => item.dataset.entity))), new Set(["Goal"]));
  for (const word of ["request", "read unit", "a million calls"]) assert.match(await text(page.locator(".panel")), new RegExp(word));
  await go(page, "#/Inviter/layout?pattern=HangoutPointer::upcoming");
  assert.equal(await page.locator(".tab[aria-current] b").innerText(), "EntityTimeIndex");
  assert.equal(await page.locator("li.item.answer").count(), 3);

  // By keyboard: an item opens, the search finds and goes there.
  const item = page.locator("li.item summary").first();
  await item.focus();
  await page.keyboard.press("Enter");
  await page.locator("li.item details[open] table.attributes").waitFor();
  await item.evaluate((summary) => summary.blur());
  await page.keyboard.press("/");
  await page.keyboard.type("message history");
  await page.locator("#found [role=option]").first().waitFor();
  await page.keyboard.press("ArrowDown");
  assert.match(await page.locator("#search").getAttribute("aria-activedescendant"), /^found-0$/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/pattern=/);
  await page.locator("#search").fill("no such thing at all");
  await page.locator("#found", { hasText: "Nothing is called that" }).waitFor();
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#found").isHidden());

  // Entities: marked templates, what they are derived from, findings at their place; linked from outside.
  await go(page, "#/Inviter/entities?entity=HangoutPointer");
  const card = page.locator("#entity-HangoutPointer.chosen");
  await card.waitFor();
  assert.match(await text(card), /Derived from\s+Hangout\s+as its pointer/);
  assert.ok(await card.locator(".key .fld").count() > 2);
  await card.locator("details.fields summary").click();
  await card.locator("details.fields").getByRole("row", { name: /start_timestamp/ }).waitFor();
  assert.match(await text(page.locator("#entity-Hangout")), /unbounded-collection/);

  // The diagram has a box for every entity and a line for every companion.
  await go(page, "#/Inviter/diagram");
  assert.equal(await page.locator(".entity-box").count(), 6);
  assert.equal(await page.locator(".canvas path.line").count(), 2);
  await go(page, "#/GgCore/findings");
  await page.locator(".list .finding").first().waitFor();
  await go(page, "#/GgCore/patterns");
  await page.getByRole("link", { name: "Show the items that answer it" }).first().click();
  await page.locator(".panel").waitFor();

  // Colours are chosen, and kept; paper gets the content alone.
  await page.locator("#theme").click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
  await page.locator("#theme").click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator(".side").isHidden() && await page.locator(".block").first().isVisible());
  await page.emulateMedia({ media: "screen" });
  assert.deepEqual(page.asked.filter((url) => !/^(file|data):/.test(url)), [], "nothing is asked of a network");
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

/** Every view in every form: axe, no sideways scrolling, a picture. */
async function looks(address, kind, states) {
  for (const colorScheme of ["light", "dark"]) {
    for (const [device, viewport] of [["desktop", { width: 1280, height: 860 }], ["phone", { width: 390, height: 844 }]]) {
      const page = await visit(browser, address, { colorScheme, viewport });
      for (const [name, hash] of states) {
        await go(page, hash);
        await page.locator("main h1").waitFor();
        if (hash.includes("/data")) await page.locator(".results[data-loaded]").waitFor();
        if (hash.includes("key=")) await page.locator("details[open] .attributes").waitFor();
        await accessible(page, `${kind} ${name}, ${colorScheme}, ${device}`);
        await shoot(page, `${kind}-${name}-${device}-${colorScheme}`);
      }
      assert.deepEqual(page.problems, []);
      await page.context().close();
    }
  }
}

const key = (...texts) => encodeURIComponent(JSON.stringify(texts));

async function live() {
  const page = await visit(browser, writes);
  const loaded = () => page.locator(".results[data-loaded]").waitFor();
  await loaded();
  // Pages by cursor.
  assert.equal(await page.locator(".results").getAttribute("data-loaded"), "50");
  await page.locator("#more").click();
  await page.locator(".results[data-loaded='100'], .results:not([data-loaded='50'])").waitFor();
  assert.match(await text(page.locator(".told")), /Scan.*request.*read unit.*ms/s);
  await page.locator(".told summary").click();
  assert.match(await text(page.locator(".told pre")), /"TableName": "gg_core"/);

  // By key, by partition, through an index.
  await go(page, "#/Inviter/data");
  await loaded();
  await page.locator("#key-0").fill("GROUP#cooks");
  await page.locator(".ask button").click();
  await page.locator(".block header", { hasText: "GROUP#cooks" }).waitFor();
  assert.match(await text(page.locator(".told")), /Query/);
  assert.equal(await page.locator(".block").count(), 1);
  await page.locator(".block header a").first().waitFor();
  await page.locator("#key-0").fill("EVENT#soup");
  await page.locator("#key-1").fill("METADATA");
  await page.locator(".ask button").click();
  // From a record to its pointer, from there to the record, and into an index.
  await page.locator("details[open] .relations a", { hasText: "HangoutPointer" }).first().click();
  await page.locator("details[open] .relations", { hasText: "Derived from" }).waitFor();
  await page.locator("details[open] .relations a", { hasText: "EntityTimeIndex" }).click();
  await page.locator(".block header small", { hasText: "gsi1pk" }).waitFor();
  await page.goBack();
  await page.locator("details[open] .relations a", { hasText: /^Hangout$/ }).click();
  await page.locator("details[open] .relations a", { hasText: "HangoutPointer" }).first().waitFor();

  // A pattern with a form; what it asks for has a type.
  await go(page, "#/Inviter/patterns");
  const form = page.locator("form[aria-label='Run HangoutPointer::upcoming']");
  await form.locator("input").nth(0).fill("cooks");
  await form.locator("input").nth(1).fill("soon");
  await form.getByRole("button").click();
  assert.equal(await form.locator("input").nth(1).evaluate((input) => input.validity.valid), false);
  await form.locator("input").nth(1).fill("1800000000");
  await form.getByRole("button").click();
  await page.locator(".results[data-loaded='3']").waitFor();
  assert.match(await text(page.locator(".told")), /Query/);
  await go(page, `#/Inviter/data?pattern=Hangout::by_id&arguments=${key("a#b")}`);
  await page.locator(".problem", { hasText: "hangout_id" }).waitFor();
  // The browser notes the refusal, and nothing else so far.
  assert.match(page.problems.splice(0).join(), /^[^,]*status of 422[^,]*$/);

  // Sensitive values are hidden until somebody asks.
  await go(page, "#/Discord/patterns?only=User");
  const byEmail = page.locator("form[aria-label='Run User::by_email']");
  await byEmail.locator("input").fill("ann@example.com");
  await byEmail.getByRole("button").click();
  await page.locator("li.item summary").first().click();
  await page.locator(".hidden-value").first().waitFor();
  assert.equal(await page.getByText("argon2id").count(), 0);
  await page.locator(".body").getByRole("button", { name: "Show sensitive values" }).click();
  await page.getByText("argon2id").first().waitFor();

  await edits(page);
  assert.deepEqual(page.problems, []);
  const own = new URL(writes).origin;
  assert.deepEqual(page.asked.filter((url) => !url.startsWith(own) && !url.startsWith("data:")), [], "nothing is asked of anybody else");
  await page.context().close();
}

async function edits(page) {
  const open = async () => {
    await go(page, "#/Inviter/data");
    await go(page, `#/Inviter/data?key=${key("EVENT#soup", "METADATA")}`);
    await page.locator("details[open] .attributes").waitFor();
  };
  await open();
  // A hostile title: it is shown as it is, everywhere, and does nothing.
  const hostile = "<img src=x onerror=alert(1)></script><script>alert(2)</script>";
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Preview" }).click();
  await page.locator("form.edit .problem", { hasText: "Nothing is changed" }).waitFor();
  await page.getByLabel("title", { exact: true }).fill(hostile);
  await page.getByLabel("group_ids").fill('{"L":[{"S":"cooks"},{"S":"players"}]}');
  await page.getByRole("button", { name: "Preview" }).click();
  const dialog = page.locator("dialog[open]");
  await dialog.waitFor();
  // The record, one pointer that changes, one that comes, one that goes.
  assert.equal(await dialog.locator(".change").count(), 4);
  for (const word of ["is written", "is created", "is deleted"]) await dialog.locator(".change", { hasText: word }).first().waitFor();
  await accessible(page, "preview");
  await shoot(page, "studio-preview");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await open();
  assert.match(await text(page.locator("details[open] .attributes")), /Soup for all/);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("title", { exact: true }).fill(hostile);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.locator("#apply").click();
  await page.locator("dialog .done").waitFor();
  await page.locator("dialog").getByRole("button", { name: "Close" }).click();
  await open();
  await page.locator("details[open] .attributes", { hasText: "onerror=alert(1)" }).waitFor();
  await go(page, `#/Inviter/data?partition=${key("GROUP#cooks")}`);
  await page.locator(".preview", { hasText: "onerror=alert(1)" }).waitFor();
  assert.equal(await page.locator("main img, main script").count(), 0);

  // A companion is not changed by itself.
  await page.locator("li.item[data-entity=HangoutPointer] summary").first().click();
  await page.locator(".actions", { hasText: "A companion changes with its record" }).first().waitFor();
  // Nothing has drifted.
  await go(page, "#/Inviter/drift");
  await page.locator("#verify").click();
  await page.locator("#drift .done", { hasText: "nothing differs" }).waitFor();
  await open();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.locator("dialog[open]", { hasText: "Delete this Hangout" }).waitFor();
  await page.locator("#apply").click();
  await page.locator("dialog .done").waitFor();
  await page.locator("dialog").getByRole("button", { name: "Close" }).click();
  await page.locator(".empty", { hasText: "no item with this key" }).waitFor();
}

/** What other programs did to the table: attributes that nobody declared, items that cannot be read, companions that differ. */
async function odd() {
  const page = await visit(browser, reads);
  const engine = await text(page.locator("#brand .quiet"));
  const record = (id, more) => ({
    PK: { S: `EVENT#${id}` }, SK: { S: "METADATA" }, hangoutId: { S: id }, title: { S: "Odd" }, startTimestamp: { N: "1" },
    groupIds: { L: [] }, invitedUserIds: { L: [] }, ...more,
  });
  await send(engine, "PutItem", { TableName: "InviterTable", Item: record("odd", { colour: { S: "red" } }) });
  await send(engine, "PutItem", { TableName: "InviterTable", Item: record("broken", { title: { N: "1" } }) });
  const pointer = { PK: { S: "GROUP#runners" }, SK: { S: "HANGOUT#run" } };
  await send(engine, "UpdateItem", {
    TableName: "InviterTable", Key: pointer, UpdateExpression: "SET title = :t", ExpressionAttributeValues: { ":t": { S: "Old" } },
  });
  await go(page, `#/Inviter/data?key=${key("EVENT#odd", "METADATA")}`);
  await page.locator("details[open] tr.unknown", { hasText: "colour" }).waitFor();
  await go(page, `#/Inviter/data?key=${key("EVENT#broken", "METADATA")}`);
  await page.locator("summary .count", { hasText: "unreadable" }).waitFor();
  await page.locator("details[open] .problem", { hasText: "title" }).waitFor();
  await go(page, `#/Inviter/data?key=${key("EVENT#run", "METADATA")}`);
  await page.locator("details[open] .relations li", { hasText: "stale" }).waitFor();
  await go(page, "#/Inviter/drift");
  await page.locator("#verify").click();
  await page.locator("#drift a", { hasText: "HANGOUT#run is stale" }).click();
  await page.locator("summary .count", { hasText: "drift" }).waitFor();
  await accessible(page, "drift at its item");
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

async function readOnly() {
  const page = await visit(browser, reads);
  await page.locator("#brand", { hasText: "read-only" }).waitFor();
  await go(page, `#/Inviter/data?key=${key("EVENT#cake", "METADATA")}`);
  await page.locator("details[open] .attributes").waitFor();
  assert.equal(await page.getByRole("button", { name: "Edit" }).count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
  const stranger = await browser.newPage();
  const answer = await stranger.goto(new URL(reads).origin);
  assert.equal(answer.status(), 401);
}

try {
  await fromFile();
  await looks(pathToFileURL(resolve(file)).href, "page", [
    ["layout", "#/GgCore/layout"], ["index", "#/Inviter/layout?index=entity_time"], ["answers", "#/Discord/layout?pattern=Message::in_channel"],
    ["patterns", "#/Discord/patterns"], ["entities", "#/Inviter/entities"], ["diagram", "#/GgCore/diagram"], ["findings", "#/GgCore/findings"],
  ]);
  await looks(reads, "studio", [
    ["items", "#/Inviter/data"], ["item", `#/Inviter/data?key=${key("EVENT#soup", "METADATA")}`], ["patterns", "#/Discord/patterns"],
    ["drift", "#/Inviter/drift"],
  ]);
  await live();
  await readOnly();
  await odd();
  console.log("the page and the studio do what they say, in light and dark, on a desktop and on a phone");
} finally {
  await browser.close();
}
