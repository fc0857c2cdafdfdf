// Begins: takes the document, draws what the address says.

import { h, show } from "./dom.js";
import { model, open, tableOf } from "./model.js";
import { address, layout } from "./layout.js";
import { patterns } from "./patterns.js";
import { entities } from "./entities.js";
import { diagram } from "./diagram.js";
import { findings } from "./findings.js";
import { search } from "./search.js";
import { api, data, drift, form } from "./studio.js";

/** Where the page is: a table, a view, and its options. */
function place() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, view] = path.split("/").map(decodeURIComponent);
  return { table: tableOf(name), view: view || (model.live ? "data" : "layout"), options: new URLSearchParams(query ?? "") };
}

const VIEWS = {
  data: ["Items", (table, options) => data(table, options)],
  layout: ["Layout", layout],
  patterns: ["Access patterns", (table, options) => patterns(table, options, model.live ? form : null)],
  entities: ["Entities", entities],
  diagram: ["Diagram", diagram],
  findings: ["Findings", findings],
  drift: ["Drift", drift],
};

function views() {
  return Object.entries(VIEWS).filter(([view]) => model.live || !["data", "drift"].includes(view));
}

function side(at) {
  const open = (table) => table.findings.filter((found) => found.allowed === undefined).length;
  const link = (view, [word]) => h("a", { href: address(at.table, view), "aria-current": view === at.view ? "page" : undefined },
    word, view === "findings" && open(at.table) > 0 && h("span", { class: "count warn" }, open(at.table)));
  const choose = (event) => { location.hash = address(tableOf(event.target.value), at.view); };
  return [
    h("label", { class: "table-picker" }, h("span", {}, "Table"), h("select", { id: "table", on: { change: choose } },
      model.tables.map((table) => h("option", { value: table.name, selected: table === at.table }, table.name)))),
    h("ul", { class: "views" }, views().map(([view, known]) => h("li", {}, link(view, known)))),
    h("ul", { class: "tables" }, model.tables.map((table) => h("li", {}, h("a", {
      href: address(table, at.view), "aria-current": table === at.table ? "true" : undefined,
    }, h("span", {}, words(table.name)), h("small", {}, String(table.list.length)))))),
  ];
}

/** A name that may break between its words. */
function words(name) {
  return name.split(/(?=[A-Z])/).map((word, at) => [at > 0 && h("wbr"), word]);
}

function draw() {
  const at = place();
  const known = VIEWS[at.view] ?? VIEWS.layout;
  document.title = `${at.table.name}: ${known[0].toLowerCase()}`;
  show(document.getElementById("side"), side(at));
  const main = document.getElementById("main");
  main.dataset.view = at.view;
  show(main, known[1](at.table, at.options));
  for (const current of document.querySelectorAll(".tabs [aria-current], .views [aria-current]")) {
    const strip = current.closest(".tabs, .views");
    strip.scrollLeft = current.offsetLeft - strip.offsetLeft - 40;
  }
  const chosen = main.querySelector(".chosen") ?? main.querySelector(".answer");
  if (chosen) chosen.scrollIntoView({ block: "nearest" });
  else window.scrollTo(0, 0);
}

const THEMES = ["auto", "light", "dark"];

/** Light and dark follow the system, unless somebody chooses. */
function theme() {
  const kept = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const set = (name) => {
    if (name === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", name);
    button.textContent = { auto: "Auto", light: "Light", dark: "Dark" }[name];
    button.setAttribute("aria-label", `Colours: ${name}`);
    try { localStorage.setItem("theme", name); } catch { /* A file may have no storage. */ }
  };
  let now = THEMES.includes(kept()) ? kept() : "auto";
  const button = h("button", { type: "button", id: "theme", class: "button quiet", on: { click: () => {
    now = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
    set(now);
  } } });
  set(now);
  return button;
}

async function begin() {
  const inline = document.getElementById("document");
  open(inline ? JSON.parse(inline.textContent) : (await api("document")).document);
  show(document.getElementById("brand"), h("b", {}, model.live ? "Studio" : "Tables"),
    model.live && h("span", { class: "quiet" }, model.live.place),
    model.live && h("span", { class: `count ${model.live.write ? "warn" : ""}` }, model.live.write ? "may write" : "read-only"));
  show(document.getElementById("find"), search());
  show(document.getElementById("tools"), theme(),
    h("button", { type: "button", class: "button quiet print", on: { click: () => window.print() } }, "Print"));
  window.addEventListener("hashchange", draw);
  draw();
}

begin().catch((error) => show(document.getElementById("main"), h("p", { class: "problem", role: "alert" }, error.message)));
