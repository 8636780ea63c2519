## Довідка: без столу
help-brief = { COMMAND("new") } — вибрати гру, { COMMAND("join") } — сісти за стіл, { COMMAND("begin") } — почати.
button-whole-rules = 📖 Усі правила
button-whole-help = 📖 Усі команди
help-start =
    <b>Harfiyen</b>: ігри в слова для вашої групи

    <b>Почати:</b> { COMMAND("new") } відкриває стіл.
    <b>Сісти:</b> { COMMAND("join") }. Гру починає { COMMAND("begin") }.
    <b>Ходити:</b> «{ button-rack }» або { COMMAND("play") } { sample-word }. У Клепці «{ own-board-open }» або { COMMAND("flip") } 12 34.
    <b>Або:</b> { COMMAND("exchange") } 1 3 5, { COMMAND("pass") }.
    <b>Вийти:</b> до гри { COMMAND("leave") }, у грі { COMMAND("surrender") }. Стіл закриває { COMMAND("cancel") }.
    <b>Нікого немає?</b> { COMMAND("computer") } посадить комп’ютер.
help-games =
    <b>Ігри</b>
    { $games }

    { COMMAND("help") } klepka показує команди гри, { COMMAND("rules") } klepka пояснює її правила. { COMMAND("word") } СЛОВО шукає слово в словнику.
    Параметри — за кнопкою ⚙️ або після назви гри: { COMMAND("new") } { TYPED("games.wordbox-uk") } { TYPED("options.clock") }=10{ TYPED("units.minute") } { TYPED("options.challenge") }={ TYPED("values.challenge.double") }
help-admins =
    <b>Адміністраторам</b>
    { COMMAND("pause") } призупиняє гру, { COMMAND("resume") } поновлює
    { COMMAND("extend") } 5{ TYPED("units.minute") } додає часу
    { COMMAND("undo") } скасовує останній хід
    { COMMAND("skip") } пропускає хід відсутнього гравця, { COMMAND("remove") } виводить його з гри, { COMMAND("replace") } шукає заміну (гравці роблять це голосуванням)
    { COMMAND("cancel") } завершує гру без результату
    { COMMAND("add-word") } { sample-word } і { COMMAND("remove-word") } { sample-word } змінюють слова чату від наступної гри
    { COMMAND("log") } показує ухвалені рішення
    { COMMAND("doctor") } показує, чого бот не може в цій групі та що з цим робити
    { COMMAND("records") } відкриває записи завершених ігор: почати сезон, не зараховувати гру, отримати їх файлом або видалити
help-settings =
    <b>Налаштування</b>
    { COMMAND("settings") } відкриває налаштування, у приватному чаті — ваші власні
    { COMMAND("daily") } 09:00 щодня надсилає задачу
    { COMMAND("language") } — мова
    { COMMAND("theme") } { TYPED("themes.dark") } — тема зображень
    { COMMAND("labels") } { TYPED("labels.game") } — мова написів на клітинках
    { COMMAND("reading") } — як читати ходи без напрямку
    { COMMAND("ping") } сповістить, коли відкриється наступний стіл
    { COMMAND("tables") } показує тутешні столи, { COMMAND("games") } у приватному чаті — усі ваші ігри
    { COMMAND("stats") } показує вашу статистику, { COMMAND("top") } — таблицю групи
    <code>{ COMMAND("score") } #2</code> вибирає стіл #2, якщо їх кілька
    { COMMAND("puzzle") } показує задачу: 100 балів, кожна підказка й хибна відповідь забирає 10 (лишається щонайменше 10)
    { COMMAND("mydata") } показує, що про вас зберігається, і може це видалити
button-help-game = 🎲 Команди гри
button-help-admins = 🛠 Адміністраторам
button-help-settings = ⚙️ Налаштування
button-help-back = ‹ Довідка
help-start-game = <code>{ COMMAND("new") } { $id }</code> { $game }
help-member = Якщо бот у групі не адміністратор, додавайте до команд його ім’я: <code>{ $example }</code>

