## Rules
rules-which = Which game’s rules? For example: { COMMAND("rules") } kelimelik. Games: { $games }
rules-head = <b>{ $game }</b>: { $players } players, a { $columns }×{ $rows } board, { $tiles ->
        [one] { $tiles } tile
       *[other] { $tiles } tiles
    } ({ $blanks ->
        [one] { $blanks } blank
       *[other] { $blanks } blanks
    }), { $rack } on a rack.
rules-part-board = Board
rules-part-turn = Turn
rules-part-words = Words
rules-part-challenges = Words and challenges
rules-part-scores = Scores
rules-part-rewards = Reward cards
rules-part-end = End of the game

## Board
rules-placing = • The first word covers the star in the centre, and every later one touches letters on the board. Tiles go in one row or column without gaps. Words read across or down.
rules-premiums = • Coloured cells double or triple a letter or the whole word, but only in the play that covers them.
rules-premiums-four = • Coloured cells multiply a letter or the whole word by 2, 3 or 4, but only in the play that covers them.
rules-centre-double = • The star in the centre doubles the first word.
rules-centre-plain = • The star in the centre scores nothing extra.
rules-cell = • The first play to cover the bonus cell scores { $points ->
        [one] { $points } extra point
       *[other] { $points } extra points
    }.
rules-four-clockwise = • A 4W cell (an arrow) quadruples the word that runs from it the way the arrow points, with its first or last letter on the cell. The arrows run clockwise around the board.
rules-four-endpoint = • A 4W cell quadruples a word that starts or ends on it.
rules-four-any = • A 4W cell quadruples every word that runs through it.
rules-ex-bag = • When an EX cell is covered, a random opponent has a random tile exchanged for one from the bag (if the bag holds at least { $least ->
        [one] { $least } tile
       *[other] { $least } tiles
    }).
rules-ex-swap = • Whoever covers an EX cell exchanges a random tile with a random opponent (if the bag holds at least { $least ->
        [one] { $least } tile
       *[other] { $least } tiles
    }).
rules-ex-off = • EX cells do nothing at this table.

## Turn
rules-order-draw = • To decide who goes first, everybody draws a tile: the letter nearest to A starts, and a blank comes before A. The letters also set the order of play. Ties draw again.
rules-order-random = • Who goes first is decided at random.
rules-turn = • On your turn you play a word, exchange tiles or pass. After a word you draw back up to { $rack ->
        [one] { $rack } tile
       *[other] { $rack } tiles
    } while the bag lasts.
rules-exchange = • An exchange takes up your turn. The bag must hold at least { $least ->
        [one] { $least } tile
       *[other] { $least } tiles
    }.
rules-exchange-any = • An exchange takes up your turn. The bag must hold at least as many tiles as you exchange.
rules-exchange-limit = Each player can exchange at most { $most ->
        [one] { $most } time
       *[other] { $most } times
    } in a game.
rules-clock = • Time: { $clock }.
rules-overtime = Every minute of overtime, even if only just started, costs { $points ->
        [one] { $points } point
       *[other] { $points } points
    }. More than { $minutes ->
        [one] { $minutes } minute
       *[other] { $minutes } minutes
    } loses the game.
rules-overrun-pass = Running out of time counts as a pass.
rules-overrun-forfeit = Whoever runs out of time loses the game.
rules-overrun-pass-then-forfeit = Running out of time counts as a pass, and twice in a row loses the game.
rules-overrun-retire = Whoever runs out of time takes no more turns but keeps their points.

## Words and challenges
rules-blank = • A blank can be any letter you like, and stays that letter for the rest of the game.
rules-judging-void = • Every word a play forms has to be in the dictionary. If one isn’t, the play is refused, but you lose nothing and can try again.
rules-challenge = • Words aren’t checked when they are played: a play that nobody challenges stands. Until the next player takes a turn, but for no more than { $time }, the others can { COMMAND("challenge") } it. If even one of its words isn’t in the dictionary, the tiles go back to the rack and the turn is lost. New tiles are drawn only after that.
rules-look-ups = • Players can’t look words up during the game.
rules-judging-single = • A failed challenge costs nothing.
rules-judging-double = • A failed challenge costs the challenger a turn.
rules-judging-wordpoints = • A failed challenge costs the challenger the points that the challenged words scored in that play.
rules-judging-points-mover-challenge = • A failed challenge gives whoever played { $points ->
        [one] { $points } point
       *[other] { $points } points
    }.
rules-judging-points-mover-word = • A failed challenge gives whoever played { $points ->
        [one] { $points } point
       *[other] { $points } points
    } for each challenged word.
rules-judging-points-challenger-challenge = • A failed challenge costs the challenger { $points ->
        [one] { $points } point
       *[other] { $points } points
    }.
rules-judging-points-challenger-word = • A failed challenge costs the challenger { $points ->
        [one] { $points } point
       *[other] { $points } points
    } for each challenged word.
