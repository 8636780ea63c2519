// The chat page of one person: state from server-sent events, everything else from plain DOM calls.

import { ICONS, icon, withIcons } from "./icons.js";

const WORDS = {
  tr: {
    people: "Kim yazıyor", chats: "Sohbetler", back: "Sohbet listesi", messages: "Mesajlar", down: "En alta in",
    commands: "Komutlar", cancelReply: "Yanıtı bırak", write: "Mesaj yaz…", send: "Gönder", ok: "Tamam",
    photo: "Fotoğraf", close: "Kapat", reply: "Yanıtla", edited: "düzenlendi", bot: "bot",
    members: (n) => `${n} kişi ve bot`, typing: "yazıyor…", sendingPhoto: "fotoğraf gönderiyor…",
    emptyGroup: "Burada henüz bir şey yazılmadı. / ile başlayan bir komut deneyin.",
    emptyPrivate: "Bot size ancak siz yazınca yazabilir: /start gönderin.",
    hint: "Her sekme başka biri olabilir:",
    offline: "Bağlantı koptu, yeniden deneniyor…", noAnswer: "Bot yanıt vermedi.", failed: "Gönderilemedi",
    tooLong: "mesaj çok uzun", gone: "bu düğme artık yok", unreached: "bağlantı yok",
    link: "Bu sohbet burada yok.", today: "Bugün", yesterday: "Dün", you: "Siz",
  },
  en: {
    people: "Who is writing", chats: "Chats", back: "Chat list", messages: "Messages", down: "Go to the latest",
    commands: "Commands", cancelReply: "Cancel reply", write: "Write a message…", send: "Send", ok: "OK",
    photo: "Photo", close: "Close", reply: "Reply", edited: "edited", bot: "bot",
    members: (n) => `${n} ${n === 1 ? "person" : "people"} and the bot`, typing: "typing…", sendingPhoto: "sending a photo…",
    emptyGroup: "Nothing has been said here yet. Try a command that begins with /.",
    emptyPrivate: "The bot may write to you only after you wrote to it: send /start.",
    hint: "Each tab can be another person:",
    offline: "Connection lost, trying again…", noAnswer: "The bot did not answer.", failed: "Not sent",
    tooLong: "the message is too long", gone: "that button is no longer there", unreached: "no connection",
    link: "That chat is not here.", today: "Today", yesterday: "Yesterday", you: "You",
  },
  uk: {
    people: "Хто пише", chats: "Чати", back: "До списку чатів", messages: "Повідомлення", down: "До останнього",
    commands: "Команди", cancelReply: "Скасувати відповідь", write: "Напишіть повідомлення…", send: "Надіслати", ok: "Гаразд",
    photo: "Зображення", close: "Закрити", reply: "Відповісти", edited: "змінено", bot: "бот",
    members: (n) => `${n} ${{ one: "людина", few: "людини" }[PLURALS.select(n)] ?? "людей"} і бот`, typing: "пише…",
    sendingPhoto: "надсилає зображення…",
    emptyGroup: "Тут ще нічого не написано. Спробуйте команду, що починається з /.",
    emptyPrivate: "Бот може писати вам лише після того, як напишете ви: надішліть /start.",
    hint: "Кожна вкладка може бути іншою людиною:",
    offline: "Зв’язок утрачено, пробуємо ще раз…", noAnswer: "Бот не відповів.", failed: "Не надіслано",
    tooLong: "повідомлення задовге", gone: "цієї кнопки вже немає", unreached: "немає з’єднання",
    link: "Цього чату тут немає.", today: "Сьогодні", yesterday: "Учора", you: "Ви",
  },
};
const PLURALS = new Intl.PluralRules("uk");
const language = ["tr", "uk"].find((code) => navigator.language.toLowerCase().startsWith(code)) ?? "en";
const words = WORDS[language];
const CALLBACK_MS = 15000;
const NEAR_BOTTOM = 80;

