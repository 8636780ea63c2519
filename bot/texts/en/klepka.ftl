## Klepka: cards and buttons
klepka-polysemy = 🃏 polysemy
klepka-exchange = 🔄 trade
klepka-chaos = 🌀 chaos
button-enough = ✋ Enough
button-card-page = 👆 Tap
button-double = ×2 { $word }
panel-cards = On the table
legend-polysemy = polysemy: any letter
legend-swap = trade
legend-chaos = chaos: shuffles the table

## Klepka: play
klepka-started =
    <b>The game is on!</b> { $cards ->
        [one] { $cards } card lies
       *[other] { $cards } cards lie
    } face down in { $rows ->
        [one] { $rows } row
       *[other] { $rows } rows
    } of { $columns }.
    Order of play: { $names }
klepka-formed = <b>{ $name }</b> <b>{ $word }</b> +{ $score }
klepka-stands-for = 🃏 { $letter } 0
klepka-one-colour = one colour ×2
klepka-doubled = The host has doubled <b>{ $word }</b>, formed by { $name }: { $score ->
        [one] <b>{ $score }</b> point
       *[other] <b>{ $score }</b> points
    }
klepka-taken = <b>{ $name }</b> { $positions } → { $cards }
klepka-nothing-taken = <b>{ $name }</b> { $positions } → no pair
klepka-last-taken = <b>{ $name }</b> took { $cards }
klepka-last-nothing = <b>{ $name }</b> turned up cards but found no pair.
klepka-look = 👀 { $cards } · { $seconds } s
klepka-enough = <b>{ $name }</b> turned up no more cards.
klepka-words-over = ⏱ { $name }’s time for words is up. Now turn up { $flips ->
        [one] { $flips } card
       *[other] { $flips } cards
    }.
klepka-time-out = ⏱ { $name }’s time is up, so it’s the next player’s turn.
klepka-traded = 🔄 <b>{ $name }</b> gave { $gave } and took { $took } from { $partner }.
klepka-shuffled = 🌀 <b>{ $name }</b> shuffled the { $cards ->
        [one] { $cards } card
       *[other] { $cards } cards
    } on the table. Forget where they were!
klepka-left = { $count } of { $cards ->
        [one] { $cards } card
       *[other] { $cards } cards
    } left on the table
klepka-left-short = { $count }/{ $cards } left
klepka-next-words = To play: { $name } · { $count ->
        [one] { $count } card
       *[other] { $count } cards
    } or a word
klepka-next-flips = To play: { $name } · { $count ->
        [one] { $count } card
       *[other] { $count } cards
    }
klepka-next-extra = To play: { $name } · a pair! { $count ->
        [one] { $count } more card
       *[other] { $count } more cards
    }
klepka-next-typed = ({ COMMAND("flip") } 12 34)
klepka-next-empty = To play: { $name } – form words ({ COMMAND("form") } СЛОВО), or { COMMAND("pass") }
klepka-no-cards = no cards
klepka-picked = Chosen: { $positions }. Choose { $count } more.
klepka-picked-none = Nothing chosen yet. Choose { $count ->
        [one] { $count } card
       *[other] { $count } cards
    }.
klepka-turning = The cards are being turned up.
ended-cleared = 🏁 <b>Game over:</b> the table is empty, and nobody has another word. Each unused card scored 1 point.
ended-glory = 🏁 <b>СЛАВА УКРАЇНІ!</b> Whoever forms it wins at once.

## Klepka: refusals
refusal-klepka-no-word = Add the word you want to form: { COMMAND("form") } СЛОВО
refusal-klepka-brackets = The brackets in “{ $word }” don’t match. Put a letter that polysemy stands for in square brackets: м[о]л[о]к[о]
refusal-several-words = “{ $word }” is more than one word. Form one word at a time.
refusal-words-come-first = Words come before cards. Now you can turn up { $flips ->
        [one] { $flips } more card
       *[other] { $flips } more cards
    } ({ COMMAND("flip") } 12 34), or end your turn with { COMMAND("pass") }.
refusal-words-are-over = The time for words is up. Turn up { $flips ->
        [one] { $flips } card
       *[other] { $flips } cards
    }: { COMMAND("flip") } 12 34
refusal-word-repeated = { $name } has already formed { $word }. At this table a word counts only once.
refusal-letters-not-held = You don’t have the cards for { $letters }. Polysemy cards you hold: { $polysemies }. Put each letter they stand for in square brackets.
refusal-polysemy-not-held = Each different letter in brackets takes a polysemy card: you need { $needed } and have { $held }.
refusal-no-letter-card = A word needs at least one letter card. Polysemy alone isn’t enough.
refusal-table-empty = There are no cards left on the table.
refusal-no-positions = Which cards? Give their numbers: { COMMAND("flip") } 12 34
refusal-garbled-positions = I don’t understand “{ $text }”. Give the numbers of the cards: { COMMAND("flip") } 12 34
refusal-unknown-position = There’s no card { $position }. The numbers run from 1 to { $last }.
refusal-position-twice = You named card { $position } twice.
refusal-position-empty = Card { $position } has already been taken.
refusal-wrong-flip-count = Turn up { $needed ->
        [one] { $needed } card
       *[other] { $needed } cards
    }, not { $given }.
refusal-must-flip = You still have to turn up { $flips ->
        [one] { $flips } card
       *[other] { $flips } cards
    }: { COMMAND("flip") } 12 34
refusal-no-host-double = At this table the host can’t double words.
refusal-double-is-hosts = Only the host of the table can do that.
refusal-not-formed-lately = { $word } wasn’t formed in this turn or the one before.
refusal-doubled-already = { $word } has already been doubled.
refusal-reward-not-held = You don’t have this card: { $reward }
refusal-trade-with-self = You can’t trade with yourself.
refusal-no-such-player = There’s no such player at this table. For the players’ numbers, write { COMMAND("score") }.
refusal-partner-has-surrendered = { $name } has surrendered, and their cards are set aside.
refusal-unknown-card = There’s no card { $card } in this game.
refusal-which-colour = There’s a { $letter } in both colours: { $cards }. Add the colour: { $letter }ж for yellow, { $letter }с for blue.
refusal-card-not-held = You don’t have this card: { $card }
refusal-card-not-theirs = { $name } doesn’t have this card: { $card }
refusal-no-cards = Give your card, the player’s number and their card: { COMMAND("trade") } О 2 А
refusal-garbled-card = “{ $text }” isn’t a card. Give a letter (О, Ож yellow, Ос blue) or one of these: polysemy, trade, chaos
refusal-trade-usage = Give your card, the player’s number and their card: { COMMAND("trade") } О 2 А
refusal-trade-with-whom = Who with? Put the player’s number between the cards ({ COMMAND("trade") } О 2 А), mention the player, or reply to one of their messages.
