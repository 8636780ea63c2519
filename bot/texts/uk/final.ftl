## Кінець гри: на зображенні й під ним
ended-margin = Перевага: { $margin ->
        [one] <b>{ $margin }</b> бал
        [few] <b>{ $margin }</b> бали
        [many] <b>{ $margin }</b> балів
       *[other] <b>{ $margin }</b> бала
    }
best-word = Найкраще слово: <b>{ $word }</b>, { $score ->
        [one] { $score } бал
        [few] { $score } бали
        [many] { $score } балів
       *[other] { $score } бала
    } ({ $name })
best-play = Найкращий хід: { $cell } { $way } <b>{ $word }</b>, { $score ->
        [one] { $score } бал
        [few] { $score } бали
        [many] { $score } балів
       *[other] { $score } бала
    } ({ $name })
best-turn = Найкращий хід: <b>{ $words }</b>, { $score ->
        [one] { $score } бал
        [few] { $score } бали
        [many] { $score } балів
       *[other] { $score } бала
    } ({ $name })
final-won = перемагає
final-won-by = перемагає з перевагою { $margin ->
        [one] в { $margin } бал
        [few] у { $margin } бали
        [many] в { $margin } балів
       *[other] у { $margin } бала
    }
final-draw = Гра закінчилася внічию
final-cancelled = Гру скасовано
final-best-word = Найкраще слово
final-best-play = Найкращий хід