const slot = (name) => document.querySelector(`[data-testid="${name}"]`);
const ui = {
  people: slot("people"), status: slot("status"), chats: slot("chats"), title: slot("chat-title"),
  subtitle: slot("chat-subtitle"), avatar: document.querySelector('[data-slot="avatar"]'),
  pinned: slot("pinned"), messages: slot("messages"), down: slot("down"), form: document.querySelector("form.composer"),
  input: slot("input"), suggestions: slot("suggestions"), commands: slot("commands"), replyBar: slot("reply-bar"),
  tabs: slot("tabs"), alert: slot("alert"), alertText: slot("alert-text"), viewer: slot("viewer"), toasts: slot("toasts"),
};
const state = {
  bot: null, people: [], person: null, chats: new Map(), left: new Map(), current: null, commands: [], source: null,
  presses: new Map(), earlyAnswers: new Map(), chosen: -1, typing: new Map(),
};

function element(tag, properties = {}, ...children) {
  const { dataset = {}, attributes = {}, ...rest } = properties;
  const node = Object.assign(document.createElement(tag), rest);
  Object.assign(node.dataset, dataset);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children.filter((child) => child !== null));
  return node;
}

const hueOf = (user) => (user.is_bot ? "bot" : String((user.id - 1) % 4));
const initial = (name) => name.charAt(0).toLocaleUpperCase("tr");
const clock = (seconds) => new Date(seconds * 1000).toLocaleTimeString(language === "en" ? "en-GB" : language, { hour: "2-digit", minute: "2-digit" });
const isPrivate = (chat) => chat.chat.type === "private";
const nameOf = (chat) => (isPrivate(chat) ? state.bot.first_name : chat.chat.title);
const current = () => state.chats.get(state.current);
const plain = (message) => message.text ?? message.caption ?? (message.photo ? words.photo : message.document?.file_name ?? "");

// What the served API says in Telegram's English, in the words of the page.
const REASONS = { "message is too long": words.tooLong, "DATA_INVALID": words.gone };

function notSent(error) {
  const known = Object.keys(REASONS).find((said) => error.message.endsWith(said));
  toast(`${words.failed}: ${REASONS[known] ?? error.message}`);
}

async function call(path, body) {
  const answer = await fetch(`/page/people/${state.person.id}/${path}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  }).catch(() => { throw new Error(words.unreached); });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.description);
  return result;
}

function marked(entity, text) {
  switch (entity.type) {
    case "bold": return element("strong");
    case "italic": return element("em");
    case "underline": return element("u");
    case "strikethrough": return element("s");
    case "code": return element("code");
    case "pre": return element("pre");
    case "blockquote": case "expandable_blockquote": return element("blockquote");
    case "spoiler": return element("span", { className: "spoiler", onclick: (event) => event.currentTarget.classList.add("shown") });
    case "text_link": return link(entity.url);
    case "url": return link(text.includes("://") ? text : `https://${text}`);
    case "bot_command": return element("button", { type: "button", className: "command", onclick: () => say(text) });
    case "mention": case "text_mention": case "hashtag": return element("span", { className: "mention" });
    default: return element("span");
  }
}

function link(url) {
  if (!/^(https?|tg):/i.test(url)) return element("span");
  return element("a", {
    href: url, target: "_blank", rel: "noopener noreferrer",
    onclick: (event) => { if (openInside(url)) event.preventDefault(); },
  });
}

function fill(parent, text, from, to, entities) {
  let at = from;
  for (let i = 0; i < entities.length;) {
    const entity = entities[i];
    const end = Math.min(entity.offset + entity.length, to);
    let next = i + 1;
    while (next < entities.length && entities[next].offset < end) next += 1;
    if (entity.offset > at) parent.append(text.slice(at, entity.offset));
    const node = marked(entity, text.slice(entity.offset, end));
    fill(node, text, entity.offset, end, entities.slice(i + 1, next));
    parent.append(node);
    at = end;
    i = next;
  }
  if (at < to) parent.append(text.slice(at, to));
  return parent;
}

