# Статистика гравця й таблиця групи: на зображенні та в тексті під нею.

## Періоди та ігри
stats-span-week = Цей тиждень
stats-span-month = Цей місяць
stats-span-season = Цей сезон
stats-span-ever = За весь час
button-span-week = Тиждень
button-span-month = Місяць
button-span-season = Сезон
button-span-ever = Усе
stats-all-games = Усі ігри
stats-family-crossword = Ігри на полі
stats-family-klepka = Клепка
stats-family-duplicate-tr = Дуплікат турецькою
stats-family-duplicate-en = Дуплікат англійською
stats-family-duplicate-uk = Дуплікат українською
stats-tenths = { $whole },{ $tenth }
stats-day = { $day }.{ $month }.{ $year }

## Статистика гравця
stats-subtitle = <i>{ $what }</i>
stats-line = { $what }: <b>{ $value }</b>
stats-with-computers = З комп’ютером
stats-all-groups = Усі групи
stats-nothing = Тут немає завершених ігор.
stats-rating = Рейтинг
stats-rating-in = Рейтинг · { $group }
stats-games = Ігри
stats-wins = Перемоги
stats-draws = Нічиї
stats-points = Бали
stats-average-game = За гру
stats-average-play = За хід
stats-best-game = Найкраща гра
stats-best-play = Найкращий хід
stats-best-round = Найкращий раунд
stats-best-word = Найкраще слово
stats-longest-word = Найдовше слово
stats-bingos = Бінго
stats-share = % від найкращих, останні 20 ігор
stats-percent = { $share } %
stats-tops = Знайдені найкращі ходи
stats-challenges-won = Вдалі оскарження
stats-challenges-lost = Хибні оскарження
stats-streak = Перемоги поспіль
stats-best-streak = Найдовша серія
stats-opponents = Часті суперники
stats-word-points = { $points ->
    [one] { $points } бал
    [few] { $points } бали
    [many] { $points } балів
   *[other] { $points } бала
}
button-with-computers = 🤖 З комп’ютером
button-without-computers = 👥 З людьми
refusal-no-figures = Ви тут ще не завершили жодної гри. Коли завершите, тут буде ваша статистика.
refusal-no-figures-private = Ви ще не завершили жодної гри. Коли завершите, тут буде ваша статистика.
refusal-no-figures-of-player = Цей гравець тут ще не завершив жодної гри.
refusal-player-unlisted = Ця людина не показує своєї статистики іншим.
refusal-several-players = Тут кілька людей із таким іменем. Дайте відповідь на одне з повідомлень потрібної людини або напишіть її @ім’я.

## Таблиця групи
top-title = Таблиця: { $measure }
top-by-rating = Рейтинг
top-by-points = Бали
top-by-wins = Перемоги
top-by-average = Середнє
top-by-share = % від найкращих
top-games = { $games ->
    [one] { $games } гра
    [few] { $games } гри
    [many] { $games } ігор
   *[other] { $games } гри
}
top-unsure = «?»: рейтинг ще не певний.
top-least-games = Бали за гру, якщо зіграно щонайменше { $games ->
    [one] { $games } гру
    [few] { $games } гри
    [many] { $games } ігор
   *[other] { $games } гри
}.
top-about-share = Частка балів найкращих ходів за останні 20 ігор у «Дуплікат».
top-hidden = Тих, хто не грав цілий місяць, тут не видно.
top-nobody = За цей час нема кого показати.
