# English texts. What stands in braces comes from the program; tags such as <b> are Telegram's HTML.

language-name = English

## Buttons
button-rack = 🔤 My rack
button-board = 🗺 Board
button-join = ➕ Join
button-leave = ➖ Leave
button-begin = ▶️ Begin
button-surrender = 🏳️ Yes, I surrender
button-play-on = No, I play on
button-exchange = 🔄 Exchange { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    }
button-open-private = ✉️ Open the private chat
button-see-private = ✉️ Go to the private chat
button-add-to-group = ➕ Add to a group
button-back-to-group = ↩️ Back to the group

## Table
choose-game = Which game shall we play?
lobby =
    🎲 A table is open: <b>{ $game }</b>, { $pieces }
    Seated ({ $seated } of { $most }): { $names }
    { $terms }

    /join to sit down; with at least { $least } players /begin starts the game.
    Draw seal (SHA-256): <code>{ $commitment }</code>
lobby-tiles = { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    }
lobby-cards = { $count ->
        [one] { $count } card
       *[other] { $count } cards
    }
lobby-closed = The table is closed. /new opens another.
seat-taken = { $name } sat down.
seat-left = { $name } left the table.
seated = You are at the table.
got-up = You left the table.
begun = The game begins.

## Play
started = <b>The game begins!</b> First to move: { $name }
started-draw = Starting draw: { $draws }
started-redraw = Tied players drew again: { $draws }
bonus-free = Bonus cell: <b>{ $cell }</b> (+{ $points } points)
turn-played = <b>{ $name }</b> { $cell } { $way } <b>{ $word }</b>: <b>{ $score }</b> points
turn-exchanged = <b>{ $name }</b> exchanged { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    }.
turn-passed = <b>{ $name }</b> passed.
turn-surrendered = 🏳️ <b>{ $name }</b> surrendered.
way-across = across
way-down = down
part-bingo = all tiles { $points }
part-cell = bonus cell { $points }
and = {" "}and{" "}
board-above = This board was sent a moment ago; it is a little above.
legend-double-letter = d letter ×2
legend-triple-letter = t letter ×3
legend-double-word = D word ×2
legend-triple-word = T word ×3
legend-four-word = Q word ×4
legend-arrow = → ↓ ← ↑ word the arrow’s way ×4
legend-exchange = X EX cell
legend-centre-double = * centre, word ×2
legend-centre = * centre
legend-bonus = + bonus
legend-tile = | tile
legend-last = &gt; last move
legend-blank = small letter blank
private-hint = In this chat you see your racks: /rack. Games are played in groups; /help explains.
rack-swap-hint = To exchange tiles, tap their letters below.
bag-left = { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    } in the bag
turn-next = Next: { $name }
turn-none = The game is over.
fits-at = The word would fit here: { $places }
surrender-sure = { $name }, do you really want to surrender? You would lose the game.
surrender-yes = You surrendered.
surrender-no = Play on!
exchange-done = Tiles exchanged. /rack shows your new ones.
done-in-group = Done; I told the group.

## The end
ended-out = 🏁 <b>Game over:</b> the bag and a rack are empty.
ended-passes = 🏁 <b>Game over:</b> { $turns } passes in a row.
ended-passes-each = 🏁 <b>Game over:</b> everybody passed { $per_player } times in a row.
ended-scoreless = 🏁 <b>Game over:</b> { $turns } scoreless turns in a row.
ended-surrender = 🏁 <b>Game over:</b> no opponent is left.
ended-forfeit = 🏁 <b>Game over:</b> only one player is still in time.
ended-time = 🏁 <b>Game over:</b> time is up.
ended-draw = 🏁 <b>Game over:</b> a draw was agreed.
ended-cancelled = 🏁 <b>The game was cancelled</b> and has no result.
ended-winner = Winner: <b>{ $names }</b>
ended-draw-between = A draw between <b>{ $names }</b>
ended-secret = Draw secret: <code>{ $secret }</code>

## Words in the picture
panel-bag = Bag
panel-turn = Turn
panel-played = { $name }: { $word } +{ $score }
panel-exchanged = { $name }: exchanged { $count }
panel-passed = { $name }: pass
panel-surrendered = { $name }: surrendered

## Rack
rack-alert =
    Your rack: { $tiles }
    { $bag ->
        [one] { $bag } tile
       *[other] { $bag } tiles
    } in the bag
rack-private =
    <b>{ $game }</b> · { $group }
    { $tiles }
    { $bag ->
        [one] { $bag } tile
       *[other] { $bag } tiles
    } in the bag. Next: { $name }
rack-private-mine =
    <b>{ $game }</b> · { $group }
    { $tiles }
    { $bag ->
        [one] { $bag } tile
       *[other] { $bag } tiles
    } in the bag. <b>It is your turn</b>, { $name }!
rack-sent = I sent your rack to the private chat.
rack-needs-private = Before I can write to you in private, open the private chat. The button “🔤 My rack” under the board shows your rack too, and only to you.
no-racks = You have no game at the moment. Write /new in a group to open one.
no-rack-there = You are not playing in that group.

## Information
bag-list =
    { $bag ->
        [one] <b>{ $bag }</b> tile
       *[other] <b>{ $bag }</b> tiles
    } in the bag (a set of { $tiles }).
    Not on the board (bag and racks together):
    { $unseen }
bag-list-private =
    { $bag ->
        [one] <b>{ $bag }</b> tile
       *[other] <b>{ $bag }</b> tiles
    } in the bag (a set of { $tiles }).
    Neither on the board nor on your rack:
    { $unseen }

## Greetings

greeting-group = Hello, I am Harfiyen! I host Kelimelik, Scrabble and other word games in this group. /new opens a table, /help explains. Türkçe için: /dil tr · Українською: /language uk
greeting-group-member = Hello, I am Harfiyen! I host Kelimelik, Scrabble and other word games in this group. /new{ $bot } opens a table, /help{ $bot } explains. Once I am an administrator, { $bot } is not needed. Türkçe için: /dil{ $bot } tr · Українською: /language{ $bot } uk
greeting-private = Hello { $name }! I am Harfiyen. Add me to a group and write /new there. In this chat /rack shows you your tiles, and nobody else; /help explains.
choose-language = Which language? / Hangi dil? / Якою мовою?
language-chosen = From now on I speak English.
update-failed = Something went wrong and I could not do this; the game stands as it was. Please try again.
