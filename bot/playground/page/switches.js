// The settings: the page's language, the server, and the bot's status and rights in the open group.

import { element, ui } from "./dom.js";
import { call, current, isPrivate, nameOf, notSent, post, state } from "./state.js";
import { LANGUAGES, language, speak, words } from "./words.js";

const OF_SERVER = ["photo_in_place", "inline", "privacy"];
const OF_GROUP = ["can_delete", "can_pin", "can_manage_topics", "photos", "text", "slow", "forum"];
const GENERAL = 1;
const STATUSES = ["administrator", "member", "left", "kicked"];

const row = (text, field) => element("label", { className: "switch" }, element("span", { textContent: text }), field);

function select(name, options, chosen, changed) {
  const field = element("select", { name, onchange: () => changed(field.value) });
  for (const [value, text] of options) field.append(element("option", { value, textContent: text, selected: value === chosen }));
  return field;
}

function check(name, checked, changed) {
  const field = element("input", { type: "checkbox", name, checked, onchange: () => changed(field.checked) });
  return row(words[name], field);
}

const section = (title, ...rows) => element("fieldset", {}, element("legend", { textContent: title }), ...rows);
const turn = (path, name) => (value) => post(path, { [name]: value }).catch(notSent);

function server() {
  const versions = state.server.versions.map((one) => [one, one]);
  return section(words.server,
    row(words.version, select("version", versions, state.server.version, turn("/page/server", "version"))),
    ...OF_SERVER.map((name) => check(name, state.server[name], turn("/page/server", name))));
}

function group(chat) {
  const path = `/page/groups/${chat.chat.id}`;
  const now = { ...chat.rights, forum: Boolean(chat.chat.is_forum) };
  return section(`${words.thisGroup}: ${nameOf(chat)}`,
    row(words.status, select("status", STATUSES.map((one) => [one, words[one]]), now.status, turn(path, "status"))),
    ...OF_GROUP.map((name) => check(name, now[name], turn(path, name))),
    ...(now.forum ? topics(chat, path) : []));
}

// Each topic of a forum, and whether it is closed.
function topics(chat, path) {
  const all = [{ id: GENERAL, name: words.general, closed: chat.rights.general_closed }, ...chat.topics];
  return all.map(({ id, name, closed }) => {
    const changed = () => turn(`${path}/topics/${id}`, "closed")(field.checked);
    const field = element("input", { type: "checkbox", name: `closed-${id}`, checked: closed, onchange: changed });
    return row(words.topicClosed(name), field);
  });
}

function newGroup() {
  const title = element("input", { name: "title", maxLength: 128, placeholder: words.title, attributes: { "aria-label": words.title } });
  const people = state.people.map((person) => ({ person, field: element("input", { type: "checkbox", checked: true }) }));
  const make = element("button", {
    type: "button", className: "make", textContent: words.make, dataset: { testid: "make-group" },
    onclick: () => {
      const members = people.filter(({ field }) => field.checked).map(({ person }) => person.id);
      post("/page/groups", { title: title.value, people: members }).then(() => ui.switches.close(), notSent);
    },
  });
  return section(words.newGroup, title, ...people.map(({ person, field }) => row(person.name, field)), make);
}

// Only an open dialog is drawn; the focus stays.
export function drawSwitches() {
  if (!ui.switches.open || !state.server || !current()) return;
  const focused = ui.switches.contains(document.activeElement) ? document.activeElement.name : null;
  const body = ui.switches.querySelector('[data-slot="switches"]');
  const typed = body.querySelector('[name="title"]')?.value ?? "";
  const chat = current();
  body.replaceChildren(
    row(words.language, select("language", Object.entries(LANGUAGES), language, state.choose)),
    server(), ...(isPrivate(chat) ? [] : [group(chat)]), newGroup(),
  );
  body.querySelector('[name="title"]').value = typed;
  if (focused) body.querySelector(`[name="${focused}"]`)?.focus();
}

export function openSwitches() {
  ui.switches.showModal();
  drawSwitches();
  ui.switches.querySelector("select").focus();
}

// The person's client has the page's language.
export function tellLanguage() {
  call("language", { language }).catch(notSent);
}

export function chooseLanguage(code, redraw) {
  speak(code);
  tellLanguage();
  redraw();
}