function openInside(url) {
  let address;
  try { address = new URL(url); } catch { return false; }
  if (!/^(t\.me|telegram\.me)$/i.test(address.hostname)) return false;
  const [first, second, third] = address.pathname.slice(1).split("/");
  if (first === "c") {
    const id = Number(`-100${second}`);
    if (!state.chats.has(id)) toast(words.link);
    else { open(id); if (third) flash(Number(third)); }
    return true;
  }
  if (first.toLowerCase() !== state.bot.username.toLowerCase()) return false;
  open(state.person.id);
  const payload = address.searchParams.get("start");
  if (payload !== null) say(`/start ${payload}`.trim());
  return true;
}

async function press(button, chatId, messageId, data) {
  if (button.ariaBusy === "true") return;
  const key = `${messageId} ${data}`;
  const done = () => {
    state.presses.delete(key);
    document.querySelectorAll(`[data-message-id="${messageId}"] [data-callback="${CSS.escape(data)}"]`)
      .forEach((node) => node.removeAttribute("aria-busy"));
  };
  button.setAttribute("aria-busy", "true");
  const waiting = { callback: null, done, timer: setTimeout(() => { done(); toast(words.noAnswer); }, CALLBACK_MS) };
  state.presses.set(key, waiting);
  try {
    const { callback_id: callback } = await call("presses", { chat_id: chatId, message_id: messageId, data });
    waiting.callback = callback;
    const early = state.earlyAnswers.get(callback);
    if (early) answered(early);
  } catch (error) {
    clearTimeout(waiting.timer);
    done();
    notSent(error);
  }
}

function answered(event) {
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
  if (event.url) { if (!openInside(event.url)) window.open(event.url, "_blank", "noopener"); return; }
  if (!event.text) return;
  if (!event.show_alert) { toast(event.text); return; }
  ui.alertText.textContent = event.text;
  if (!ui.alert.open) ui.alert.showModal();
}

function toast(text) {
  const node = element("p", { textContent: text, dataset: { testid: "toast" } });
  ui.toasts.append(node);
  setTimeout(() => node.remove(), 3500 + text.length * 30);
}

function keyboard(message, chatId) {
  const rows = message.reply_markup?.inline_keyboard ?? [];
  if (!rows.length) return null;
  return element("div", { className: "keyboard" }, ...rows.map((row, y) => element("div", {}, ...row.map((button, x) => {
    const data = button.callback_data;
    const kind = data !== undefined ? "callback" : button.url ? "url" : "other";
    const node = element("button", {
      type: "button", dataset: { button: kind, row: y, column: x }, attributes: { "aria-label": button.text },
      onclick: () => {
        if (kind === "callback") press(node, chatId, message.message_id, data);
        else if (kind === "url" && !openInside(button.url)) window.open(button.url, "_blank", "noopener");
      },
    }, ...withIcons(button.text));
    if (kind === "url") node.append(element("i", { className: "away" }, icon(ICONS["↗"])));
    if (data !== undefined) node.dataset.callback = data;
    if (button.url) node.dataset.url = button.url;
    if (state.presses.has(`${message.message_id} ${data}`)) node.setAttribute("aria-busy", "true");
    return node;
  }))));
}

function photo(message) {
  const full = message.photo.at(-1);
  const source = `/page/files/${full.file_id}`;
  const alt = message.caption?.split("\n")[0] || words.photo;
  const image = element("img", { src: source, width: full.width, height: full.height, alt, dataset: { fileId: full.file_id } });
  return element("button", {
    type: "button", className: "photo", dataset: { testid: "photo" }, attributes: { "aria-label": alt },
    onclick: () => {
      Object.assign(ui.viewer.querySelector("img"), { src: source, alt });
      ui.viewer.showModal();
    },
  }, image);
}

