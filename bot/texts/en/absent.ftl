## Players who are away
absent-nudged = 🔔 { $name }, it has been your turn for { $time }. The others may skip it with { COMMAND("skip") } now.
absent-skipped-time = ⏭ <b>{ $name }</b> has not played for long; the turn was skipped.
absent-skipped-vote = ⏭ <b>{ $name }</b>’s turn was skipped by vote.
absent-skipped-ruling = ⏭ <b>{ $ruler }</b> skipped <b>{ $name }</b>’s turn.
turn-skipped = ⏭ <b>{ $name }</b>’s turn was skipped.
panel-skipped = turn skipped
panel-undone = turn undone
absent-rests = 💤 Everybody has been skipped twice; the table rests until somebody does something.
absent-removed-vote = 🚪 <b>{ $name }</b> was taken out of the game by vote.
absent-removed-ruling = 🚪 <b>{ $ruler }</b> took <b>{ $name }</b> out of the game.
absent-replaced-vote = 🔁 By vote { $other } plays for <b>{ $name }</b> from now on, with what was in hand, the score and the time.
absent-replaced-ruling = 🔁 <b>{ $ruler }</b> has { $other } play for <b>{ $name }</b> from now on, with what was in hand, the score and the time.
absent-returned = 👋 <b>{ $name }</b> is back.
absent-sought = 🙋 Who plays on for <b>{ $name }</b>, with what is in hand, the score and the time? Anybody who does not play here may press; then the players vote, or an administrator decides.
absent-ready = You are ready. Now the players decide.
absent-about-skip = Skip <b>{ $name }</b>’s turn?
absent-about-remove = Take <b>{ $name }</b> out of the game?
absent-about-replace = Let <b>{ $other }</b> play for <b>{ $name }</b>?
absent-question = 🗳 { $question } Votes needed: { $needed }
absent-voted-yes = <b>{ $name }</b> says yes.
absent-voted-no = <b>{ $name }</b> says no.
absent-vote-lost = 🗳 { $question } The vote is lost.
absent-vote-counts = Your vote counts.
button-vote-yes = ✅ Yes
button-vote-no = ❌ No
button-heir = 🙋 I’ll play

option-skip-after = Turns can be skipped after
option-allowance = Automatic skip
value-allowance-on = after three days
value-allowance-off = never

refusal-who-is-meant = I don’t know whom you mean: reply to a message of theirs, or write their @username or the number of their seat (1, 2, …).
refusal-clock-decides = A clock runs at this table; it is the clock that skips turns.
refusal-not-absent-yet = It is too early for { $name }: wait for up to { $hours ->
        [one] { $hours } more hour
       *[other] { $hours } more hours
    }.
refusal-not-away = { $name } is playing: players can only decide about somebody who missed their last turn or may be skipped now. An administrator can decide at any time.
refusal-turn-is-over = That turn is over.
refusal-vote-on-oneself = This is about you, so you have no say in it. On your turn you may use { COMMAND("pass") }; to leave, { COMMAND("surrender") }.
refusal-voted-already = You have voted so already; you may change your vote.
refusal-no-vote = That vote is no longer open.
refusal-vote-open = There is a vote at this table already; it has to end first.
refusal-director-rules = In a tournament only an administrator decides this.
refusal-has-substitute = { $name } is ready to play already.
refusal-rule-or-wait = You don’t play here: as an administrator you may say yes, or wait for the players.
refusal-members-only = Only members of this group may do this.

## Players who left the group
seat-gone = left
panel-gone = left the group

# Who was replaced, and wants another seat.
refusal-sat-elsewhere = You have held another seat in this game, so you can’t take this one over.
refusal-computers-alone = If a computer took this seat, only computers would be left in the game; a person has to take it over.
