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
button-sums = 🔢 Бали
