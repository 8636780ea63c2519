// The composer: text, replies, edits, suggested commands, and the keys a bot shows below.

import { element, ui } from "./dom.js";
import { withIcons } from "./icons.js";
import { askSoon, chooseResult, hideResults, isInline, more, waits } from "./inline.js";
import { pick } from "./picker.js";
import { call, current, isPrivate, keyOf, notSent, plain, read, state, threadOf } from "./state.js";
import { language, words } from "./words.js";

// Unsent text stays where it was written, even if a snapshot or another person came meanwhile.
const chatOf = (person, id) => (state.person === person ? state.chats : state.left.get(person.id))?.get(id);

export function replyTo(message) {
  Object.assign(current(), { reply: message, edit: null });
  drawReply();
  ui.input.focus();
}

export function editing(message) {
  Object.assign(current(), { reply: null, edit: message });
  ui.input.value = message.text;
  drawReply();
  fitInput();
  ui.input.focus();
}

export function drawReply() {
  const { reply, edit } = current();
  const message = edit ?? reply;
  ui.replyBar.hidden = !message;
  if (!message) return;
  ui.replyBar.querySelector("strong").textContent = edit ? words.editing : message.from.first_name;
  ui.replyBar.querySelector("span").textContent = plain(message);
}

export function letGo() {
  const chat = current();
  if (chat.edit) { ui.input.value = ""; fitInput(); }
  Object.assign(chat, { reply: null, edit: null });
  drawReply();
}

export async function say(text) {
  const { person } = state;
  const chat = current();
  const body = { chat_id: chat.chat.id, text, language };
  const { reply } = chat;
  if (chat.chat.is_forum && chat.topic !== null) body.thread = chat.topic;
  if (reply?.ephemeral_message_id !== undefined) body.ephemeral = reply.ephemeral_message_id;
  else if (reply) body.reply_to = reply.message_id;
  chat.reply = null;
  drawReply();
  try {
    await call("messages", body);
    return true;
  } catch (error) {
    const unsent = chatOf(person, body.chat_id);
    if (unsent) unsent.reply ??= reply;
    if (current()) drawReply();
    notSent(error);
    return false;
  }
}

async function change(message, text) {
  const { person } = state;
  const body = { chat_id: state.current, message_id: message.message_id, text };
  current().edit = null;
  drawReply();
  if (text === message.text) return true;
  try {
    await call("edits", body);
    return true;
  } catch (error) {
    const unsent = chatOf(person, body.chat_id);
    if (unsent) unsent.edit ??= message;
    if (current()) drawReply();
    notSent(error);
    return false;
  }
}

export async function submit() {
  const text = ui.input.value;
  if (!text.trim()) return;
  ui.input.value = "";
  suggest();
  fitInput();
  const { person, current: id } = state;
  const { edit } = current();
  if (!(await (edit ? change(edit, text) : say(text)))) {
    if (state.person === person && state.current === id) ui.input.value ||= text;
    else {
      const unsent = chatOf(person, id);
      if (unsent) unsent.draft ||= text;
    }
  }
  ui.input.focus();
}

export function fitInput() {
  ui.input.style.height = "auto";
  ui.input.style.height = `${ui.input.scrollHeight + 2}px`;
}

// The commands for this person, this chat and the page's language, chosen as by Telegram.
export async function menu() {
  const { person, current: id } = state;
  const commands = await read("commands", { chat_id: id, language }).catch(() => []);
  if (state.person !== person || state.current !== id) return;
  state.commands = commands;
  ui.commands.hidden = !commands.length;
  if (!isInline()) suggest();
}

// Group members whose username may be meant by the last word.
function mentioned(written) {
  const [last] = /(?<!\S)@\w*$/.exec(written) ?? [];
  if (last === undefined || !current() || isPrivate(current())) return [];
  return state.people.filter((one) => one.id !== state.person.id && one.username && `@${one.username}`.startsWith(last.toLowerCase()))
    .map((one) => ({ take: `${written.slice(0, -last.length)}@${one.username} `, title: `@${one.username}`, text: one.name }));
}