function quote(replied) {
  return element("button", { type: "button", className: "quote", onclick: () => flash(replied.message_id) },
    element("strong", { textContent: replied.from.first_name }), element("span", { textContent: plain(replied) }));
}

function bubble(message, chat) {
  const text = message.text ?? message.caption ?? "";
  const entities = message.entities ?? message.caption_entities ?? [];
  const mine = message.from.id === state.person.id;
  const meta = (message.edit_date ? `${words.edited} ` : "") + clock(message.date);
  const node = element("div", { className: "bubble" });
  if (message.photo) node.classList.add("withphoto");
  if (!mine && !isPrivate(chat)) node.append(element("span", { className: "sender", textContent: message.from.first_name, dataset: { hue: hueOf(message.from) } }));
  if (message.reply_to_message) node.append(quote(message.reply_to_message));
  if (message.photo) node.append(photo(message));
  if (message.document) node.append(element("a", { className: "file", href: `/page/files/${message.document.file_id}`, download: message.document.file_name, }, icon(ICONS["📄"]), message.document.file_name));
  const textNode = fill(element("div", { className: "text", dataset: { part: "text" } }), text, 0, text.length, entities);
  textNode.append(element("time", { className: "meta", textContent: meta }));
  node.append(textNode);
  if (message.playground_reactions) node.append(element("div", { className: "reactions", dataset: { part: "reactions" }, textContent: message.playground_reactions.map((one) => one.emoji ?? "★").join(" ") }));
  return node;
}

function drawMessage(message, chat, previous) {
  const mine = message.from.id === state.person.id;
  const node = element("article", {
    className: `message${mine ? " mine" : ""}${previous?.from.id === message.from.id ? " same" : ""}`,
    dataset: { messageId: message.message_id, from: message.from.id },
    attributes: { "aria-label": `${mine ? words.you : message.from.first_name}, ${clock(message.date)}` },
  });
  if (message.edit_date) node.dataset.edited = "true";
  const reply = element("button", {
    type: "button", className: "icon act", dataset: { testid: "reply" }, onclick: () => replyTo(message),
    title: words.reply, attributes: { "aria-label": words.reply },
  }, icon("M9 6l-5 5 5 5M4 11h9a7 7 0 0 1 7 7"));
  node.append(element("span", { className: "avatar", textContent: initial(message.from.first_name), dataset: { hue: hueOf(message.from) }, attributes: { "aria-hidden": "true" } }));
  node.append(element("div", { className: "body" }, bubble(message, chat), keyboard(message, chat.chat.id)), reply);
  return node;
}

function dayOf(message) {
  const date = new Date(message.date * 1000);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86400000);
  if (days < 2) return days < 1 ? words.today : words.yesterday;
  return date.toLocaleDateString(language, { day: "numeric", month: "long" });
}

function append(message, chat, previous) {
  const newDay = !previous || dayOf(previous) !== dayOf(message);
  if (newDay) ui.messages.append(element("p", { className: "day", textContent: dayOf(message) }));
  ui.messages.append(drawMessage(message, chat, newDay ? null : previous));
}

const nodeOf = (id) => ui.messages.querySelector(`[data-message-id="${id}"]`);
const atBottom = () => ui.messages.scrollHeight - ui.messages.scrollTop - ui.messages.clientHeight < NEAR_BOTTOM;
const toBottom = () => { ui.messages.scrollTop = ui.messages.scrollHeight; };

function flash(id) {
  const node = nodeOf(id);
  if (!node) return;
  node.scrollIntoView({ block: "center" });
  node.classList.remove("flash");
  requestAnimationFrame(() => node.classList.add("flash"));
}

