# A newcomer's first game, and the buttons below the greeting
button-first-table = ▶️ Open a table
button-first-game = 🤖 First game (2 min)
button-how = 📖 How to play
tutorial-offer = Hello { $name }, I’m Harfiyen: word games for you and your friends. Shall we play your first four words together? It takes two minutes.
button-tutorial-start = ▶️ Let’s play
button-tutorial-skip = Not now
button-tutorial-end = ✋ Enough
# What lies in the end, play by play: mine, the computer's, mine … Each tile of mine is on the rack by then.
tutorial-plays = 6D GAME / E4 PLAY / 4B LAMP / G2 TABLE / B1 H[I]LL / 2F STAR / J1 WELCOME
tutorial-spell-1 = 📌 These tiles are yours, and the small numbers are points. Let’s spell <b>{ $word }</b>.
tutorial-spell-2 = 📌 From now on words touch the board, and its letters join in by themselves: { $letters } makes <b>{ $word }</b>.
tutorial-spell-3 = 📌 The empty tile is a blank: it stands for any letter, but scores nothing. Let’s play <b>{ $word }</b>.
tutorial-spell-4 = 📌 Seven tiles at once are a bingo, with extra points. Ready for <b>{ $word }</b>?
tutorial-place-1 = 📌 <b>{ $word }</b> fits here. The button says for how many points, and where it starts.
tutorial-place-2 = 📌 Places come best first. This is the best one for <b>{ $word }</b>.
tutorial-confirm-1 = 📌 The star doubles the first word. Play it with ✅.
tutorial-confirm-2 = 📌 Coloured cells multiply a new tile, or the whole word.
tutorial-confirm-3 = 📌 The blank adds no points, but the word counts.
tutorial-confirm-4 = 📌 The word beside it changes too, and scores again.
tutorial-news = ✅ { $word } · <b>{ $score }</b> · 🤖 { $other } · <b>{ $points }</b>
tutorial-done = 🎉 <b>{ $word }</b> · { $score }! That’s all you need. No word in sight? Exchange tiles, pass, or write { COMMAND("hint") }.
button-tutorial-group = 👥 Open a table in a group
button-tutorial-play = ▶️ Play on against the computer
tutorial-ended = 👍 It’s all yours from here. If you have questions, write { COMMAND("help") }.
tutorial-why-word = <b>{ $word }</b>: { $letters } = { $points }
tutorial-why-times = <b>{ $word }</b>: ({ $letters }) × { $times } = { $points }
tutorial-why-bingo = Bingo: +{ $points }
