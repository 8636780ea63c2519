# Українські тексти. У фігурних дужках те, що дає програма; теги на зразок <b> належать до HTML Telegram.

language-name = Українська

## Кнопки
button-rack = 🔤 Мої фішки
button-board = 🗺 Поле
button-join = ➕ Сісти
button-leave = ➖ Встати
button-begin = ▶️ Почати
button-surrender = 🏳️ Так, здаюся
button-play-on = Ні, граю далі
button-exchange = 🔄 Обміняти { $count ->
        [one] { $count } фішку
        [few] { $count } фішки
        [many] { $count } фішок
       *[other] { $count } фішки
    }
button-mix = 🔀 Змішати
button-open-private = ✉️ Відкрити приватний чат
button-see-private = ✉️ До приватного чату
button-add-to-group = ➕ Додати до групи
button-back-to-group = ↩️ Назад до групи

## Стіл
game-stands-in = Українською цієї гри немає, тож я відкрив «{ $game }». Українською є: { $games }
button-more-languages = 🌐 Інші мови
choose-game = У що зіграємо?
lobby =
    🎲 Відкрито стіл: <b>{ $game }</b>
    За столом ({ $seated } із { $most }): { $names }
lobby-how = Щоб сісти за стіл, напишіть { COMMAND("join") }. Коли збереться щонайменше { $least ->
        [one] { $least } гравець
        [few] { $least } гравці
        [many] { $least } гравців
       *[other] { $least } гравця
    }, гру починає { COMMAND("begin") }.
lobby-how-full = Щоб почати гру, напишіть { COMMAND("begin") }.
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
lobby-closed = Стіл закрито. Щоб відкрити новий, напишіть { COMMAND("new") }.
seat-taken = { $name } сідає за стіл.
seat-left = { $name } встає з-за столу.
seated = Ви за столом.
got-up = Ви встали з-за столу.
begun = Гру розпочато.

## Гра
started = <b>Гру розпочато!</b>
started-brief = { started } Коли настане ваш хід, торкніться «{ button-rack }».
started-draw = Жереб: { $draws }
started-redraw = Однакові літери, ще раз: { $draws }
started-how = Хід можна й написати: <code>{ COMMAND("play") } { $cell } { TYPED("directions.across") } { $word }</code>
started-how-private = Хід: кнопки під вашим полем або <code>{ COMMAND("play") } { $cell } { TYPED("directions.across") } { $word }</code>
bonus-free = Бонус <b>{ $cell }</b>: +{ $points }
turn-played = <b>{ $name }</b> { $cell } { $way } <b>{ $word }</b>: <b>{ $score }</b> { $score ->
        [one] бал
        [few] бали
        [many] балів
       *[other] бала
    }
turn-brief = <b>{ $name }</b> { $word } <b>+{ $score }</b>
turn-exchanged = <b>{ $name }</b> обмінює { $count ->
        [one] { $count } фішку
        [few] { $count } фішки
        [many] { $count } фішок
       *[other] { $count } фішки
    }.
turn-passed = <b>{ $name }</b> пасує.
turn-surrendered = 🏳️ <b>{ $name }</b> здається.
way-across = { TYPED("directions.across") }
way-down = { TYPED("directions.down") }
part-bingo = бінго { $points }
part-cell = бонусна клітинка { $points }
and = {" "}і{" "}
board-above = Це поле я щойно надіслав: погортайте трохи вище.
legend-double-letter = літера ×2
legend-triple-letter = літера ×3
legend-four-letter = літера ×4
legend-double-word = слово ×2
legend-triple-word = слово ×3
legend-four-word = слово ×4
legend-arrow = → ↓ ← ↑ слово за стрілкою ×4
legend-exchange = клітинка EX
legend-centre-double = * центр, слово ×2
legend-centre = * центр
legend-bonus = + бонус
legend-tile = | фішка
legend-last = &gt; останній хід
legend-blank = мала літера — порожня фішка
private-hint = Тут можна зіграти проти комп’ютера: { COMMAND("computer") }. Ваші фішки в іграх у групах показує { COMMAND("rack") }. Довідка — { COMMAND("help") }.
bag-left = У мішечку { $count ->
        [one] { $count } фішка
        [few] { $count } фішки
        [many] { $count } фішок
       *[other] { $count } фішки
    }
