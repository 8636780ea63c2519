## Clocks
clock-none = no clock
clock-move = { $time } a move
clock-game = { $time } a player
clock-game-increment = { $time } a player and { $increment } more a move
clock-bank = { $time } a move and a bank of { $bank } a player
clock-phases = { $words } for words, { $flips } for turning up cards
clock-over = { $time } over
clocks-paused = ⏸ The clocks stand still.
clocks-stopped = ⏸ The clocks were stopped. To go on: /resume
clocks-run = ▶️ The clocks run again.
clocks-shifted = ⏱ I could not be reached for { $time }; the clocks do not count it.
reminded = ⏳ { $name }, you have { $time } left for your move.
turn-timed-out = ⌛ <b>{ $name }</b> did not move in time, which counts as a pass.
turn-forfeited = ⌛ <b>{ $name }</b> is out of time and has lost the game.
turn-retired = ⌛ <b>{ $name }</b> is out of time and plays no more; the score counts.
final-penalty = [time { $points }]
unit-day = { $count ->
        [one] { $count } day
       *[other] { $count } days
    }
unit-hour = { $count } h
unit-minute = { $count } min
unit-second = { $count } s
panel-withdrawn = { $name }: { $word } taken back
panel-out-of-time = { $name }: out of time
panel-paused = Paused
