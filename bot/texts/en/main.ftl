# English texts. What stands in braces comes from the program; tags such as <b> are Telegram's HTML.

language-name = English

## Buttons
button-rack = 🔤 My rack
button-board = 🗺 Board
button-join = ➕ Join
button-leave = ➖ Leave
button-begin = ▶️ Start
button-surrender = 🏳️ Yes, I surrender
button-play-on = No, keep playing
button-exchange = 🔄 Exchange { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    }
button-mix = 🔀 Shuffle
button-open-private = ✉️ Open the private chat
button-see-private = ✉️ Go to the private chat
button-add-to-group = ➕ Add to a group
button-back-to-group = ↩️ Back to the group

## Table
game-stands-in = There’s no English version of this game, so I’ve opened { $game }. Games in English: { $games }
button-more-languages = 🌐 Other languages
choose-game = Which game would you like to play?
lobby =
    🎲 A table is open: <b>{ $game }</b>
    Seated ({ $seated } of { $most }): { $names }
lobby-how = Take a seat with { COMMAND("join") }. With at least { $least ->
        [one] { $least } player
       *[other] { $least } players
    }, { COMMAND("begin") } starts the game.
lobby-how-full = To start the game: { COMMAND("begin") }
lobby-tiles = { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    }
lobby-cards = { $count ->
        [one] { $count } card
       *[other] { $count } cards
    }
lobby-closed = The table is closed. To open another, write { COMMAND("new") }.
seat-taken = { $name } joined the table.
seat-left = { $name } left the table.
seated = You joined the table.
got-up = You left the table.
begun = The game has started.

## Play
started = <b>The game is on!</b>
started-brief = { started } On your turn, tap “{ button-rack }”.
started-draw = Tiles drawn: { $draws }
started-redraw = Tied, drawn again: { $draws }
started-how = Or type your play: <code>{ COMMAND("play") } { $cell } { TYPED("directions.across") } { $word }</code>
started-how-private = On your turn: the buttons below your board, or <code>{ COMMAND("play") } { $cell } { TYPED("directions.across") } { $word }</code>
bonus-free = Bonus <b>{ $cell }</b>: +{ $points }
turn-played = <b>{ $name }</b> { $cell } { $way } <b>{ $word }</b>: { $score ->
        [one] <b>{ $score }</b> point
       *[other] <b>{ $score }</b> points
    }
turn-brief = <b>{ $name }</b> { $word } <b>+{ $score }</b>
turn-exchanged = <b>{ $name }</b> exchanged { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    }.
turn-passed = <b>{ $name }</b> passed.
turn-surrendered = 🏳️ <b>{ $name }</b> surrendered.
way-across = { TYPED("directions.across") }
way-down = { TYPED("directions.down") }
part-bingo = bingo { $points }
part-cell = bonus cell { $points }
and = {" "}and{" "}
board-above = I sent that board a moment ago: scroll up a little.
legend-double-letter = letter ×2
legend-triple-letter = letter ×3
legend-four-letter = letter ×4
legend-double-word = word ×2
legend-triple-word = word ×3
legend-four-word = word ×4
legend-arrow = → ↓ ← ↑ word along the arrow ×4
legend-exchange = EX cell
legend-centre-double = * centre, word ×2
legend-centre = * centre
legend-bonus = + bonus
legend-tile = | tile
legend-last = &gt; last play
legend-blank = lower-case letter: blank
private-hint = Write { COMMAND("computer") } to play against a computer here, { COMMAND("rack") } to see your racks in your groups’ games, { COMMAND("help") } for help.
bag-left = { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    } in the bag
turn-next = To play: { $name }
run-ends-passes = ⚠️ One more pass ends the game.
run-ends-scoreless = ⚠️ One more scoreless turn ends the game.
turn-none = The game is over.
fits-at = The word could go here: { $places }
surrender-sure = { $name }, are you sure you want to surrender? You’ll lose the game.
surrender-yes = You have surrendered.
surrender-no = The game goes on!
surrender-not = <b>{ $name }</b> keeps playing.
exchange-done = Your tiles have been exchanged. To see the new ones: { COMMAND("rack") }
done-in-group = Done. I’m telling the group.

## The end
ended-out = 🏁 <b>Game over:</b> the bag is empty, and a player has gone out.
ended-passes = 🏁 <b>Game over:</b> { $turns ->
        [one] { $turns } pass
       *[other] { $turns } passes
    } in a row.
ended-passes-each = 🏁 <b>Game over:</b> everybody passed { $per_player ->
        [one] { $per_player } time
       *[other] { $per_player } times
    } in a row.
ended-scoreless = 🏁 <b>Game over:</b> { $turns ->
        [one] { $turns } scoreless turn
       *[other] { $turns } scoreless turns
    } in a row.
