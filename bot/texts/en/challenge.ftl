## Challenges
button-challenge = ⚖️ Challenge
window-open = ⚖️ The last play may be challenged for { $time }, until the next player acts: /challenge
window-open-last = ⚖️ This play ends the game. It may be challenged for { $time } (/challenge); the next player may accept it with /pass.
window-left = ⚖️ Time left to challenge the last play: <b>{ $time }</b>
window-closed-time = ⚖️ The time to challenge is over; the play of <b>{ $name }</b> stands.
window-closed-accepted = ⚖️ The last play of <b>{ $name }</b> was accepted.
challenge-won = ⚖️ <b>{ $name }</b> challenged the play of { $mover } and was right.
challenge-lost = ⚖️ <b>{ $name }</b> challenged the play of { $mover }; all its words are valid: { $words }
challenge-done = Your challenge was decided.
play-withdrawn = <b>{ $name }</b> took the play back. Not in the dictionary: <b>{ $phonies }</b>. Back on the rack: { $letters } (−{ $score } points)
points-gained = <b>{ $name }</b> +{ $points } points
points-lost = <b>{ $name }</b> −{ $points } points
turn-lost = <b>{ $name }</b> lost a turn for a failed challenge.

## Exchange cells
tile-exchanged = 🔁 { $cell }: a tile of <b>{ $victim }</b> was exchanged with the bag; “🔤 My rack” shows its owner the new one.
tile-swapped = 🔁 { $cell }: <b>{ $name }</b> and <b>{ $victim }</b> swapped a tile; “🔤 My rack” shows each of them the new one.
whisper-exchanged = 🔁 { $cell }: <b>{ $name }</b> covered the EX cell; your <b>{ $gone }</b> went into the bag and you got <b>{ $come }</b>.
whisper-swapped = 🔁 { $cell }: you and <b>{ $name }</b> swapped a tile; you gave <b>{ $gone }</b> and got <b>{ $come }</b>.

## Draws
button-agree = 🤝 Agree
button-decline = Decline
draw-offered = 🤝 <b>{ $name }</b> offers a draw. If everybody agrees, the game is over.
draw-accepted = 🤝 <b>{ $name }</b> agreed to the draw.
draw-accepted-waiting = 🤝 <b>{ $name }</b> agreed to the draw. Still to answer: { $waiting }
draw-declined = <b>{ $name }</b> declined the draw; the game goes on.
draw-agreed = You agreed to the draw.
draw-declined-done = You declined the draw.
