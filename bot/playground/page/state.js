// The page's state of its person's chats, and requests to the playground.

import { toast } from "./dom.js";
import { language, words } from "./words.js";

export const state = {
  bot: null, people: [], person: null, chats: new Map(), left: new Map(), current: null, commands: [], source: null,
  presses: new Map(), earlyAnswers: new Map(), chosen: -1, typing: new Map(), server: null,
};

export const current = () => state.chats.get(state.current);
export const isPrivate = (chat) => chat.chat.type === "private";
export const nameOf = (chat) => (isPrivate(chat) ? state.bot.first_name : chat.chat.title);
export const hueOf = (user) => (user.is_bot ? "bot" : String((user.id - 1) % 4));
export const initial = (name) => name.charAt(0).toLocaleUpperCase("tr");
export const clock = (seconds) => new Date(seconds * 1000).toLocaleTimeString(language === "en" ? "en-GB" : language, { hour: "2-digit", minute: "2-digit" });
export const keyOf = (message) => (message.ephemeral_message_id === undefined ? String(message.message_id) : `e${message.ephemeral_message_id}`);
export const threadOf = (message) => (message.is_topic_message ? message.message_thread_id : null);

export function serviceOf(message) {
  if (message.forum_topic_created) return words.topicMade(message.forum_topic_created.name);
  return message.chat_shared ? words.shared : null;
}

export const plain = (message) => message.text ?? message.caption ?? serviceOf(message)
  ?? (message.photo ? words.photo : message.document?.file_name ?? "");

// Telegram's English error messages, in the page's words.
const REASONS = { "message is too long": "tooLong", "DATA_INVALID": "gone", "MESSAGE_EDIT_TIME_EXPIRED": "tooLate" };

export function notSent(error) {
  const known = Object.keys(REASONS).find((said) => error.message.endsWith(said));
  toast(`${words.failed}: ${known ? words[REASONS[known]] : error.message}`);
}

async function answered(request) {
  const answer = await request.catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new Error(words.unreached);
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.description);
  return result;
}

const written = (body) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

export const post = (path, body, options = {}) => answered(fetch(path, { ...written(body), ...options }));
export const call = (path, body, options = {}) => post(`/page/people/${state.person.id}/${path}`, body, options);
export const read = (path, query) => answered(fetch(`/page/people/${state.person.id}/${path}?${new URLSearchParams(query)}`));
