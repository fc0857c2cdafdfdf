"use strict";

const $ = (id) => document.getElementById(id);
const LIKE = "\u2665";

/** What this page knows. The table knows better: everything here can be read again. */
const state = {
  token: sessionStorage.getItem("token"),
  me: null,
  registering: false,
  server: null,
  channel: null,
  next: null,
  messages: new Map(),
  socket: null,
};

/* Requests */

async function api(method, path, body) {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: {
      ...(state.token ? { Authorization: `Bearer ${state.token}` } : {}),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  const json = text ? JSON.parse(text) : null;
  if (!answer.ok) {
    if (answer.status === 401 && state.me) logOut();
    throw new Error(json?.error ?? answer.statusText);
  }
  return json;
}

/** Runs what a click asks for, and shows why it did not work. */
function attempt(work, where = "error") {
  return async (event) => {
    event?.preventDefault();
    $(where).textContent = "";
    try {
      await work(event);
    } catch (error) {
      $(where).textContent = error.message;
    }
  };
}

/** A ULID: a message that is sent again under its id is there once. */
function ulid() {
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  let time = "";
  for (let rest = Date.now(), i = 0; i < 10; i += 1, rest = Math.floor(rest / 32)) time = letters[rest % 32] + time;
  const random = crypto.getRandomValues(new Uint8Array(16));
  return time + Array.from(random, (byte) => letters[byte % 32]).join("");
}

/* The door */

function showDoor() {
  $("door").hidden = false;
  $("chat").hidden = true;
  $("username-field").hidden = !state.registering;
  $("username-field").querySelector("input").required = state.registering;
  $("door-hint").textContent = state.registering ? "Make an account." : "Log in to your account.";
  $("enter-button").textContent = state.registering ? "Register" : "Log in";
  $("switch").textContent = state.registering ? "Have an account? Log in" : "No account yet? Register";
}

async function enter() {
  const form = new FormData($("enter"));
  const given = { email: form.get("email"), password: form.get("password") };
  if (state.registering) given.username = form.get("username");
  const session = await api("POST", state.registering ? "/register" : "/login", given);
  state.token = session.token;
  sessionStorage.setItem("token", session.token);
  $("enter").reset();
  await start();
}

function logOut() {
  sessionStorage.removeItem("token");
  Object.assign(state, { token: null, me: null, server: null, channel: null, registering: false });
  state.socket?.close();
  showDoor();
}

async function start() {
  state.me = await api("GET", "/me");
  $("door").hidden = true;
  $("chat").hidden = false;
  $("me").textContent = state.me.username;
  openSocket();
  await showServers();
}

/* Servers and channels */

function entry(text, isCurrent, choose) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.setAttribute("aria-current", String(isCurrent));
  button.addEventListener("click", attempt(choose));
  item.append(button);
  return item;
}

async function showServers(chosen = state.server?.serverId) {
  const servers = await api("GET", "/servers");
  state.server = servers.find((server) => server.serverId === chosen) ?? servers[0] ?? null;
  $("servers").replaceChildren(
    ...servers.map((server) => entry(server.name, server === state.server, () => showServers(server.serverId))),
  );
  $("of-server").hidden = $("people").hidden = !state.server;
  $("invite-code").hidden = true;
  if (!state.server) return closeChannel();
  $("new-channel").hidden = state.server.role === "member";
  await Promise.all([showChannels(), showMembers()]);
}

async function showChannels(chosen = state.channel?.channelId) {
  const channels = await api("GET", `/servers/${state.server.serverId}/channels`);
  const channel = channels.find((one) => one.channelId === chosen) ?? channels[0] ?? null;
  // A narrow screen shows the menu or the channel.
  const choose = (one) => ($("chat").classList.add("reading"), showChannels(one.channelId));
  $("channels").replaceChildren(...channels.map((one) => entry(`# ${one.name}`, one === channel, () => choose(one))));
  if (!channel) return closeChannel();
  await openChannel(channel);
}

async function showMembers() {
  const members = await api("GET", `/servers/${state.server.serverId}/members`);
  $("members").replaceChildren(
    ...members.map((member) => {
      const item = document.createElement("li");
      item.append(member.username);
      if (member.role !== "member") item.append(Object.assign(document.createElement("small"), { textContent: member.role }));
      return item;
    }),
  );
}