turn-next = Ходить { $name }
run-ends-passes = ⚠️ Ще один пас — і гра закінчиться.
run-ends-scoreless = ⚠️ Ще один хід без балів — і гра закінчиться.
turn-none = Гру завершено.
fits-at = Це слово можна викласти тут: { $places }
surrender-sure = { $name }, ви справді здаєтеся? Це означає поразку.
surrender-yes = Ви здалися.
surrender-no = Граємо далі!
surrender-not = <b>{ $name }</b> грає далі.
exchange-done = Фішки обміняно. Нові покаже { COMMAND("rack") }.
done-in-group = Готово, повідомляю групу.

## Кінець гри
ended-out = 🏁 <b>Гру завершено:</b> мішечок порожній, і хтось виклав усі свої фішки.
ended-passes = 🏁 <b>Гру завершено</b> після { $turns ->
        [one] { $turns } паса
        [few] { $turns } пасів
        [many] { $turns } пасів
       *[other] { $turns } паса
    } поспіль.
ended-passes-each = 🏁 <b>Гру завершено:</b> кожен спасував { $per_player ->
        [one] { $per_player } раз
        [few] { $per_player } рази
        [many] { $per_player } разів
       *[other] { $per_player } раза
    } поспіль.
ended-scoreless = 🏁 <b>Гру завершено</b> після { $turns ->
        [one] { $turns } ходу
        [few] { $turns } ходів
        [many] { $turns } ходів
       *[other] { $turns } ходу
    } без балів поспіль.
ended-surrender = 🏁 <b>Гру завершено:</b> суперників не лишилося.
ended-forfeit = 🏁 <b>Гру завершено:</b> час вийшов у всіх гравців, крім одного.
ended-time = 🏁 <b>Гру завершено:</b> час вийшов.
ended-draw = 🏁 <b>Гру завершено:</b> гравці погодилися на нічию.
ended-cancelled = 🏁 <b>Гру скасовано.</b> Переможця немає.
ended-winner = Перемога: <b>{ $names }</b>
ended-draw-between = Нічия: <b>{ $names }</b>
seat-called = Гравець { $number }
nameless = Гравець

## Слова на зображенні
panel-bag = Мішечок
panel-turn = Хід
panel-tiles = { $count ->
        [one] { $count } фішка
        [few] { $count } фішки
        [many] { $count } фішок
       *[other] { $count } фішки
    }
panel-lead = перевага { $points }
panel-trial = Пробний хід
panel-played = { $word } +{ $score }
panel-exchanged = обмін, { $count ->
        [one] { $count } фішка
        [few] { $count } фішки
        [many] { $count } фішок
       *[other] { $count } фішки
    }
panel-passed = пас
panel-surrendered = здається

## Підставка
own-board-alert =
    Ваші фішки: { $tiles }
    У мішечку { $bag ->
        [one] { $bag } фішка
        [few] { $bag } фішки
        [many] { $bag } фішок
       *[other] { $bag } фішки
    }
own-board-caption =
    <b>{ $game }</b> · { $group }
    { $tiles }
    У мішечку { $bag ->
        [one] { $bag } фішка
        [few] { $bag } фішки
        [many] { $bag } фішок
       *[other] { $bag } фішки
    }. Ходить { $name }
own-board-caption-on-turn =
    <b>{ $game }</b> · { $group }
    { $tiles }
    У мішечку { $bag ->
        [one] { $bag } фішка
        [few] { $bag } фішки
        [many] { $bag } фішок
       *[other] { $bag } фішки
    }. { $name }, <b>ваш хід</b>!
