# A finished game looked at again: one sentence about a turn, the words in its picture, what a whole game was like.

## A turn in a sentence
analysis-play = { $word } ({ $points })
analysis-play-there = { $place } { $word } ({ $points })
analysis-exchange = exchanging { $tiles }
analysis-pass = passing

## The sentence
analysis-is-best = { $played } was the best turn.
analysis-is-equal = { $played } and { $best } are as good as equal.
analysis-is-worse = { $size ->
    [small] { $best } was a little better than { $played }
    [medium] { $best } was clearly better than { $played }
   *[large] { $best } was much better than { $played }
}
analysis-without-reason = { $lead }.
analysis-with-reason = { $lead }: it { $reasons }.
analysis-turn-lost = { $lead }: { $word } was challenged off and scored nothing.
analysis-two-reasons = { $one } and { $other }
analysis-although = { $reasons }, although it scores { $points ->
    [one] { $points } point
   *[other] { $points } points
} less

## Reasons: what the better turn does
analysis-reason-bingo = is a bingo
analysis-reason-bonus = takes the bonus cell (+{ $points })
analysis-reason-premium = uses the { $times ->
    [2] double-word
    [3] triple-word
   *[4] quadruple-word
} cell { $cell }
analysis-reason-points = scores { $points ->
    [one] { $points } point
   *[other] { $points } points
} more
analysis-reason-leave = keeps tiles worth about { $points ->
    [one] { $points } point
   *[other] { $points } points
} more ({ $tiles })
analysis-reason-blank = keeps the blank
analysis-reason-blank-cheap = doesn’t spend the blank for only { $points ->
    [one] { $points } point
   *[other] { $points } points
}
analysis-reason-opened = doesn’t open up the { $times ->
    [3] triple-word
   *[4] quadruple-word
} cell { $cell }
analysis-reason-blocked = closes off the { $times ->
    [3] triple-word
   *[4] quadruple-word
} cell { $cell }
analysis-reason-tried = is about { $points ->
    [one] { $points } point
   *[other] { $points } points
} ahead two turns later


## Reasons at the end, played out
analysis-end-win-win = wins by { $best ->
    [one] { $best } point
   *[other] { $best } points
} instead of { $played } if both sides play their best
analysis-end-win-draw = wins by { $best ->
    [one] { $best } point
   *[other] { $best } points
} instead of drawing if both sides play their best
analysis-end-win-loss = wins by { $best ->
    [one] { $best } point
   *[other] { $best } points
} instead of losing by { $played } if both sides play their best
analysis-end-draw-loss = draws instead of losing by { $played ->
    [one] { $played } point
   *[other] { $played } points
} if both sides play their best
analysis-end-loss-loss = loses by { $best ->
    [one] { $best } point
   *[other] { $best } points
} instead of { $played } if both sides play their best

## Labels, in pictures and lists
analysis-size-small = Small loss
analysis-size-medium = Medium loss
analysis-size-large = Big loss
analysis-size-equal = As good as equal
analysis-size-best = The best turn
analysis-lost-win = −{ $percent }% chance to win
analysis-lost-points = −{ $points ->
    [one] { $points } point
   *[other] { $points } points
}
analysis-label-played = Played
analysis-label-better = Better
analysis-label-equal = As good
analysis-label-rack = Rack
analysis-label-kept = Kept
analysis-label-nothing = nothing
analysis-label-worth = worth { $signed }
analysis-exchange-label = exchange { $tiles }
analysis-pass-label = pass
analysis-turn-number = Turn { $number }

## A whole game
analysis-share = Quality of the moves: { $percent }% of the points that the best ones were worth ({ $turns ->
    [one] { $turns } turn judged
   *[other] { $turns } turns judged
})
analysis-share-unknown = Quality of the moves: no turn judged before the bag was empty
analysis-luck = Luck of the draw: { $signed } (in points, against the average)
analysis-luck-unknown = Luck of the draw: unknown
analysis-turning-point = The game’s turning point was turn { $number }: { $name }, { $turn }.
button-turning-point = 🔀 The turning point: turn { $number }
