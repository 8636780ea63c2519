## Клепка: картки й кнопки
klepka-polysemy = 🃏 полісемія
klepka-exchange = 🔄 обмін
klepka-chaos = 🌀 хаос
button-enough = ✋ Досить
button-card-page = 👆 Дотик
button-double = ×2 { $word }
panel-cards = На столі
legend-polysemy = полісемія: будь-яка літера
legend-swap = обмін
legend-chaos = хаос: усе перемішати

## Клепка: гра
klepka-started =
    <b>Гру розпочато!</b> { $cards ->
        [one] { $cards } картка лежить
        [few] { $cards } картки лежать
        [many] { $cards } карток лежать
       *[other] { $cards } картки лежать
    } сорочкою вгору: { $rows ->
        [one] { $rows } рядок
        [few] { $rows } рядки
        [many] { $rows } рядків
       *[other] { $rows } рядка
    } по { $columns }.
    Порядок ходів: { $names }
klepka-formed = <b>{ $name }</b> <b>{ $word }</b> +{ $score }
klepka-stands-for = 🃏 { $letter } 0
klepka-one-colour = один колір ×2
klepka-doubled = Господар столу подвоїв слово <b>{ $word }</b> ({ $name }): { $score ->
        [one] <b>{ $score }</b> бал
        [few] <b>{ $score }</b> бали
        [many] <b>{ $score }</b> балів
       *[other] <b>{ $score }</b> бала
    }
klepka-taken = <b>{ $name }</b> { $positions } → { $cards }
klepka-nothing-taken = <b>{ $name }</b> { $positions } → пари немає
klepka-last-taken = <b>{ $name }</b> бере картки: { $cards }
klepka-last-nothing = <b>{ $name }</b> відкриває картки, але пари немає.
klepka-look = 👀 { $cards } · { $seconds } с
klepka-enough = <b>{ $name }</b> більше карток не відкриває.
klepka-words-over = ⏱ { $name }: час на слова вийшов, тепер треба відкрити { $flips ->
        [one] { $flips } картку
        [few] { $flips } картки
        [many] { $flips } карток
       *[other] { $flips } картки
    }.
klepka-time-out = ⏱ { $name }: час вийшов, хід переходить далі.
klepka-traded = 🔄 <b>{ $name }</b> міняється з гравцем { $partner }: віддає { $gave }, отримує { $took }.
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
klepka-left-short = лишилося { $count }/{ $cards }
klepka-next-words = Ходить { $name } · { $count ->
        [one] { $count } картка
        [few] { $count } картки
        [many] { $count } карток
       *[other] { $count } картки
    } або слово
klepka-next-flips = Ходить { $name } · { $count ->
        [one] { $count } картка
        [few] { $count } картки
        [many] { $count } карток
       *[other] { $count } картки
    }
klepka-next-extra = Ходить { $name } · є пара! Ще { $count ->
        [one] { $count } картка
        [few] { $count } картки
        [many] { $count } карток
       *[other] { $count } картки
    }
klepka-next-typed = ({ COMMAND("flip") } 12 34)
klepka-next-empty = Ходить { $name }: може складати слова ({ COMMAND("form") } СЛОВО) або пасувати ({ COMMAND("pass") })
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
ended-cleared = 🏁 <b>Гру завершено:</b> стіл порожній, і слів більше ні в кого немає. Кожна невикористана картка принесла 1 бал.
ended-glory = 🏁 <b>СЛАВА УКРАЇНІ!</b> Хто складе ці слова, одразу перемагає.

## Клепка: відмови
refusal-klepka-no-word = Допишіть слово, яке складаєте: { COMMAND("form") } СЛОВО
refusal-klepka-brackets = Дужки в «{ $word }» не сходяться. Літеру, яку заміняє полісемія, беріть у квадратні дужки: м[о]л[о]к[о]
refusal-several-words = «{ $word }» — це не одне слово. Складайте слова по одному.
refusal-words-come-first = Слова складають, перш ніж відкривати картки. Тепер можна відкрити ще { $flips ->
        [one] { $flips } картку
        [few] { $flips } картки
        [many] { $flips } карток
       *[other] { $flips } картки
    } ({ COMMAND("flip") } 12 34) або закінчити хід: { COMMAND("pass") }
refusal-words-are-over = Час на слова вийшов. Відкрийте { $flips ->
        [one] { $flips } картку
        [few] { $flips } картки
        [many] { $flips } карток
       *[other] { $flips } картки
    }: { COMMAND("flip") } 12 34
refusal-word-repeated = Слово { $word } вже складено ({ $name }). За цим столом слово зараховується лише раз.
refusal-letters-not-held = Вам бракує літер: { $letters }. Карток полісемії у вас: { $polysemies }. Літеру, яку вона заміняє, беріть у дужки.
refusal-polysemy-not-held = На кожну окрему літеру в дужках потрібна картка полісемії: треба { $needed }, а у вас { $held }.
refusal-no-letter-card = У слові має бути хоча б одна картка з літерою. Самої полісемії не досить.
refusal-table-empty = На столі немає карток.
refusal-no-positions = Які картки? Напишіть їхні номери: { COMMAND("flip") } 12 34
refusal-garbled-positions = Не розумію «{ $text }». Напишіть номери карток: { COMMAND("flip") } 12 34
refusal-unknown-position = Картки { $position } немає. Номери — від 1 до { $last }.
refusal-position-twice = Картку { $position } названо двічі.
refusal-position-empty = Картку { $position } вже взято.
refusal-wrong-flip-count = Відкрийте { $needed ->
        [one] { $needed } картку
        [few] { $needed } картки
        [many] { $needed } карток
       *[other] { $needed } картки
    }, а не { $given }.
refusal-must-flip = Вам ще треба відкрити { $flips ->
        [one] { $flips } картку
        [few] { $flips } картки
        [many] { $flips } карток
       *[other] { $flips } картки
    }: { COMMAND("flip") } 12 34
refusal-no-host-double = За цим столом господар слів не подвоює.
refusal-double-is-hosts = Це може зробити лише господар столу.
refusal-not-formed-lately = Слово { $word } не складали ні в цьому ході, ні в попередньому.
refusal-doubled-already = Слово { $word } уже подвоєно.
refusal-reward-not-held = У вас немає такої картки: { $reward }
refusal-trade-with-self = Мінятися із самим собою не можна.
refusal-no-such-player = Такого гравця за столом немає. Номери гравців показує { COMMAND("score") }.
refusal-partner-has-surrendered = { $name } вже не грає, картки відкладено.
refusal-unknown-card = Картки { $card } у цій грі немає.
refusal-which-colour = { $letter } є обох кольорів: { $cards }. Допишіть колір: { $letter }ж — жовта, { $letter }с — синя.
refusal-card-not-held = У вас немає такої картки: { $card }
refusal-card-not-theirs = У гравця { $name } немає такої картки: { $card }
refusal-no-cards = Напишіть свою картку, номер гравця та його картку: { COMMAND("trade") } О 2 А
refusal-garbled-card = «{ $text }» — такої картки немає. Напишіть літеру (О, Ож жовта, Ос синя) або: полісемія, обмін, хаос
refusal-trade-usage = Напишіть свою картку, номер гравця та його картку: { COMMAND("trade") } О 2 А
refusal-trade-with-whom = З ким? Напишіть номер гравця між картками ({ COMMAND("trade") } О 2 А), згадайте гравця або дайте відповідь на його повідомлення.
