## Дуплікат: повідомлення раунду
button-duplicate-answer = 🔤 Відповісти
button-duplicate-close = ⏹ Закрити раунд
button-duplicate-next = ⏭ Далі
duplicate-round = <b>Раунд { $round }</b>
duplicate-round-of = <b>Раунд { $round } з { $rounds }</b>
duplicate-time = ⏱ { $time }
duplicate-time-left = Раунд { $round }: лишилося <b>{ $time }</b>
duplicate-answered = { $count ->
        [one] { $count } відповідь
        [few] { $count } відповіді
        [many] { $count } відповідей
       *[other] { $count } відповіді
    }
duplicate-unanswered-yet = ще ніхто не відповів
duplicate-had-answered = { $count ->
        [one] { $count } відповідь
        [few] { $count } відповіді
        [many] { $count } відповідей
       *[other] { $count } відповіді
    }
duplicate-how = Натисніть «{ button-duplicate-answer }»: знайдене видно лише вам.
duplicate-how-else = Зараховується ваша остання відповідь. Відповівши тут хоч раз, можна й написати мені приватно: <code>{ COMMAND("play") } { $cell } { TYPED("directions.across") } { $word }</code>
duplicate-how-strict = Слово, якого немає в словнику, дає 0, і ви дізнаєтеся про це, коли раунд закриється.
duplicate-drawing = Тягну наступні фішки.
duplicate-next = наступний раунд через { $time }
duplicate-game = <b>{ $game }</b>

## Дуплікат: результати
duplicate-top = <b>Раунд { $round }</b> · { $cell } { $way } <b>{ $word }</b> { $score }
duplicate-found = 🏆 { $names }
duplicate-more = { $names } + { $count }
duplicate-unfound = Найкращий хід ніхто не знайшов
duplicate-unanswered = Ніхто не відповів
duplicate-reason-blanks = Найбільше давали кілька слів. У { $word } найменше порожніх фішок.
duplicate-reason-kept = Найбільше давали кілька слів. { $word } лишає найрівніше голосних і приголосних.
duplicate-reason-tiles = Найбільше давали кілька слів. У { $word } найменше фішок.
duplicate-reason-word = Найбільше давали кілька слів. { $word } — перше за абеткою.
duplicate-reason-place = Найбільше давали кілька ходів. { $word } — найближче до лівого верхнього кута.
duplicate-reason-blank = Найбільше давали кілька ходів. У { $word } найдалі стоїть порожня фішка.
duplicate-solo = 🎖 Найкращий хід лише в одного гравця: { $name }, +{ $points }
duplicate-percent = { $whole },{ $tenths } %
duplicate-rounds = раунди { $first }–{ $last }
duplicate-tops = { $count ->
        [one] { $count } найкращий хід
        [few] { $count } найкращі ходи
        [many] { $count } найкращих ходів
       *[other] { $count } найкращого ходу
    }
duplicate-solos = 🎖 { $count }
duplicate-others = … і ще { $count }
duplicate-top-points = сума найкращих { $points }
duplicate-no-scores = Балів ще ні в кого немає.
duplicate-bag =
    У мішечку { $bag ->
        [one] <b>{ $bag }</b> фішка
        [few] <b>{ $bag }</b> фішки
        [many] <b>{ $bag }</b> фішок
       *[other] <b>{ $bag }</b> фішки
    } (із { $tiles }):
    { $unseen }

## Дуплікат: кінець
ended-rounds = Усі раунди зіграно.
ended-tiles = Фішки скінчилися.
ended-vowels = Голосні скінчилися.
ended-consonants = Приголосні скінчилися.
ended-noplay = Ходів більше немає.
ended-stopped = Гру завершено раніше. Закриті раунди зараховано.
duplicate-nobody = 🏁 <b>Гру закінчено.</b> Ніхто не відповів.

## Дуплікат: господар
duplicate-closing = Раунд от-от закриється.
duplicate-close-again = Щоб закрити раунд зараз, натисніть ще раз протягом 5 секунд.
duplicate-goes-on = Наступний раунд уже йде.
stop-sure = { $name }, завершити гру зараз? Закриті раунди зарахуються, відкритий — ні.
button-stop = ⏹ Завершити з цим

## Дуплікат: довідка
help-duplicate =
    <b>Кожен раунд</b>
    В усіх однакові фішки. Відповідайте кнопкою «{ button-duplicate-answer }» під зображенням або напишіть мені приватно: { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample } (порожню фішку беріть у квадратні дужки: { $blank }). Зараховується остання вчасна відповідь. Черги немає, і долучитися можна будь-коли — просто відповіддю.
