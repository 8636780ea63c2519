## Rules
rules-which = The rules of which game? For example: /rules kelimelik. Games: { $games }
rules-head = <b>{ $game }</b>: { $players } players, a board of { $columns }×{ $rows }, { $tiles } tiles ({ $blanks } blanks), { $rack } on a rack.
rules-part-board = Board
rules-part-turn = Turn
rules-part-words = Words
rules-part-challenges = Words and challenges
rules-part-scores = Scores
rules-part-rewards = Reward cards
rules-part-end = End of the game

## Board
rules-placing = • The first word covers the star in the centre; later ones touch letters on the board. Tiles go into one row or column without a gap; words read to the right or downwards.
rules-premiums = • Coloured cells count a letter or a whole word two or three times, only in the play that covers them.
rules-centre-double = • The star in the centre doubles the first word.
rules-centre-plain = • The star in the centre adds nothing to the score.
rules-cell = • The play that first covers the bonus cell gets { $points } points more.
rules-four-clockwise = • A 4W cell (an arrow) counts four times the word that runs from it the way the arrow points, with its first or last letter on the cell. The arrows go clockwise around the board.
rules-four-endpoint = • A 4W cell counts four times a word that begins or ends there.
rules-four-any = • A 4W cell counts four times every word that runs through it.
rules-ex-bag = • Whoever covers an EX cell has a random tile of a random opponent exchanged with the bag (while it holds at least { $least } tiles).
rules-ex-swap = • Whoever covers an EX cell swaps a random tile with a random opponent (while the bag holds at least { $least } tiles).
rules-ex-off = • EX cells do nothing at this table.

## Turn
rules-order-draw = • To begin, everybody draws a tile; a blank comes before A, the letter nearest to A starts, and the letters set the order of play. Ties draw again.
rules-order-random = • Who begins is decided at random.
rules-turn = • On your turn you place a word, exchange tiles or pass. After a word you draw back up to { $rack } tiles while the bag lasts.
rules-exchange = • An exchange takes your turn; the bag must hold at least { $least } tiles.
rules-exchange-limit = Each player may exchange at most { $most } times in a game.
rules-clock = • Time: { $clock }.
rules-overtime = Each started minute of overtime costs { $points } points; more than { $minutes } minutes of it lose the game.
rules-overrun-pass = Running out of time counts as a pass.
rules-overrun-forfeit = Whoever runs out of time loses the game.
rules-overrun-pass-then-forfeit = Running out of time counts as a pass; the second time in a row loses the game.
rules-overrun-retire = Whoever runs out of time plays no more and keeps the score.

## Words and challenges
rules-blank = • A blank stands for a letter of your choice, which it keeps for the rest of the game.
rules-judging-void = • Every word that a play forms must be in the dictionary. If one is not, the play is refused; you lose nothing and try again.
rules-challenge = • Words are not checked when they are placed: a play that nobody challenges stands. Until the next player acts, and for { $time } at most, the others may /challenge it; if even one of its words is not in the dictionary, the tiles go back to the rack and the turn is lost. New tiles are drawn only after that.
rules-look-ups = • Players look nothing up in the dictionary during the game.
rules-judging-single = • A failed challenge costs nothing.
rules-judging-double = • Whoever challenges in vain loses a turn.
rules-judging-wordpoints = • Whoever challenges in vain loses the points that the challenged words made in that play.
rules-judging-points-mover-challenge = • A failed challenge brings the mover { $points } points.
rules-judging-points-mover-word = • A failed challenge brings the mover { $points } points for each challenged word.
rules-judging-points-challenger-challenge = • A failed challenge costs { $points } points.
rules-judging-points-challenger-word = • A failed challenge costs { $points } points for each challenged word.
rules-chat-words = • Words that the chat has added (/addword) count, words that it has removed (/removeword) do not; changes made during a game are for the next one.
rules-list-alone = • The dictionary alone counts: words that the chat has added or removed change nothing.

## Scores
rules-points = • Every word that a play forms brings the points of its tiles. A blank is worth 0.
rules-colours = • The colour of a tile tells its points: { $colours }.
rules-colour-yellow = yellow
rules-colour-green = green
rules-colour-blue = blue
rules-colour-red = red
rules-bingo = • Using all { $tiles } tiles in one turn adds { $points } points.
rules-bingo-whole = • Using the whole rack in one turn adds { $points } points (also with fewer than { $tiles } tiles).

## End of the game
rules-out-transfer = • Whoever empties their rack with the bag empty ends the game and gets the points left on the other racks; the others lose them.
rules-out-double = • Whoever empties their rack with the bag empty ends the game and gets twice the points left on the other racks.
rules-run-passes = • { $turns } passes in a row end the game.
rules-run-passes-each = • The game ends when everybody passes { $per_player } times in a row.
rules-run-scoreless = • { $turns } scoreless turns in a row (passes, exchanges, plays taken back, lost turns) end the game, at least { $per_player } for each player.
rules-own-rack = Everybody then loses the points left on their own rack.
rules-no-rack = The racks do not count then.
rules-time = • The game ends when everybody is out of time.
rules-winner = • The highest score wins; equal scores are a draw.
rules-surrender-pair = • Whoever surrenders (/surrender) loses, whatever the score.
rules-surrender = • Whoever surrenders (/surrender) comes last, whatever the score, and what they hold is set aside; the others play on, and the last one left wins.
rules-draws = • A draw may be offered (/draw); if everybody agrees, the game is over.

## Klepka
rules-klepka-head = <b>{ $game }</b>: { $players } players, { $cards } cards face down, { $rewards } of them rewards.
rules-klepka-turn = • On your turn you may first form as many words of your own cards as you like. Then you turn up 2 cards, and 2 more for each word.
rules-klepka-pairs = • Of the cards turned up, pairs of equal letters (of whichever colour) and all rewards are yours; the rest is shown for a moment and turned down again.
rules-klepka-again = • After a pair of letters you may turn up 2 more, again and again while you find pairs, or stop (/pass). Rewards make no pair.
rules-klepka-overrun = Running out of time ends that part of the turn: after the words cards are turned up, after that the turn passes.
rules-klepka-forms = • Words are Ukrainian, in any grammatical form.
rules-klepka-nouns = • Words are Ukrainian nouns in the singular.
rules-klepka-words = • A word has at least two letters and needs at least one letter card. The cards it uses leave the game.
rules-klepka-repeats-allowed = • A word may be formed again.
rules-klepka-repeats-forbidden = • A word may be formed only once in a game.
rules-klepka-points = • A word brings the points of its letter cards.
rules-klepka-double-colour = • If all its letter cards have one colour, a word counts twice.
rules-klepka-double-off = • Colours do not matter.
rules-klepka-double-host = • Colours do not matter. The host decides which words count twice, by the button ×2 under the picture, in the turn in which the word was formed or in the next one.
rules-klepka-polysemy = • 🃏 Polysemy stands for one letter, as often as that letter occurs in the word: м[о]л[о]к[о]. It brings 0 points and has no colour.
rules-klepka-exchange = • 🔄 Exchange trades one of your cards for one of another player’s.
rules-klepka-chaos = • 🌀 Chaos mixes the cards that lie face down.
rules-klepka-rewards = • Each reward is used once. Exchange and chaos may be played at any time, in another’s turn too.
rules-klepka-end = • The game ends when the table is empty and nobody forms another word (everybody passes in a row). Every unused card brings 1 point.
rules-klepka-win = • Whoever forms <b>{ $win }</b> wins at once, whatever the scores.
