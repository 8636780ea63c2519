## Ending a game without a result
an-administrator = An administrator
cancel-sure = { $name }, really end this game without a result? Everybody will see that you ended it.
cancel-sure-host = { $name }, really end this game without a result? The other players will have a minute to object.
cancel-lost = This would be lost: { $turns ->
        [one] { $turns } turn
       *[other] { $turns } turns
    } and the scores ({ $scores })
cancel-leads = In the lead: <b>{ $name }</b>
button-cancel = ⏹ End the game
button-keep = No, keep playing
button-object = ✋ I want to play on
cancel-asked = ⏹ <b>{ $name }</b> wants to end this game without a result. It ends in { $time } unless a player objects.
cancel-objected = ✋ <b>{ $name }</b> wants to play on: the game goes on.
cancel-not = <b>{ $name }</b> changed their mind. The game goes on.
cancelled-by = ⏹ <b>{ $name }</b> ended the game.
cancelled-by-administrator = ⏹ <b>{ $name }</b> ended the game as an administrator.
cancelled-unopposed = ⏹ <b>{ $name }</b> asked to end the game, and nobody objected.
refusal-cancel-proposed = You’ve already asked. The game ends when the time to object is up.
refusal-not-cancelling = Nobody wants to end the game any more, so it goes on.

## What was decided about a game
acts = 📋 <b>Decisions made here</b> (UTC)
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
refusal-how-long = How much time? For example { COMMAND("extend") } 5min for the player whose turn it is, { COMMAND("extend") } @who 1h for somebody else.
refusal-extend-oneself = You can’t give yourself more time. Ask another administrator.
refusal-extend-by = You can add between 10 seconds and 7 days at a time.
refusal-extend-turn = Here you can only give time to the player whose turn it is.
refusal-extend-most = That’s too much: no more time can be added.
refusal-turn-waits = The turn hasn’t started yet: the last play can still be challenged.
refusal-time-is-up = That player is already out of time.

## What administrators decided about players
act-skip = { $at } · <b>{ $name }</b> skipped <b>{ $player }</b>’s turn
act-remove = { $at } · <b>{ $name }</b> removed <b>{ $player }</b> from the game
act-replace = { $at } · <b>{ $name }</b> gave <b>{ $player }</b>’s seat to somebody else
