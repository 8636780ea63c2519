## Own board
own-board-move = ✍️ By row
own-board-word = 🔠 Spell a word
own-board-exchange = 🔄 Exchange
own-board-pass = ⏭ Pass
own-board-draw = 🤝 Offer a draw
own-board-withdraw = Withdraw my offer
own-board-surrender = 🏳️ Surrender
own-board-refresh = 🔁 Refresh
own-board-back = ‹ Back
own-board-home = ✕ Start over
own-board-lay = ✅ Play { $word } · { $score }
own-board-pass-yes = ⏭ Yes, pass
own-board-draw-yes = 🤝 Yes, offer it
own-board-doubt-all = ⚖️ Challenge them all
own-board-game = { $game } · { $group }
own-board-game-yours = ▶️ { $game } · { $group }
own-board-which-row = Which <b>row</b> does your first tile go in?
own-board-which-column = Row <b>{ $row }</b>. Which <b>column</b> does your first tile go in?
own-board-which-way = Which way does the word run from <b>{ $cell }</b>?
own-board-which-letter = Which letter is the blank?
own-board-which-tiles = Which tiles do you want to exchange? Tap them.
own-board-first-tile = <b>{ $cell } { $way }</b>: pick the first tile. Letters already on the board are added automatically.
own-board-laid = { $cell } { $way }: <b>{ $word }</b>
own-board-scored = { $cell } { $way }: <b>{ $word }</b> · <b>{ $score }</b> { $score ->
        [one] point
       *[other] points
    }
own-board-beside = Also formed: { $words }
own-board-phonies = Not in the dictionary: { $words }
own-board-all-count = All the words are in the dictionary.
own-board-not-touching = It doesn’t touch any tiles on the board yet.
own-board-off-centre = The first word has to cover the centre cell.
own-board-one-letter = A single letter isn’t a word.
own-board-spell = Tap the tiles of your word in order.
own-board-spelled = Word: <b>{ $word }</b>
own-board-many-places = <b>{ $word }</b> fits in { $count ->
        [one] { $count } place
       *[other] { $count } places
    }. Which row should it start in?
own-board-no-place = <b>{ $word }</b> doesn’t fit anywhere on the board.
own-board-hint = { $priced ->
        [yes] 💡 Hint (−{ $price })
       *[no] 💡 Hint
    }
own-board-more-actions = ☰ More
own-board-more-places = More …
own-board-places-found = <b>{ $word }</b>: { $count ->
        [one] { $count } place, { $best } { $best ->
            [one] point
           *[other] points
        }
       *[other] { $count } places, best { $best }
    }
own-board-places-count = <b>{ $word }</b>: { $count ->
        [one] { $count } place
       *[other] { $count } places
    }
own-board-no-word = <b>{ $word }</b> isn’t in the dictionary.
own-board-pass-sure = Do you want to pass this turn?
own-board-draw-sure = Do you want to offer a draw? The game ends if everybody agrees.
own-board-doubt = Which of { $name }’s words are you challenging?
own-board-changed = <i>The game has moved on. This is the board now.</i>
own-board-done = ✅ Done. The group has seen it too.
own-board-done-private = ✅ Done.
own-board-open = 👤 My table
own-board-flip = 🃏 Turn up cards
own-board-form-word = 🔠 Form a word
own-board-form = ✅ { $word }
own-board-my-cards = 🗂 My cards
own-board-cards = Your cards: { $cards }
own-board-table =
    <b>{ $game }</b> · { $group }
    Your cards: { $cards }
own-board-which-card-row = Card { $number } of { $count }: which <b>row</b> is it in?
own-board-chosen = Chosen so far: { $positions }
own-board-which-card = Row <b>{ $row }</b>: which card?
own-board-which-last-card = Row <b>{ $row }</b>: which card? Tapping it turns up all you’ve chosen.
own-board-spell-cards = Tap the letters of your word in order.
own-board-which-polysemy = Which letter does the polysemy card stand for?
own-board-chaos-sure = Play your chaos card and shuffle the cards on the table?
own-board-chaos-yes = 🌀 Yes, shuffle them

ladder-press-again = ⌛ That tap came too late. Tap again.
