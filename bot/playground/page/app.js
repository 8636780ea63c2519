// The chat page of one person: state from server-sent events, everything else from plain DOM calls.

import { fitInput, letGo, menu, onKey, submit, suggest } from "./composer.js";
import { byTestId, element, ui } from "./dom.js";
import { listen } from "./events.js";
import { more } from "./inline.js";
import { drawChat, drawChats, drawPeople, leave } from "./places.js";
import { current, state } from "./state.js";
import { chooseLanguage, drawSwitches, openSwitches, tellLanguage } from "./switches.js";
import { atBottom, toBottom } from "./timeline.js";
import { label } from "./words.js";

// The last value in the address counts: people append "?person=2" to what the page wrote there.
const addressed = (name) => [...location.search.matchAll(new RegExp(`[?&]${name}=([\\w-]+)`, "g"))].at(-1)?.[1];

state.wanted = () => {
  const chat = addressed("chat");
  if (chat === "private") return state.person.id;
  const id = Number(chat);
  return state.chats.has(id) ? id : [...state.chats.keys()][0];
};

state.become = (person) => {
  const privately = state.person && state.current === state.person.id;
  leave();
  if (state.person && state.chats.size) state.left.set(state.person.id, state.chats);
  state.person = person;
  state.chats = new Map();
  if (privately) state.current = person.id;
  ui.input.value = "";
  suggest();
  delete document.body.dataset.ready;
  document.body.dataset.person = person.id;
  document.title = `${person.name} – ${state.bot.first_name}`;
  for (const button of ui.people.children) button.setAttribute("aria-pressed", String(Number(button.dataset.personId) === person.id));
  tellLanguage();
  listen();
};

state.choose = (code) => chooseLanguage(code, () => {
  label();
  drawSwitches();
  if (current()) { drawChat(); menu(); }
});

async function begin() {
  label();
  const { bot, people } = await (await fetch("/page/people")).json();
  Object.assign(state, { bot, people });
  drawPeople();
  ui.tabs.append(...people.map((person, place) => element("a", { href: `?person=${place + 1}`, target: "_blank", textContent: person.name })));
  const place = Number(addressed("person") ?? 1);
  state.become(people[place - 1] ?? people[0]);
}

ui.form.addEventListener("submit", (event) => { event.preventDefault(); submit(); });
ui.input.addEventListener("keydown", onKey);
ui.input.addEventListener("input", () => { suggest(); fitInput(); });
ui.commands.addEventListener("click", () => { ui.input.value = ui.suggestions.hidden ? "/" : ""; suggest(); ui.input.focus(); });
ui.suggestions.addEventListener("scroll", () => {
  const { scrollHeight, scrollTop, clientHeight } = ui.suggestions;
  if (scrollHeight - scrollTop - clientHeight < clientHeight / 2) more();
}, { passive: true });
byTestId("reply-cancel").addEventListener("click", () => { letGo(); ui.input.focus(); });
byTestId("back").addEventListener("click", () => { document.body.dataset.view = "list"; drawChats(); });
ui.open.addEventListener("click", openSwitches);
ui.down.addEventListener("click", toBottom);
ui.messages.addEventListener("scroll", () => { ui.down.hidden = atBottom(); }, { passive: true });
// A reader at the newest message stays there when keys, an answer or a phone's keyboard take room below.
new ResizeObserver(() => { if (ui.down.hidden) toBottom(); }).observe(ui.messages);
// A hidden tab closes its connection: browsers allow few to one address.
addEventListener("visibilitychange", () => {
  if (!state.person) return;
  if (document.hidden) state.source?.close();
  else listen();
});
begin();
