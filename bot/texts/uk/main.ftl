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
button-open-private = ✉️ Відкрити приватний чат
button-see-private = ✉️ До приватного чату
button-add-to-group = ➕ Додати до групи
button-back-to-group = ↩️ Назад до групи

## Стіл
choose-game = У що зіграємо?
lobby =
    🎲 Відкрито стіл: <b>{ $game }</b>, { $pieces }
    За столом ({ $seated } із { $most }): { $names }
    { $terms }

    /join — сісти за стіл; коли збереться щонайменше { $least ->
        [one] { $least } гравець
        [few] { $least } гравці
        [many] { $least } гравців
       *[other] { $least } гравця
    }, гру починає /begin.
    Відбиток жеребкування (SHA-256): <code>{ $commitment }</code>
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
lobby-closed = Стіл закрито. Щоб відкрити новий, напишіть /new.
seat-taken = { $name } сідає за стіл.
seat-left = { $name } встає з-за столу.
seated = Ви за столом.
got-up = Ви встали з-за столу.
begun = Гру розпочато.

## Гра
started = <b>Гру розпочато!</b> Перший хід: { $name }
started-draw = Жеребкування за перший хід: { $draws }
started-redraw = Ті, в кого вийшло однаково, тягнули ще раз: { $draws }
bonus-free = Бонусна клітинка: <b>{ $cell }</b> (+{ $points ->
        [one] { $points } бал
        [few] { $points } бали
        [many] { $points } балів
       *[other] { $points } бала
    })
turn-played = <b>{ $name }</b> { $cell } { $way } <b>{ $word }</b>: <b>{ $score }</b> { $score ->
        [one] бал
        [few] бали
        [many] балів
       *[other] бала
    }
turn-exchanged = <b>{ $name }</b> обмінює { $count ->
        [one] { $count } фішку
        [few] { $count } фішки
        [many] { $count } фішок
       *[other] { $count } фішки
    }.
turn-passed = <b>{ $name }</b> пасує.
turn-surrendered = 🏳️ <b>{ $name }</b> здається.
way-across = горизонтально
way-down = вертикально
part-bingo = усі фішки { $points }
part-cell = бонусна клітинка { $points }
and = {" "}і{" "}
board-above = Це поле щойно надіслано; воно трохи вище.
legend-double-letter = d літера ×2
legend-triple-letter = t літера ×3
legend-double-word = D слово ×2
legend-triple-word = T слово ×3
legend-four-word = Q слово ×4
legend-arrow = → ↓ ← ↑ слово за стрілкою ×4
legend-exchange = X клітинка EX
legend-centre-double = * центр, слово ×2
legend-centre = * центр
legend-bonus = + бонус
legend-tile = | фішка
legend-last = &gt; останній хід
legend-blank = мала літера — порожня фішка
private-hint = У цьому чаті ви бачите свої фішки: /rack. Грають у групах; довідка — /help.
rack-swap-hint = Щоб обміняти фішки, торкніться їхніх літер нижче.
bag-left = У мішечку { $count ->
        [one] { $count } фішка
        [few] { $count } фішки
        [many] { $count } фішок
       *[other] { $count } фішки
    }
turn-next = Ходить { $name }
turn-none = Гру завершено.
fits-at = Це слово можна викласти тут: { $places }
surrender-sure = { $name }, ви справді здаєтеся? Це означатиме поразку.
surrender-yes = Ви здалися.
surrender-no = Граємо далі!
exchange-done = Фішки обміняно. Нові покаже /rack.
done-in-group = Готово, групу повідомлено.

## Кінець гри
ended-out = 🏁 <b>Гру завершено:</b> мішечок порожній, і хтось виклав усі фішки.
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
ended-forfeit = 🏁 <b>Гру завершено:</b> в усіх, крім одного гравця, вийшов час.
ended-time = 🏁 <b>Гру завершено:</b> час вийшов.
ended-draw = 🏁 <b>Гру завершено:</b> гравці погодилися на нічию.
ended-cancelled = 🏁 <b>Гру скасовано,</b> результату немає.
ended-winner = Перемога: <b>{ $names }</b>
ended-draw-between = Нічия: <b>{ $names }</b>
ended-secret = Секрет жеребкування: <code>{ $secret }</code>

