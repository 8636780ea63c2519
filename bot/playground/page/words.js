// The page's wording in three languages; `words` are in the chosen language, else the browser's.

const PLURALS = new Intl.PluralRules("uk");

const WORDS = {
  tr: {
    skip: "Mesaj kutusuna geç", chat: "Sohbet",
    people: "Kim yazıyor", chats: "Sohbetler", back: "Sohbet listesi", messages: "Mesajlar", down: "En alta in",
    commands: "Komutlar", cancelReply: "Yanıttan vazgeç", write: "Mesaj yaz…", send: "Gönder", ok: "Tamam", cancel: "Vazgeç",
    photo: "Fotoğraf", close: "Kapat", reply: "Yanıtla", edit: "Düzenle", remove: "Sil", sure: "Bu mesaj herkesten silinsin mi?", editing: "Mesajı düzenliyorsunuz", edited: "düzenlendi", bot: "bot",
    members: (n) => `${n} kişi ve bot`, typing: "yazıyor…", sendingPhoto: "fotoğraf gönderiyor…",
    emptyGroup: "Burada henüz bir şey yazılmadı. / ile başlayan bir komut deneyin.",
    emptyPrivate: "Bot size ancak siz yazınca yazabilir: /start gönderin.",
    hint: "Her sekmede başka biri olabilirsiniz:",
    offline: "Bağlantı koptu, yeniden deneniyor…", noAnswer: "Bot yanıt vermedi.", failed: "Gönderilemedi",
    tooLong: "mesaj çok uzun", gone: "bu düğme artık yok", unreached: "bağlantı yok", tooLate: "bu mesaj artık düzenlenemez",
    link: "Bu sohbet burada yok.", whole: "Tamamını göster", today: "Bugün", yesterday: "Dün", you: "Siz", copied: "Kopyalandı",
    onlyYou: "Bunu yalnızca siz görüyorsunuz", dismiss: "Kaldır", original: "Herkesin gördüğünü göster",
    via: (bot) => `@${bot} ile`, results: "Botun önerileri", nothing: "Öneri yok", searching: "Bota soruluyor…",
    topics: "Konular", general: "Genel", newTopic: "Yeni konu", topicMade: (name) => `Konu açıldı: ${name}`, shared: "Botla paylaşıldı", keys: "Botun tuşları",
    choose: "Birini seçin", noneFits: "Uygun bir şey yok.",
    switches: "Ayarlar", language: "Dil", server: "Telegram sunucusu", version: "Bot API sürümü",
    photo_in_place: "Fotoğraf, bir mesajın yerinde gösterilebilir",
    inline: "Inline mod açık (@bot …)", privacy: "Gizlilik modu: bot gruptaki her mesajı görmez",
    thisGroup: "Bu grup", status: "Bot burada", administrator: "yönetici", member: "üye", left: "ayrılmış", kicked: "çıkarılmış",
    can_delete: "Bot mesaj silebilir", can_pin: "Bot mesaj sabitleyebilir", photos: "Üyeler fotoğraf gönderebilir", forum: "Konuları var",
    can_manage_topics: "Bot konuları yönetebilir", text: "Üyeler yazı gönderebilir", slow: "Yavaş mod: üyeler 10 saniyede bir yazar", topicClosed: (name) => `Konu kapalı: ${name}`,
    newGroup: "Yeni grup", title: "Adı", make: "Aç",
  },
  en: {
    skip: "Skip to the message box", chat: "Chat",
    people: "Who is writing", chats: "Chats", back: "Chat list", messages: "Messages", down: "Go to the latest",
    commands: "Commands", cancelReply: "Cancel reply", write: "Write a message…", send: "Send", ok: "OK", cancel: "Cancel",
    photo: "Photo", close: "Close", reply: "Reply", edit: "Edit", remove: "Delete", sure: "Delete this message for everybody?", editing: "Editing the message", edited: "edited", bot: "bot",
    members: (n) => `${n} ${n === 1 ? "person" : "people"} and the bot`, typing: "typing…", sendingPhoto: "sending a photo…",
    emptyGroup: "Nothing has been said here yet. Try a command that starts with /.",
    emptyPrivate: "The bot can write to you only after you’ve written to it: send /start.",
    hint: "You can be a different person in each tab:",
    offline: "Connection lost, trying again…", noAnswer: "The bot didn’t answer.", failed: "Not sent",
    tooLong: "the message is too long", gone: "that button is no longer there", unreached: "no connection", tooLate: "this message can no longer be edited",
    link: "That chat isn’t here.", whole: "Show all of it", today: "Today", yesterday: "Yesterday", you: "You", copied: "Copied",
    onlyYou: "Only you can see this", dismiss: "Dismiss", original: "Show what everybody sees",
    via: (bot) => `via @${bot}`, results: "Suggestions from the bot", nothing: "No suggestions", searching: "Asking the bot…",
    topics: "Topics", general: "General", newTopic: "New topic", topicMade: (name) => `Topic opened: ${name}`, shared: "Shared with the bot", keys: "The bot’s keys",
    choose: "Choose one", noneFits: "Nothing fits.",
    switches: "Settings", language: "Language", server: "Telegram’s server", version: "Bot API version",
    photo_in_place: "A photo can be shown in place of a message",
    inline: "Inline mode is on (@bot …)", privacy: "Privacy mode: the bot doesn’t see everything said in groups",
    thisGroup: "This group", status: "The bot here", administrator: "administrator", member: "member", left: "left", kicked: "removed",
    can_delete: "The bot can delete messages", can_pin: "The bot can pin messages", photos: "Members can send photos", forum: "Has topics",
    can_manage_topics: "The bot can manage topics", text: "Members can send text", slow: "Slow mode: members write every 10 seconds", topicClosed: (name) => `Topic closed: ${name}`,
    newGroup: "New group", title: "Name", make: "Open",
  },
  uk: {
    skip: "Перейти до поля повідомлення", chat: "Чат",
    people: "Хто пише", chats: "Чати", back: "До списку чатів", messages: "Повідомлення", down: "До останнього",
    commands: "Команди", cancelReply: "Скасувати відповідь", write: "Напишіть повідомлення…", send: "Надіслати", ok: "Гаразд", cancel: "Скасувати",
    photo: "Зображення", close: "Закрити", reply: "Відповісти", edit: "Редагувати", remove: "Видалити", sure: "Видалити це повідомлення для всіх?", editing: "Редагування повідомлення", edited: "змінено", bot: "бот",
    members: (n) => `${n} ${{ one: "людина", few: "людини" }[PLURALS.select(n)] ?? "людей"} і бот`, typing: "пише…",
    sendingPhoto: "надсилає зображення…",
    emptyGroup: "Тут ще нічого не написано. Спробуйте команду, що починається з /.",
    emptyPrivate: "Бот може писати вам лише після того, як напишете ви: надішліть /start.",
    hint: "У кожній вкладці можна бути кимось іншим:",
    offline: "Зв’язок утрачено, пробуємо ще раз…", noAnswer: "Бот не відповів.", failed: "Не надіслано",
    tooLong: "повідомлення задовге", gone: "цієї кнопки вже немає", unreached: "немає з’єднання", tooLate: "це повідомлення вже не можна змінити",
    link: "Цього чату тут немає.", whole: "Показати все", today: "Сьогодні", yesterday: "Учора", you: "Ви", copied: "Скопійовано",
    onlyYou: "Це бачите лише ви", dismiss: "Прибрати", original: "Показати те, що бачать усі",
    via: (bot) => `через @${bot}`, results: "Що пропонує бот", nothing: "Пропозицій немає", searching: "Запитуємо бота…",
    topics: "Теми", general: "Загальна", newTopic: "Нова тема", topicMade: (name) => `Відкрито тему: ${name}`, shared: "Передано ботові", keys: "Кнопки бота",
    choose: "Виберіть", noneFits: "Нічого не підходить.",
    switches: "Налаштування", language: "Мова", server: "Сервер Telegram", version: "Версія Bot API",
    photo_in_place: "Зображення може стояти на місці повідомлення",
    inline: "Інлайн-режим увімкнено (@bot …)", privacy: "Режим приватності: бот бачить у групах не все",
    thisGroup: "Ця група", status: "Бот тут", administrator: "адміністратор", member: "учасник", left: "вийшов", kicked: "вилучений",
    can_delete: "Бот може видаляти повідомлення", can_pin: "Бот може закріплювати повідомлення", photos: "Учасники можуть надсилати зображення", forum: "Має теми",
    can_manage_topics: "Бот може керувати темами", text: "Учасники можуть надсилати текст", slow: "Повільний режим: учасники пишуть раз на 10 секунд", topicClosed: (name) => `Тему закрито: ${name}`,
    newGroup: "Нова група", title: "Назва", make: "Відкрити",
  },
};

export const LANGUAGES = { tr: "Türkçe", en: "English", uk: "Українська" };
const KEPT = "language";

const isChosen = () => sessionStorage.getItem(KEPT) in WORDS;
const browsers = () => ["tr", "uk"].find((code) => navigator.language.toLowerCase().startsWith(code)) ?? "en";

export let language = isChosen() ? sessionStorage.getItem(KEPT) : browsers();
export let words = WORDS[language];

export function speak(code) {
  sessionStorage.setItem(KEPT, code);
  language = code;
  words = WORDS[code];
}

// The texts of the page's own HTML.
export function label(root = document) {
  document.documentElement.lang = language;
  for (const node of root.querySelectorAll("[data-i18n]")) node.textContent = words[node.dataset.i18n];
  for (const node of root.querySelectorAll("[data-i18n-label]")) node.setAttribute("aria-label", words[node.dataset.i18nLabel]);
  for (const node of root.querySelectorAll("[data-i18n-title]")) node.title = words[node.dataset.i18nTitle];
  for (const node of root.querySelectorAll("[data-i18n-placeholder]")) node.placeholder = words[node.dataset.i18nPlaceholder];
}
