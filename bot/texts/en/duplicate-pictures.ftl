## Duplicate: words in its pictures
panel-round = Round
panel-time = Time
panel-time-left = Time left
panel-answered = Answered
panel-people = { $count ->
        [one] { $count } player
       *[other] { $count } players
    }
panel-solo = alone +{ $points }
panel-rounds = { $count ->
        [one] { $count } round
       *[other] { $count } rounds
    }
panel-score = Points
panel-share = % of top
panel-tops = Tops
panel-solos = Alone