rules-chat-words = • Words the chat has added ({ COMMAND("add-word") }) count, those it has removed ({ COMMAND("remove-word") }) don’t. Changes during a game apply from the next one on.
rules-list-alone = • Only the dictionary counts: words the chat has added or removed make no difference.

## Scores
rules-points = • Every word a play forms scores the points of its tiles. A blank is worth 0.
rules-colours = • The colour of a tile shows its points: { $colours }.
rules-colour-yellow = yellow
rules-colour-green = green
rules-colour-blue = blue
rules-colour-red = red
rules-bingo = • Bingo: using all { $tiles ->
        [one] { $tiles } tile
       *[other] { $tiles } tiles
    } in one turn scores { $points ->
        [one] { $points } extra point
       *[other] { $points } extra points
    }.
rules-bingo-whole = • Bingo: using your whole rack in one turn scores { $points ->
        [one] { $points } extra point
       *[other] { $points } extra points
    } (even with fewer than { $tiles ->
        [one] { $tiles } tile
       *[other] { $tiles } tiles
    }).

## End of the game
rules-out-transfer = • The game ends when the bag is empty and a player runs out of tiles: that player gets the points left on the other racks, and the others lose them.
rules-out-double = • The game ends when the bag is empty and a player runs out of tiles: that player gets twice the points left on the other racks.
rules-run-passes = • { $turns ->
        [one] { $turns } pass in a row ends
       *[other] { $turns } passes in a row end
    } the game once everybody has passed.
rules-run-passes-each = • The game ends when everybody has passed { $per_player ->
        [one] { $per_player } time
       *[other] { $per_player } times
    } in a row.
rules-run-scoreless = • { $turns ->
        [one] { $turns } scoreless turn in a row (pass, exchange, play challenged off, lost turn) ends
       *[other] { $turns } scoreless turns in a row (passes, exchanges, plays challenged off, lost turns) end
    } the game, but not before each player has had at least { $per_player }.
rules-own-rack = Everybody then loses the points left on their own rack.
rules-no-rack = Tiles left on the racks don’t count then.
rules-time = • The game ends when everybody is out of time.
rules-winner = • The highest score wins. If scores are level, it’s a draw.
rules-surrender-pair = • Whoever surrenders ({ COMMAND("surrender") }) loses, whatever the score.
rules-surrender = • Whoever surrenders ({ COMMAND("surrender") }) comes last, whatever the score, and what they hold is set aside. The others play on, and the last one left wins.
rules-draws = • You can offer a draw ({ COMMAND("draw") }). If everybody agrees, the game ends.

## Klepka
rules-klepka-head = <b>{ $game }</b>: { $players } players, { $cards ->
        [one] { $cards } card
       *[other] { $cards } cards
    } face down, { $rewards } of them rewards.
rules-klepka-turn = • On your turn you can first form as many words as you like from your own cards. Then you turn up 2 cards, plus 2 more for each word.
rules-klepka-pairs = • Of the cards turned up, all rewards and any pairs of the same letter (in whichever colour) are yours. The rest are shown for a moment, then go face down again.
rules-klepka-again = • After a pair of letters you can turn up 2 more cards, and again for as long as you find pairs, or stop ({ COMMAND("pass") }). Rewards don’t count as pairs.
rules-klepka-overrun = When time runs out, that part of the turn is over: after the words come the cards, after the cards the next player.
rules-klepka-forms = • Words are Ukrainian, in any of their forms.
rules-klepka-nouns = • Words are Ukrainian nouns in the singular.
rules-klepka-words = • A word has at least two letters and uses at least one letter card. Cards that are used leave the game.
rules-klepka-repeats-allowed = • The same word may be formed again.
rules-klepka-repeats-forbidden = • Each word can be formed only once in a game.
rules-klepka-points = • A word scores the points of its letter cards.
rules-klepka-double-colour = • A word scores double if all its letter cards are of one colour.
rules-klepka-double-off = • Colours don’t matter.
rules-klepka-double-host = • Colours don’t matter. The host decides which words score double, with the ×2 button under the picture, in the turn in which the word was formed or the next one.
rules-klepka-polysemy = • 🃏 Polysemy stands for one letter, wherever that letter occurs in the word: м[о]л[о]к[о]. It scores 0 points and has no colour.
rules-klepka-exchange = • 🔄 Trade gives one of your cards for one of another player’s.
rules-klepka-chaos = • 🌀 Chaos shuffles the cards that lie face down.
rules-klepka-rewards = • Each reward works once. Trade and chaos can be played at any time, even in somebody else’s turn.
rules-klepka-end = • The game ends when the table is empty and nobody has another word (everybody passes in a row). Every unused card scores 1 point.
rules-klepka-win = • Whoever forms <b>{ $win }</b> wins at once, whatever the scores.
