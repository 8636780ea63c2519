## Клепка: команди
command-flip = Клепка: відкрити картки: 12 34
command-form = Клепка: скласти слово: СЛОВО
command-trade = Клепка: обміняти картки: О 2 А
command-chaos = Клепка: перемішати стіл

## Клепка: картки й кнопки
klepka-polysemy = 🃏 полісемія
klepka-exchange = 🔄 обмін
klepka-chaos = 🌀 хаос
button-enough = ✋ Досить
button-double = ×2 { $word }
panel-cards = На столі

## Клепка: гра
klepka-started =
    <b>Гру розпочато!</b> { $cards ->
        [one] { $cards } картка лежить
        [few] { $cards } картки лежать
        [many] { $cards } карток лежать
       *[other] { $cards } картки лежать
    } сорочкою вгору: рядів { $rows }, у кожному по { $columns }.
    Порядок ходів: { $names }
klepka-formed = <b>{ $name }</b> складає слово <b>{ $word }</b>: <b>{ $score }</b> { $score ->
        [one] бал
        [few] бали
        [many] балів
       *[other] бала
    }
klepka-stands-for = 🃏 { $letter } 0
klepka-one-colour = один колір ×2
klepka-doubled = Господар столу подвоює слово <b>{ $word }</b> гравця { $name }: <b>{ $score }</b> { $score ->
        [one] бал
        [few] бали
        [many] балів
       *[other] бала
    }
klepka-revealed = <b>{ $name }</b> відкриває картки { $positions }.
klepka-revealed-more = <b>{ $name }</b> відкриває ще дві: { $positions }.
klepka-taken = Узяті картки: { $cards } ({ $positions })
klepka-nothing-taken = Пари немає: усі картки знову закриваються.
klepka-back = Знову закриваються: { $positions }
klepka-again = Пара! { $name } може відкрити ще { $count ->
        [one] { $count } картку
        [few] { $count } картки
        [many] { $count } карток
       *[other] { $count } картки
    }.
klepka-last-taken = <b>{ $name }</b> бере картки: { $cards }
klepka-last-nothing = <b>{ $name }</b> відкриває картки, але пари немає.
klepka-look = 👀 Дивіться уважно: за { $seconds ->
        [one] { $seconds } секунду
        [few] { $seconds } секунди
        [many] { $seconds } секунд
       *[other] { $seconds } секунди
    } картки закриються.
klepka-enough = <b>{ $name }</b> більше карток не відкриває.
klepka-words-over = ⏱ { $name }: час на слова вийшов, треба відкрити { $flips ->
        [one] { $flips } картку
        [few] { $flips } картки
        [many] { $flips } карток
       *[other] { $flips } картки
    }.
klepka-time-out = ⏱ { $name }: час вийшов, хід переходить далі.
klepka-traded = 🔄 <b>{ $name }</b> обмінюється з гравцем { $partner }. Віддана картка: { $gave }; отримана: { $took }.
klepka-shuffled = 🌀 <b>{ $name }</b> перемішує { $cards ->
        [one] { $cards } картку
        [few] { $cards } картки
        [many] { $cards } карток
       *[other] { $cards } картки
    } на столі. Забудьте, де що лежало!
klepka-left = На столі { $count ->
        [one] { $count } картка
        [few] { $count } картки
        [many] { $count } карток
       *[other] { $count } картки
    } із { $cards }
klepka-next-words = Ходить { $name }: відкрийте { $count ->
        [one] { $count } картку
        [few] { $count } картки
        [many] { $count } карток
       *[other] { $count } картки
    } (/flip 12 34) або спершу складіть слово (/form СЛОВО)
klepka-next-flips = Ходить { $name }: відкрийте { $count ->
        [one] { $count } картку
        [few] { $count } картки
        [many] { $count } карток
       *[other] { $count } картки
    } (/flip 12 34)
klepka-next-extra = Ходить { $name }: відкрийте ще { $count ->
        [one] { $count } картку
        [few] { $count } картки
        [many] { $count } карток
       *[other] { $count } картки
    } (/flip 12 34) або відмовтеся (/pass)
klepka-next-empty = Ходить { $name }: складайте слова (/form СЛОВО) або пасуйте (/pass)
klepka-no-cards = карток немає
klepka-picked = Вибрано: { $positions }. Виберіть ще { $count ->
        [one] { $count } картку
        [few] { $count } картки
        [many] { $count } карток
       *[other] { $count } картки
    }.
