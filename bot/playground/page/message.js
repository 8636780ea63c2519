// Drawing one message.

import { keyboard } from "./buttons.js";
import { editing, replyTo } from "./composer.js";
import { element, ui } from "./dom.js";
import { ICONS, icon } from "./icons.js";
import { sure } from "./picker.js";
import { call, clock, hueOf, initial, isPrivate, keyOf, notSent, plain, serviceOf, state } from "./state.js";
import { fill } from "./text.js";
import { flash } from "./timeline.js";
import { words } from "./words.js";

const REPLY = "M9 6l-5 5 5 5M4 11h9a7 7 0 0 1 7 7";
const BIN = "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13";
const PENCIL = "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3";

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
  return element("button", { type: "button", className: "quote", onclick: () => flash(keyOf(replied)) },
    element("strong", { textContent: replied.from.first_name }), element("span", { textContent: plain(replied) }));
}

// Seen by this person alone, replacing a public message or beside it, until it is dismissed.
function own(message, chat, replaces) {
  const text = replaces === null ? words.dismiss : words.original;
  return element("p", { className: "own", dataset: { part: "ephemeral" } }, element("span", { textContent: words.onlyYou }),
    element("button", {
      type: "button", className: "dismiss", textContent: text, dataset: { testid: "dismiss" },
      onclick: () => call("dismissals", { chat_id: chat.chat.id, ephemeral: message.ephemeral_message_id }).catch(notSent),
    }));
}

function bubble(message, chat, replaces) {
  const text = message.text ?? message.caption ?? "";
  const entities = message.entities ?? message.caption_entities ?? [];
  const mine = message.from.id === state.person.id;
  const meta = (message.edit_date ? `${words.edited} ` : "") + clock(message.date);
  const node = element("div", { className: "bubble" });
  if (message.photo) node.classList.add("withphoto");
  if (!mine && !isPrivate(chat)) node.append(element("span", { className: "sender", textContent: message.from.first_name, dataset: { hue: hueOf(message.from) } }));
  if (message.via_bot) node.append(element("span", { className: "via", textContent: words.via(message.via_bot.username) }));
  const replied = message.reply_to_message;
  if (replied && !serviceOf(replied)) node.append(quote(replied));
  if (message.photo) node.append(photo(message));
  if (message.document) node.append(element("a", { className: "file", href: `/page/files/${message.document.file_id}`, download: message.document.file_name, }, icon(ICONS["📄"]), message.document.file_name));
  const textNode = fill(element("div", { className: "text", dataset: { part: "text" } }), text, 0, text.length, entities);
  textNode.append(element("time", { className: "meta", textContent: meta }));
  node.append(textNode);
  if (replaces !== undefined) node.append(own(message, chat, replaces));
  return node;
}

const act = (testid, name, path, onclick) => element("button", {
  type: "button", className: "icon", dataset: { testid }, onclick, title: words[name], attributes: { "aria-label": words[name] },
}, icon(path));

async function remove(message, chat) {
  if (await sure(words.sure, plain(message))) call("deletions", { chat_id: chat.chat.id, message_id: message.message_id }).catch(notSent);
}

// `replaces` is undefined for public messages, null for ephemeral ones that replace nothing.
export function drawMessage(message, chat, previous, replaces) {
  const mine = message.from.id === state.person.id;
  const said = serviceOf(message);
  const dataset = { messageId: keyOf(message), from: message.from.id };
  if (said) return element("p", { className: "day service", textContent: said, dataset });
  const node = element("article", {
    className: `message${mine ? " mine" : ""}${previous?.from.id === message.from.id ? " same" : ""}`, dataset,
    attributes: { "aria-label": `${mine ? words.you : message.from.first_name}, ${clock(message.date)}${replaces === undefined ? "" : `, ${words.onlyYou}`}` },
  });
  if (message.edit_date) node.dataset.edited = "true";
  if (replaces !== undefined) node.dataset.ephemeral = replaces ?? "";
  const acts = element("div", { className: "acts" }, act("reply", "reply", REPLY, () => replyTo(message)));
  if (mine && message.text && !message.via_bot && replaces === undefined) acts.prepend(act("edit", "edit", PENCIL, () => editing(message)));
  if (replaces === undefined && (mine || chat.owner === state.person.id)) {
    acts.append(act("remove", "remove", BIN, () => remove(message, chat)));
  }
  node.append(element("span", { className: "avatar", textContent: initial(message.from.first_name), dataset: { hue: hueOf(message.from) }, attributes: { "aria-hidden": "true" } }));
  node.append(element("div", { className: "body" }, bubble(message, chat, replaces), keyboard(message, chat.chat.id)), acts);
  return node;
}