ended-surrender = 🏁 <b>Game over:</b> there are no opponents left.
ended-forfeit = 🏁 <b>Game over:</b> all players but one have run out of time.
ended-time = 🏁 <b>Game over:</b> time is up.
ended-draw = 🏁 <b>Game over:</b> the players agreed to a draw.
ended-cancelled = 🏁 <b>The game was cancelled.</b> There is no result.
ended-winner = Winner: <b>{ $names }</b>
ended-draw-between = It’s a draw: <b>{ $names }</b>
seat-called = Player { $number }
nameless = Player

## Words in the picture
panel-bag = Bag
panel-turn = Turn
panel-tiles = { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    }
panel-lead = { $points } ahead
panel-trial = Preview
panel-played = { $word } +{ $score }
panel-exchanged = exchanged { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    }
panel-passed = passed
panel-surrendered = surrendered

## Own board
own-board-alert =
    Your rack: { $tiles }
    { $bag ->
        [one] { $bag } tile
       *[other] { $bag } tiles
    } in the bag
own-board-caption =
    <b>{ $game }</b> · { $group }
    { $tiles }
    { $bag ->
        [one] { $bag } tile
       *[other] { $bag } tiles
    } in the bag. To play: { $name }
own-board-caption-on-turn =
    <b>{ $game }</b> · { $group }
    { $tiles }
    { $bag ->
        [one] { $bag } tile
       *[other] { $bag } tiles
    } in the bag. <b>It’s your turn</b>, { $name }!
own-board-sent = I’ve sent your rack to our private chat.
own-board-needs-private = I can’t write to you until you open our private chat. You can also tap “{ $button }”: only you see what it shows.
no-racks = You’re not in a game right now. Write { COMMAND("computer") } to play against a computer here, or { COMMAND("new") } in a group to play with others.
no-own-board-there = You’re not in a game in that group.

## Information
bag-list =
    { $bag ->
        [one] <b>{ $bag }</b> tile
       *[other] <b>{ $bag }</b> tiles
    } in the bag (out of { $tiles }).
    Not on the board yet (in the bag or on a rack):
    { $unseen }
bag-list-private =
    { $bag ->
        [one] <b>{ $bag }</b> tile
       *[other] <b>{ $bag }</b> tiles
    } in the bag (out of { $tiles }).
    Neither on the board nor on your rack:
    { $unseen }

## Greetings

greeting-group = Hello, I’m Harfiyen! I deal the tiles and keep the score in word games. To start, tap a button.
greeting-group-member = Hello, I’m Harfiyen! I deal the tiles and keep the score in word games. To start, tap a button. Commands need { $bot } after them until I’m an administrator: { COMMAND("new") }{ $bot }
greeting-private = Hello { $name }, I’m Harfiyen, and I run word games. Play a computer right here with { COMMAND("computer") }, or add me to a group and write { COMMAND("new") } there. Help: { COMMAND("help") }
back-to-game = I’m back! The game goes on where it stopped. To play: { $name }. For the board, write { COMMAND("board") }.
back-to-table = I’m back! The table is still open: { COMMAND("join") } to take a seat, { COMMAND("begin") } to start, { COMMAND("board") } to see the table.
choose-language = Which language should I speak?
language-chosen = From now on I’ll speak English.
update-failed = Something went wrong and I couldn’t do that. The game hasn’t changed. Please try again.

## Quiet groups

button-fair-draw = 🔏 Fair draw
seal-alert =
    Seal of this table’s tile draw (SHA-256):
    { $seal }
seal-whole =
    🔏 Seal of this table’s tile draw (SHA-256):
    <code>{ $seal }</code>
secret-alert =
    Secret of the tile draw: { $secret }
    Its SHA-256 is the seal: { $seal }
secret-whole =
    🔏 Secret of the tile draw:
    <code>{ $secret }</code>
    Its SHA-256 is the seal, shown before the first tile was drawn:
    <code>{ $seal }</code>
seal-line = 🔏 <code>{ $seal }</code>

## What can be done next
button-again = 🔄 Rematch
button-more = 🎲 Another game
again-opened = The table is open again, and you are its host.
choose-game-for = { $name }, which game would you like to play?

## What old buttons lead to
stale-none = That table no longer exists. To open another: { COMMAND("new") }
stale-lobby =
    That button belongs to an earlier table. Open now: { $game }.
    Seated: { $names }
stale-game =
    That button is from an earlier turn. Now:
    { $next }
    { $scores }
stale-watching =
    👀 You aren’t playing at this table, but you’re welcome to watch.
    { $next }
    { $scores }
stale-over =
    That game is over.
    { $scores }
table-put-aside = I couldn’t read this table, so I’ve put it aside. I’ll keep it for { $days } days.
