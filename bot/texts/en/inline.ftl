## Inline mode: what is typed behind the bot’s name
# Only whoever types sees titles and descriptions; “inline-posted” is what choosing posts to the chat.
inline-your-turn = Your turn
inline-turn = To move: { $name }
inline-no-tiles = Your rack is empty
inline-fit = { $move } · { $score ->
        [one] { $score } point
       *[other] { $score } points
    }
inline-plays = Choose it to play it
inline-pass = Pass
inline-exchange = Exchange: { $tiles }
inline-words = ✓ in the dictionary
inline-not-words = ✗ not in the dictionary: { $words }
inline-more = { $count ->
        [one] { $count } more place
       *[other] { $count } more places
    }
inline-narrow = Add a row, a column or a cell
inline-neutral = Choosing this plays nothing and shows no letters
inline-posted = 🔤 Not a move: racks and trials are for their owners’ eyes only.
inline-no-game = You aren’t in a game right now
inline-no-game-how = Send { COMMAND("new") } in a group to open a table
inline-way-in = Message the bot in private
refusal-other-table = This move was made for another table, so nothing was played. Choose it in that game’s own chat.
