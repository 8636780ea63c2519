## My board
mine-move = ✍️ Pick a spot
mine-word = 🔠 Spell a word
mine-exchange = 🔄 Exchange
mine-pass = ⏭ Pass
mine-letters = 🔤 My letters
mine-draw = 🤝 Offer a draw
mine-withdraw = Withdraw my offer
mine-surrender = 🏳️ Surrender
mine-refresh = 🔁 Refresh
mine-back = ‹ Back
mine-home = ✕ Start over
mine-lay = ✅ Play { $word } · { $score }
mine-places = 📍 Where does it fit?
mine-pass-yes = ⏭ Yes, pass
mine-draw-yes = 🤝 Yes, offer it
mine-doubt-all = ⚖️ Challenge them all
mine-game = { $game } · { $group }
mine-game-yours = ▶️ { $game } · { $group }
mine-which-game = Which of your games? It’s your turn where you see ▶️.
mine-which-row = Which <b>row</b> does your first tile go in?
mine-which-column = Row <b>{ $row }</b>. Which <b>column</b> does your first tile go in?
mine-which-way = Which way does the word run from <b>{ $cell }</b>?
mine-which-letter = Which letter is the blank?
mine-which-tiles = Which tiles do you want to exchange? Tap them.
mine-first-tile = <b>{ $cell } { $way }</b>: pick the first tile. Letters already on the board join the word by themselves.
mine-laid = { $cell } { $way }: <b>{ $word }</b>
mine-scored = { $cell } { $way }: <b>{ $word }</b> · <b>{ $score }</b> { $score ->
        [one] point
       *[other] points
    }
mine-beside = Also formed: { $words }
mine-phonies = Not in the dictionary: { $words }
mine-all-count = All the words are in the dictionary.
mine-not-touching = It doesn’t touch any tiles on the board yet.
mine-off-centre = The first word has to cover the centre cell.
mine-one-letter = A single letter isn’t a word.
mine-spell = Tap the letters of your word in order. Those in brackets are already on the board.
mine-spelled = Word: <b>{ $word }</b>
mine-which-place = Where should <b>{ $word }</b> go?
mine-many-places = <b>{ $word }</b> fits in { $count ->
        [one] { $count } place
       *[other] { $count } places
    }. Which row should it start in?
mine-no-place = That word doesn’t fit anywhere on the board.
mine-pass-sure = Do you want to pass this turn?
mine-draw-sure = Do you want to offer a draw? The game ends if everybody agrees.
mine-doubt = Which of { $name }’s words are you challenging?
mine-changed = <i>The game has moved on; this is the board now.</i>
mine-done = ✅ Done. The group has seen it too.
mine-done-private = ✅ Done.
mine-open = 👤 My table
mine-flip = 🃏 Turn up cards
mine-form-word = 🔠 Form a word
mine-form = ✅ { $word }
mine-my-cards = 🗂 My cards
mine-cards = Your cards: { $cards }
mine-table =
    <b>{ $game }</b> · { $group }
    Your cards: { $cards }
mine-which-card-row = Card { $number } of { $count }: which <b>row</b> is it in?
mine-chosen = Chosen so far: { $positions }
mine-which-card = Row <b>{ $row }</b>: which card?
mine-which-last-card = Row <b>{ $row }</b>: which card? Tapping it turns up all you’ve chosen.
mine-spell-cards = Tap the letters of your word in order.
mine-which-polysemy = Which letter does the polysemy card stand for?
mine-chaos-sure = Play your chaos card and shuffle the cards on the table?
mine-chaos-yes = 🌀 Yes, shuffle them

ladder-press-again = ⌛ That press came too late; press again.
