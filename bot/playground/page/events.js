// Events from the playground, and their connection.

import { answered } from "./buttons.js";
import { below, drawReply, dropReply, fitInput, menu } from "./composer.js";
import { ui } from "./dom.js";
import { drawChat, drawChats, drawTitle, remember } from "./places.js";
import { current, state, threadOf } from "./state.js";
import { drawSwitches } from "./switches.js";
import { appendMessage, drawTimeline, isShown, nodeOf, replaceMessage } from "./timeline.js";
import { words } from "./words.js";

const AWHILE_MS = 5000;

function keep(told) {
  const before = state.chats.get(told.chat.id);
  const { messages, ephemeral, ...place } = told;
  state.chats.set(told.chat.id, {
    ...place, messages: new Map(messages.map((message) => [message.message_id, message])),
    ephemeral: new Map(ephemeral.map((one) => [one.message.ephemeral_message_id, one])),
    unread: before?.unread ?? 0, draft: before?.draft, reply: before?.reply ?? null, edit: before?.edit ?? null,
    topic: before?.topic ?? null, fresh: before?.fresh ?? new Set(),
  });
}

const isOpen = (id) => id === state.current && !(document.body.dataset.view === "list" && matchMedia("(max-width: 720px)").matches);

function count(chat, message) {
  if (message.from.id === state.person.id) return;
  if (chat.chat.is_forum && !isShown(chat, message)) chat.fresh.add(threadOf(message));
  if (!isOpen(chat.chat.id)) chat.unread += 1;
}

const EVENTS = {
  snapshot(event) {
    const fresh = !state.chats.size;
    const old = fresh ? state.left.get(event.person) ?? new Map() : state.chats;
    state.chats = new Map();
    state.server = event.server;
    for (const one of event.chats) {
      keep(one);
      const { draft, unread = 0, reply = null, edit = null, topic = null, fresh: topics = new Set() } = old.get(one.chat.id) ?? {};
      Object.assign(state.chats.get(one.chat.id), { draft, unread, reply, edit, topic, fresh: topics });
    }
    if (!state.chats.has(state.current)) state.current = state.wanted();
    if (fresh) {
      ui.input.value ||= current().draft ?? "";
      fitInput();
      // Only with a physical keyboard: otherwise it would raise one over the chat.
      if (!ui.switches.open && matchMedia("(hover: hover)").matches) ui.input.focus();
    }
    drawChat();
    remember();
    drawSwitches();
    menu().then(() => { if (state.person.id === event.person) document.body.dataset.ready = String(event.person); });
  },
  chat(event) { keep(event); drawChats(); },
  place(event) {
    const chat = state.chats.get(event.chat.id);
    Object.assign(chat, event);
    if (!chat.chat.is_forum || !chat.topics.some(({ id }) => id === chat.topic)) chat.topic = null;
    if (event.chat.id === state.current) { drawTitle(); drawTimeline({ stay: true }); below(); }
    drawSwitches();
  },
  server({ server }) { state.server = server; drawSwitches(); },
  message({ chat_id: id, message }) {
    const chat = state.chats.get(id);
    const previous = [...chat.messages.values()].at(-1);
    chat.messages.set(message.message_id, message);
    if (message.from.is_bot) state.typing.delete(id);
    count(chat, message);
    if (id === state.current) {
      appendMessage(chat, message, previous);
      drawTitle();
    }
    drawChats();
  },
  ephemeral({ chat_id: id, message, replaces }) {
    const chat = state.chats.get(id);
    const isNew = !chat.ephemeral.has(message.ephemeral_message_id);
    chat.ephemeral.set(message.ephemeral_message_id, { message, replaces });
    if (isNew) count(chat, message);
    if (id === state.current) drawTimeline({ stay: replaces !== null || !isNew });
    drawChats();
  },
  ephemeral_gone({ chat_id: id, ephemeral_message_id: number }) {
    const chat = state.chats.get(id);
    chat.ephemeral.delete(number);
    dropReply(chat, `e${number}`);
    if (id === state.current) { drawTimeline({ stay: true }); drawReply(); }
  },
  edit({ chat_id: id, message }) {
    const chat = state.chats.get(id);
    chat.messages.set(message.message_id, message);
    if (id === state.current && nodeOf(message.message_id)) {
      replaceMessage(chat, message);
      drawTitle();
    }
    drawChats();
  },
  delete({ chat_id: id, message_id: messageId }) {
    const chat = state.chats.get(id);
    chat.messages.delete(messageId);
    dropReply(chat, String(messageId));
    if (id === state.current) {
      nodeOf(messageId)?.remove();
      if ([...chat.ephemeral.values()].some((one) => one.replaces === messageId)) drawTimeline({ stay: true });
      drawReply();
      drawTitle();
    }
    drawChats();
  },
  pin({ chat_id: id, message_id: messageId }) {
    state.chats.get(id).pinned = messageId;
    if (id === state.current) drawTitle();
  },
  keyboard({ chat_id: id, keyboard }) {
    state.chats.get(id).keyboard = keyboard.keyboard ? keyboard : null;
    if (id === state.current) below();
  },
  action({ chat_id: id, action }) {
    const text = `${state.bot.first_name} ${action === "upload_photo" ? words.sendingPhoto : words.typing}`;
    state.typing.set(id, text);
    if (id === state.current) drawTitle();
    setTimeout(() => { if (state.typing.get(id) === text) state.typing.delete(id); if (id === state.current) drawTitle(); }, AWHILE_MS);
  },
  commands() { menu(); },
  answer: answered,
};

export function listen() {
  state.source?.close();
  const source = new EventSource(`/page/people/${state.person.id}/events`);
  source.onmessage = (message) => {
    ui.status.hidden = true;
    const event = JSON.parse(message.data);
    EVENTS[event.type](event);
  };
  source.onerror = () => {
    ui.status.textContent = words.offline;
    ui.status.hidden = false;
    // A browser gives up permanently after a response that is no stream, as of a server just starting.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => { if (state.source === source) listen(); }, 1000);
  };
  state.source = source;
}
