## What a game changed
effects-ratings = 📈 { $changes }
effects-rating = { $name }: { $change }
effects-change = { $before } → { $after }
effects-titles = 🎉 { $name }: { $titles }
title-first-win = first win
title-first-bingo = first bingo
title-hundred-points = first 100-point play
title-five-in-a-row = fifth win in a row
title-ten-in-a-row = tenth win in a row

## History
history-head = 🗂 <b>Finished games</b>
history-head-private = 🗂 <b>Your finished games</b>
history-newer = ‹ Newer
history-older = Older ›
history-date = { $year }-{ $month }-{ $day }
history-game = <b>{ $game }</b> · { $date }
history-best-word = best word { $word } for { $points }
history-left-out = This game doesn’t count towards any stats.
history-gone = The turns of this game are no longer kept, only its result.
history-other-version = This game was played with an older version of the bot and can no longer be replayed.
history-sent = I’ve sent it to our private chat.
history-needs-private = I can’t write to you until you open our private chat. Tap my name, press Start, then try again.
history-step = 🎲 <b>{ $step }/{ $steps }</b>
history-others = … and { $count } more
history-more-names = { $names } and { $count } more
history-rack = { $name }’s rack: { $tiles }
button-replay = ▶️ Watch the game
button-gcg = 📄 GCG
button-history-game = ‹ End of the game
replay-first = ⏮
replay-back = ◀
replay-on = ▶
replay-last = ⏭
gcg-caption = 📄 { $names }
help-history = { COMMAND("history") } shows finished games, { COMMAND("gcg") } sends one
refusal-no-history = No game has been finished here yet.
refusal-no-history-private = You haven’t finished a game yet.
refusal-which-finished-game = I can’t tell which finished game you mean: choose it in { COMMAND("history") }.
refusal-no-gcg = This game can’t be written as GCG.
refusal-gcg-running = You’ll get the file when the game is over: now it would give away the racks.
refusal-history-gone = { history-gone }
refusal-history-other-version = { history-other-version }

## Sharing
button-share = ↗️ Share
button-watch = ▶️ Watch
button-play-too = 🎲 Play too
button-better-move = 🧩 Find the better move
shared-game = 🏁 <b>{ $game }</b>
settings-name-sharing = ↗️ Group’s name when shared
settings-about-sharing = Players can show the picture of a finished game in another chat with “{ button-share }”. Should the group’s name appear below it?
value-sharing-named = Yes
value-sharing-unnamed = No
