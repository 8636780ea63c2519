## Спершу слово: слова, яким пропонують місця
places-which = Куди викласти <b>{ $word }</b>?
places-only = <b>{ $word }</b> можна викласти лише тут: { $place }. Зіграти?
places-only-score =
    <b>{ $word }</b> можна викласти лише тут: { $place }, { $score ->
        [one] { $score } бал
        [few] { $score } бали
        [many] { $score } балів
       *[other] { $score } бала
    }. Зіграти?
places-more = Місць — { $count }, тут перші { $most }. Щоб побачити інші, додайте рядок або стовпець: <code>{ COMMAND("play") } { $word } 8</code>, <code>{ COMMAND("play") } { $word } H</code>
places-scores = Бали: { $scores }
button-put = ▶️ Зіграти
button-sums = 👁 Бали

## Ходи без напрямку
reading-asks = Якщо ви пишете <code>{ COMMAND("play") } H8 СЛОВО</code> без напрямку, я граю хід, коли слово лягає лише в один бік, і запитую вас, коли в обидва. (<code>8H СЛОВО</code> — завжди горизонтально.)
reading-gcg = Якщо ви пишете <code>{ COMMAND("play") } H8 СЛОВО</code> без напрямку, я читаю це як вертикально — так само, як у записах GCG. (<code>8H СЛОВО</code> — завжди горизонтально.)
reading-chosen = Гаразд, так і читатиму.
button-reading-gcg = Завжди вертикально (GCG)
button-reading-ask = Запитувати, коли можна в обидва боки

## Довідка
help-word-first =
    <b>Хід</b>
    Напишіть { COMMAND("play") } { $sample } і торкніться місця; або вкажіть його: { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample }, коротко { $row }{ $column } { $sample } ({ COMMAND("reading") }: { $cell } { $sample }). У відповіді на поле { COMMAND("play") } не потрібне.

## Проба ходу
try-unjudged = Чи є такі слова в словнику, тут не перевіряється.
try-words-good = Усі слова є в словнику.
try-words-bad = Немає в словнику: { $words }