/* Messages */

const channelPath = () => `/servers/${state.server.serverId}/channels/${state.channel.channelId}`;

function closeChannel() {
  state.channel = null;
  state.messages.clear();
  $("channel-name").textContent = state.server?.name ?? "Welcome";
  $("channel-topic").textContent = "";
  $("say").hidden = $("older").hidden = true;
  $("chat").classList.remove("reading");
  $("empty").hidden = false;
  $("empty").textContent = state.server
    ? "There is no channel yet."
    : "Make a server, or join one with an invite code.";
  $("messages").replaceChildren();
}

async function openChannel(channel) {
  const isNew = state.channel?.channelId !== channel.channelId;
  state.channel = channel;
  if (isNew) state.messages.clear();
  $("channel-name").textContent = `# ${channel.name}`;
  $("channel-topic").textContent = channel.topic ?? "";
  $("say").hidden = false;
  // First to listen, then to read: what is said in between comes twice, and is shown once.
  listen();
  await readMessages();
}

async function readMessages(after = null) {
  const channel = state.channel;
  const query = after ? `?after=${encodeURIComponent(after)}` : "";
  const page = await api("GET", `${channelPath()}/messages${query}`);
  if (state.channel !== channel) return;
  for (const message of page.messages) state.messages.set(message.messageId, message);
  state.next = page.next;
  showMessages(!after);
}

/** The page before, once: scrolling says so many times. */
async function readOlder() {
  if (!state.next || state.isReading) return;
  state.isReading = true;
  try {
    await readMessages(state.next);
  } finally {
    state.isReading = false;
  }
}

const inOrder = (a, b) => a.timestamp - b.timestamp || (a.messageId < b.messageId ? -1 : 1);

function showMessages(toEnd) {
  const scroll = $("scroll");
  const fromEnd = scroll.scrollHeight - scroll.scrollTop;
  const atEnd = toEnd || fromEnd - scroll.clientHeight < 60;
  const all = [...state.messages.values()].sort(inOrder);
  $("messages").replaceChildren(...all.map(shown));
  $("older").hidden = !state.next;
  $("empty").hidden = all.length > 0;
  if (!all.length) $("empty").textContent = "Nothing has been said yet. Begin!";
  // What one reads stays where it is, whatever comes above it.
  scroll.scrollTop = atEnd ? scroll.scrollHeight : scroll.scrollHeight - fromEnd;
}

/** A colour for a user, the same in every browser. */
function colour(userId) {
  let sum = 0;
  for (const letter of userId) sum = (sum * 31 + letter.charCodeAt(0)) % 360;
  return `hsl(${sum} 45% 42%)`;
}

function element(tag, className, text) {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

function shown(message) {
  const item = document.createElement("li");
  item.dataset.id = message.messageId;
  const face = element("span", "face", [...message.username][0]?.toUpperCase() ?? "?");
  face.style.background = colour(message.userId);
  face.setAttribute("aria-hidden", "true");
  const by = element("div", "by", "");
  const at = new Date(message.createdAt);
  const time = element("time", "", at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }));
  time.dateTime = message.createdAt;
  time.title = at.toLocaleString();
  by.append(element("strong", "", message.username), time);
  if (message.edited) by.append(element("span", "edited", "edited"));
  const reactions = element("div", "reactions", "");
  for (const { emoji, count, userIds } of message.reactions) {
    const isMine = userIds.includes(state.me.userId);
    const button = element("button", isMine ? "mine" : "", `${emoji} ${count}`);
    button.type = "button";
    button.addEventListener("click", attempt(() => toggle(message, emoji, isMine)));
    reactions.append(button);
  }
  if (!message.reactions.some((reaction) => reaction.emoji === LIKE)) {
    const add = element("button", "add", LIKE);
    add.type = "button";
    add.setAttribute("aria-label", "Like");
    add.addEventListener("click", attempt(() => toggle(message, LIKE, false)));
    item.append(add);
  }
  item.append(face, by, element("p", "text", message.content), reactions);
  return item;
}

async function toggle(message, emoji, isMine) {
  const path = `${channelPath()}/messages/${message.messageId}/reactions/${encodeURIComponent(emoji)}`;
  message.reactions = await api(isMine ? "DELETE" : "PUT", path);
  showMessages(false);
}

