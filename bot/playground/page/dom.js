// The parts of the page by name, and making new ones.

export const byTestId = (name) => document.querySelector(`[data-testid="${name}"]`);

export const ui = {
  people: byTestId("people"), status: byTestId("status"), chats: byTestId("chats"), title: byTestId("chat-title"),
  subtitle: byTestId("chat-subtitle"), avatar: document.querySelector('[data-slot="avatar"]'), topics: byTestId("topics"),
  pinned: byTestId("pinned"), messages: byTestId("messages"), down: byTestId("down"),
  form: document.querySelector("form.composer"),
  input: byTestId("input"), suggestions: byTestId("suggestions"), commands: byTestId("commands"),
  replyBar: byTestId("reply-bar"),
  keys: byTestId("keys"), tabs: byTestId("tabs"), alert: byTestId("alert"), alertText: byTestId("alert-text"), viewer: byTestId("viewer"),
  toasts: byTestId("toasts"), picker: byTestId("picker"), switches: byTestId("switches"), open: byTestId("open-switches"),
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