// Redrawing must not take the keyboard away from what has the focus.
function drawChats() {
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

function drawTitle() {
  const chat = current();
  ui.title.textContent = nameOf(chat);
  ui.avatar.textContent = initial(nameOf(chat));
  ui.avatar.dataset.hue = isPrivate(chat) ? "bot" : "group";
  const action = state.typing.get(chat.chat.id);
  ui.subtitle.textContent = action ?? (isPrivate(chat) ? words.bot : words.members(chat.people));
  const pinned = chat.messages.get(chat.pinned);
  ui.pinned.hidden = !pinned;
  ui.pinned.textContent = pinned ? plain(pinned) : "";
  ui.pinned.onclick = () => flash(chat.pinned);
}

function drawChat() {
  const chat = current();
  chat.unread = 0;
  drawTitle();
  drawChats();
  ui.messages.classList.toggle("private", isPrivate(chat));
  ui.messages.dataset.chatId = chat.chat.id;
  ui.messages.replaceChildren();
  let previous = null;
  for (const message of chat.messages.values()) {
    append(message, chat, previous);
    previous = message;
  }
  if (!previous) ui.messages.append(element("p", { className: "empty", textContent: isPrivate(chat) ? words.emptyPrivate : words.emptyGroup }));
  toBottom();
  ui.down.hidden = true;
  drawReply();
}

function leave() {
  if (current()) current().draft = ui.input.value;
}

function open(id) {
  leave();
  state.current = id;
  ui.input.value = current().draft ?? "";
  document.body.dataset.view = "chat";
  remember();
  drawChat();
  suggest();
  grow();
  ui.input.focus();
}

function remember() {
  const place = state.people.indexOf(state.person) + 1;
  const chat = state.current === state.person.id ? "private" : state.current;
  history.replaceState(null, "", `?person=${place}&chat=${chat}`);
}

function replyTo(message) {
  current().reply = message;
  drawReply();
  ui.input.focus();
}

function drawReply() {
  const message = current().reply;
  ui.replyBar.hidden = !message;
  if (!message) return;
  ui.replyBar.querySelector("strong").textContent = message.from.first_name;
  ui.replyBar.querySelector("span").textContent = plain(message);
}

async function say(text) {
  const { person } = state;
  const chat = current();
  const body = { chat_id: chat.chat.id, text };
  const { reply } = chat;
  if (reply) body.reply_to = reply.message_id;
  chat.reply = null;
  drawReply();
  try {
    await call("messages", body);
    return true;
  } catch (error) {
    // A snapshot or another person may have come meanwhile: what was not sent waits where it was written.
    const unsent = (state.person === person ? state.chats : state.left.get(person.id))?.get(body.chat_id);
    if (unsent) unsent.reply ??= reply;
    if (current()) drawReply();
    notSent(error);
    return false;
  }
}

async function submit() {
  const text = ui.input.value;
  if (!text.trim()) return;
  ui.input.value = "";
  suggest();
  grow();
  const { person, current: id } = state;
  if (!(await say(text))) {
    if (state.person === person && state.current === id) ui.input.value ||= text;
    else {
      const unsent = (state.person === person ? state.chats : state.left.get(person.id))?.get(id);
      if (unsent) unsent.draft ||= text;
    }
  }
  ui.input.focus();
}

function grow() {
  ui.input.style.height = "auto";
  ui.input.style.height = `${ui.input.scrollHeight + 2}px`;
}

function suggest() {
  const match = /^\/(\w*)$/.exec(ui.input.value);
  const found = match ? state.commands.filter((one) => one.command.startsWith(match[1].toLowerCase())) : [];
  state.chosen = -1;
  ui.suggestions.hidden = !found.length;
  ui.input.setAttribute("aria-expanded", String(found.length > 0));
  ui.input.removeAttribute("aria-activedescendant");
  ui.suggestions.replaceChildren(...found.map((one, place) => element("li", {
    id: `suggestion-${place}`, dataset: { command: one.command }, attributes: { role: "option", "aria-selected": "false" },
    onmousedown: (event) => { event.preventDefault(); take(one.command); },
  }, element("strong", { textContent: `/${one.command}` }), element("span", { textContent: one.description }))));
}

function choose(step) {
  const items = [...ui.suggestions.children];
  state.chosen = (state.chosen + step + items.length + (state.chosen < 0 && step < 0 ? 1 : 0)) % items.length;
  items.forEach((item, place) => item.setAttribute("aria-selected", String(place === state.chosen)));
  items[state.chosen].scrollIntoView({ block: "nearest" });
  ui.input.setAttribute("aria-activedescendant", items[state.chosen].id);
}

function take(command) {
  ui.input.value = `/${command} `;
  suggest();
  ui.input.focus();
}

function onKey(event) {
  const listed = !ui.suggestions.hidden;
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    if (listed && state.chosen >= 0) take(ui.suggestions.children[state.chosen].dataset.command);
    else submit();
  } else if (listed && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    choose(event.key === "ArrowDown" ? 1 : -1);
  } else if (listed && event.key === "Tab" && !event.shiftKey) {
    event.preventDefault();
    take(ui.suggestions.children[Math.max(state.chosen, 0)].dataset.command);
  } else if (event.key === "Escape") {
    ui.suggestions.hidden = true;
    current().reply = null;
    drawReply();
  }
}

