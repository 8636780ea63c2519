## Зображення: команди
command-theme = Тема зображень: темна, світла, контрастна, дерев’яна
command-try = У приватному чаті: побачити хід наперед: H8 горизонтально СЛОВО

## Теми
choose-theme = Яку тему обрати для зображень?
value-theme-light = ☀️ Світла
value-theme-dark = 🌙 Темна
value-theme-contrast = 👁 Контрастна
value-theme-wood = 🪵 Дерев’яна
theme-chosen = Відтепер зображення в цьому чаті матимуть такий вигляд: { $theme }
theme-sample = СЛОВО
refusal-unknown-theme = Теми «{ $typed }» я не знаю. Теми: світла, темна, контрастна, дерев’яна

## Картка столу
motif-kelimelik = KELİMELİK
motif-scrabble = СКРАБЛ
motif-tournament = ТУРНІР
motif-wordbox = WORDBOX
motif-klepka = КЛЕПКА
lobby-waiting = Чекаємо на гравців
lobby-ready = Можна починати гру
lobby-tiles = { $count ->
        [one] { $count } фішка
        [few] { $count } фішки
        [many] { $count } фішок
       *[other] { $count } фішки
    }
lobby-cards = { $count ->
        [one] { $count } картка
        [few] { $count } картки
        [many] { $count } карток
       *[other] { $count } картки
    }
lobby-host = господар
lobby-needed = потрібен гравець
lobby-free = вільне місце

## Спробувати хід
try-in-private = Так ваші фішки побачили б усі. Надішліть /try із цим ходом мені в приватний чат.
try-caption =
    👁 <b>{ $game }</b> · { $group }
    { $cell } { $way } <b>{ $word }</b>: <b>{ $score }</b> { $score ->
        [one] бал
        [few] бали
        [many] балів
       *[other] бала
    }
    { $sum }
    <i>Це бачите лише ви. Чи є такі слова в словнику, тут не перевіряється.</i>
    { $turn }
try-later = Зараз ходить { $name }; доки черга дійде до вас, поле може змінитися.
refusal-empty-try = Допишіть хід, який хочете побачити: /try H8 горизонтально СЛОВО
button-lay = ▶️ Зробити цей хід
