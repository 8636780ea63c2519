## Challenges
button-challenge = ⚖️ Challenge
window-brief = ⚖️ { $time } to challenge
window-open = ⚖️ You have { $time } to challenge the last play, unless the next player takes a turn first: { COMMAND("challenge") }
window-open-last = ⚖️ This play ends the game. It can be challenged for { $time } ({ COMMAND("challenge") }). The next player can accept it with { COMMAND("pass") }.
window-left = ⚖️ Time left to challenge the last play: <b>{ $time }</b>
window-closed-time = ⚖️ Time to challenge is up: <b>{ $name }</b>’s play stands.
window-closed-accepted = ⚖️ <b>{ $name }</b>’s last play has been accepted.
challenge-won = ⚖️ <b>{ $name }</b> challenged { $mover }’s play and was right.
challenge-won-brief = ⚖️ <b>{ $name }</b> challenged { $mover }’s play and was right. Not in the dictionary: <b>{ $words }</b>
challenge-lost = ⚖️ <b>{ $name }</b> challenged { $mover }’s play, but every word is valid: { $words }
challenge-done = Your challenge has been settled.
play-withdrawn = <b>{ $name }</b>’s play was challenged off. Not in the dictionary: <b>{ $phonies }</b>. Back on the rack: { $letters } (−{ $score ->
        [one] { $score } point
       *[other] { $score } points
    })
points-gained = <b>{ $name }</b> +{ $points ->
        [one] { $points } point
       *[other] { $points } points
    }
points-lost = <b>{ $name }</b> −{ $points ->
        [one] { $points } point
       *[other] { $points } points
    }
turn-lost = <b>{ $name }</b> loses a turn for the failed challenge.

## Exchange cells
tile-exchanged = 🔁 { $cell }: one of <b>{ $victim }</b>’s tiles went into the bag, and another came out. Only its owner can see the new one: “{ button-rack }”.
tile-swapped = 🔁 { $cell }: <b>{ $name }</b> and <b>{ $victim }</b> exchanged a tile each. To see your new one: “{ button-rack }”.
own-tile-exchanged = 🔁 { $cell }: <b>{ $name }</b> covered the EX cell. Your <b>{ $gone }</b> went into the bag, and you got <b>{ $come }</b>.
own-tile-swapped = 🔁 { $cell }: you and <b>{ $name }</b> exchanged a tile each. You gave <b>{ $gone }</b> and got <b>{ $come }</b>.

## Draws
button-agree = 🤝 Agree
button-decline = Decline
draw-offered = 🤝 <b>{ $name }</b> offers a draw. If everybody agrees, the game ends.
draw-accepted = 🤝 <b>{ $name }</b> agreed to the draw.
draw-accepted-waiting = 🤝 <b>{ $name }</b> agreed to the draw. Waiting for: { $waiting }
draw-declined = <b>{ $name }</b> declined the draw. The game goes on.
draw-withdrawn = <b>{ $name }</b> withdrew the draw offer. The game goes on.
draw-agreed = You agreed to the draw.
draw-declined-done = You declined the draw.
draw-withdrawn-done = You withdrew your draw offer.

## Taking a play back
button-take-back = ↩️ Take back
take-back-until = ↩️ <b>{ $name }</b> can take this play back within { $time }, unless the next player takes a turn first: { COMMAND("take-back") }
take-back-until-last = ↩️ This play ends the game. <b>{ $name }</b> can take it back within { $time } ({ COMMAND("take-back") }). The next player can end the wait with { COMMAND("pass") }.
take-back-done = You took your play back. It’s your turn again.
turn-taken-back = ↩️ <b>{ $name }</b> took back { $word } (−{ $score } { $score ->
    [one] point
   *[other] points
})
turn-undone-play = ↩️ <b>{ $by }</b> undid <b>{ $name }</b>’s play: { $word } (−{ $score } { $score ->
    [one] point
   *[other] points
})
turn-undone-pass = ↩️ <b>{ $by }</b> undid <b>{ $name }</b>’s pass.
turn-undone-skipped = ↩️ <b>{ $by }</b> gave <b>{ $name }</b> the skipped turn back.
turn-undone-gone = ↩️ <b>{ $by }</b> brought <b>{ $name }</b> back into the game.
turn-undone-own-play = ↩️ <b>{ $name }</b> undid their own play: { $word } (−{ $score } { $score ->
    [one] point
   *[other] points
})
turn-undone-own-pass = ↩️ <b>{ $name }</b> undid their own pass.
turn-undone-own-skipped = ↩️ <b>{ $name }</b> took their skipped turn back.
turn-undone-own-gone = ↩️ <b>{ $name }</b> is back in the game.
turn-last-taken-back = <b>{ $name }</b> took back { $word }.
turn-last-undone = <b>{ $name }</b>’s last turn was undone.