## Слова на зображенні
panel-bag = Мішечок
panel-turn = Хід
panel-played = { $name }: { $word } +{ $score }
panel-exchanged = { $name }: обмін, { $count ->
        [one] { $count } фішка
        [few] { $count } фішки
        [many] { $count } фішок
       *[other] { $count } фішки
    }
panel-passed = { $name }: пас
panel-surrendered = { $name } здається

## Підставка
rack-alert =
    Ваші фішки: { $tiles }
    У мішечку { $bag ->
        [one] { $bag } фішка
        [few] { $bag } фішки
        [many] { $bag } фішок
       *[other] { $bag } фішки
    }
rack-private =
    <b>{ $game }</b> · { $group }
    { $tiles }
    У мішечку { $bag ->
        [one] { $bag } фішка
        [few] { $bag } фішки
        [many] { $bag } фішок
       *[other] { $bag } фішки
    }. Ходить { $name }
rack-private-mine =
    <b>{ $game }</b> · { $group }
    { $tiles }
    У мішечку { $bag ->
        [one] { $bag } фішка
        [few] { $bag } фішки
        [many] { $bag } фішок
       *[other] { $bag } фішки
    }. { $name }, <b>ваш хід</b>!
rack-sent = Ваші фішки надіслано в приватний чат.
rack-needs-private = Спершу відкрийте приватний чат, інакше я не можу вам писати. Кнопка «🔤 Мої фішки» під полем теж показує ваші фішки, і лише вам.
no-racks = Зараз ви ніде не граєте. Щоб відкрити стіл, напишіть /new у групі.
no-rack-there = У тій групі ви зараз не граєте.

## Довідка
bag-list =
    У мішечку <b>{ $bag }</b> { $bag ->
        [one] фішка
        [few] фішки
        [many] фішок
       *[other] фішки
    } (увесь набір: { $tiles ->
        [one] { $tiles } фішка
        [few] { $tiles } фішки
        [many] { $tiles } фішок
       *[other] { $tiles } фішки
    }).
    Немає на полі (у мішечку й на підставках разом):
    { $unseen }
bag-list-private =
    У мішечку <b>{ $bag }</b> { $bag ->
        [one] фішка
        [few] фішки
        [many] фішок
       *[other] фішки
    } (увесь набір: { $tiles ->
        [one] { $tiles } фішка
        [few] { $tiles } фішки
        [many] { $tiles } фішок
       *[other] { $tiles } фішки
    }).
    Немає ні на полі, ні на вашій підставці:
    { $unseen }

## Привітання

greeting-group = Вітаю, я Harfiyen! У цій групі я проводжу ігри в слова: Kelimelik, скрабл та інші. Стіл відкриває /new, допомога — /help. Türkçe için: /dil tr · Switch to English: /language en
greeting-group-member = Вітаю, я Harfiyen! У цій групі я проводжу ігри в слова: Kelimelik, скрабл та інші. Стіл відкриває /new{ $bot }, допомога — /help{ $bot }. Якщо зробите мене адміністратором, дописувати { $bot } не доведеться. Türkçe için: /dil{ $bot } tr · Switch to English: /language{ $bot } en
greeting-private = Вітаю, { $name }! Я Harfiyen. Додайте мене до групи й напишіть там /new. У цьому чаті /rack показує ваші фішки вам і нікому більше; допомога — /help.
choose-language = Якою мовою? / Hangi dil? / Which language?
language-chosen = Відтепер я говорю українською.
update-failed = Щось пішло не так, і виконати це не вдалося; гра лишилася такою, як була. Будь ласка, спробуйте ще раз.
