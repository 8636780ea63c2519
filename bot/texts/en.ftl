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
    🎲 A table for <b>{ $game }</b> is open ({ $seated } of { $most } players, { $tiles } tiles)
    Seated: { $names }

    /join to sit down; with at least { $least } players /begin starts the game.
    Draw seal (SHA-256): <code>{ $commitment }</code>
lobby-closed = The table is closed. /new opens another.
seat-taken = { $name } sat down.
seat-left = { $name } got up.
seated = You have a seat.
got-up = You got up.
begun = The game begins.

## Play
started = <b>The game begins!</b> First to move: { $name }
started-draw = Starting draw: { $draws }
started-redraw = Tied players drew again: { $draws }
started-bonus = Bonus cell: <b>{ $cell }</b> (+{ $points } points)
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
board-legend = <i>d t letter ×2 ×3 · D T word ×2 ×3 · * centre · + bonus · | tile · &gt; last move · small letter blank</i>
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
ended-passes = 🏁 <b>Game over:</b> too many passes in a row.
ended-scoreless = 🏁 <b>Game over:</b> too many scoreless turns in a row.
ended-surrender = 🏁 <b>Game over:</b> no opponent is left.
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
word-known = ✅ <b>{ $word }</b> is valid ({ $lexicon })
word-unknown = ❌ <b>{ $word }</b> is not in the list ({ $lexicon })
lexicon-tr = Turkish list
lexicon-en = English list

## Rules
rules-which = The rules of which game? For example: /rules kelimelik. Games: { $games }
rules-head = <b>{ $game }</b>: { $players } players, a board of { $columns }×{ $rows }, { $tiles } tiles ({ $blanks } blanks), { $rack } on a rack.
rules-order-draw = • To begin, everybody draws a tile; a blank comes before A, the letter nearest to A starts, and the letters set the order of play. Ties draw again.
rules-order-random = • Who begins is decided at random.
rules-placing = • The first word covers the star in the centre (double word). Later words touch letters on the board; every word formed must be valid. A blank stands for any letter and is worth 0.
rules-bingo = • Using all { $tiles } tiles in one turn adds { $points } points.
rules-cell = • The play that first covers the bonus cell gets { $points } points.
rules-exchange = • An exchange takes your turn; the bag must hold at least { $least } tiles.
rules-out-transfer = • Whoever empties their rack with the bag empty gets the points left on the other racks; the others lose them.
rules-out-double = • Whoever empties their rack with the bag empty gets twice the points left on the other racks.
rules-run-passes = • { $turns } passes in a row end the game.
rules-run-scoreless = • { $turns } scoreless turns in a row end the game (at least { $per_player } for each player).
rules-own-rack = • In that case everybody loses the points left on their own rack.
rules-no-rack = • In that case the racks do not count.
rules-judging-void = • A word that is not in the dictionary is refused; you lose nothing and try again.

## Help and greetings
help =
    <b>Harfiyen</b> hosts word games in groups.

    { $c_new } opens a table · { $c_join } sits down · { $c_leave } gets up · { $c_begin } begins · { $c_cancel } cancels

    <b>A move:</b> { $c_play } H8 across WORD
    or { $c_play } 8H WORD (across), { $c_play } H8 WORD (down). In reply to the picture of the board “H8 across WORD” is enough.
    Write the whole word, letters on the board included. A blank goes in brackets: WO[R]D

    { $c_pass } passes · { $c_exchange } 1 3 5 exchanges the tiles at those places of your rack · { $c_surrender } surrenders
    { $c_rack } sends your rack in private · { $c_board } the board ({ $c_board } text: in letters) · { $c_score } the scores · { $c_bag } the bag
    { $c_word } WORD looks a word up · { $c_rules } the rules · { $c_language } the language · { $c_help } this text

    Where the bot is not an administrator, add { $bot } to commands: { $c_play }{ $bot } H8 across WORD
greeting-group = Hello, I am Harfiyen! I host Kelimelik and Scrabble in this group. /new opens a table, /help explains. Türkçe için: /dil tr
greeting-group-member = Hello, I am Harfiyen! I host Kelimelik and Scrabble in this group. /new{ $bot } opens a table, /help{ $bot } explains. Once I am an administrator, { $bot } is not needed. Türkçe için: /dil{ $bot } tr
greeting-private = Hello { $name }! I am Harfiyen. Add me to a group and write /new there. In this chat /rack shows you your tiles, and nobody else; /help explains.
choose-language = Which language? / Hangi dil?
language-chosen = From now on I speak English.
update-failed = Something went wrong and I could not do this; the game stands as it was. Please try again.