function keep({ chat, people, pinned, messages }) {
  const before = state.chats.get(chat.id);
  state.chats.set(chat.id, {
    chat, people, pinned, messages: new Map(messages.map((message) => [message.message_id, message])),
    unread: before?.unread ?? 0, draft: before?.draft, reply: before?.reply ?? null,
  });
}

const EVENTS = {
  snapshot(event) {
    const fresh = !state.chats.size;
    const old = fresh ? state.left.get(event.person) ?? new Map() : state.chats;
    state.chats = new Map();
    for (const one of event.chats) {
      keep(one);
      const { draft, unread = 0, reply = null } = old.get(one.chat.id) ?? {};
      Object.assign(state.chats.get(one.chat.id), { draft, unread, reply });
    }
    state.commands = event.commands;
    ui.commands.hidden = !event.commands.length;
    if (!state.chats.has(state.current)) state.current = wanted();
    if (fresh) {
      ui.input.value ||= current().draft ?? "";
      grow();
    }
    drawChat();
    remember();
    document.body.dataset.ready = String(event.person);
  },
  chat(event) { keep(event); drawChats(); },
  message({ chat_id: id, message }) {
    const chat = state.chats.get(id);
    const previous = [...chat.messages.values()].at(-1);
    chat.messages.set(message.message_id, message);
    if (message.from.is_bot) state.typing.delete(id);
    if (id === state.current) {
      const follow = atBottom() || message.from.id === state.person.id;
      ui.messages.querySelector(".empty")?.remove();
      append(message, chat, previous);
      if (follow) toBottom();
      drawTitle();
    }
    const seen = id === state.current && !(document.body.dataset.view === "list" && matchMedia("(max-width: 720px)").matches);
    if (!seen && message.from.id !== state.person.id) chat.unread += 1;
    drawChats();
  },
  edit({ chat_id: id, message }) {
    const chat = state.chats.get(id);
    chat.messages.set(message.message_id, message);
    const node = id === state.current ? nodeOf(message.message_id) : null;
    if (node) {
      const follow = atBottom();
      const fresh = drawMessage(message, chat, null);
      fresh.className = node.className;
      const place = node.contains(document.activeElement) ? document.activeElement.dataset : {};
      node.replaceWith(fresh);
      if (place.row) fresh.querySelector(`[data-row="${place.row}"][data-column="${place.column}"]`)?.focus();
      if (follow) toBottom();
      drawTitle();
    }
    drawChats();
  },
  delete({ chat_id: id, message_id: messageId }) {
    const chat = state.chats.get(id);
    chat.messages.delete(messageId);
    if (chat.reply?.message_id === messageId) chat.reply = null;
    if (id === state.current) { nodeOf(messageId)?.remove(); drawReply(); drawTitle(); }
    drawChats();
  },
  pin({ chat_id: id, message_id: messageId }) {
    state.chats.get(id).pinned = messageId;
    if (id === state.current) drawTitle();
  },
  action({ chat_id: id, action }) {
    const text = `${state.bot.first_name} ${action === "upload_photo" ? words.sendingPhoto : words.typing}`;
    state.typing.set(id, text);
    if (id === state.current) drawTitle();
    setTimeout(() => { if (state.typing.get(id) === text) state.typing.delete(id); if (id === state.current) drawTitle(); }, 5000);
  },
  commands({ commands }) { state.commands = commands; ui.commands.hidden = !commands.length; suggest(); },
  answer: answered,
};

