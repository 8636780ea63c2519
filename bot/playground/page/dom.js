// The parts of the page by name, and how new ones are made.

export const slot = (name) => document.querySelector(`[data-testid="${name}"]`);

export const ui = {
  people: slot("people"), status: slot("status"), chats: slot("chats"), title: slot("chat-title"),
  subtitle: slot("chat-subtitle"), avatar: document.querySelector('[data-slot="avatar"]'), topics: slot("topics"),
  pinned: slot("pinned"), messages: slot("messages"), down: slot("down"), form: document.querySelector("form.composer"),
  input: slot("input"), suggestions: slot("suggestions"), commands: slot("commands"), replyBar: slot("reply-bar"),
  keys: slot("keys"), tabs: slot("tabs"), alert: slot("alert"), alertText: slot("alert-text"), viewer: slot("viewer"),
  toasts: slot("toasts"), picker: slot("picker"), switches: slot("switches"), open: slot("open-switches"),
};

export function element(tag, properties = {}, ...children) {
  const { dataset = {}, attributes = {}, ...rest } = properties;
  const node = Object.assign(document.createElement(tag), rest);
  Object.assign(node.dataset, dataset);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children.filter((child) => child !== null));
  return node;
}

export function toast(text) {
  const node = element("p", { textContent: text, dataset: { testid: "toast" } });
  ui.toasts.append(node);
  setTimeout(() => node.remove(), 3500 + text.length * 30);
}