## Refusals
refusal-no-game = There is no game in this chat. /new opens a table.
refusal-no-game-of-yours = You have no game at the moment. Write /new in a group to open one.
refusal-several-games = You have several games; write this in the game's own group.
refusal-group-only = This command is for groups. Add me to one and write it there.
refusal-not-begun = The game has not begun. Once enough players are seated, write /begin.
refusal-game-over = This game is over. /new opens another.
refusal-game-running = A game is running in this chat. It must end first; a group administrator or the one who opened the table can /cancel it.
refusal-lobby-open = A table is open in this chat: /join to sit down, /begin to start.
refusal-leave-is-surrender = The game has begun; to give up, write /surrender.
refusal-not-seated = You are not seated at this table.
refusal-already-seated = You already have a seat at this table.
refusal-table-full = The table is full: this game takes at most { $most } players.
refusal-too-few-players = At least { $least } players are needed to begin; { $seated } seated.
refusal-not-your-turn = It is not your turn. Next: { $name }
refusal-has-surrendered = You surrendered in this game.
refusal-not-allowed-to-cancel = Only the one who opened the table, or a group administrator, can cancel it.
refusal-anonymous = You write as an anonymous administrator; I need to know who you are. Please write in your own name.
refusal-admins-only = Only group administrators can change this.
refusal-unknown-game = There is no game “{ $typed }”. Games: { $games }
refusal-unknown-bag = There is no bag “{ $bag }”. Bags: { $bags }
refusal-too-many-options = “{ $typed }” is too much: after the game's name at most one bag is written.
refusal-unknown-language = I do not know the language “{ $typed }”. Languages: { $languages }
refusal-stale-button = This button is old and no longer works. /board shows the current board.
refusal-not-your-button = This button is not for you.
refusal-busy = Too many requests at once; please try again.
refusal-empty-move = Write a move like this: /play H8 across WORD
refusal-garbled-move = I do not understand the move “{ $text }”. Write it like this: /play H8 across WORD
refusal-no-word = The word after { $cell } is missing. Write it like this: /play { $cell } across WORD
refusal-brackets = The brackets in “{ $word }” do not match. A blank is written in square brackets: WO[R]D
refusal-not-letters = Not in this game's alphabet: { $letters }
refusal-too-short = “{ $word }” is too short: a word has at least two letters.
refusal-unknown-cell = There is no cell { $cell }; cells run from A1 to { $last }.
refusal-unknown-tile = There is no tile “{ $tile }”.
refusal-cell-twice = The cell { $cell } is named twice.
refusal-off-board = The word runs off the board: from { $cell } there is room for { $room }, the word has { $length } letters.
refusal-clash = There is { $there } on { $cell }, but you wrote { $typed }.
refusal-cell-taken = The cell { $cell } is taken ({ $letter }).
refusal-nothing-there = The cell { $cell } is empty; write the letter to put there.
refusal-longer-word = With its neighbours the word becomes { $word } (from { $cell }); write the whole word.
refusal-no-new-tiles = This word is on the board already; put down at least one new tile.
refusal-no-tiles = Put down at least one tile.
refusal-too-many-tiles = A play has at most { $most } tiles.
refusal-not-in-line = The tiles must lie in one row or one column.
refusal-gap = { $cell } stays empty between the tiles.
refusal-off-centre = The first word must cover the centre, { $centre }.
refusal-one-letter = The first word needs at least two letters.
refusal-not-touching = The word touches no letter on the board.
refusal-not-on-rack = You do not have the tiles for this word. The button “🔤 My rack” shows your tiles.
refusal-blanks-not-held = You do not hold that many blanks. The button “🔤 My rack” shows your tiles.
refusal-not-words = Not in the dictionary: { $words }. Nothing was played; try again.
refusal-nothing-to-exchange = Which tiles? Name their places on your rack: /exchange 1 3 5
refusal-garbled-exchange = I do not understand which tiles. Name their places on your rack: /exchange 1 3 5
refusal-tile-twice = Tile number { $position } is named twice; nothing was exchanged.
refusal-exchange-not-held = Not all of these tiles are on your rack. You can also name their places: /exchange 1 3 5
refusal-no-such-position = There is no tile number { $position } on your rack; places run from 1 to { $most }.
refusal-bag-too-small = The bag holds { $bag }; an exchange needs at least { $least }.
refusal-no-word-to-look-up = Write the word to look up: /word BOARD

## Command menu
command-new = Open a table
command-join = Sit down
command-leave = Get up
command-begin = Begin the game
command-play = A move: H8 across WORD
command-pass = Pass
command-exchange = Exchange tiles: 1 3 5
command-surrender = Surrender
command-rack = Your rack, in private
command-board = Show the board (text: in letters)
command-score = Scores and whose turn
command-bag = What is left in the bag
command-word = Is a word in the list?
command-rules = The rules of the game
command-help = Help
command-cancel = Cancel the table
command-language = The chat's language