inline-how-duplicate = В інлайн-режимі: <code>@{ $bot } { $cell } { $sample }</code> (видно ім’я, а не хід)
help-duplicate-host = Господар може закрити короткий раунд після половини часу, двічі натиснувши «{ button-duplicate-close }», і пропустити перерву кнопкою «{ button-duplicate-next }». <code>{ COMMAND("cancel") }</code> завершує гру з тим, що є.
help-look-duplicate =
    <b>Подивитися</b>
    { COMMAND("rack") } відкриває ваше поле лише вам · { COMMAND("board") } показує поле ({ COMMAND("board") } { TYPED("answers.text") }: текстом) · { COMMAND("score") } показує таблицю · { COMMAND("bag") } показує, що лишилося в мішечку · { COMMAND("clock") } показує час, що лишився

## Дуплікат: правила
rules-duplicate-head = <b>{ $game }</b>: гравців до { $most }, поле { $columns }×{ $rows }, { $tiles ->
        [one] { $tiles } фішка
        [few] { $tiles } фішки
        [many] { $tiles } фішок
       *[other] { $tiles } фішки
    } (порожніх: { $blanks }), на підставці { $rack }.
rules-part-round = Раунди
rules-duplicate-round = • В усіх однакові фішки й однакове поле, відповіді таємні. Коли час вийде, найдорожчий хід викладається для всіх, і тягнуться нові фішки.
rules-duplicate-answer = • Зараховується ваша остання вчасна відповідь. Доки її не закріплено, її можна взяти назад. Коли закріпили всі, хто останнім часом відповідав, раунд закривається раніше.
rules-duplicate-enter = • Черги немає, і ні на кого не чекають. Хто відповів, той у грі — з будь-якого раунду.
rules-duplicate-rack = • У раундах 1–{ $rich } на підставці, якщо це можливо, щонайменше дві голосні та дві приголосні, далі — по одній. Інакше все повертається в мішечок. Що лишилося від найкращого ходу, залишається.
rules-duplicate-checked = • Відповідь зі словом, якого немає в словнику, відхиляється одразу, а попередня лишається.
rules-duplicate-strict = • Слово, якого немає в словнику, дає 0, і ви дізнаєтеся про це, коли раунд закриється. Тим часом слова не перевіряються.
rules-duplicate-points = • Ви отримуєте бали за власний хід, хоч би що виклали. Хто набрав стільки, скільки найкращий хід, той його знайшов.
rules-duplicate-solo = • Якщо в раунді бали мають щонайменше десятеро, а найкращий хід знайшла одна людина, це ще { $points ->
        [one] { $points } бал
        [few] { $points } бали
        [many] { $points } балів
       *[other] { $points } бала
    }.
rules-duplicate-ties = • З рівних найкращих викладається той, у якому найменше порожніх фішок, далі — що лишає найрівніше голосних і приголосних, далі — з найменшою кількістю фішок, далі — перший за абеткою.
rules-duplicate-end = • Гра закінчується після домовлених раундів або коли скінчилися голосні, приголосні, фішки чи ходи. Виграє найбільша сума.
rules-duplicate-percent = • Відсоток — ваша частка від суми найкращих ходів після вашої першої відповіді.

## Дуплікат: що відхиляється
refusal-answer-late = Раунд { $number } закінчено: час вийшов до вашої відповіді.
refusal-answer-locked = Ви вже закріпили відповідь у цьому раунді.
refusal-game-full = У цій грі вже відповідають { $most } осіб, більше місць немає.
refusal-half-not-over = Раунд можна закрити після половини часу, за { $seconds ->
        [one] { $seconds } секунду
        [few] { $seconds } секунди
        [many] { $seconds } секунд
       *[other] { $seconds } секунди
    }.
refusal-only-host = Це може лише господар гри.
refusal-not-in-pause = Гра вже йде далі.
refusal-nothing-to-lock = У вас ще немає відповіді, яку можна закріпити.
refusal-nothing-to-withdraw = У вас немає відповіді, яку можна взяти назад.
refusal-round-is-slow = Раніше можна закрити лише раунди на хвилини.
refusal-round-over = Раунд { $number } закінчено. Наступний — у найновішому повідомленні.
refusal-wrong-search = Наступні фішки буде витягнуто ще раз.

## Дуплікат: параметри
option-round = Час на раунд
option-rounds = Раундів
option-answers = Хибні слова
option-pause = Перерва між раундами
option-solo = За єдиний найкращий хід
value-rounds-all = доки є фішки
value-answers-checked = відхиляються одразу
value-answers-strict = 0 балів наприкінці раунду
value-solo-off = нічого
about-option-round = Скільки часу відкритий раунд? Хвилина-дві — граєте разом зараз, години — коли кому зручно.
about-option-rounds = Скільки раундів має бути в грі?
about-option-answers = Відповідь зі словом, якого немає в словнику, відхиляти одразу чи давати за неї 0, коли раунд закриється?
about-option-pause = Скільки часу роздивлятися результат, перш ніж прийдуть наступні фішки?
about-option-solo = Скільки балів дає найкращий хід, який з десятьох і більше знайшла одна людина?
preset-about-relaxed-duplicate = звичайні правила гри
preset-about-fast-duplicate = хвилина на раунд і короткі перерви
preset-about-tournament-duplicate = усі раунди, а хибні слова дають 0
motif-duplicate = ДУПЛІКАТ
