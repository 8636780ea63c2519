## Duplicate: the round’s message
button-duplicate-answer = 🔤 Answer
button-duplicate-close = ⏹ Close round
button-duplicate-next = ⏭ Next round
duplicate-round = <b>Round { $round }</b>
duplicate-round-of = <b>Round { $round } of { $rounds }</b>
duplicate-time = ⏱ { $time }
duplicate-time-left = Round { $round }: <b>{ $time }</b> left
duplicate-answered = { $count ->
        [one] { $count } person has answered
       *[other] { $count } people have answered
    }
duplicate-unanswered-yet = nobody has answered yet
duplicate-had-answered = { $count ->
        [one] { $count } person answered
       *[other] { $count } people answered
    }
duplicate-how = Tap “{ button-duplicate-answer }”: only you see what you find.
duplicate-how-else = Your last answer counts. Once you have answered here, you can also type to me in private: <code>{ COMMAND("play") } { $cell } { TYPED("directions.across") } { $word }</code>
duplicate-how-strict = A word that isn’t in the dictionary scores 0, and you only learn that when the round closes.
duplicate-drawing = The next rack is being drawn.
duplicate-next = next round in { $time }
duplicate-game = <b>{ $game }</b>

## Duplicate: results
duplicate-top = <b>Round { $round }</b> · { $cell } { $way } <b>{ $word }</b> { $score }
duplicate-found = 🏆 { $names }
duplicate-more = { $names } + { $count }
duplicate-unfound = Nobody found the top
duplicate-unanswered = Nobody answered
duplicate-reason-blanks = There were several top words. { $word } uses the fewest blanks.
duplicate-reason-kept = There were several top words. { $word } leaves the better balance of vowels and consonants.
duplicate-reason-tiles = There were several top words. { $word } uses the fewest tiles.
duplicate-reason-word = There were several top words. { $word } comes first in the alphabet.
duplicate-reason-place = There were several tops. { $word } lies closest to the top left.
duplicate-reason-blank = There were several tops. { $word } has its blank latest in the word.
duplicate-solo = 🎖 { $name } alone reached the top: +{ $points }
duplicate-percent = { $whole }.{ $tenths }%
duplicate-rounds = rounds { $first }–{ $last }
duplicate-tops = { $count ->
        [one] { $count } top
       *[other] { $count } tops
    }
duplicate-solos = 🎖 { $count }
duplicate-others = … and { $count } more
duplicate-top-points = all tops { $points }
duplicate-no-scores = Nobody has scored yet.
duplicate-bag =
    { $bag ->
        [one] <b>{ $bag }</b> tile
       *[other] <b>{ $bag }</b> tiles
    } in the bag (out of { $tiles }):
    { $unseen }

## Duplicate: the end
ended-rounds = All the rounds have been played.
ended-tiles = The tiles have run out.
ended-vowels = The vowels have run out.
ended-consonants = The consonants have run out.
ended-noplay = There are no plays left.
ended-stopped = The game was stopped early. The closed rounds count.
duplicate-nobody = 🏁 <b>The game is over.</b> Nobody answered.

## Duplicate: the host
duplicate-closing = The round closes in a moment.
duplicate-close-again = Tap once more within 5 seconds to close the round now.
duplicate-goes-on = The next round is coming.
stop-sure = { $name }, end the game now? The rounds that are closed count, an open one doesn’t.
button-stop = ⏹ End with this result

## Duplicate: help
help-duplicate =
    <b>Each round</b>
    Everybody has the same rack. Answer with “{ button-duplicate-answer }” below the picture, or write me in private: { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample } (put a blank in square brackets: { $blank }). The last answer before the deadline counts. There are no turns, and you can come in at any time by answering.
inline-how-duplicate = Inline: <code>@{ $bot } { $cell } { $sample }</code> (it posts your name, not your play)
help-duplicate-host = The host can close a live round after half its time by tapping “{ button-duplicate-close }” twice, and skip the pause with “{ button-duplicate-next }”. <code>{ COMMAND("cancel") }</code> ends the game with the result so far.
help-look-duplicate =
    <b>Look things up</b>
    { COMMAND("rack") } opens your own board, for you alone · { COMMAND("board") } shows the board ({ COMMAND("board") } { TYPED("answers.text") }: as text) · { COMMAND("score") } shows the standings · { COMMAND("bag") } shows what’s left in the bag · { COMMAND("clock") } shows the time left

