# A newcomer's first game, and the buttons below the greeting
button-first-table = ▶️ Open a table
button-first-game = 🤖 First game (2 min)
button-how = 📖 How to play
tutorial-offer = Hello { $name }, I’m Harfiyen! Shall we play your first game together? It takes two minutes, against the easiest computer and without a clock. At each step I’ll tell you what to tap.
button-tutorial-start = ▶️ Start the first game
button-tutorial-skip = Not now
button-tutorial-end = ✋ Enough, I’ll play alone
tutorial-ended = 👍 It’s all yours from here. If you have questions, write { COMMAND("help") }.
tutorial-tiles = 📌 The tiles at the bottom are yours. Tap those of a word in order.
tutorial-tiles-join = 📌 The tiles at the bottom are yours. Your word has to touch the tiles on the board. Tap your tiles in order: I’ll find the letters on the board.
tutorial-spell = 📌 When the word is complete, tap one of its places below: the score stands in front. If no word comes to mind, write { COMMAND("hint") }.
tutorial-blank = 📌 A blank stands for any letter but scores nothing.
tutorial-place = 📌 Each button is a place, with its score in front. Tap one.
tutorial-confirm = 📌 This is how your word will lie. If it’s in the dictionary, play it with ✅.
tutorial-cross = 📌 From now on each word has to touch the tiles on the board. Tap your tiles in order: I’ll find the letters on the board.
tutorial-other-turns = 📌 No word in sight? “{ own-board-exchange }” gets you other tiles, “{ own-board-pass }” skips your turn, and { COMMAND("hint") } tells you the best play step by step.
tutorial-done = 🎉 That’s all you need, and the game goes on. To play with friends, add me to a group and write { COMMAND("new") } there.
tutorial-why = 💡 Why <b>{ $score }</b> { $score ->
        [one] point
       *[other] points
    }?
tutorial-why-word = <b>{ $word }</b>: { $letters } = { $points }
tutorial-why-times = <b>{ $word }</b>: ({ $letters }) × { $times } = { $points }
tutorial-why-bingo = Bingo: +{ $points }
tutorial-why-cell = Bonus cell: +{ $points }
tutorial-why-premiums = Each tile shows its points. Premium cells multiply a new tile or the whole word.
