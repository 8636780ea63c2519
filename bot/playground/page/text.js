// Texts with their entities, and links that lead to a place on the page.

import { openApp } from "./apps.js";
import { element, toast } from "./dom.js";
import { say } from "./composer.js";
import { open } from "./places.js";
import { state } from "./state.js";
import { flash } from "./timeline.js";
import { language, words } from "./words.js";

function marked(entity, text) {
  switch (entity.type) {
    case "bold": return element("strong");
    case "italic": return element("em");
    case "underline": return element("u");
    case "strikethrough": return element("s");
    case "code": return element("code");
    case "pre": return element("pre");
    case "blockquote": return element("blockquote");
    case "expandable_blockquote": return foldingQuote();
    case "spoiler": return element("span", { className: "spoiler", onclick: (event) => event.currentTarget.classList.add("shown") });
    case "text_link": return link(entity.url);
    case "url": return link(text.includes("://") ? text : `https://${text}`);
    case "bot_command": return element("button", { type: "button", className: "command", onclick: () => say(text) });
    case "mention": case "text_mention": case "hashtag": return element("span", { className: "mention" });
    case "date_time": return element("time", { dateTime: new Date(entity.unix_time * 1000).toISOString(), className: "date" });
    default: return element("span");
  }
}

// Three lines are visible until it is tapped; a screen reader always reads all.
function foldingQuote() {
  const toggle = () => {
    const folded = quote.classList.toggle("folded");
    button.setAttribute("aria-expanded", String(!folded));
  };
  const button = element("button", {
    type: "button", className: "unfold", dataset: { testid: "unfold" }, hidden: true,
    attributes: { "aria-label": words.whole, "aria-expanded": "false" },
  });
  const quote = element("blockquote", { className: "folded", onclick: (event) => { if (!event.target.closest("a, button:not(.unfold)")) toggle(); } }, button);
  // Its height is known once it is on the page.
  requestAnimationFrame(() => { button.hidden = quote.scrollHeight <= quote.clientHeight; });
  return quote;
}

// The page's language, in the reader's regional form.
const locale = () => navigator.languages.find((one) => one.split("-")[0] === language) ?? language;

// In each reader's time zone and language; without a format the words stay, followed by the date.
function instant(entity) {
  const format = entity.date_time_format ?? "";
  const at = new Date(entity.unix_time * 1000);
  if (format === "r") return relative(at);
  const shown = {};
  if (format.includes("w")) shown.weekday = "short";
  if (/d/.test(format)) Object.assign(shown, { day: "numeric", month: "numeric", year: "2-digit" });
  if (/D/.test(format)) Object.assign(shown, { day: "numeric", month: "long", year: "numeric" });
  if (/[tT]/.test(format)) Object.assign(shown, { hour: "numeric", minute: "2-digit" });
  if (/T/.test(format)) shown.second = "2-digit";
  return new Intl.DateTimeFormat(locale(), shown).format(at);
}

function relative(at) {
  const seconds = Math.round((at - Date.now()) / 1000);
  const [unit, size] = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]].find(([, one]) => Math.abs(seconds) >= one) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(Math.trunc(seconds / size), unit);
}

function link(url) {
  if (!/^(https?|tg):/i.test(url)) return element("span");
  return element("a", {
    href: url, target: "_blank", rel: "noopener noreferrer",
    onclick: (event) => { if (openInside(url)) event.preventDefault(); },
  });
}

// A command is as high as a finger needs, so the browser would break the line there: its brackets go along.
const OPENING = /[([{«“„‘]+$/, CLOSING = /^[)\]}»”’.,:;!?…]+/;

export function fill(parent, text, from, to, entities) {
  let at = from;
  for (let i = 0; i < entities.length;) {
    const entity = entities[i];
    const end = Math.min(entity.offset + entity.length, to);
    let next = i + 1;
    while (next < entities.length && entities[next].offset < end) next += 1;
    const node = marked(entity, text.slice(entity.offset, end));
    const isCommand = entity.type === "bot_command";
    const before = text.slice(at, entity.offset), after = text.slice(end, Math.min(entities[next]?.offset ?? to, to));
    const opening = isCommand && before.match(OPENING)?.[0] || "";
    const closing = isCommand && after.match(CLOSING)?.[0] || "";
    if (before.length > opening.length) parent.append(before.slice(0, before.length - opening.length));
    if (entity.type === "date_time") {
      const words = text.slice(entity.offset, end);
      node.textContent = entity.date_time_format ? instant(entity) : words;
      node.title = entity.date_time_format ? words : new Date(entity.unix_time * 1000).toLocaleString(locale());
    } else {
      fill(node, text, entity.offset, end, entities.slice(i + 1, next));
    }
    parent.append(opening || closing ? element("span", { className: "whole" }, opening, node, closing) : node);
    at = end + closing.length;
    i = next;
  }
  if (at < to) parent.append(text.slice(at, to));
  return parent;
}

export function openInside(url) {
  let address;
  try { address = new URL(url); } catch { return false; }
  if (!/^(t\.me|telegram\.me)$/i.test(address.hostname)) return false;
  const [first, second, third] = address.pathname.slice(1).split("/");
  if (first === "c") {
    const id = Number(`-100${second}`);
    if (!state.chats.has(id)) toast(words.link);
    else { open(id); if (third) flash(third); }
    return true;
  }
  if (first.toLowerCase() !== state.bot.username.toLowerCase()) return false;
  if (address.searchParams.has("startapp")) openApp({ startapp: address.searchParams.get("startapp") });
  else start(address.searchParams.get("start"));
  return true;
}

export function start(payload) {
  open(state.person.id);
  if (payload !== null) say(`/start ${payload}`.trim());
}