async function say() {
  const input = $("say").elements.content;
  const content = input.value;
  if (!content.trim()) return;
  const message = await api("POST", `${channelPath()}/messages`, { content, messageId: ulid() });
  if (input.value === content) input.value = "";
  state.messages.set(message.messageId, message);
  showMessages(true);
}

/* What changes */

function openSocket() {
  const url = new URL("/socket", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const socket = new WebSocket(url);
  state.socket = socket;
  socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "authenticate", token: state.token })));
  socket.addEventListener("message", (event) => attempt(() => told(JSON.parse(event.data)))());
  socket.addEventListener("close", () => {
    showState("offline");
    // It may have been the server: come back, and read what was missed.
    if (state.token && state.socket === socket) setTimeout(() => state.token && openSocket(), 1000);
  });
}

function listen() {
  if (state.channel && state.socket?.readyState === WebSocket.OPEN) {
    const { serverId, channelId } = state.channel;
    state.socket.send(JSON.stringify({ type: "listen", serverId, channelId }));
  }
}

function showState(text) {
  $("state").textContent = text;
  $("state").classList.toggle("live", text === "live");
}

async function told(event) {
  const isHere = event.channelId === state.channel?.channelId;
  switch (event.type) {
    case "ready":
      listen();
      if (!state.channel) showState("connected");
      break;
    case "listening":
      showState("live");
      if (isHere) await readMessages();
      break;
    case "messageSent":
    case "messageChanged":
      if (event.message.channelId !== state.channel?.channelId) break;
      state.messages.set(event.message.messageId, event.message);
      showMessages(false);
      break;
    case "messageReacted": {
      const message = state.messages.get(event.messageId);
      if (!message) break;
      message.reactions = event.reactions;
      showMessages(false);
      break;
    }
    case "messageDeleted":
      state.messages.delete(event.messageId);
      showMessages(false);
      break;
    case "channelCreated":
    case "channelChanged":
    case "channelDeleted":
      await showChannels();
      break;
    case "serverChanged":
      await showServers();
      break;
    case "memberJoined":
    case "memberChanged":
      await showMembers();
      break;
    case "memberLeft":
      await (event.userId === state.me.userId ? showServers() : showMembers());
      break;
    case "refused":
      throw new Error(event.error);
  }
}

/* Small questions */

function ask(title) {
  const dialog = $("ask");
  $("ask-title").textContent = title;
  $("ask-text").value = "";
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "ok" ? $("ask-text").value.trim() : ""), { once: true });
  });
}

$("enter").addEventListener("submit", attempt(enter, "door-error"));
$("switch").addEventListener("click", () => {
  state.registering = !state.registering;
  $("door-error").textContent = "";
  showDoor();
});
$("leave").addEventListener("click", logOut);
$("say").addEventListener("submit", attempt(say));
$("older").addEventListener("click", attempt(readOlder));
$("menu").addEventListener("click", () => $("chat").classList.remove("reading"));
const scrolled = attempt(readOlder);
$("scroll").addEventListener("scroll", () => $("scroll").scrollTop < 80 && scrolled(), { passive: true });
$("new-server").addEventListener("click", attempt(async () => {
  const name = await ask("Name of the server");
  if (!name) return;
  const server = await api("POST", "/servers", { name });
  await api("POST", `/servers/${server.serverId}/channels`, { name: "general", topic: null });
  await showServers(server.serverId);
}));
$("join-server").addEventListener("click", attempt(async () => {
  const code = await ask("Invite code");
  if (!code) return;
  const membership = await api("POST", `/invites/${encodeURIComponent(code)}`);
  await showServers(membership.serverId);
}));
$("new-channel").addEventListener("click", attempt(async () => {
  const name = await ask("Name of the channel");
  if (!name) return;
  const channel = await api("POST", `/servers/${state.server.serverId}/channels`, { name, topic: null });
  await showChannels(channel.channelId);
}));
$("invite").addEventListener("click", attempt(async () => {
  const invite = await api("POST", `/servers/${state.server.serverId}/invites`, {});
  $("invite-code").hidden = false;
  $("invite-code").querySelector("code").textContent = invite.inviteCode;
}));

if (state.token) start().catch(logOut);
else showDoor();
