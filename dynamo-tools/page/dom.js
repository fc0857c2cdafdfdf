// Elements from plain calls. Texts become text nodes, never markup: whatever an item holds is shown, and does nothing.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || (value === false && !name.startsWith("aria-"))) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "vars") {
      // Set through the object model, which the content security policy allows.
      for (const [variable, text] of Object.entries(value)) element.style.setProperty(variable, text);
    } else if (name === "value" || name === "checked" || name === "open" || name === "disabled" || name === "selected") {
      element[name] = value;
    } else {
      element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
    }
  }
  append(element, children);
  return element;
}

/** Appends elements, texts and nested lists of both. */
export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

/** An element of HTML. */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An element of SVG. */
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Replaces all that an element holds. */
export function show(element, ...children) {
  element.replaceChildren();
  return append(element, children);
}

/** Says something to those who cannot see it. */
export function say(text) {
  const status = document.getElementById("status");
  status.textContent = "";
  status.textContent = text;
}

/** `1 item`, `2 items`; `2 entities`, where the plural is said. */
export function many(count, one, several = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : several}`;
}

/** Dollars of a million calls, as people read them. */
export function dollars(amount) {
  if (amount === 0) return "$0";
  return amount < 0.1 ? `$${amount.toPrecision(2)}` : `$${amount.toFixed(2)}`;
}
