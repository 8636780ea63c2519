## Clocks
clock-none = no clock
clock-move = { $time } per move
clock-game = { $time } per player
clock-game-increment = { $time } per player, plus { $increment } per move
clock-bank = { $time } per move, with { $bank } in reserve per player
clock-phases = { $words } for words, { $flips } for turning up cards
clock-over = { $time } over
clocks-paused = ⏸ The clocks are paused.
clocks-stopped = ⏸ The clocks have been paused. To go on: { COMMAND("resume") }
clocks-run = ▶️ The clocks are running again.
clocks-back = ▶️ I’m back in this chat: the clocks I had stopped are running again.
clocks-shifted = ⏱ I was offline for { $time }; nobody’s clock was running.
reminded = ⏳ { $name }, you have { $time } left for your move.
turn-timed-out = ⌛ <b>{ $name }</b> didn’t move in time, which counts as a pass.
turn-forfeited = ⌛ <b>{ $name }</b> ran out of time and loses the game.
turn-retired = ⌛ <b>{ $name }</b> is out of time and makes no more moves, but keeps the points scored.
final-penalty = [time { $points }]
unit-day = { $count ->
        [one] { $count } day
       *[other] { $count } days
    }
unit-hour = { $count } h
unit-minute = { $count } min
unit-second = { $count } s
turn-withdrawn = { $name }: { $word } taken back
panel-withdrawn = { $word } taken back
panel-out-of-time = out of time
panel-paused = Paused
