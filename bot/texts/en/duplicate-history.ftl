## Duplicate: what somebody missed, and the history
missed-round = Round { $round }
missed-top = you laid { $own } for { $points }. The top was { $top } for { $best }, { $cost } more.
missed-by-word = you laid { $own }, which isn’t in the dictionary. The top was { $top } for { $best }.
missed-share = { $rounds ->
        [one] { $rounds } round answered
       *[other] { $rounds } rounds answered
    }, { $share } of the tops’ points, { $tops ->
        [one] { $tops } top found
       *[other] { $tops } tops found
    }.
duplicate-past-rack = Rack: { $rack }
duplicate-streak = { $days ->
        [one] { $days } day in a row
       *[other] { $days } days in a row
    }
proof-duplicate = The file holds every rack that was drawn, the refused ones too, and every answer with its instant.
duplicate-round-of-week = <b>🗓 Week’s game, round { $round } of { $rounds }</b>
