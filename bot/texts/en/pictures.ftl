## Pictures: commands
command-theme = Theme of the pictures: dark, light, contrast, wood
command-try = In private: see a move before you play it: H8 across WORD

## Themes
choose-theme = Which theme shall the pictures have?
value-theme-light = ☀️ Light
value-theme-dark = 🌙 Dark
value-theme-contrast = 👁 High contrast
value-theme-wood = 🪵 Wood
theme-chosen = The pictures of this chat look like this from now on: { $theme }
theme-sample = WORDS
refusal-unknown-theme = I do not know the theme “{ $typed }”. Themes: light, dark, contrast, wood

## The lobby's card
motif-kelimelik = KELİMELİK
motif-scrabble = SCRABBLE
motif-tournament = TOURNAMENT
motif-wordbox = WORDBOX
motif-klepka = KLEPKA
lobby-waiting = Waiting for players
lobby-ready = The game can begin
lobby-tiles = { $count ->
        [one] { $count } tile
       *[other] { $count } tiles
    }
lobby-cards = { $count ->
        [one] { $count } card
       *[other] { $count } cards
    }
lobby-host = host
lobby-needed = player needed
lobby-free = free place

## Trying a move
try-in-private = A preview would show your tiles to everybody. Send /try to me in the private chat, with the same move.
try-caption =
    👁 <b>{ $game }</b> · { $group }
    { $cell } { $way } <b>{ $word }</b>: <b>{ $score }</b> points
    { $sum }
    <i>A preview for you alone. Whether the words count is not checked here.</i>
    { $turn }
try-later = { $name } is to move; until then the board may change.
refusal-empty-try = Write the move that you want to see: /try H8 across WORD
button-lay = ▶️ Play this move