own-board-sent = Ваші фішки я надіслав у приватний чат.
own-board-needs-private = Відкрийте наш приватний чат, інакше я не зможу вам писати. Можна також натиснути кнопку «{ $button }»: те, що вона показує, бачите лише ви.
no-racks = Зараз ви ніде не граєте. Щоб зіграти тут проти комп’ютера, напишіть { COMMAND("computer") }, щоб грати з друзями — { COMMAND("new") } у групі.
no-own-board-there = У тій групі ви зараз не граєте.

## Довідка
bag-list =
    У мішечку { $bag ->
        [one] <b>{ $bag }</b> фішка
        [few] <b>{ $bag }</b> фішки
        [many] <b>{ $bag }</b> фішок
       *[other] <b>{ $bag }</b> фішки
    } (усього { $tiles }).
    Ще не на полі (у мішечку та на підставках):
    { $unseen }
bag-list-private =
    У мішечку { $bag ->
        [one] <b>{ $bag }</b> фішка
        [few] <b>{ $bag }</b> фішки
        [many] <b>{ $bag }</b> фішок
       *[other] <b>{ $bag }</b> фішки
    } (усього { $tiles }).
    Немає ні на полі, ні на вашій підставці:
    { $unseen }

## Привітання

greeting-group = Вітаю, я Harfiyen! В іграх у слова я роздаю фішки й рахую бали. Щоб почати, торкніться кнопки.
greeting-group-member = Вітаю, я Harfiyen! В іграх у слова я роздаю фішки й рахую бали. Щоб почати, торкніться кнопки. Доки я не адміністратор, до команд дописуйте { $bot }: { COMMAND("new") }{ $bot }
greeting-private = Вітаю, { $name }! Я Harfiyen і веду ігри в слова. Зіграйте тут проти комп’ютера: { COMMAND("computer") }. Або додайте мене до групи й напишіть там { COMMAND("new") }. Довідка: { COMMAND("help") }
back-to-game = Я знову тут! Гра триває з того самого місця. Ходить { $name }. Поле покаже { COMMAND("board") }.
back-to-table = Я знову тут! Стіл досі відкрито: { COMMAND("join") } — сісти, { COMMAND("begin") } — почати, { COMMAND("board") } — побачити стіл.
choose-language = Якою мовою говорити?
language-chosen = Відтепер я говорю українською.
update-failed = Щось пішло не так, і я не зміг цього зробити. Гра лишилася такою, як була. Спробуйте, будь ласка, ще раз.

## Тихі групи

button-fair-draw = 🔏 Чесна гра
seal-alert =
    Відбиток жеребкування за цим столом (SHA-256):
    { $seal }
seal-whole =
    🔏 Відбиток жеребкування за цим столом (SHA-256):
    <code>{ $seal }</code>
secret-alert =
    Секрет жеребкування: { $secret }
    Його SHA-256 — відбиток: { $seal }
secret-whole =
    🔏 Секрет жеребкування:
    <code>{ $secret }</code>
    Його SHA-256 — відбиток, показаний до першої фішки:
    <code>{ $seal }</code>
seal-line = 🔏 <code>{ $seal }</code>

## Що далі
button-again = 🔄 Реванш
button-more = 🎲 Інша гра
again-opened = Стіл знову відкрито, його господар — ви.
choose-game-for = { $name }, у що зіграємо?

## Куди ведуть старі кнопки
stale-none = Того столу вже немає. Відкрити новий: { COMMAND("new") }
stale-lobby =
    Та кнопка — від попереднього столу. Зараз відкрито стіл: { $game }.
    За столом: { $names }
stale-game =
    Та кнопка — від попереднього ходу. Зараз так:
    { $next }
    { $scores }
stale-watching =
    👀 Ви не граєте за цим столом, але можете спостерігати.
    { $next }
    { $scores }
stale-over =
    Ту гру завершено.
    { $scores }
table-put-aside = Я не зміг прочитати цей стіл і відклав його. Зберігатиму { $days ->
        [one] { $days } день
        [few] { $days } дні
        [many] { $days } днів
       *[other] { $days } дня
    }.
