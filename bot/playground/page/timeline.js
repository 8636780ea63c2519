// The messages of the open chat, or of its open topic, oldest first, including ephemeral ones.

import { element, ui } from "./dom.js";
import { drawMessage } from "./message.js";
import { current, isPrivate, serviceOf, state, threadOf } from "./state.js";
import { language, words } from "./words.js";

const NEAR_BOTTOM = 80;

export const nodeOf = (key) => ui.messages.querySelector(`[data-message-id="${key}"]`);
export const atBottom = () => ui.messages.scrollHeight - ui.messages.scrollTop - ui.messages.clientHeight < NEAR_BOTTOM;
export const toBottom = () => { ui.messages.scrollTop = ui.messages.scrollHeight; };
export const isShown = (chat, message) => !chat.chat.is_forum || threadOf(message) === chat.topic;

function dayOf(message) {
  const date = new Date(message.date * 1000);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86400000);
  if (days < 2) return days < 1 ? words.today : words.yesterday;
  return date.toLocaleDateString(language, { day: "numeric", month: "long" });
}

// The visible messages: of a replaced public message, its latest replacement.
function entries(chat) {
  const own = [...chat.ephemeral.values()];
  const inPlace = new Map(own.filter((one) => one.replaces !== null).map((one) => [one.replaces, one]));
  const all = [...chat.messages.values()].map((message) => ({ message, ...inPlace.get(message.message_id), at: message.date }));
  // One whose replaced message is gone is hidden, as there is nothing to return to.
  all.push(...own.filter((one) => one.replaces === null).map((one) => ({ ...one, at: one.message.date })));
  all.sort((one, other) => one.at - other.at);
  return all.filter(({ message }) => isShown(chat, message));
}

function append(entry, chat, previous) {
  const newDay = !previous || dayOf(previous) !== dayOf(entry.message);
  if (newDay) ui.messages.append(element("p", { className: "day", textContent: dayOf(entry.message) }));
  const follows = newDay || serviceOf(previous) ? null : previous;
  ui.messages.append(drawMessage(entry.message, chat, follows, entry.replaces));
}

// Redraws everything in place, keeping focus and scroll position.
export function drawTimeline({ stay = false } = {}) {
  const chat = current();
  const { scrollTop } = ui.messages;
  const follow = !stay || atBottom();
  const place = document.activeElement?.dataset.row ? document.activeElement : null;
  const held = place?.closest("[data-message-id]")?.dataset.messageId;
  ui.messages.classList.toggle("private", isPrivate(chat));
  ui.messages.dataset.chatId = chat.chat.id;
  ui.messages.replaceChildren();
  let previous = null;
  for (const entry of entries(chat)) {
    append(entry, chat, previous);
    previous = entry.message;
  }
  if (!previous) ui.messages.append(element("p", { className: "empty", textContent: isPrivate(chat) ? words.emptyPrivate : words.emptyGroup }));
  if (follow) toBottom();
  else ui.messages.scrollTop = scrollTop;
  if (place) nodeOf(held)?.querySelector(`[data-row="${place.dataset.row}"][data-column="${place.dataset.column}"]`)?.focus();
  ui.down.hidden = atBottom();
}

export function appendMessage(chat, message, previous) {
  if (!isShown(chat, message)) return;
  const follow = atBottom() || message.from.id === state.person.id;
  ui.messages.querySelector(".empty")?.remove();
  append({ message }, chat, previous && isShown(chat, previous) ? previous : null);
  if (follow) toBottom();
}

export function replaceMessage(chat, message) {
  const node = nodeOf(message.message_id);
  if (!node) return;
  const follow = atBottom();
  const fresh = drawMessage(message, chat, null);
  fresh.className = node.className;
  const place = node.contains(document.activeElement) ? document.activeElement.dataset : {};
  node.replaceWith(fresh);
  if (place.row) fresh.querySelector(`[data-row="${place.row}"][data-column="${place.column}"]`)?.focus();
  if (follow) toBottom();
}

export function flash(key) {
  const node = nodeOf(key);
  if (!node) return;
  node.scrollIntoView({ block: "center" });
  node.classList.remove("flash");
  requestAnimationFrame(() => node.classList.add("flash"));
}
