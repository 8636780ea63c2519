# Завершена гра ще раз: одне речення про хід, слова на його зображенні, якою була вся гра.

## Хід у реченні
analysis-play = { $word } ({ $points })
analysis-play-there = { $place } { $word } ({ $points })
analysis-exchange = обмін { $tiles }
analysis-pass = пас

## Речення
analysis-is-best = { $played } — найкращий хід.
analysis-is-equal = { $played } і { $best } майже рівноцінні.
analysis-is-worse = { $size ->
    [small] { $best } — трохи кращий хід, ніж { $played }
    [medium] { $best } — помітно кращий хід, ніж { $played }
   *[large] { $best } — набагато кращий хід, ніж { $played }
}
analysis-without-reason = { $lead }.
analysis-with-reason = { $lead }: { $reasons }.
analysis-turn-lost = { $lead }: { $word } знято з поля, і хід нічого не приніс.
analysis-two-reasons = { $one } та { $other }
analysis-although = { $reasons }, хоч і дає на { $points ->
    [one] { $points } бал
    [few] { $points } бали
    [many] { $points } балів
   *[other] { $points } бала
} менше

## Причини: що робить кращий хід
analysis-reason-bingo = приносить бінго
analysis-reason-bonus = забирає бонусну клітинку (+{ $points })
analysis-reason-premium = накриває клітинку { $cell } (слово ×{ $times })
analysis-reason-points = дає на { $points ->
    [one] { $points } бал
    [few] { $points } бали
    [many] { $points } балів
   *[other] { $points } бала
} більше
analysis-reason-leave = лишає приблизно на { $points ->
    [one] { $points } бал
    [few] { $points } бали
    [many] { $points } балів
   *[other] { $points } бала
} цінніші фішки ({ $tiles })
analysis-reason-blank = береже порожню фішку
analysis-reason-blank-cheap = не витрачає порожню фішку заради { $points ->
    [one] { $points } бала
    [few] { $points } балів
    [many] { $points } балів
   *[other] { $points } бала
}
analysis-reason-opened = не відкриває супернику клітинку { $cell } (слово ×{ $times })
analysis-reason-blocked = закриває від суперника клітинку { $cell } (слово ×{ $times })
analysis-reason-tried = через два ходи дає приблизно { $points ->
    [one] { $points } бал
    [few] { $points } бали
    [many] { $points } балів
   *[other] { $points } бала
} переваги


## Причини наприкінці, коли гру дограно до кінця
analysis-end-win-win = за найкращої гри обох сторін дає перемогу з різницею в { $best ->
    [one] { $best } бал
    [few] { $best } бали
    [many] { $best } балів
   *[other] { $best } бала
} замість { $played }
analysis-end-win-draw = за найкращої гри обох сторін дає перемогу з різницею в { $best ->
    [one] { $best } бал
    [few] { $best } бали
    [many] { $best } балів
   *[other] { $best } бала
} замість нічиєї
analysis-end-win-loss = за найкращої гри обох сторін дає перемогу з різницею в { $best ->
    [one] { $best } бал
    [few] { $best } бали
    [many] { $best } балів
   *[other] { $best } бала
} замість поразки з різницею в { $played }
analysis-end-draw-loss = за найкращої гри обох сторін дає нічию замість поразки з різницею в { $played ->
    [one] { $played } бал
    [few] { $played } бали
    [many] { $played } балів
   *[other] { $played } бала
}
analysis-end-loss-loss = за найкращої гри обох сторін зменшує поразку з { $played } до { $best ->
    [one] { $best } бала
    [few] { $best } балів
    [many] { $best } балів
   *[other] { $best } бала
}

## Слова на зображеннях і в списках
analysis-size-small = Мала втрата
analysis-size-medium = Середня втрата
analysis-size-large = Велика втрата
analysis-size-equal = Майже рівноцінні
analysis-size-best = Найкращий хід
analysis-lost-win = −{ $percent } % шансів на перемогу
analysis-lost-points = −{ $points ->
    [one] { $points } бал
    [few] { $points } бали
    [many] { $points } балів
   *[other] { $points } бала
}
analysis-label-played = Зіграно
analysis-label-better = Краще
analysis-label-equal = Так само добре
analysis-label-rack = Підставка
analysis-label-kept = Лишилося
analysis-label-nothing = нічого
analysis-label-worth = варті { $signed }
analysis-exchange-label = обмін { $tiles }
analysis-pass-label = пас
analysis-turn-number = Хід { $number }

## Уся гра
analysis-share = Якість ходів: { $percent } % від балів, яких варті найкращі (оцінено { $turns ->
    [one] { $turns } хід
    [few] { $turns } ходи
    [many] { $turns } ходів
   *[other] { $turns } ходу
})
analysis-share-unknown = Якість ходів: доки в мішечку були фішки, не оцінено жодного ходу
analysis-luck = Везіння з фішками: { $signed } (у балах, порівняно із середнім)
analysis-luck-unknown = Везіння з фішками: невідомо
analysis-turning-point = Перелом гри — хід { $number }: { $name }, { $turn }.
button-turning-point = 🔀 Перелом гри: хід { $number }
