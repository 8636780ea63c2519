## Klepka: commands
command-flip = Klepka: turn up cards: 12 34
command-form = Klepka: form a word: СЛОВО
command-trade = Klepka: trade cards: О 2 А
command-chaos = Klepka: mix the table

## Klepka: cards and buttons
klepka-polysemy = 🃏 polysemy
klepka-exchange = 🔄 exchange
klepka-chaos = 🌀 chaos
button-enough = ✋ Enough
button-double = ×2 { $word }
panel-cards = On the table

## Klepka: play
klepka-started =
    <b>The game begins!</b> { $cards } cards lie face down in { $rows } rows of { $columns }.
    Order of play: { $names }
klepka-formed = <b>{ $name }</b> formed <b>{ $word }</b>: <b>{ $score }</b> points
klepka-stands-for = 🃏 { $letter } 0
klepka-one-colour = one colour ×2
klepka-doubled = The host lets { $name }'s word <b>{ $word }</b> count twice: <b>{ $score }</b> points
klepka-revealed = <b>{ $name }</b> turned up { $positions }.
klepka-revealed-more = <b>{ $name }</b> turned up two more: { $positions }.
klepka-taken = Taken: { $cards } ({ $positions })
klepka-nothing-taken = No pair: all of them are turned down again.
klepka-back = Turned down again: { $positions }
klepka-again = A pair! { $name } may turn up { $count } more.
klepka-last-taken = <b>{ $name }</b> took { $cards }
klepka-last-nothing = <b>{ $name }</b> turned up cards and found no pair.
klepka-look = 👀 Look well: in { $seconds } seconds the cards are turned down.
klepka-enough = <b>{ $name }</b> turned up no more.
klepka-words-over = ⏱ { $name }'s time for words is over: { $flips } cards are to be turned up.
klepka-time-out = ⏱ { $name }'s time ran out; the turn passes.
klepka-traded = 🔄 <b>{ $name }</b> gave { $gave } and took { $took } from { $partner }.
klepka-shuffled = 🌀 <b>{ $name }</b> mixed the { $cards } cards on the table. Forget where they lay!
klepka-left = { $count } of { $cards } cards on the table
klepka-next-words = Next: { $name } – turn up { $count } cards (/flip 12 34), or form a word first (/form СЛОВО)
klepka-next-flips = Next: { $name } – turn up { $count } cards (/flip 12 34)
klepka-next-extra = Next: { $name } – turn up { $count } more (/flip 12 34), or /pass
klepka-next-empty = Next: { $name } – form words (/form СЛОВО), or /pass
klepka-no-cards = no cards
klepka-picked = Chosen: { $positions }. { $count } to go.
klepka-picked-none = Nothing is chosen. Choose { $count } cards.
klepka-turning = The cards are turned up.
ended-cleared = 🏁 <b>Game over:</b> the table is empty and nobody forms another word. Every unused card brought 1 point.
ended-glory = 🏁 <b>СЛАВА УКРАЇНІ!</b> Whoever forms it wins at once.

## Klepka: refusals
refusal-klepka-no-word = Write the word to form: /form СЛОВО
refusal-klepka-brackets = The brackets in “{ $word }” do not match. A letter that polysemy stands for is written in square brackets: м[о]л[о]к[о]
refusal-several-words = “{ $word }” is more than one word. Form one word at a time.
refusal-words-come-first = Words are formed before cards are turned up. Now turn up { $flips } more cards (/flip 12 34) or end your turn with /pass.
refusal-words-are-over = The time for words is over. Turn up { $flips } cards: /flip 12 34
refusal-word-repeated = { $word } was formed before, by { $name }; here a word counts only once.
refusal-letters-not-held = Your cards lack { $letters }. (Polysemy cards you hold: { $polysemies }; write such a letter in brackets.)
refusal-polysemy-not-held = Each different letter in brackets needs a polysemy card: you need { $needed } and hold { $held }.
refusal-no-letter-card = A word needs at least one letter card; polysemy alone is not enough.
refusal-table-empty = No card lies on the table.
refusal-no-positions = Which cards? Write their numbers: /flip 12 34
refusal-garbled-positions = I do not understand “{ $text }”. Write the numbers of the cards: /flip 12 34
refusal-unknown-position = There is no card number { $position }; numbers run from 1 to { $last }.
refusal-position-twice = Card { $position } is named twice.
refusal-position-empty = Card { $position } has been taken already.
refusal-wrong-flip-count = Turn up { $needed } cards, not { $given }.
refusal-must-flip = You have to turn up { $flips } cards: /flip 12 34
refusal-no-host-double = At this table the host does not double words.
refusal-not-host = Only the host of the table can do this.
refusal-not-formed-lately = { $word } was not formed in this turn or the last one.
refusal-doubled-already = { $word } counts twice already.
refusal-reward-not-held = You do not hold this card: { $reward }
refusal-trade-with-self = You cannot trade with yourself.
refusal-no-such-player = There is no such player at this table. /score shows the players' numbers.
refusal-partner-has-surrendered = { $name } has surrendered; those cards are set aside.
refusal-unknown-card = This game has no card { $card }.
refusal-which-colour = { $letter } is held in both colours: { $cards }. Write the colour too: { $letter }ж for yellow, { $letter }с for blue.
refusal-card-not-held = You do not hold this card: { $card }
refusal-card-not-theirs = { $name } does not hold this card: { $card }
refusal-no-cards = Write your card, the player's number and their card: /trade О 2 А
refusal-garbled-card = “{ $text }” is no card. Write a letter (О, Ож yellow, Ос blue) or: polysemy, exchange, chaos
refusal-trade-usage = Write your card, the player's number and their card: /trade О 2 А
refusal-trade-with-whom = With whom? Write the player's number between the cards (/trade О 2 А), mention the player, or reply to one of their messages.
