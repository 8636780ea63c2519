## Параметри столу
button-options = ⚙️ З параметрами
button-open = ▶️ Відкрити стіл: { $game }
button-other-game = ↩️ Інша гра
choose-tuned = Параметри якої гри?
choose-options = ⚙️ <b>{ $game }</b>: параметри столу змінюють кнопки.
option-bag = Мішечок
option-challenge = Оскарження
option-challenge-per = Бали за оскарження
option-challenge-to = За хибне оскарження
option-window = Час на оскарження
option-clock = Час
option-out = Бали з чужих підставок
option-bingo = Що таке бінго
option-four-word = Клітинки 4W
option-ex = Клітинки EX
option-exchange-least = Для обміну в мішечку
option-centre = Центр
option-dictionary = Словник
option-chat-words = Слова чату
option-places = Підказувати місця для слова
option-take-back = Узяти хід назад
option-hints = Підказки
option-deck = Колода
option-words = Слова
option-repeats = Повтори
option-double = Подвоєння
value-bag-official = офіційний
value-bag-doubled = офіційний, подвоєний
value-bag-half = половина офіційного
value-bag-standard = звичайний
value-bag-s3-table = 91 фішка
value-challenge-void = немає (слова не зі словника не приймаються)
value-challenge-single = за хибне — без штрафу
value-challenge-double = за хибне — пропуск ходу
value-challenge-five = за хибне — 5 балів
value-challenge-ten = за хибне — 10 балів
value-challenge-wordpoints = за хибне — мінус бали за слово
value-challenge-per-challenge = за кожне оскарження
value-challenge-per-word = за кожне слово
value-challenge-to-mover = бали отримує автор ходу
value-challenge-to-challenger = бали втрачає оскаржувач
value-out-transfer = звичайні
value-out-double = подвоєні
value-bingo-seven = сім фішок
value-bingo-whole-rack = уся підставка
value-four-word-clockwise = за годинниковою стрілкою
value-four-word-endpoint = слово, що починається чи закінчується там
value-four-word-any = кожне слово, що там проходить
value-ex-bag = з мішечком
value-ex-swap = між гравцями
value-ex-off = вимкнено
value-exchange-least-1 = від 1 фішки
value-exchange-least-7 = від 7 фішок
value-centre-plain = без бонусу
value-centre-double = подвоює слово
value-dictionary-builtin = вбудований список
value-dictionary-common = лише поширені слова
value-dictionary-live = TDK (онлайн)
value-chat-words-on = враховуються
value-chat-words-off = не враховуються
value-places-on = так
value-places-off = ні
value-take-back-off = не можна
value-hints-off = немає
value-hints-free = безплатні
value-hints-1 = 1 бал за крок
value-hints-2 = 2 бали за крок
value-hints-5 = 5 балів за крок
value-hints-10 = 10 балів за крок
value-deck-full = 100 карток
value-deck-chat = 64 картки
value-deck-quick = 48 карток
value-words-forms = усі форми
value-words-nouns = лише іменники в однині
value-repeats-allowed = дозволено
value-repeats-forbidden = заборонено
value-double-colour = один колір
value-double-off = вимкнено
value-double-host = за рішенням господаря

## Час
clock-none = без обмежень
clock-move = { $time } на хід
clock-game = { $time } на гравця
clock-game-increment = { $time } на гравця і ще по { $increment } за кожен хід
clock-bank = { $time } на хід і { $bank } запасу на гравця
clock-phases = { $words } на слова, { $flips } на картки
clock-over = перевищено на { $time }
clocks-paused = ⏸ Гру призупинено.
clocks-stopped = ⏸ <b>{ $name }</b> призупиняє гру. Щоб грати далі: { COMMAND("resume") }
clocks-run = ▶️ <b>{ $name }</b> поновлює гру.
clocks-back = ▶️ Гра триває. Я призупинив її, бо не міг писати.
clocks-shifted = ⏱ Мене не було на зв’язку { $time }. Цього часу ні в кого не віднято.
reminded = ⏳ { $name }, на хід вам лишилося { $time }.
reminded-over = ⏳ { $name }, ваш час { $time }.
turn-timed-out = ⌛ <b>{ $name }</b> не вкладається в час, зараховано пас.
turn-forfeited = ⌛ <b>{ $name }</b> не вкладається в час і програє.
turn-retired = ⌛ <b>{ $name }</b> не вкладається в час і більше не ходить, але бали лишаються.
final-penalty = [час { $points }]
final-hints = [{ $count } { $count ->
    [one] підказка
    [few] підказки
    [many] підказок
   *[other] підказки
  }{ $cost }]
unit-day = { $count ->
        [one] { $count } день
        [few] { $count } дні
        [many] { $count } днів
       *[other] { $count } дня
    }
unit-hour = { $count } год
unit-minute = { $count } хв
unit-second = { $count } с
turn-withdrawn = { $name }: { $word } знято
panel-withdrawn = { $word } знято
panel-taken-back = { $word } узято назад
panel-out-of-time = час вийшов
panel-paused = Пауза

## Словники
lexicon-tr = турецький список
lexicon-en = англійський список
lexicon-uk = український список
lexicon-uk-nouns = українські іменники в однині
dictionary-builtin = { $words }
dictionary-common = { $words }, поширені слова
dictionary-live = TDK
dictionary-added = { $words } + { $count ->
        [one] { $count } слово чату
        [few] { $count } слова чату
        [many] { $count } слів чату
       *[other] { $count } слова чату
    }
dictionary-removed = { $words } − { $count ->
        [one] { $count } вилучене слово
        [few] { $count } вилучені слова
        [many] { $count } вилучених слів
       *[other] { $count } вилученого слова
    }
dictionary-chat = власні слова цього чату
dictionary-line = Словник: { $words }
word-known = ✅ <b>{ $word }</b>: є в словнику ({ $lexicon })
word-unknown = ❌ <b>{ $word }</b>: немає в словнику ({ $lexicon })
word-removed = ❌ <b>{ $word }</b>: не зараховується, бо цей чат вилучив це слово зі словника
word-inflected = Слово { $stem } у словнику є, а його змінені форми, як-от { $word }, не зараховуються.
word-marked = Можливо, ви шукали { $words }?
word-addable = Ви адміністратор: напишіть у групі { COMMAND("add-word") } { $words }, і від наступної гри це зараховуватиметься.
word-meaning = <i>{ $meaning }</i>
words-added = Від наступної гри в цьому чаті зараховується: <b>{ $words }</b> ({ $language })
words-removed = Від наступної гри в цьому чаті не зараховується: <b>{ $words }</b> ({ $language })
judge-outage = Словник TDK не відповідає. Доки його немає, вирішує вбудований список.
told-before = ⏩ Перед цим { $count ->
    [one] зроблено ще { $count } хід.
    [few] зроблено ще { $count } ходи.
    [many] зроблено ще { $count } ходів.
   *[other] зроблено ще { $count } ходу.
}
