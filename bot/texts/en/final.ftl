## The end of a game: in the picture and below it
ended-margin = Margin: { $margin ->
        [one] <b>{ $margin }</b> point
       *[other] <b>{ $margin }</b> points
    }
best-word = Best word: <b>{ $word }</b>, { $score ->
        [one] { $score } point
       *[other] { $score } points
    } ({ $name })
best-play = Best move: { $cell } { $way } <b>{ $word }</b>, { $score ->
        [one] { $score } point
       *[other] { $score } points
    } ({ $name })
best-turn = Best turn: <b>{ $words }</b>, { $score ->
        [one] { $score } point
       *[other] { $score } points
    } ({ $name })
final-won = wins
final-won-by = wins by { $margin ->
        [one] { $margin } point
       *[other] { $margin } points
    }
final-draw = The game is a draw
final-cancelled = The game was cancelled
final-best-word = Best word
final-best-play = Best move
