## Themes
choose-theme = How should the pictures look?
value-theme-light = ☀️ Light
value-theme-dark = 🌙 Dark
value-theme-contrast = 👁 High contrast
value-theme-wood = 🪵 Wood
theme-chosen = From now on, the pictures in this chat will look like this: { $theme }
sample-word = WORDS
sample-word-blank = WO[R]DS
refusal-unknown-theme = There’s no theme “{ $typed }”. Themes: { TYPED("themes.light") }, { TYPED("themes.dark") }, { TYPED("themes.contrast") }, { TYPED("themes.wood") }
choose-labels = Which language should the labels on the board (such as DL, TW) be in?
value-labels-chat = 💬 The chat’s
value-labels-game = 🎲 The game’s
labels-chat-chosen = From now on, the labels on the board are in this chat’s language.
labels-game-chosen = From now on, the labels on the board are in the game’s own language.
refusal-unknown-labels = I don’t know the choice “{ $typed }”. Write { COMMAND("labels") } { TYPED("labels.chat") } or { COMMAND("labels") } { TYPED("labels.game") }.

## The lobby's card
motif-kelimelik = KELİMELİK
motif-scrabble = SCRABBLE
motif-tournament = TOURNAMENT
motif-wordbox = WORDBOX
motif-klepka = КЛЕПКА
lobby-waiting = Waiting for players
lobby-ready = Ready to start
lobby-host = host
lobby-needed = player wanted
lobby-free = free seat
lobby-full =
    🎲 The table is full: <b>{ $game }</b>, { $pieces }
    Seated ({ $seated } of { $most }): { $names }
    { $terms }

    To start the game: { COMMAND("begin") }
    Seal of the draw (SHA-256): <code>{ $commitment }</code>

## Trying a move
try-in-private = Here, everybody would see your tiles. Send me the same move with { COMMAND("try") } in our private chat.
try-caption =
    👁 <b>{ $game }</b> · { $group }
    { $cell } { $way } <b>{ $word }</b>: { $score ->
        [one] <b>{ $score }</b> point
       *[other] <b>{ $score }</b> points
    }
    { $sum }
    <i>Only you can see this preview. { $note }</i>
    { $turn }
try-later = It’s { $name }’s turn; the board may change before yours.
refusal-empty-try = Add the move you’d like to see: { COMMAND("try") } { $cell } { TYPED("directions.across") } { $sample }
button-lay = ▶️ Play this move
