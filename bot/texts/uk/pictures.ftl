## Теми
choose-theme = Яку тему обрати для зображень?
value-theme-light = ☀️ Світла
value-theme-dark = 🌙 Темна
value-theme-contrast = 👁 Контрастна
value-theme-wood = 🪵 Дерев’яна
theme-chosen = Відтепер зображення в цьому чаті матимуть такий вигляд: { $theme }
sample-word = СЛОВО
sample-word-blank = СЛ[О]ВО
refusal-unknown-theme = Теми «{ $typed }» я не знаю. Теми: { TYPED("themes.light") }, { TYPED("themes.dark") }, { TYPED("themes.contrast") }, { TYPED("themes.wood") }
choose-labels = Якою мовою мають бути написи на клітинках поля?
value-labels-chat = 💬 Мовою чату
value-labels-game = 🎲 Мовою гри
labels-chat-chosen = Відтепер написи на клітинках поля — мовою цього чату.
labels-game-chosen = Відтепер написи на клітинках поля — мовою самої гри.
refusal-unknown-labels = Не знаю, що таке «{ $typed }». Напишіть { COMMAND("labels") } { TYPED("labels.chat") } або { COMMAND("labels") } { TYPED("labels.game") }.

## Картка столу
motif-kelimelik = KELİMELİK
motif-scrabble = СКРАБЛ
motif-tournament = ТУРНІР
motif-wordbox = WORDBOX
motif-klepka = КЛЕПКА
lobby-waiting = Чекаємо на гравців
lobby-ready = Можна починати гру
lobby-host = господар
lobby-needed = потрібен гравець
lobby-free = вільне місце
lobby-full =
    🎲 Усі місця зайнято: <b>{ $game }</b>, { $pieces }
    За столом ({ $seated } із { $most }): { $names }
    { $terms }

    Щоб почати гру, напишіть { COMMAND("begin") }.
    Відбиток жеребкування (SHA-256): <code>{ $commitment }</code>

## Спробувати хід
try-in-private = Тут ваші фішки побачили б усі. Надішліть { COMMAND("try") } із цим ходом у наш приватний чат.
try-caption =
    👁 <b>{ $game }</b> · { $group }
    { $cell } { $way } <b>{ $word }</b>: { $score ->
        [one] <b>{ $score }</b> бал
        [few] <b>{ $score }</b> бали
        [many] <b>{ $score }</b> балів
       *[other] <b>{ $score }</b> бала
    }
    { $sum }
    <i>Це бачите лише ви. { $note }</i>
    { $turn }
try-later = Зараз ходить { $name }; доки черга дійде до вас, поле може змінитися.
refusal-empty-try = Допишіть хід, який хочете побачити: { COMMAND("try") } { $cell } { TYPED("directions.across") } { $sample }
button-lay = ▶️ Зробити цей хід
