// Opens the bot's Mini App over the page, as Telegram does.

import { element } from "./dom.js";
import { call, notSent } from "./state.js";
import { words } from "./words.js";

export async function openApp(what) {
  let url;
  try {
    ({ url } = await call("apps", what));
  } catch (error) {
    notSent(error);
    return;
  }
  const close = element("button", { type: "button", textContent: "✕", attributes: { "aria-label": words.close }, dataset: { testid: "app-close" }, onclick: () => dialog.close() });
  const frame = element("iframe", { src: url, title: "Harfiyen", dataset: { testid: "app" } });
  const dialog = element("dialog", { className: "app" }, close, frame);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