export function suggest() {
  if (isInline() && !current()?.edit) { askSoon(); return; }
  hideResults();
  const written = ui.input.value;
  const match = /^\/(\w*)$/.exec(written);
  const found = match ? state.commands.filter((one) => one.command.startsWith(match[1].toLowerCase())) : [];
  const name = `@${state.bot.username}`;
  const offered = found.map((one) => ({ take: `/${one.command} `, title: `/${one.command}`, text: one.description, command: one.command }));
  if (/^@\w*$/.test(written) && name.toLowerCase().startsWith(written.toLowerCase())) offered.push({ take: `${name} `, title: name, text: state.bot.first_name });
  offered.push(...mentioned(written));
  list(offered.map((one, place) => element("li", {
    id: `suggestion-${place}`, dataset: { take: one.take, ...(one.command && { command: one.command }) },
    attributes: { role: "option", "aria-selected": "false" },
    onmousedown: (event) => { event.preventDefault(); take(one.take); },
  }, element("strong", { textContent: one.title }), element("span", { textContent: one.text }))), words.commands);
}

export function list(items, name) {
  state.chosen = -1;
  ui.suggestions.hidden = !items.length;
  ui.suggestions.setAttribute("aria-label", name);
  ui.input.removeAttribute("aria-activedescendant");
  ui.suggestions.replaceChildren(...items);
}

const options = () => [...ui.suggestions.querySelectorAll('[role="option"]')];

function choose(step) {
  const items = options();
  if (!items.length) return;
  state.chosen = (state.chosen + step + items.length + (state.chosen < 0 && step < 0 ? 1 : 0)) % items.length;
  items.forEach((item, place) => item.setAttribute("aria-selected", String(place === state.chosen)));
  items[state.chosen].scrollIntoView({ block: "nearest" });
  ui.input.setAttribute("aria-activedescendant", items[state.chosen].id);
  if (state.chosen === items.length - 1) more();
}

function take(text) {
  ui.input.value = text;
  suggest();
  ui.input.focus();
}

function chooseListed(place) {
  const item = options()[place];
  if (!item) return;
  if (item.dataset.take === undefined) chooseResult(item);
  else take(item.dataset.take);
}

function lastOwn() {
  const mine = [...current().messages.values()].filter((one) => one.from.id === state.person.id && one.text && !one.via_bot);
  return mine.filter((one) => !current().chat.is_forum || threadOf(one) === current().topic).at(-1);
}

export function onKey(event) {
  const listed = !ui.suggestions.hidden;
  const inline = isInline() && (listed || waits());
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    if (listed && (state.chosen >= 0 || (inline && options().length))) chooseListed(Math.max(state.chosen, 0));
    else if (!inline) submit();
  } else if (listed && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    choose(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "ArrowUp" && !ui.input.value && lastOwn()) {
    event.preventDefault();
    editing(lastOwn());
  } else if (listed && event.key === "Tab" && !event.shiftKey) {
    event.preventDefault();
    chooseListed(Math.max(state.chosen, 0));
  } else if (event.key === "Escape") {
    if (listed || waits()) hideResults();
    else letGo();
    ui.suggestions.hidden = true;
  }
}

// The keyboard that the bot shows in this chat.
export function below() {
  const rows = current().keyboard?.keyboard ?? [];
  ui.keys.hidden = !rows.length;
  ui.input.placeholder = current().keyboard?.input_field_placeholder ?? words.write;
  ui.keys.replaceChildren(...rows.map((row) => element("div", {}, ...row.map((key) => element("button", {
    type: "button", onclick: () => pressKey(key), attributes: { "aria-label": key.text },
  }, ...withIcons(key.text))))));
}

async function pressKey(key) {
  const id = state.current;
  const request = key.request_chat;
  if (!request) await say(key.text);
  else {
    const place = { chat_id: id, request_id: request.request_id };
    try {
      const shared = await pick(await read("shares", place));
      if (!shared.length) return;
      await call("shares", { ...place, shared });
    } catch (error) { notSent(error); return; }
  }
  const chat = state.chats.get(id);
  if (!chat?.keyboard?.one_time_keyboard) return;
  chat.keyboard = null;
  if (id === state.current) below();
}

export const dropReply = (chat, key) => {
  for (const part of ["reply", "edit"]) if (chat[part] && keyOf(chat[part]) === key) chat[part] = null;
};
