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
    🎲 Відкрито стіл: <b>{ $game }</b> (гравців { $seated } із { $most }, { $pieces })
    За столом: { $names }
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
board-legend = <i>d t літера ×2 ×3 · D T слово ×2 ×3 · * центр · + бонус · | фішка · &gt; останній хід · мала літера — порожня фішка</i>
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
ended-passes = 🏁 <b>Гру завершено:</b> забагато пасів поспіль.
ended-scoreless = 🏁 <b>Гру завершено:</b> забагато ходів без балів поспіль.
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

## Правила
rules-which = Правила якої гри? Наприклад: /rules kelimelik. Ігри: { $games }
rules-head = <b>{ $game }</b>: гравців { $players }, поле { $columns }×{ $rows }, { $tiles ->
        [one] { $tiles } фішка
        [few] { $tiles } фішки
        [many] { $tiles } фішок
       *[other] { $tiles } фішки
    } (порожніх: { $blanks }), на підставці { $rack ->
        [one] { $rack } фішка
        [few] { $rack } фішки
        [many] { $rack } фішок
       *[other] { $rack } фішки
    }.
rules-order-draw = • Перед грою кожен тягне фішку. Починає той, чия літера найближча до початку абетки, а порожня фішка стоїть перед усіма літерами; далі ходять за порядком літер. Хто витягнув однакове, тягне ще раз.
rules-order-random = • Хто ходить першим, вирішує жереб.
rules-placing = • Перше слово проходить через зірку в центрі. Наступні слова торкаються літер на полі; кожне утворене слово має бути в словнику. Порожня фішка заміняє будь-яку літеру й дає 0 балів.
rules-premiums = • Кольорові клітинки множать на 2 або 3 бали за літеру чи за все слово, лише в тому ході, що їх накриває.
rules-centre-double = • Зірка в центрі подвоює бали за перше слово.
rules-centre-plain = • Зірка в центрі балів не додає.
rules-bingo = • За хід усіма фішками ({ $tiles }) додається { $points ->
        [one] { $points } бал
        [few] { $points } бали
        [many] { $points } балів
       *[other] { $points } бала
    }.
rules-bingo-whole = • За хід усіма фішками з підставки додається { $points ->
        [one] { $points } бал
        [few] { $points } бали
        [many] { $points } балів
       *[other] { $points } бала
    } (навіть якщо їх менше ніж { $tiles }).
rules-cell = • Хід, який першим накриває бонусну клітинку, приносить ще { $points ->
        [one] { $points } бал
        [few] { $points } бали
        [many] { $points } балів
       *[other] { $points } бала
    }.
rules-exchange = • Обмін фішок займає хід; у мішечку має бути щонайменше { $least ->
        [one] { $least } фішка
        [few] { $least } фішки
        [many] { $least } фішок
       *[other] { $least } фішки
    }.
rules-exchange-limit = • За гру кожен може міняти фішки щонайбільше { $most ->
        [one] { $most } раз
        [few] { $most } рази
        [many] { $most } разів
       *[other] { $most } раза
    }.
rules-four-clockwise = • Клітинка 4W (стрілка) множить на 4 бали за слово, що йде від неї туди, куди показує стрілка; перша або остання літера слова має лежати на цій клітинці. Стрілки йдуть навколо поля за годинниковою.
rules-four-endpoint = • Клітинка 4W множить на 4 бали за слово, що на ній починається або закінчується.
rules-four-any = • Клітинка 4W множить на 4 бали за кожне слово, що через неї проходить.
rules-ex-bag = • Коли хтось накриває клітинку EX, випадкову фішку випадкового суперника обмінюють на іншу з мішечка (якщо в мішечку є щонайменше { $least ->
        [one] { $least } фішка
        [few] { $least } фішки
        [many] { $least } фішок
       *[other] { $least } фішки
    }).
rules-ex-swap = • Хто накриває клітинку EX, міняється випадковою фішкою з випадковим суперником (якщо в мішечку є щонайменше { $least ->
        [one] { $least } фішка
        [few] { $least } фішки
        [many] { $least } фішок
       *[other] { $least } фішки
    }).
rules-ex-off = • За цим столом клітинки EX нічого не роблять.
rules-out-transfer = • Хто виклав усі свої фішки, коли мішечок порожній, отримує бали за фішки, що лишилися в інших; інші ці бали втрачають.
rules-out-double = • Хто виклав усі свої фішки, коли мішечок порожній, отримує подвоєні бали за фішки, що лишилися в інших.
rules-run-passes = • Гра закінчується після { $turns ->
        [one] { $turns } паса
        [few] { $turns } пасів
        [many] { $turns } пасів
       *[other] { $turns } паса
    } поспіль.
rules-run-passes-each = • Гра закінчується, коли кожен пасує { $per_player ->
        [one] { $per_player } раз
        [few] { $per_player } рази
        [many] { $per_player } разів
       *[other] { $per_player } раза
    } поспіль.
rules-run-scoreless = • Гра закінчується після { $turns ->
        [one] { $turns } ходу
        [few] { $turns } ходів
        [many] { $turns } ходів
       *[other] { $turns } ходу
    } без балів поспіль (пас, обмін, скасований хід), щонайменше { $per_player } на кожного гравця.
