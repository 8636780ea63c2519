## Options of a table
button-options = ⚙️ Options first
button-open = ▶️ Open a table: { $game }
button-other-game = ↩️ Another game
choose-tuned = Which game’s options?
choose-options = ⚙️ <b>{ $game }</b>: change the table’s options with the buttons.
option-bag = Bag
option-challenge = Challenges
option-challenge-per = Challenge points
option-challenge-to = Failed challenge
option-window = Time to challenge
option-clock = Clock
option-out = Leftover points
option-bingo = Bingo with
option-four-word = 4W cells
option-ex = EX cells
option-exchange-least = In the bag for an exchange
option-centre = Centre
option-dictionary = Dictionary
option-chat-words = The chat’s words
option-places = Places for a word
option-take-back = Taking plays back
option-hints = Hints
option-deck = Deck
option-words = Word forms
option-repeats = Repeats
option-double = Doubled words
value-bag-official = official
value-bag-doubled = official, doubled
value-bag-half = official, halved
value-bag-standard = standard
value-bag-s3-table = 91 tiles
value-challenge-void = none (invalid words are refused)
value-challenge-single = a failed one costs nothing
value-challenge-double = a failed one costs a turn
value-challenge-five = 5 points for a failed one
value-challenge-ten = 10 points for a failed one
value-challenge-wordpoints = a failed one costs the word’s points
value-challenge-per-challenge = per challenge
value-challenge-per-word = per word
value-challenge-to-mover = whoever played gains points
value-challenge-to-challenger = the challenger loses points
value-out-transfer = once, to whoever goes out
value-out-double = twice, to whoever goes out
value-bingo-seven = seven tiles
value-bingo-whole-rack = the whole rack
value-four-word-clockwise = clockwise
value-four-word-endpoint = words that start or end there
value-four-word-any = every word through it
value-ex-bag = with the bag
value-ex-swap = between players
value-ex-off = off
value-exchange-least-1 = at least 1 tile
value-exchange-least-7 = at least 7 tiles
value-centre-plain = no bonus
value-centre-double = doubles the word
value-dictionary-builtin = built-in list
value-dictionary-common = common words only
value-dictionary-live = TDK (live)
value-chat-words-on = count
value-chat-words-off = don’t count
value-places-on = suggested
value-places-off = not suggested
value-take-back-off = no
value-hints-off = no
value-hints-free = free
value-hints-1 = 1 point a step
value-hints-2 = 2 points a step
value-hints-5 = 5 points a step
value-hints-10 = 10 points a step
value-deck-full = 100 cards
value-deck-chat = 64 cards
value-deck-quick = 48 cards
value-words-forms = all forms
value-words-nouns = singular nouns only
value-repeats-allowed = allowed
value-repeats-forbidden = not allowed
value-double-colour = one colour
value-double-off = off
value-double-host = confirmed by the host

## Clocks
clock-none = no clock
clock-move = { $time } per turn
clock-game = { $time } per player
clock-game-increment = { $time } per player, plus { $increment } per turn
clock-bank = { $time } per turn, with { $bank } in reserve per player
clock-phases = { $words } for words, { $flips } for cards
clock-over = { $time } over
clocks-paused = ⏸ The game is paused.
clocks-stopped = ⏸ <b>{ $name }</b> paused the game. To resume it: { COMMAND("resume") }
clocks-run = ▶️ <b>{ $name }</b> resumed the game.
clocks-back = ▶️ The game goes on. I had paused it as I couldn’t write.
clocks-shifted = ⏱ I was offline for { $time }. Nobody’s clock ran meanwhile.
reminded = ⏳ { $name }, you have { $time } left for your turn.
reminded-over = ⏳ { $name }, your time is up: { $time }.
turn-timed-out = ⌛ <b>{ $name }</b> ran out of time for the turn, which counts as a pass.
turn-forfeited = ⌛ <b>{ $name }</b> ran out of time and loses the game.
turn-retired = ⌛ <b>{ $name }</b> is out of time and takes no more turns, but keeps their points.
final-penalty = [time { $points }]
final-hints = [{ $count } { $count ->
    [one] hint
   *[other] hints
  }{ $cost }]
unit-day = { $count ->
        [one] { $count } day
       *[other] { $count } days
    }
unit-hour = { $count } h
unit-minute = { $count } min
unit-second = { $count } s
turn-withdrawn = { $name }: { $word } challenged off
panel-withdrawn = { $word } challenged off
panel-taken-back = { $word } taken back
panel-out-of-time = out of time
panel-paused = Paused

## Dictionaries
lexicon-tr = Turkish list
lexicon-en = English list
lexicon-uk = Ukrainian list
lexicon-uk-nouns = Ukrainian singular nouns
dictionary-builtin = { $words }
dictionary-common = { $words }, common words
dictionary-live = TDK
dictionary-added = { $words } + { $count ->
        [one] { $count } word of this chat
       *[other] { $count } words of this chat
    }
dictionary-removed = { $words } − { $count ->
        [one] { $count } word removed
       *[other] { $count } words removed
    }
dictionary-chat = this chat’s own words
dictionary-line = Dictionary: { $words }
word-known = ✅ <b>{ $word }</b> is valid ({ $lexicon })
word-unknown = ❌ <b>{ $word }</b> isn’t in the dictionary ({ $lexicon })
word-removed = ❌ <b>{ $word }</b> isn’t valid: this chat has removed it from the dictionary
word-inflected = { $stem } is in the dictionary, but inflected forms such as { $word } don’t count.
word-marked = Did you mean { $words }?
word-addable = You’re an administrator: write { COMMAND("add-word") } { $words } in the group, and it counts from the next game on.
word-meaning = <i>{ $meaning }</i>
words-added = From the next game on, valid in this chat: <b>{ $words }</b> ({ $language })
words-removed = From the next game on, not valid in this chat: <b>{ $words }</b> ({ $language })
judge-outage = I can’t reach the TDK dictionary. Until it’s back, the built-in list decides.
told-before = ⏩ Before that, { $count ->
    [one] { $count } more turn was taken.
   *[other] { $count } more turns were taken.
}
