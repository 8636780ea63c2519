## Word first: words that are offered places
places-which = Where should <b>{ $word }</b> go?
places-only = <b>{ $word }</b> fits in one place only: { $place }. Play it?
places-only-score =
    <b>{ $word }</b> fits in one place only: { $place }, for { $score ->
        [one] { $score } point
       *[other] { $score } points
    }. Play it?
places-more = There are { $count } places; these are the first { $most }. For others, add a row or a column: <code>{ COMMAND("play") } { $word } 8</code>, <code>{ COMMAND("play") } { $word } H</code>
places-scores = Scores: { $scores }
button-put = ▶️ Play
button-sums = 🔢 Scores
