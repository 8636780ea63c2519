## Інлайн-режим: те, що пишуть після імені бота
# Заголовки й описи бачить лише той, хто пише; «inline-posted» — те, що після вибору з’являється в чаті.
inline-your-turn = Ваш хід
inline-turn = Ходить { $name }
inline-no-tiles = У вас немає фішок
inline-fit = { $move } · { $score ->
        [one] { $score } бал
        [few] { $score } бали
        [many] { $score } балів
       *[other] { $score } бала
    }
inline-plays = Виберіть, щоб зробити цей хід
inline-pass = Спасувати
inline-exchange = Обміняти: { $tiles }
inline-words = ✓ є в словнику
inline-more = { $count ->
        [one] Ще { $count } місце
        [few] Ще { $count } місця
        [many] Ще { $count } місць
       *[other] Ще { $count } місця
    }
inline-narrow = Допишіть рядок, стовпець або клітинку
inline-neutral = Якщо вибрати, ходу не буде, а фішок ніхто не побачить
inline-posted = 🔤 Це не хід: фішки й пробні ходи бачить лише їхній власник.
inline-no-game = Зараз ви не граєте
inline-no-game-how = Щоб відкрити стіл, надішліть { COMMAND("new") } у групі
inline-way-in = Написати боту приватно
inline-how = Непомітно для інших: <code>{ $bot }</code>, пробіл, далі { $cell } { TYPED("directions.across") } { $sample }
inline-rack = Напишіть <code>{ $bot }</code> і пробіл у будь-якому чаті: свої фішки побачите лише ви
refusal-other-table = Цей хід був для іншого столу, тож його не зроблено. Виберіть його в чаті самої гри.
refusal-earlier-turn = Цей обмін був для попереднього ходу, тож нічого не обміняно. Наберіть його ще раз.

## Спершу слово: слова, яким пропонують місця
places-which = Куди викласти <b>{ $word }</b>?
places-only = <b>{ $word }</b> можна викласти лише тут: { $place }. Викласти?
places-only-score =
    <b>{ $word }</b> можна викласти лише тут: { $place }, { $score ->
        [one] { $score } бал
        [few] { $score } бали
        [many] { $score } балів
       *[other] { $score } бала
    }. Викласти?
places-scores = Бали: { $scores }
button-put = ▶️ Викласти
button-sums = 👁 Бали
button-more-places = Ще …
place-scored = { $score } · { $place }
place-up-to = до { $score } · { $place }

## Ходи без напрямку
reading-asks = Якщо ви пишете <code>{ COMMAND("play") } H8 СЛОВО</code> без напрямку, я роблю хід, коли слово лягає лише в один бік, і запитую вас, коли в обидва. (<code>8H СЛОВО</code> — завжди горизонтально.)
reading-gcg = Якщо ви пишете <code>{ COMMAND("play") } H8 СЛОВО</code> без напрямку, я читаю хід вертикально, так само, як у записах GCG. (<code>8H СЛОВО</code> — завжди горизонтально.)
reading-chosen = Гаразд, так і читатиму.
button-reading-gcg = Завжди вертикально (GCG)
button-reading-ask = Запитувати, коли можна в обидва боки

## Довідка
help-word-first =
    <b>Хід</b>
    Напишіть { COMMAND("play") } { $sample } і торкніться місця. Або вкажіть його: { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample }, коротко { $row }{ $column } { $sample } ({ COMMAND("reading") }: { $cell } { $sample }). У відповіді на поле { COMMAND("play") } не потрібне.

## Пробний хід
try-unjudged = Чи є такі слова в словнику, тут не перевіряється.
try-words-good = Усі слова є в словнику.
try-words-bad = Немає в словнику: { $words }
