## Puzzles
puzzle-head = 🧩 <b>Puzzle</b> · { $game }
puzzle-picture-title = Puzzle · { $game }
puzzle-how = Find the best move: both its points and the tiles it leaves on the rack matter. Type it ({ $example }) or lay it with the buttons.
puzzle-in-group = What’s the best move with this rack? Don’t post your answer here: the button takes you to our private chat.
puzzle-points = Solving it now earns <b>{ $points }</b> { $points ->
        [one] point
       *[other] points
    }.
puzzle-easy = Difficulty: easy
puzzle-medium = Difficulty: medium
puzzle-hard = Difficulty: hard
puzzle-play = { $cell } { $way } <b>{ $word }</b> for { $score } { $score ->
        [one] point
       *[other] points
    }
puzzle-hint-where-row = 💡 The word is in row { $line }, across.
puzzle-hint-where-column = 💡 The word is in column { $line }, down.
puzzle-hint-length = 💡 Letters in the word: { $letters }. Tiles from the rack: { $tiles }.
puzzle-hint-letter = 💡 The word starts with { $letter }.
puzzle-behind = ❌ { $move }: { $behind } { $behind ->
        [one] point
       *[other] points
    } behind the best move, counting the score and what the tiles left on the rack are worth.
puzzle-not-words = ❌ { $move }: not in the dictionary: { $words }. It cost you nothing, so try again.
puzzle-again = You’ve just tried that one, so it wasn’t counted again.
puzzle-which-place = Which place do you mean?
puzzle-or-game = If that’s your answer to the puzzle, tap its place. If it’s a play in your game, send it with { COMMAND("play") }.
puzzle-sure = Do you want to see the answer? You won’t get points for this puzzle any more.
puzzle-which-game = Which game would you like a puzzle for?
puzzle-solved = ✅ <b>You found it!</b> { $points } { $points ->
        [one] point
       *[other] points
    }.
puzzle-gave-up = 🏳️ <b>The answer</b>
puzzle-best = Best move: { $play }
puzzle-best-in-picture = Best
puzzle-kept = Left on the rack: { $tiles }
puzzle-next = Next best: { $play }, { $behind } { $behind ->
        [one] point
       *[other] points
    } behind, with the tiles left on the rack counted.
puzzle-next-exchange = Next best is exchanging tiles, { $behind } { $behind ->
        [one] point
       *[other] points
    } behind, with the tiles left on the rack counted.
puzzle-why = The best move { $reasons }.
puzzle-words = 📖 Words: { $words }
puzzle-inline = Puzzle
puzzle-inline-plays = Answers the puzzle
button-puzzle-solve = 🧩 Solve in private
button-puzzle-hint-1 = 💡 Where? −10
button-puzzle-hint-2 = 💡 How long? −10
button-puzzle-hint-3 = 💡 First letter? −10
button-puzzle-answer = 🏳️ Show answer
button-puzzle-give-up = 🏳️ Yes, show it
button-puzzle-other = ⏭ Another puzzle
button-puzzle-next = 🧩 New puzzle
button-puzzle-games = 🎲 Another game
button-puzzle-board = 🧩 Board
refusal-no-puzzles-of-game = There are no puzzles for { $game }.
refusal-no-puzzle-now = There are no puzzles left that you haven’t seen. More are being made, so try again in a while.
refusal-puzzle-gone = This puzzle isn’t kept any more.
refusal-puzzle-word-not-laid = { $word } can’t be laid in this puzzle: either there’s no place for it, or the rack lacks the tiles. To see the puzzle, write { COMMAND("puzzle") }.
refusal-puzzle-not-on-rack = The puzzle’s rack lacks the tiles for this word. To see it, write { COMMAND("puzzle") }.
refusal-puzzle-blanks-not-held = The puzzle’s rack doesn’t have that many blanks. To see it, write { COMMAND("puzzle") }.
refusal-puzzle-garbled-move = I don’t understand the play “{ $text }”. Write it like this: { $cell } { TYPED("directions.across") } { $sample }
refusal-puzzle-no-word = There’s no word after { $cell }. Write it like this: { $cell } { TYPED("directions.across") } { $sample }
refusal-puzzle-strange-move = Not in this game’s alphabet: { $letters }. Write your play like this: { $cell } { TYPED("directions.across") } { $sample }
refusal-puzzle-stale-button = This button is out of date. To see your puzzle, write { COMMAND("puzzle") }.
