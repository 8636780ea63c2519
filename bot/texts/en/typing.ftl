## Inline mode: what is typed behind the bot’s name
# Only whoever types sees titles and descriptions; “inline-posted” is what choosing posts to the chat.
inline-your-turn = Your turn
inline-turn = To play: { $name }
inline-no-tiles = Your rack is empty
inline-fit = { $move } · { $score ->
        [one] { $score } point
       *[other] { $score } points
    }
inline-plays = Choose it to play it
inline-pass = Pass
inline-exchange = Exchange: { $tiles }
inline-words = ✓ in the dictionary
inline-more = { $count ->
        [one] { $count } more place
       *[other] { $count } more places
    }
inline-narrow = Add a row, a column or a cell
inline-neutral = Choosing this plays nothing and shows no letters
inline-posted = 🔤 Not a play: racks and previews are only visible to their owners.
inline-no-game = You aren’t in a game right now
inline-no-game-how = Send { COMMAND("new") } in a group to open a table
inline-way-in = Message the bot in private
inline-how = Unseen by others: type <code>{ $bot }</code>, a space, then { $cell } { TYPED("directions.across") } { $sample }
inline-rack = Type <code>{ $bot }</code> and a space in any chat: only you see your tiles
refusal-other-table = This play was meant for another table, so nothing was played. Choose it in that game’s own chat.
refusal-earlier-turn = This exchange was meant for an earlier turn, so nothing was exchanged. Type it again.

## Word first: words that are offered places
places-which = Where should <b>{ $word }</b> go?
places-only = <b>{ $word }</b> fits in one place only: { $place }. Play it?
places-only-score =
    <b>{ $word }</b> fits in one place only: { $place }, for { $score ->
        [one] { $score } point
       *[other] { $score } points
    }. Play it?
places-scores = Scores: { $scores }
button-put = ▶️ Play
button-sums = 👁 Scores
button-more-places = More …
place-scored = { $score } · { $place }
place-up-to = up to { $score } · { $place }

## Plays without a direction
reading-asks = When you write <code>{ COMMAND("play") } H8 WORD</code> without a direction, I play it if it fits one way only, and ask you if it fits both ways. (<code>8H WORD</code> is always across.)
reading-gcg = When you write <code>{ COMMAND("play") } H8 WORD</code> without a direction, I read it as down, as GCG records do. (<code>8H WORD</code> is always across.)
reading-chosen = All right, that’s how I’ll read it.
button-reading-gcg = Always read it as down (GCG)
button-reading-ask = Ask when both ways fit

## Help
help-word-first =
    <b>Your turn</b>
    Write { COMMAND("play") } { $sample } and tap a place, or name it: { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample }, for short { $row }{ $column } { $sample } ({ COMMAND("reading") }: { $cell } { $sample }). In a reply to the board, you don’t need { COMMAND("play") }.

## Previews
try-unjudged = It doesn’t say whether the words are valid.
try-words-good = All its words are in the dictionary.
try-words-bad = Not in the dictionary: { $words }
