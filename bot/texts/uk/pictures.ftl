## Теми
choose-theme = У якій темі показувати зображення?
value-theme-light = ☀️ Світла
value-theme-dark = 🌙 Темна
value-theme-contrast = 👁 Контрастна
value-theme-wood = 🪵 Дерев’яна
theme-chosen = Відтепер тема зображень у цьому чаті: { $theme }
sample-word = СЛОВО
sample-word-blank = СЛ[О]ВО
greeting-word = ПОЛЕ
greeting-player = Ви
refusal-unknown-theme = Теми «{ $typed }» немає. Є такі: { TYPED("themes.light") }, { TYPED("themes.dark") }, { TYPED("themes.contrast") }, { TYPED("themes.wood") }
choose-labels = Якою мовою мають бути написи на клітинках поля?
value-labels-chat = 💬 Мовою чату
value-labels-game = 🎲 Мовою гри
labels-chat-chosen = Відтепер написи на клітинках будуть мовою цього чату.
labels-game-chosen = Відтепер написи на клітинках будуть мовою самої гри.
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
    🎲 Усі місця зайнято: <b>{ $game }</b>
    За столом ({ $seated } із { $most }): { $names }
lobby-alone =
    🎲 Стіл лише для вас: <b>{ $game }</b>
    За столом ({ $seated } із { $most }): { $names }

## Пробний хід
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
    <i>Цей пробний хід бачите лише ви. { $note }</i>
    { $turn }
try-later = Зараз ходить { $name }. Доки черга дійде до вас, поле може змінитися.
refusal-empty-try = Допишіть хід, який хочете спробувати: { COMMAND("try") } { $cell } { TYPED("directions.across") } { $sample }
button-lay = ▶️ Зробити цей хід

## Кінець гри: на зображенні й під ним
ended-margin = Перевага: { $margin ->
        [one] <b>{ $margin }</b> бал
        [few] <b>{ $margin }</b> бали
        [many] <b>{ $margin }</b> балів
       *[other] <b>{ $margin }</b> бала
    }
best-word = Найкраще слово: <b>{ $word }</b>, { $score ->
        [one] { $score } бал
        [few] { $score } бали
        [many] { $score } балів
       *[other] { $score } бала
    } ({ $name })
best-play = Найкращий хід: { $cell } { $way } <b>{ $word }</b>, { $score ->
        [one] { $score } бал
        [few] { $score } бали
        [many] { $score } балів
       *[other] { $score } бала
    } ({ $name })
best-turn = Найкращий хід: <b>{ $words }</b>, { $score ->
        [one] { $score } бал
        [few] { $score } бали
        [many] { $score } балів
       *[other] { $score } бала
    } ({ $name })
final-won = перемагає
final-won-by = перемагає з перевагою { $margin ->
        [one] в { $margin } бал
        [few] у { $margin } бали
        [many] в { $margin } балів
       *[other] у { $margin } бала
    }
final-draw = Гра закінчилася внічию
final-cancelled = Гру скасовано
final-best-word = Найкраще слово
final-best-play = Найкращий хід

## Доказ: що жеребкування було чесне, коли гру закінчено
button-proof = 📄 Доказ
proof =
    🔏 <b>Доказ чесного жеребкування:</b> { $game }
    Відбиток (SHA-256): <code>{ $seal }</code>
    Секрет: <code>{ $secret }</code>
    Порядок за столом: { $seats }
    Повідомлення, що почало гру: { $message }
    Зерно: <code>{ $seed }</code>
proof-hashes = Відбиток — це геш лише секрету. Його перші цифри повідомлення столу показувало ще до першої фішки. Зерно — геш секрету разом із порядком гравців і тим повідомленням. З нього випливає все жеребкування.
proof-check = Відбиток має починатися символами, що стоять після 🔏 у повідомленнях столу. Решту перевіряє команда <code>harfiyen verify { $file }</code>
proof-no-gcg = Файлу GCG немає: у цю гру грають не на полі.
proof-no-files = У цьому чаті мені не дозволено надсилати файли. Гравці можуть отримати їх у нашому приватному чаті: { COMMAND("proof") }.
proof-above = Доказ щойно надіслано: погортайте трохи нижче.
proof-which = Доказ якої гри вам потрібен?
help-proof = { COMMAND("proof") } надсилає вам доказ жеребкування завершеної гри: секрет, запис усіх ходів, файл GCG (у групу: { COMMAND("proof") } { TYPED("answers.group") })
refusal-proof-running = Доказ буде, коли гра закінчиться: зараз він розкрив би все, що має лишатися таємним.
refusal-proof-not-begun = Гра за цим столом ще не почалася. Доказ буде, коли вона закінчиться. Докази попередніх ігор: { COMMAND("history") }.
refusal-proof-gone = Немає завершеної гри, для якої можна дати доказ. Збережені ігри показує { COMMAND("history") }.
