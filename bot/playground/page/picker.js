// A dialog to choose a group or a person, or to confirm.

import { element, ui } from "./dom.js";
import { words } from "./words.js";

function shown(legend, ...rows) {
  ui.picker.querySelector("fieldset").replaceChildren(element("legend", { textContent: legend }), ...rows);
  ui.picker.returnValue = "";
  ui.picker.showModal();
  return new Promise((resolve) => {
    ui.picker.addEventListener("close", () => resolve(ui.picker.returnValue === "ok"), { once: true });
  });
}

// The id chosen in a list; empty if the dialog is closed without a choice.
export async function pick(offered) {
  const form = ui.picker.querySelector("form");
  const rows = offered.map(({ id, name }, place) => element("label", {},
    element("input", { type: "radio", name: "picked", value: String(id), checked: place === 0 }), name));
  form.querySelector('[value="ok"]').disabled = !rows.length;
  const chosen = await shown(words.choose, ...(rows.length ? rows : [element("p", { textContent: words.noneFits })]));
  return chosen ? new FormData(form).getAll("picked").map(Number) : [];
}

export function sure(question, text) {
  ui.picker.querySelector('[value="ok"]').disabled = false;
  return shown(question, element("p", { textContent: text }));
}