klepka-picked-none = Нічого не вибрано. Виберіть { $count ->
        [one] { $count } картку
        [few] { $count } картки
        [many] { $count } карток
       *[other] { $count } картки
    }.
klepka-turning = Картки відкриваються.
ended-cleared = 🏁 <b>Гру завершено:</b> стіл порожній, і ніхто більше не складає слів. Кожна невикористана картка принесла 1 бал.
ended-glory = 🏁 <b>СЛАВА УКРАЇНІ!</b> Хто складе ці слова, одразу перемагає.

## Клепка: відмови
refusal-klepka-no-word = Напишіть слово, яке складаєте: /form СЛОВО
refusal-klepka-brackets = Дужки в «{ $word }» розставлено неправильно. Літеру, яку заміняє полісемія, пишуть у квадратних дужках: м[о]л[о]к[о]
refusal-several-words = «{ $word }» — це не одне слово. Складайте слова по одному.
refusal-words-come-first = Слова складають до відкривання карток. Тепер можна відкрити ще { $flips ->
        [one] { $flips } картку
        [few] { $flips } картки
        [many] { $flips } карток
       *[other] { $flips } картки
    } (/flip 12 34) або закінчити хід: /pass
refusal-words-are-over = Час складати слова минув. Відкрийте { $flips ->
        [one] { $flips } картку
        [few] { $flips } картки
        [many] { $flips } карток
       *[other] { $flips } картки
    }: /flip 12 34
refusal-word-repeated = Слово { $word } вже складено ({ $name }); за цим столом слово зараховується лише раз.
refusal-letters-not-held = Вам бракує карток: { $letters }. (Карток полісемії у вас: { $polysemies }; літеру, яку вона заміняє, пишіть у дужках.)
refusal-polysemy-not-held = На кожну окрему літеру в дужках потрібна картка полісемії: треба { $needed }, а у вас { $held }.
refusal-no-letter-card = У слові має бути хоча б одна картка з літерою; самої полісемії не досить.
refusal-table-empty = На столі немає карток.
refusal-no-positions = Які картки? Напишіть їхні номери: /flip 12 34
refusal-garbled-positions = Не можу зрозуміти «{ $text }». Напишіть номери карток: /flip 12 34
refusal-unknown-position = Картки з номером { $position } немає; номери йдуть від 1 до { $last }.
refusal-position-twice = Картку { $position } названо двічі.
refusal-position-empty = Картку { $position } вже взято.
refusal-wrong-flip-count = Відкрийте { $needed ->
        [one] { $needed } картку
        [few] { $needed } картки
        [many] { $needed } карток
       *[other] { $needed } картки
    }, а не { $given }.
refusal-must-flip = Вам треба відкрити { $flips ->
        [one] { $flips } картку
        [few] { $flips } картки
        [many] { $flips } карток
       *[other] { $flips } картки
    }: /flip 12 34
refusal-no-host-double = За цим столом господар не подвоює слів.
refusal-not-host = Це може лише господар столу.
refusal-not-formed-lately = Слово { $word } не складали ні в цьому ході, ні в попередньому.
refusal-doubled-already = Слово { $word } вже подвоєно.
refusal-reward-not-held = У вас немає такої картки: { $reward }
refusal-trade-with-self = Із самим собою обмінюватися не можна.
refusal-no-such-player = Такого гравця за столом немає. Номери гравців показує /score.
refusal-partner-has-surrendered = { $name } вже не грає; картки цього гравця відкладено.
refusal-unknown-card = Картки { $card } у цій грі немає.
refusal-which-colour = { $letter } є в обох кольорах: { $cards }. Напишіть і колір: { $letter }ж — жовта, { $letter }с — синя.
refusal-card-not-held = У вас немає такої картки: { $card }
refusal-card-not-theirs = { $name } не має такої картки: { $card }
refusal-no-cards = Напишіть свою картку, номер гравця та його картку: /trade О 2 А
refusal-garbled-card = «{ $text }» — це не картка. Напишіть літеру (О, Ож жовта, Ос синя) або: полісемія, обмін, хаос
refusal-trade-usage = Напишіть свою картку, номер гравця та його картку: /trade О 2 А
refusal-trade-with-whom = З ким? Напишіть номер гравця між картками (/trade О 2 А), згадайте гравця або дайте відповідь на його повідомлення.
