## Дуплікат: слова на зображеннях
panel-round = Раунд
panel-time = Час
panel-time-left = Лишилося
panel-answered = Відповіли
panel-people = { $count ->
        [one] { $count } гравець
        [few] { $count } гравці
        [many] { $count } гравців
       *[other] { $count } гравця
    }
panel-solo = соло +{ $points }
panel-rounds = { $count ->
        [one] { $count } раунд
        [few] { $count } раунди
        [many] { $count } раундів
       *[other] { $count } раунду
    }
panel-score = Бали
panel-share = Відсоток
panel-tops = Найкращі
panel-solos = Соло
