## Ending a game without a result
an-administrator = An administrator
cancel-sure = { $name }, is this game really to end without a result? Everybody will be told that you ended it.
cancel-sure-host = { $name }, is this game really to end without a result? The other players then have a minute to object.
cancel-lost = This would be lost: { $turns ->
        [one] { $turns } turn
       *[other] { $turns } turns
    } and the scores { $scores }
cancel-leads = In the lead: <b>{ $name }</b>
button-cancel = ⏹ End the game
button-keep = No, keep playing
button-object = ✋ I want to play on
cancel-asked = ⏹ <b>{ $name }</b> wants to end this game without a result. It ends in { $time } unless a player objects.
cancel-objected = ✋ <b>{ $name }</b> wants to play on: the game continues.
cancel-not = <b>{ $name }</b> keeps the game going.
cancelled-by = ⏹ <b>{ $name }</b> ended the game.
cancelled-by-administrator = ⏹ <b>{ $name }</b> ended the game as an administrator.
cancelled-unopposed = ⏹ <b>{ $name }</b> asked to end the game, and nobody objected.
refusal-cancel-proposed = You have asked already; the game ends when the time to object is up.
refusal-not-cancelling = Nobody is asking to end the game any more; it goes on.

## What was decided about a game
acts = 📋 <b>Decisions at the tables here</b> (UTC)
acts-none = No decisions have been made here.
act-pause = { $at } · <b>{ $name }</b> paused the game
act-resume = { $at } · <b>{ $name }</b> resumed the game
act-propose = { $at } · <b>{ $name }</b> asked to end the game
act-object = { $at } · <b>{ $name }</b> objected to ending it
act-cancel = { $at } · <b>{ $name }</b> ended the game
act-undo = { $at } · <b>{ $name }</b> undid the last turn

## More time
extended = ⏳ <b>{ $name }</b> gave <b>{ $player }</b> { $time } more.
act-extend = { $at } · <b>{ $name }</b> gave <b>{ $player }</b> { $time } more
refusal-how-long = How much time? For instance { COMMAND("extend") } 5min for the player on turn, { COMMAND("extend") } @who 1h for another one.
refusal-extend-oneself = You can’t give yourself more time; another administrator may do it.
refusal-extend-by = You can give between 10 seconds and 7 days at once.
refusal-extend-turn = Here only the player on turn can be given more time.
refusal-extend-most = That would be too long; no more time can be added.
refusal-turn-waits = The turn hasn’t begun yet; the last play may still be challenged.
refusal-time-is-up = This player is out of time already.

## What administrators decided about players
act-skip = { $at } · <b>{ $name }</b> skipped <b>{ $player }</b>’s turn
act-remove = { $at } · <b>{ $name }</b> took <b>{ $player }</b> out of the game
act-replace = { $at } · <b>{ $name }</b> gave <b>{ $player }</b>’s seat to somebody else