## Duplicate: rules
rules-duplicate-head = <b>{ $game }</b>: up to { $most ->
        [one] { $most } player
       *[other] { $most } players
    }, a { $columns }×{ $rows } board, { $tiles ->
        [one] { $tiles } tile
       *[other] { $tiles } tiles
    } ({ $blanks ->
        [one] { $blanks } blank
       *[other] { $blanks } blanks
    }), { $rack } on the rack.
rules-part-round = Rounds
rules-duplicate-round = • Everybody has the same rack and the same board, and answers in secret. When time is up, the play that scores most (the top) is laid for all, and the next rack is drawn.
rules-duplicate-answer = • Your last answer before the deadline counts, and before you lock it you can take it back. Once everybody who has answered lately has locked, the round closes early.
rules-duplicate-enter = • There are no turns, and nobody is waited for. Whoever answers is in the game, from any round on.
rules-duplicate-rack = • In rounds 1–{ $rich } a rack has at least two vowels and two consonants if it can, later one of each. One that hasn’t goes back whole. What the top leaves stays on the rack.
rules-duplicate-checked = • An answer with a word that isn’t in the dictionary is refused at once, and your earlier one stands.
rules-duplicate-strict = • A word that isn’t in the dictionary scores 0, and you learn that when the round closes. Words can’t be looked up meanwhile.
rules-duplicate-points = • You score what your own play is worth, whatever is laid. Whoever scores as much as the top has found it.
rules-duplicate-solo = • If at least ten people score in a round and one alone finds the top, that is worth { $points ->
        [one] { $points } extra point
       *[other] { $points } extra points
    }.
rules-duplicate-ties = • Of several tops, the one laid has the fewest blanks, then the most even vowels and consonants left, then the fewest tiles, then comes first in the alphabet.
rules-duplicate-end = • The game ends after the agreed rounds, or once vowels, consonants or tiles run out or nothing can be played. The highest total wins.
rules-duplicate-percent = • The percentage is your share of all the tops’ points since your first answer.

## Duplicate: what is refused
refusal-answer-late = Round { $number } is over: time was up before your answer.
refusal-answer-locked = You’ve locked your answer for this round.
refusal-game-full = { $most } people are answering in this game already, and it has no room for more.
refusal-half-not-over = The round can be closed once half its time is over, in { $seconds ->
        [one] { $seconds } second
       *[other] { $seconds } seconds
    }.
refusal-only-host = Only the host of this game can do that.
refusal-not-in-pause = The game has already gone on.
refusal-nothing-to-lock = You have no answer to lock yet.
refusal-nothing-to-withdraw = You have no answer to take back.
refusal-round-is-slow = Only rounds of minutes can be closed early.
refusal-round-over = Round { $number } is over. The newest message shows the next one.
refusal-wrong-search = The next rack has to be drawn again.

## Duplicate: options
option-round = Time for a round
option-rounds = Rounds
option-answers = Wrong words
option-pause = Pause after a round
option-solo = Bonus for a lone top
value-rounds-all = until the tiles run out
value-answers-checked = refused at once
value-answers-strict = score 0 at the end of the round
value-solo-off = none
about-option-round = How long can a round be answered? With a minute or two you play together now, with hours whenever you have time.
about-option-rounds = How many rounds should the game have?
about-option-answers = Should an answer with a word that isn’t in the dictionary be refused at once, or score 0 when the round closes?
about-option-pause = How long should the result be looked at before the next rack comes?
about-option-solo = How many points does it bring to be the only one of ten or more to find the top?
preset-about-relaxed-duplicate = the game’s usual rules
preset-about-fast-duplicate = a minute a round, with short pauses
preset-about-tournament-duplicate = all the rounds, and wrong words score 0
motif-duplicate = DUPLICATE
