// Inline mode: "@bot …" in the input field asks the bot, which offers results to send.

import { fitInput, list, suggest } from "./composer.js";
import { element, ui } from "./dom.js";
import { call, current, notSent, state } from "./state.js";
import { start } from "./text.js";
import { words } from "./words.js";

const DEBOUNCE_MS = 300;
// `asked` is the query of the answers shown or awaited.
const query = { timer: null, aborter: null, asked: null, id: null, next: "", closed: null };

function written() {
  const name = `@${state.bot.username} `;
  const text = ui.input.value;
  return text.toLowerCase().startsWith(name.toLowerCase()) ? text.slice(name.length).trim() : null;
}

export const isInline = () => Boolean(state.bot) && state.server?.inline !== false && written() !== null;
export const waits = () => query.timer !== null || query.aborter !== null;

export function ask(text) {
  ui.input.value = `@${state.bot.username} ${text}`;
  query.closed = null;
  fitInput();
  ui.input.focus();
  suggest();
}

function still() {
  clearTimeout(query.timer);
  query.aborter?.abort();
  Object.assign(query, { timer: null, aborter: null });
}

export function hideResults() {
  const shown = query.asked !== null || waits();
  still();
  Object.assign(query, { asked: null, id: null, next: "", closed: ui.input.value });
  if (shown) list([], words.results);
}

export function askSoon() {
  const text = written();
  if (text === query.asked || ui.input.value === query.closed) return;
  still();
  Object.assign(query, { asked: text, id: null, next: "", closed: null });
  list([note(words.searching)], words.results);
  query.timer = setTimeout(() => { query.timer = null; fetchResults(text, ""); }, DEBOUNCE_MS);
}

const note = (text) => element("li", { className: "note", textContent: text, attributes: { role: "presentation" } });

async function fetchResults(text, offset) {
  const aborter = new AbortController();
  query.aborter = aborter;
  try {
    const told = await call("queries", { chat_id: state.current, query: text, offset }, { signal: aborter.signal });
    if (query.aborter !== aborter) return;
    query.aborter = null;
    show(told, offset);
  } catch (error) {
    if (error.name === "AbortError") return;
    query.aborter = null;
    hideResults();
    notSent(error);
  }
}

function show({ results, query_id: id, next_offset: next = "", button = null }, offset) {
  if (results === null) { list([note(words.noAnswer)], words.results); return; }
  Object.assign(query, { id, next });
  const before = offset ? [...ui.suggestions.children] : [];
  const at = offset ? state.chosen : -1;
  const items = results.map((result, place) => element("li", {
    className: "result", id: `result-${before.length + place}`, dataset: { result: result.id, query: id },
    attributes: { role: "option", "aria-selected": "false" },
    onmousedown: (event) => { event.preventDefault(); chooseResult(event.currentTarget); },
  }, element("strong", { textContent: result.title }), element("span", { textContent: result.description ?? "" })));
  const above = button && !offset ? [way(button)] : [];
  const all = [...before, ...above, ...items];
  list(all.length ? all : [note(words.nothing)], words.results);
  state.chosen = at;
}

// The button above the results leads to the private chat, or to a Web App.
function way(button) {
  return element("li", { className: "way", attributes: { role: "presentation" } }, element("button", {
    type: "button", textContent: button.text, dataset: { testid: "results-button" },
    onclick: () => {
      ui.input.value = "";
      hideResults();
      fitInput();
      if (button.web_app) window.open(button.web_app.url, "_blank", "noopener");
      else start(button.start_parameter);
    },
  }));
}

export function more() {
  if (!query.next || waits()) return;
  const { next } = query;
  query.next = "";
  fetchResults(query.asked, next);
}

export async function chooseResult(item) {
  const chat = current();
  const body = { chat_id: chat.chat.id, query_id: item.dataset.query, result_id: item.dataset.result };
  if (chat.chat.is_forum && chat.topic !== null) body.thread = chat.topic;
  const text = ui.input.value;
  ui.input.value = "";
  hideResults();
  fitInput();
  try {
    await call("choices", body);
  } catch (error) {
    ui.input.value ||= text;
    notSent(error);
  }
  ui.input.focus();
}
