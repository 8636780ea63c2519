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
cancel-done = ⏹ <b>{ $name }</b> ended the game.
cancelled-by = ⏹ <b>{ $name }</b> ended the game.
cancelled-by-administrator = ⏹ <b>{ $name }</b> ended the game as an administrator.
cancelled-unopposed = ⏹ <b>{ $name }</b> asked to end the game, and nobody objected.
refusal-cancel-proposed = You have asked already; the game ends when the time to object is up.
refusal-not-cancelling = Nobody is asking to end the game any more; it goes on.

## What was decided about a game
acts = 📋 <b>Decisions in this game</b> (UTC)
acts-none = No decisions have been made in this game.
act-pause = { $at } · <b>{ $name }</b> paused the clocks
act-resume = { $at } · <b>{ $name }</b> started the clocks again
act-propose = { $at } · <b>{ $name }</b> asked to end the game
act-object = { $at } · <b>{ $name }</b> objected to ending it
act-cancel = { $at } · <b>{ $name }</b> ended the game
act-undo = { $at } · <b>{ $name }</b> undid the last turn
