## Довідка: без столу
help-brief = { COMMAND("new") } — вибрати гру, { COMMAND("join") } — сісти за стіл, { COMMAND("begin") } — почати.
button-whole-rules = 📖 Усі правила
button-whole-help = 📖 Усі команди
help-start =
    <b>Harfiyen</b> проводить у групах ігри в слова.

    <b>Як почати</b>
    { COMMAND("new") } — вибрати гру, { COMMAND("join") } — сісти за стіл, { COMMAND("begin") } — почати. { COMMAND("leave") } — встати з-за столу, { COMMAND("cancel") } — скасувати стіл. Почати може кожен, хто за столом; господар столу тримає місце для когось: { COMMAND("invite") } @хто. Якщо за добу ніхто не сів і не встав, стіл закривається сам.
    Параметри — за кнопкою ⚙️; їх можна й дописати після назви гри: { COMMAND("new") } { TYPED("games.wordbox-uk") } { TYPED("options.clock") }=10{ TYPED("units.minute") } { TYPED("options.challenge") }={ TYPED("values.challenge.double") }

    <b>Ігри</b>
    { $games }

    <b>Докладніше</b>
    { COMMAND("help") } klepka показує команди гри, { COMMAND("rules") } klepka пояснює її правила; коли стіл відкрито, назву писати не треба.
    { COMMAND("word") } СЛОВО шукає слово в словнику · { COMMAND("theme") } { TYPED("themes.dark") } змінює тему зображень, { COMMAND("language") } — мову чату
    { COMMAND("skip") } пропускає хід відсутнього гравця, { COMMAND("remove") } виводить його з гри, { COMMAND("replace") } віддає його місце іншому · { COMMAND("ping") } сповістить, коли відкриється наступний стіл · { COMMAND("pause") } призупиняє гру, { COMMAND("resume") } поновлює, { COMMAND("extend") } 5{ TYPED("units.minute") } додає часу, { COMMAND("undo") } скасовує останній хід, { COMMAND("log") } показує рішення (адміністратори)
help-start-game = <code>{ COMMAND("new") } { $id }</code> { $game }
help-member = Якщо бот у групі не адміністратор, додавайте до команд його ім’я: <code>{ $example }</code>

## Довідка: команди гри
help-head = <b>{ $game }: команди</b>
help-move =
    <b>Хід</b>
    { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample } або { COMMAND("play") } { $cell } { TYPED("directions.down") } { $sample }; коротко: { $row }{ $column } { $sample } (горизонтально), { $cell } { $sample } (вертикально). У відповіді на зображення поля { COMMAND("play") } не потрібне.
help-move-more =
    Пишіть слово повністю, разом із літерами, що вже на полі. Порожню фішку беріть у квадратні дужки: { $blank }
    { COMMAND("try") } { $cell } { TYPED("directions.across") } { $sample } у приватному чаті показує, який вигляд матиме хід і скільки дасть балів
    { COMMAND("exchange") } 1 3 5 обмінює фішки з цими номерами на вашій підставці · { COMMAND("pass") } — пас · { COMMAND("surrender") } — здатися
help-challenge = { COMMAND("challenge") } оскаржує останній хід, { COMMAND("challenge") } { $sample } — лише це слово
help-draw = { COMMAND("draw") } пропонує нічию; на пропозицію відповідають { COMMAND("draw") } { TYPED("draw.yes") } або { COMMAND("draw") } { TYPED("draw.no") }
help-take-back = { COMMAND("take-back") } забирає ваш останній хід, доки є час
help-look =
    <b>Подивитися</b>
    { COMMAND("rack") } відкриває ваше поле з вашими фішками, лише для вас · { COMMAND("board") } показує поле (літерами: { COMMAND("board") } { TYPED("answers.text") }) · { COMMAND("score") } — рахунок, { COMMAND("bag") } — що лишилося в мішечку
help-cards =
    <b>Картки</b>
    { COMMAND("flip") } 12 34 відкриває ці картки; можна й кнопками або відповіддю «12 34» на зображення
    { COMMAND("form") } СЛОВО складає слово з ваших карток; літеру, яку заміняє полісемія, беріть у квадратні дужки: { COMMAND("form") } м[о]л[о]к[о]
    { COMMAND("pass") } завершує хід без нових карток, а коли стіл порожній — без нового слова
    { COMMAND("trade") } О 2 А віддає вашу О за А гравця 2 (або того, кого ви згадали чи кому відповіли); якщо колір має значення: Ож жовта, Ос синя
    { COMMAND("chaos") } перемішує картки на столі · { COMMAND("surrender") } — здатися
help-look-cards =
    <b>Подивитися</b>
    { COMMAND("board") } показує стіл (літерами: { COMMAND("board") } { TYPED("answers.text") }) · { COMMAND("score") } — рахунок і картки кожного, { COMMAND("bag") } — скільки карток на столі
help-word = { COMMAND("word") } { $sample } шукає слово в словнику
help-clock = { COMMAND("clock") } показує, скільки в кого часу
help-looks = { COMMAND("settings") } змінює мову, тему й поле, { COMMAND("labels") } { TYPED("labels.game") } — написи на полі
help-looks-without-labels = { COMMAND("settings") } змінює мову, тему й поле
help-table =
    <b>Стіл і чат</b>
    { COMMAND("join") } — сісти · { COMMAND("leave") } — встати · { COMMAND("invite") } @хто — притримати місце · { COMMAND("computer") } { TYPED("levels.kolay") } садить комп’ютер · { COMMAND("begin") } — почати · <code>{ COMMAND("cancel") }</code> — скасувати стіл, навіть посеред гри · { COMMAND("rules") } — правила
    { $looks } · { COMMAND("add-word") } { $sample } і { COMMAND("remove-word") } { $sample } змінюють власні слова чату від наступної гри (адміністратори); щоб грати без них: { TYPED("options.chat-words") }={ TYPED("values.chat-words.off") }
    Команди іншої гри: { COMMAND("help") } { $other }
help-proof-without-gcg = { COMMAND("proof") } надсилає доказ жеребкування завершеної гри: секрет, запис усіх ходів
