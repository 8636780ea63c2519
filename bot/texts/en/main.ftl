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
    🎲 A table for <b>{ $game }</b> is open ({ $seated } of { $most } players, { $pieces })
    Seated: { $names }
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

## Rules
rules-which = The rules of which game? For example: /rules kelimelik. Games: { $games }
rules-head = <b>{ $game }</b>: { $players } players, a board of { $columns }×{ $rows }, { $tiles } tiles ({ $blanks } blanks), { $rack } on a rack.
rules-order-draw = • To begin, everybody draws a tile; a blank comes before A, the letter nearest to A starts, and the letters set the order of play. Ties draw again.
rules-order-random = • Who begins is decided at random.
rules-placing = • The first word covers the star in the centre. Later words touch letters on the board; every word formed must be in the dictionary. A blank stands for any letter and is worth 0.
rules-premiums = • Coloured cells count a letter or a whole word two or three times, only in the play that covers them.
rules-centre-double = • The star in the centre doubles the first word.
rules-centre-plain = • The star in the centre adds nothing to the score.
rules-bingo = • Using all { $tiles } tiles in one turn adds { $points } points.
rules-bingo-whole = • Using the whole rack in one turn adds { $points } points (also with fewer than { $tiles } tiles).
rules-cell = • The play that first covers the bonus cell gets { $points } points more.
rules-exchange = • An exchange takes your turn; the bag must hold at least { $least } tiles.
rules-exchange-limit = • Each player may exchange at most { $most } times in a game.
rules-four-clockwise = • A 4W cell (an arrow) counts four times the word that runs from it the way the arrow points; the first or last letter of that word must be on the cell. The arrows go clockwise around the board.
rules-four-endpoint = • A 4W cell counts four times a word that begins or ends there.
rules-four-any = • A 4W cell counts four times every word that runs through it.
rules-ex-bag = • Whoever covers an EX cell has a random tile of a random opponent exchanged with the bag (while it holds at least { $least } tiles).
rules-ex-swap = • Whoever covers an EX cell swaps a random tile with a random opponent (while the bag holds at least { $least } tiles).
rules-ex-off = • EX cells do nothing at this table.
rules-out-transfer = • Whoever empties their rack with the bag empty gets the points left on the other racks; the others lose them.
rules-out-double = • Whoever empties their rack with the bag empty gets twice the points left on the other racks.
rules-run-passes = • { $turns } passes in a row end the game.
rules-run-passes-each = • The game ends when everybody passes { $per_player } times in a row.
rules-run-scoreless = • { $turns } scoreless turns in a row (passes, exchanges, plays taken back) end the game, at least { $per_player } for each player.
rules-own-rack = Everybody then loses the points left on their own rack.
rules-no-rack = The racks do not count then.
rules-winner = • The highest score wins; equal scores are a draw.
rules-surrender-pair = • Whoever surrenders (/surrender) loses, whatever the score.
rules-surrender = • Whoever surrenders (/surrender) comes last, whatever the score; the others play on, and the last one left wins.
rules-judging-void = • A word that is not in the dictionary is refused; you lose nothing and try again.
rules-challenge = • Words are not checked when they are placed. Until the next player acts, and for { $time } at most, the other players may /challenge; if one word is not valid, the play is taken back and the turn is lost. New tiles are drawn only after that time. Nobody looks words up during the game.
rules-judging-single = • A failed challenge costs nothing.
rules-judging-double = • Whoever challenges in vain loses a turn.
rules-judging-wordpoints = • Whoever challenges in vain loses the points that the challenged words made in that play.
rules-judging-points-mover-challenge = • A failed challenge brings the mover { $points } points.
rules-judging-points-mover-word = • A failed challenge brings the mover { $points } points for each challenged word.
rules-judging-points-challenger-challenge = • A failed challenge costs { $points } points.
rules-judging-points-challenger-word = • A failed challenge costs { $points } points for each challenged word.
rules-draws = • A draw may be offered (/draw); if everybody agrees, the game is over.
rules-clock = • Time: { $clock }.
rules-overtime = • Each started minute of overtime costs { $points } points; more than { $minutes } minutes of it lose the game.
rules-overrun-pass = • Running out of time counts as a pass.
rules-overrun-forfeit = • Whoever runs out of time loses the game.
rules-overrun-pass-then-forfeit = • Running out of time counts as a pass; the second time in a row loses the game.
rules-overrun-retire = • Whoever runs out of time plays no more and keeps the score; when all have, the game is over.
rules-time-own-rack = • When time ends the game, everybody loses the points left on their own rack.

## Help and greetings
help =
    <b>Harfiyen</b> hosts word games in groups.

    { $c_new } opens a table · { $c_join } sits down · { $c_leave } gets up · { $c_begin } begins · { $c_cancel } cancels

    <b>A move:</b> { $c_play } H8 across WORD
    or { $c_play } 8H WORD (across), { $c_play } H8 WORD (down). In reply to the picture of the board “H8 across WORD” is enough.
    Write the whole word, letters on the board included. A blank goes in brackets: WO[R]D

    Options of a table follow the game’s name: { $c_new } scrabble-en clock=game challenge=double
    { $c_challenge } challenges the last play · { $c_draw } offers a draw · { $c_clock } the clocks · { $c_pause } and { $c_resume } stop and start them (administrators)

    { $c_pass } passes · { $c_exchange } 1 3 5 exchanges the tiles at those places of your rack · { $c_surrender } surrenders
    { $c_rack } sends your rack in private · { $c_board } the board ({ $c_board } text: in letters) · { $c_score } the scores · { $c_bag } the bag
    { $c_word } WORD looks a word up · { $c_add-word } and { $c_remove-word } the chat’s own words, from the next game on (administrators) · { $c_rules } the rules · { $c_language } the language · { $c_help } this text

    Where the bot is not an administrator, add { $bot } to commands: { $c_play }{ $bot } H8 across WORD
greeting-group = Hello, I am Harfiyen! I host Kelimelik, Scrabble and other word games in this group. /new opens a table, /help explains. Türkçe için: /dil tr · Українською: /language uk
greeting-group-member = Hello, I am Harfiyen! I host Kelimelik, Scrabble and other word games in this group. /new{ $bot } opens a table, /help{ $bot } explains. Once I am an administrator, { $bot } is not needed. Türkçe için: /dil{ $bot } tr · Українською: /language{ $bot } uk
greeting-private = Hello { $name }! I am Harfiyen. Add me to a group and write /new there. In this chat /rack shows you your tiles, and nobody else; /help explains.
choose-language = Which language? / Hangi dil? / Якою мовою?
language-chosen = From now on I speak English.
update-failed = Something went wrong and I could not do this; the game stands as it was. Please try again.
