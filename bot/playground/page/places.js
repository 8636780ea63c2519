// The list of chats, the head of the open one with its topics, and navigation.

import { below, drawReply, fitInput, menu, suggest } from "./composer.js";
import { element, ui } from "./dom.js";
import { clock, current, hueOf, initial, isPrivate, nameOf, plain, post, notSent, state } from "./state.js";
import { drawTimeline, flash, isShown } from "./timeline.js";
import { words } from "./words.js";

// Redrawing must not move the focus.
export function drawChats() {
  const focused = document.activeElement?.dataset.chatKind && document.activeElement.dataset.chatId;
  redrawChats();
  if (focused) ui.chats.querySelector(`[data-chat-id="${focused}"]`)?.focus();
}

function redrawChats() {
  ui.chats.replaceChildren(...[...state.chats.values()].map((chat) => {
    const last = [...chat.messages.values()].at(-1);
    const who = last && !isPrivate(chat) ? `${last.from.first_name}: ` : "";
    return element("li", {}, element("button", {
      type: "button", onclick: () => open(chat.chat.id),
      dataset: { chatId: chat.chat.id, chatKind: isPrivate(chat) ? "private" : "group" },
      attributes: { "aria-current": String(chat.chat.id === state.current) },
    },
    element("span", { className: "avatar", textContent: initial(nameOf(chat)), dataset: { hue: isPrivate(chat) ? "bot" : "group" }, attributes: { "aria-hidden": "true" } }),
    element("strong", { textContent: nameOf(chat) }),
    element("time", { textContent: last ? clock(last.date) : "" }),
    element("span", { className: "last", textContent: last ? who + plain(last) : "" }),
    chat.unread ? element("span", { className: "badge", textContent: String(chat.unread) }) : null));
  }));
}

export function drawTitle() {
  const chat = current();
  ui.title.textContent = nameOf(chat);
  ui.avatar.textContent = initial(nameOf(chat));
  ui.avatar.dataset.hue = isPrivate(chat) ? "bot" : "group";
  const action = state.typing.get(chat.chat.id);
  ui.subtitle.textContent = action ?? (isPrivate(chat) ? words.bot : words.members(chat.people));
  const pinned = chat.messages.get(chat.pinned);
  ui.pinned.hidden = !pinned;
  ui.pinned.textContent = pinned ? plain(pinned) : "";
  ui.pinned.onclick = () => {
    if (!isShown(chat, pinned)) turnTo(pinned.is_topic_message ? pinned.message_thread_id : null);
    flash(chat.pinned);
  };
  drawTopics(chat);
}

function drawTopics(chat) {
  ui.topics.hidden = !chat.chat.is_forum;
  if (ui.topics.hidden) { ui.topics.replaceChildren(); return; }
  const topics = [{ id: null, name: words.general }, ...chat.topics];
  const focused = ui.topics.contains(document.activeElement);
  ui.topics.replaceChildren(...topics.map(({ id, name }) => element("button", {
    type: "button", onclick: () => turnTo(id), dataset: { topic: id ?? "" }, className: chat.fresh.has(id) ? "fresh" : "",
    attributes: { "aria-pressed": String(id === chat.topic) },
  }, name)), element("button", {
    type: "button", textContent: "+", dataset: { testid: "new-topic" }, onclick: newTopic,
    title: words.newTopic, attributes: { "aria-label": words.newTopic },
  }));
  // The page may learn of a new topic after opening it.
  if (focused) (ui.topics.querySelector('[aria-pressed="true"]') ?? ui.input).focus();
}

export function turnTo(topic) {
  const chat = current();
  chat.topic = topic;
  chat.fresh.delete(topic);
  drawChat();
}

function newTopic() {
  const field = element("input", { className: "newtopic", placeholder: words.newTopic, attributes: { "aria-label": words.newTopic } });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") drawTopics(current());
    if (event.key !== "Enter" || !field.value.trim()) return;
    event.preventDefault();
    post(`/page/groups/${state.current}/topics`, { person: state.person.id, name: field.value.trim() })
      .then(({ message_thread_id: topic }) => { turnTo(topic); ui.input.focus(); }, notSent);
  });
  ui.topics.lastElementChild.replaceWith(field);
  field.focus();
}

export function drawChat() {
  const chat = current();
  chat.unread = 0;
  drawTitle();
  drawChats();
  drawTimeline();
  drawReply();
  below();
}

export function leave() {
  if (current()) current().draft = ui.input.value;
}

export function open(id) {
  leave();
  state.current = id;
  ui.input.value = current().draft ?? "";
  document.body.dataset.view = "chat";
  remember();
  drawChat();
  menu();
  suggest();
  fitInput();
  ui.input.focus();
}

export function remember() {
  const place = state.people.indexOf(state.person) + 1;
  const chat = state.current === state.person.id ? "private" : state.current;
  history.replaceState(null, "", `?person=${place}&chat=${chat}`);
}

export function drawPeople() {
  ui.people.replaceChildren(...state.people.map((person, place) => element("button", {
    type: "button", onclick: () => state.become(person), dataset: { testid: `person-${place + 1}`, personId: person.id },
    title: person.username ? `@${person.username}` : "", attributes: { "aria-pressed": String(person === state.person) },
  },
  element("span", { className: "avatar", textContent: initial(person.name), dataset: { hue: hueOf(person) }, attributes: { "aria-hidden": "true" } }),
  element("span", { textContent: person.name }))));
}