function listen() {
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
    // A browser gives up for good on an answer that is no stream, such as that of a server just starting.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => { if (state.source === source) listen(); }, 1000);
  };
  state.source = source;
}

// What stands last in the address counts: people write "?person=2" behind what the page wrote there.
const addressed = (name) => [...location.search.matchAll(new RegExp(`[?&]${name}=([\\w-]+)`, "g"))].at(-1)?.[1];

function wanted() {
  const chat = addressed("chat");
  if (chat === "private") return state.person.id;
  const id = Number(chat);
  return state.chats.has(id) ? id : [...state.chats.keys()][0];
}

function become(person) {
  const privately = state.person && state.current === state.person.id;
  leave();
  if (state.person && state.chats.size) state.left.set(state.person.id, state.chats);
  state.person = person;
  state.chats = new Map();
  if (privately) state.current = person.id;
  ui.input.value = "";
  delete document.body.dataset.ready;
  document.body.dataset.person = person.id;
  document.title = `${person.name} – ${state.bot.first_name}`;
  for (const button of ui.people.children) button.setAttribute("aria-pressed", String(Number(button.dataset.personId) === person.id));
  listen();
}

async function start() {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-i18n]")) node.textContent = words[node.dataset.i18n];
  for (const node of document.querySelectorAll("[data-i18n-label]")) node.setAttribute("aria-label", words[node.dataset.i18nLabel]);
  for (const node of document.querySelectorAll("[data-i18n-placeholder]")) node.placeholder = words[node.dataset.i18nPlaceholder];
  const { bot, people } = await (await fetch("/page/people")).json();
  Object.assign(state, { bot, people });
  ui.people.append(...people.map((person, place) => element("button", {
    type: "button", onclick: () => become(person), dataset: { testid: `person-${place + 1}`, personId: person.id },
  },
  element("span", { className: "avatar", textContent: initial(person.name), dataset: { hue: hueOf(person) }, attributes: { "aria-hidden": "true" } }),
  element("span", { textContent: person.name }))));
  ui.tabs.append(...people.map((person, place) => element("a", { href: `?person=${place + 1}`, target: "_blank", textContent: person.name })));
  const place = Number(addressed("person") ?? 1);
  become(people[place - 1] ?? people[0]);
}

ui.form.addEventListener("submit", (event) => { event.preventDefault(); submit(); });
ui.input.addEventListener("keydown", onKey);
ui.input.addEventListener("input", () => { suggest(); grow(); });
ui.commands.addEventListener("click", () => { ui.input.value = ui.suggestions.hidden ? "/" : ""; suggest(); ui.input.focus(); });
slot("reply-cancel").addEventListener("click", () => { current().reply = null; drawReply(); });
slot("back").addEventListener("click", () => { document.body.dataset.view = "list"; drawChats(); });
ui.down.addEventListener("click", toBottom);
ui.messages.addEventListener("scroll", () => { ui.down.hidden = atBottom(); }, { passive: true });
addEventListener("resize", () => { if (atBottom()) toBottom(); });
// A hidden tab gives its connection back: browsers allow few to one address.
addEventListener("visibilitychange", () => {
  if (!state.person) return;
  if (document.hidden) state.source?.close();
  else listen();
});
start();
