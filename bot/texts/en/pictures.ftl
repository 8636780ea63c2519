## Themes
choose-theme = How should the pictures look?
value-theme-light = ☀️ Light
value-theme-dark = 🌙 Dark
value-theme-contrast = 👁 High contrast
value-theme-wood = 🪵 Wood
theme-chosen = From now on, the pictures in this chat will look like this: { $theme }
sample-word = WORDS
sample-word-blank = WO[R]DS
greeting-word = BOARD
greeting-player = You
refusal-unknown-theme = There’s no theme “{ $typed }”. Themes: { TYPED("themes.light") }, { TYPED("themes.dark") }, { TYPED("themes.contrast") }, { TYPED("themes.wood") }
choose-labels = Which language should the labels on the board (such as DL, TW) be in?
value-labels-chat = 💬 The chat’s
value-labels-game = 🎲 The game’s
labels-chat-chosen = From now on, the labels on the board are in this chat’s language.
labels-game-chosen = From now on, the labels on the board are in the game’s own language.
refusal-unknown-labels = There’s no choice “{ $typed }”. Write { COMMAND("labels") } { TYPED("labels.chat") } or { COMMAND("labels") } { TYPED("labels.game") }.

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
    🎲 The table is full: <b>{ $game }</b>
    Seated ({ $seated } of { $most }): { $names }
lobby-alone =
    🎲 A table for you alone: <b>{ $game }</b>
    Seated ({ $seated } of { $most }): { $names }

## Previews
try-in-private = Here, everybody would see your tiles. Send me the same play with { COMMAND("try") } in our private chat.
try-caption =
    👁 <b>{ $game }</b> · { $group }
    { $cell } { $way } <b>{ $word }</b>: { $score ->
        [one] <b>{ $score }</b> point
       *[other] <b>{ $score }</b> points
    }
    { $sum }
    <i>Only you can see this preview. { $note }</i>
    { $turn }
try-later = To play: { $name }. The board may change before your turn.
refusal-empty-try = Add the play you’d like to preview: { COMMAND("try") } { $cell } { TYPED("directions.across") } { $sample }
button-lay = ▶️ Play it

## The end of a game: in the picture and below it
ended-margin = Margin: { $margin ->
        [one] <b>{ $margin }</b> point
       *[other] <b>{ $margin }</b> points
    }
best-word = Best word: <b>{ $word }</b>, { $score ->
        [one] { $score } point
       *[other] { $score } points
    } ({ $name })
best-play = Best play: { $cell } { $way } <b>{ $word }</b>, { $score ->
        [one] { $score } point
       *[other] { $score } points
    } ({ $name })
best-turn = Best play: <b>{ $words }</b>, { $score ->
        [one] { $score } point
       *[other] { $score } points
    } ({ $name })
final-won = wins
final-won-by = wins by { $margin ->
        [one] { $margin } point
       *[other] { $margin } points
    }
final-draw = The game is a draw
final-cancelled = The game was cancelled
final-best-word = Best word
final-best-play = Best play

## Proof: that the draws were fair, once the game is over
button-proof = 📄 Proof
proof =
    🔏 <b>Proof of the tile draw:</b> { $game }
    Seal (SHA-256): <code>{ $seal }</code>
    Secret: <code>{ $secret }</code>
    Seating order: { $seats }
    Message that started the game: { $message }
    Seed: <code>{ $seed }</code>
proof-hashes = The seal is the hash of the secret alone. The table showed its first digits before the first tile was drawn. The seed is the hash of the secret, the seating order and that message together. Every tile drawn follows from it.
proof-check = The seal must start with the digits after 🔏 in the table’s messages. This command checks the rest: <code>harfiyen verify { $file }</code>
proof-no-gcg = There’s no GCG file, as this game isn’t played on a board.
proof-no-files = I’m not allowed to send files in this chat. Players can get them with { COMMAND("proof") } in our private chat.
proof-above = I sent the proof a moment ago: scroll down a little.
proof-which = Which game’s proof would you like?
help-proof = { COMMAND("proof") } sends you the proof of a finished game’s tile draw: its secret, the log of all turns, a GCG file ({ COMMAND("proof") } { TYPED("answers.group") }: to the group)
refusal-proof-running = You’ll get the proof when the game is over: now it would give away everything that has to stay secret.
refusal-proof-not-begun = The game at this table hasn’t started. You’ll get its proof when it’s over. Earlier games’ proofs are under { COMMAND("history") }.
refusal-proof-gone = There’s no finished game to prove. { COMMAND("history") } shows the games that are kept.