rules-own-rack = Тоді кожен втрачає бали за фішки, що лишилися на власній підставці.
rules-no-rack = Фішки на підставках тоді не враховуються.
rules-winner = • Перемагає той, у кого найбільше балів; якщо порівну — нічия.
rules-surrender-pair = • Хто здається (/surrender), програє, хоч би скільки мав балів.
rules-surrender = • Хто здається (/surrender), посідає останнє місце, хоч би скільки мав балів; решта грає далі, а хто лишився один, перемагає.
rules-judging-void = • Слово, якого немає в словнику, не приймається; ви нічого не втрачаєте й пробуєте ще раз.
rules-challenge = • Під час ходу слова не перевіряються. Доки не походить наступний гравець, але не довше ніж { $time }, інші гравці можуть оскаржити хід: /challenge. Якщо хоч одного слова немає в словнику, хід скасовують, і він пропадає. Нові фішки тягнуть лише після цього часу. Під час гри у словник ніхто не заглядає.
rules-judging-single = • Хибне оскарження нічого не коштує.
rules-judging-double = • Хто оскаржив хибно, пропускає хід.
rules-judging-wordpoints = • Хто оскаржив хибно, втрачає стільки балів, скільки дали в тому ході оскаржені слова.
rules-judging-points-mover-challenge = • За хибне оскарження автор ходу отримує { $points ->
        [one] { $points } бал
        [few] { $points } бали
        [many] { $points } балів
       *[other] { $points } бала
    }.
rules-judging-points-mover-word = • За хибне оскарження автор ходу отримує { $points ->
        [one] { $points } бал
        [few] { $points } бали
        [many] { $points } балів
       *[other] { $points } бала
    } за кожне оскаржене слово.
rules-judging-points-challenger-challenge = • Хто оскаржив хибно, втрачає { $points ->
        [one] { $points } бал
        [few] { $points } бали
        [many] { $points } балів
       *[other] { $points } бала
    }.
rules-judging-points-challenger-word = • Хто оскаржив хибно, втрачає { $points ->
        [one] { $points } бал
        [few] { $points } бали
        [many] { $points } балів
       *[other] { $points } бала
    } за кожне оскаржене слово.
rules-draws = • Можна запропонувати нічию (/draw); якщо погодяться всі, гру завершено.
rules-clock = • Час: { $clock }.
rules-overtime = • Кожна розпочата хвилина понад час забирає { $points ->
        [one] { $points } бал
        [few] { $points } бали
        [many] { $points } балів
       *[other] { $points } бала
    }; хто перебрав більше ніж { $minutes ->
        [one] { $minutes } хвилину
        [few] { $minutes } хвилини
        [many] { $minutes } хвилин
       *[other] { $minutes } хвилини
    }, програє.
rules-overrun-pass = • Якщо час вийшов, це зараховується як пас.
rules-overrun-forfeit = • Хто не вклався в час, програє.
rules-overrun-pass-then-forfeit = • Якщо час вийшов, це зараховується як пас; удруге поспіль — поразка.
rules-overrun-retire = • Хто не вклався в час, більше не ходить, але зберігає бали; коли час вийде у всіх, гру завершено.
rules-time-own-rack = • Якщо гру завершує час, кожен втрачає бали за фішки, що лишилися на власній підставці.

## Допомога й привітання
help =
    <b>Harfiyen</b> проводить ігри в слова у групах.

    { $c_new } відкриває стіл · { $c_join } сісти за стіл · { $c_leave } встати · { $c_begin } почати · { $c_cancel } скасувати

    <b>Хід:</b> { $c_play } H8 горизонтально СЛОВО
    або { $c_play } 8H СЛОВО (горизонтально), { $c_play } H8 СЛОВО (вертикально). У відповідь на зображення поля досить написати «H8 горизонтально СЛОВО».
    Пишіть слово повністю, разом із літерами, що вже на полі. Порожня фішка — у квадратних дужках: СЛ[О]ВО

    Параметри столу пишуть після назви гри: { $c_new } вордбокс час=10хв оскарження=хід
    { $c_challenge } оскаржує останній хід · { $c_draw } пропонує нічию · { $c_clock } час · { $c_pause } і { $c_resume } зупиняють і пускають годинники (адміністратори)

    { $c_pass } пас · { $c_exchange } 1 3 5 обмінює фішки з цими номерами на вашій підставці · { $c_surrender } здатися
    { $c_rack } надсилає ваші фішки особисто · { $c_board } поле ({ $c_board } текст: літерами) · { $c_score } рахунок · { $c_bag } мішечок
    { $c_word } СЛОВО шукає слово в словнику · { $c_add-word } і { $c_remove-word } змінюють власні слова чату від наступної гри (адміністратори) · { $c_rules } правила · { $c_language } мова · { $c_help } ця довідка

    Де бот не адміністратор, додавайте до команд { $bot }: { $c_play }{ $bot } H8 горизонтально СЛОВО
greeting-group = Вітаю, я Harfiyen! У цій групі я проводжу ігри в слова: Kelimelik, скрабл та інші. Стіл відкриває /new, допомога — /help. Türkçe için: /dil tr · Switch to English: /language en
greeting-group-member = Вітаю, я Harfiyen! У цій групі я проводжу ігри в слова: Kelimelik, скрабл та інші. Стіл відкриває /new{ $bot }, допомога — /help{ $bot }. Якщо зробите мене адміністратором, дописувати { $bot } не доведеться. Türkçe için: /dil{ $bot } tr · Switch to English: /language{ $bot } en
greeting-private = Вітаю, { $name }! Я Harfiyen. Додайте мене до групи й напишіть там /new. У цьому чаті /rack показує ваші фішки вам і нікому більше; допомога — /help.
choose-language = Якою мовою? / Hangi dil? / Which language?
language-chosen = Відтепер я говорю українською.
update-failed = Щось пішло не так, і виконати це не вдалося; гра лишилася такою, як була. Будь ласка, спробуйте ще раз.
