## Players who are away
absent-nudged = 🔔 { $name }, it’s been your turn for { $time }. The others can now skip it with { COMMAND("skip") }.
absent-skipped-time = ⏭ <b>{ $name }</b> has been away too long, so their turn was skipped.
absent-skipped-vote = ⏭ The players voted to skip <b>{ $name }</b>’s turn.
absent-skipped-ruling = ⏭ <b>{ $ruler }</b> skipped <b>{ $name }</b>’s turn.
turn-skipped = ⏭ <b>{ $name }</b>’s turn was skipped.
panel-skipped = turn skipped
panel-undone = turn undone
absent-rests = 💤 Everybody has been skipped twice. The table is waiting for somebody to come back.
absent-removed-vote = 🚪 The players voted to remove <b>{ $name }</b> from the game.
absent-removed-ruling = 🚪 <b>{ $ruler }</b> removed <b>{ $name }</b> from the game.
remove-sure = Do you really want to remove <b>{ $name }</b> from the game? They will come last, whatever their score.
button-remove = 🚪 Yes, remove
remove-not = <b>{ $name }</b> stays in the game.
absent-replaced-vote = 🔁 The players voted to let { $other } take over <b>{ $name }</b>’s seat: hand, score and clock.
absent-replaced-ruling = 🔁 <b>{ $ruler }</b> has given <b>{ $name }</b>’s seat to { $other }: hand, score and clock.
absent-returned = 👋 <b>{ $name }</b> is back.
absent-sought = 🙋 Who wants to take over <b>{ $name }</b>’s seat (hand, score and clock)? Anybody who isn’t in this game can tap the button. Then the players vote, or an administrator decides.
absent-ready = You’re on the list. Now the players decide.
absent-about-skip = Skip <b>{ $name }</b>’s turn?
absent-about-remove = Remove <b>{ $name }</b> from the game?
absent-about-replace = Let <b>{ $other }</b> take over <b>{ $name }</b>’s seat?
absent-question = 🗳 { $question } Votes needed: { $needed }
absent-voted-yes = <b>{ $name }</b> voted yes.
absent-voted-no = <b>{ $name }</b> voted no.
absent-vote-lost = 🗳 { $question } Voted down.
absent-vote-counts = You’ve voted.
button-vote-yes = ✅ Yes
button-vote-no = ❌ No
button-volunteer = 🙋 I’ll take over

option-skip-after = Turns can be skipped after
option-allowance = Automatic skip
value-allowance-on = after three days
value-allowance-off = never

refusal-who-is-meant = I don’t know who you mean: reply to one of their messages, or write their @username or seat number (1, 2, …).
refusal-no-turns = Nobody is waited for in this game: everybody answers until the round’s time is up.
refusal-clock-decides = This table has a clock, so the clock decides what happens when time runs out.
refusal-not-absent-yet = It’s too early for { $name }: wait up to { $hours ->
        [one] { $hours } more hour
       *[other] { $hours } more hours
    }.
refusal-not-away = { $name } is still playing. Players can only decide about somebody who missed their last turn or can be skipped now. Administrators always can.
refusal-turn-is-over = That turn is over.
refusal-vote-on-oneself = This is about you, so you don’t get a vote. You can { COMMAND("pass") } on your turn, or { COMMAND("surrender") } to leave.
refusal-voted-already = You’ve already voted that way, but you can still change your vote.
refusal-no-vote = That vote is closed.
refusal-vote-open = There’s already a vote at this table, and it has to end first.
refusal-director-rules = In a tournament only an administrator can decide this.
refusal-has-substitute = There’s already somebody to take over: { $name }
refusal-rule-or-wait = You’re not in this game, so you can’t vote no. As an administrator you can say yes, or leave it to the players.
refusal-members-only = Only members of this group can do that.

## Players who left the group
seat-gone = left
panel-gone = left the group

# Who was replaced, and wants another seat.
refusal-sat-elsewhere = You’ve held another seat in this game, so you can’t take this one over.
refusal-computers-alone = With a computer in this seat, only computers would be left in the game. A person has to take it over.
