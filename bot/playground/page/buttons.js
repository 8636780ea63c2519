// Buttons under messages: presses and their answers, and the other kinds.

import { element, toast, ui } from "./dom.js";
import { ICONS, icon, withIcons } from "./icons.js";
import { openApp } from "./apps.js";
import { ask } from "./inline.js";
import { pick } from "./picker.js";
import { open } from "./places.js";
import { call, isPrivate, keyOf, nameOf, notSent, state } from "./state.js";
import { openInside } from "./text.js";
import { words } from "./words.js";

const CALLBACK_MS = 15000;
const KINDS = ["callback_data", "url", "web_app", "copy_text", "disabled", "switch_inline_query", "switch_inline_query_current_chat", "switch_inline_query_chosen_chat"];

const away = (url) => { if (!openInside(url)) window.open(url, "_blank", "noopener"); };

// Ephemeral messages are numbered by chat, so their numbers alone are not unique.
const idOf = (chatId, message, data) => `${chatId} ${keyOf(message)} ${data}`;

export function keyboard(message, chatId) {
  const rows = message.reply_markup?.inline_keyboard ?? [];
  if (!rows.length) return null;
  return element("div", { className: "keyboard" }, ...rows.map((row, y) => element("div", {}, ...row.map((button, x) => {
    const kind = KINDS.find((one) => button[one] !== undefined);
    const shown = { callback_data: "callback", url: "url", disabled: "disabled" }[kind] ?? "other";
    const node = element("button", {
      type: "button", dataset: { button: shown, row: y, column: x }, attributes: { "aria-label": button.text },
      disabled: kind === "disabled", onclick: () => act(kind, button, node, message, chatId),
    }, ...withIcons(button.text));
    if (shown === "url") node.append(element("i", { className: "away" }, icon(ICONS["↗"])));
    if (button.callback_data !== undefined) node.dataset.callback = button.callback_data;
    if (button.url) node.dataset.url = button.url;
    if (button.style) node.dataset.style = button.style;
    if (state.presses.has(idOf(chatId, message, button.callback_data))) node.setAttribute("aria-busy", "true");
    return node;
  }))));
}

async function act(kind, button, node, message, chatId) {
  switch (kind) {
    case "callback_data": press(node, chatId, message, button.callback_data); break;
    case "url": away(button.url); break;
    case "web_app": openApp({ url: button.web_app.url }); break;
    case "copy_text":
      await navigator.clipboard?.writeText(button.copy_text.text).catch(() => {});
      toast(words.copied);
      break;
    case "switch_inline_query_current_chat": ask(button.switch_inline_query_current_chat); break;
    case "switch_inline_query": case "switch_inline_query_chosen_chat": {
      const places = [...state.chats.values()].filter((chat) => !isPrivate(chat)).map((chat) => ({ id: chat.chat.id, name: nameOf(chat) }));
      const [place] = await pick(places);
      if (place === undefined) return;
      open(place);
      ask(button.switch_inline_query ?? button.switch_inline_query_chosen_chat.query ?? "");
    }
  }
}

async function press(button, chatId, message, data) {
  if (button.ariaBusy === "true") return;
  const key = keyOf(message);
  const id = idOf(chatId, message, data);
  const done = () => {
    state.presses.delete(id);
    document.querySelectorAll(`[data-message-id="${key}"] [data-callback="${CSS.escape(data)}"]`)
      .forEach((node) => node.removeAttribute("aria-busy"));
  };
  button.setAttribute("aria-busy", "true");
  const waiting = { callback: null, done, timer: setTimeout(() => { done(); toast(words.noAnswer); }, CALLBACK_MS) };
  state.presses.set(id, waiting);
  const ephemeral = message.ephemeral_message_id !== undefined;
  try {
    const number = ephemeral ? message.ephemeral_message_id : message.message_id;
    const { callback_id: callback } = await call("presses", { chat_id: chatId, message_id: number, data, ephemeral });
    waiting.callback = callback;
    const early = state.earlyAnswers.get(callback);
    if (early) answered(early);
  } catch (error) {
    clearTimeout(waiting.timer);
    done();
    notSent(error);
  }
}

export function answered(event) {
  const waiting = [...state.presses.values()].find((one) => one.callback === event.callback_id);
  if (!waiting) {
    // The answer may overtake the reply to the press; another tab's answers are never claimed.
    state.earlyAnswers.set(event.callback_id, event);
    setTimeout(() => state.earlyAnswers.delete(event.callback_id), CALLBACK_MS);
    return;
  }
  clearTimeout(waiting.timer);
  waiting.done();
  state.earlyAnswers.delete(event.callback_id);
  if (event.url) { away(event.url); return; }
  if (!event.text) return;
  if (!event.show_alert) { toast(event.text); return; }
  ui.alertText.textContent = event.text;
  if (!ui.alert.open) ui.alert.showModal();
}