## Довідка: команди гри
help-head = <b>{ $game }: команди</b>
help-move =
    <b>Хід</b>
    { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample } або { COMMAND("play") } { $cell } { TYPED("directions.down") } { $sample }. Коротко: { $row }{ $column } { $sample } (горизонтально), { $cell } { $sample } (вертикально). У відповіді на зображення поля { COMMAND("play") } не потрібне.
help-move-more =
    Пишіть слово повністю, разом із літерами, що вже на полі. Порожню фішку беріть у квадратні дужки: { $blank }
    { COMMAND("try") } { $cell } { TYPED("directions.across") } { $sample } у приватному чаті показує пробний хід і його бали
    { COMMAND("exchange") } 1 3 5 обмінює фішки з цими номерами на вашій підставці · { COMMAND("pass") } — пас · { COMMAND("surrender") } — здатися
help-challenge = { COMMAND("challenge") } оскаржує останній хід, { COMMAND("challenge") } { $sample } — лише це слово
help-draw = { COMMAND("draw") } пропонує нічию · відповідь: { COMMAND("draw") } { TYPED("draw.yes") } або { COMMAND("draw") } { TYPED("draw.no") }
help-take-back = { COMMAND("take-back") } бере назад ваш останній хід, доки є час
help-hint = { COMMAND("hint") } крок за кроком підказує найкращий хід лише вам
help-look =
    <b>Подивитися</b>
    { COMMAND("rack") } відкриває ваше поле з вашими фішками, лише для вас · { COMMAND("board") } показує поле (текстом: { COMMAND("board") } { TYPED("answers.text") }) · { COMMAND("score") } — рахунок, { COMMAND("bag") } — що лишилося в мішечку
help-cards =
    <b>Картки</b>
    { COMMAND("flip") } 12 34 відкриває ці картки (можна й кнопками або відповіддю «12 34» на зображення)
    { COMMAND("form") } СЛОВО складає слово з ваших карток · літеру, яку заміняє полісемія, беріть у квадратні дужки: { COMMAND("form") } м[о]л[о]к[о]
    { COMMAND("pass") } завершує хід без нових карток, а коли стіл порожній — без нового слова
    { COMMAND("trade") } О 2 А віддає вашу О за А гравця 2 (або того, кого ви згадали чи кому відповіли) · якщо колір має значення: Ож жовта, Ос синя
    { COMMAND("chaos") } перемішує картки на столі · { COMMAND("surrender") } — здатися
help-look-cards =
    <b>Подивитися</b>
    { COMMAND("board") } показує стіл (текстом: { COMMAND("board") } { TYPED("answers.text") }) · { COMMAND("score") } — рахунок і картки кожного, { COMMAND("bag") } — скільки карток на столі
help-word = { COMMAND("word") } { $sample } шукає слово в словнику
help-clock = { COMMAND("clock") } показує, скільки в кого часу
help-looks = { COMMAND("settings") } змінює мову, тему й поле, { COMMAND("labels") } { TYPED("labels.game") } — написи на полі
help-looks-without-labels = { COMMAND("settings") } змінює мову, тему й поле
help-table =
    <b>Стіл і чат</b>
    { COMMAND("join") } — сісти · { COMMAND("leave") } — встати · { COMMAND("invite") } @хто — притримати місце · { COMMAND("computer") } { TYPED("levels.kolay") } — посадити комп’ютер · { COMMAND("begin") } — почати · <code>{ COMMAND("cancel") }</code> — скасувати стіл, навіть посеред гри · { COMMAND("rules") } — правила
    { $looks } · без власних слів чату: { TYPED("options.chat-words") }={ TYPED("values.chat-words.off") }
    Команди іншої гри: { COMMAND("help") } { $other }
help-proof-without-gcg = { COMMAND("proof") } надсилає вам доказ жеребкування завершеної гри: секрет, запис усіх ходів (у групу: { COMMAND("proof") } { TYPED("answers.group") })
