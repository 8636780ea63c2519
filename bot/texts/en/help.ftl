## Help: without a table
help-brief = Choose a game with { COMMAND("new") }, take a seat with { COMMAND("join") }, start with { COMMAND("begin") }.
button-whole-rules = 📖 All the rules
button-whole-help = 📖 All the commands
help-start =
    <b>Harfiyen</b>: word games in your group

    <b>Start:</b> { COMMAND("new") } opens a table.
    <b>Join:</b> { COMMAND("join") }, then { COMMAND("begin") } starts the game.
    <b>Play:</b> “{ button-rack }” or { COMMAND("play") } { sample-word }. In Klepka, “{ own-board-open }” or { COMMAND("flip") } 12 34.
    <b>Or:</b> { COMMAND("exchange") } 1 3 5, { COMMAND("pass") }.
    <b>Stop:</b> { COMMAND("leave") } before the game, { COMMAND("surrender") } during it. { COMMAND("cancel") } closes the table.
    <b>Nobody there?</b> { COMMAND("computer") } seats a computer.
help-games =
    <b>Games</b>
    { $games }

    { COMMAND("help") } klepka lists a game’s commands, { COMMAND("rules") } klepka its rules. { COMMAND("word") } BOARD looks a word up.
    Options are behind ⚙️, or follow the name: { COMMAND("new") } scrabble-en { TYPED("options.clock") }=25{ TYPED("units.minute") } { TYPED("options.challenge") }={ TYPED("values.challenge.double") }
help-admins =
    <b>Administrators</b>
    { COMMAND("pause") } pauses the game, { COMMAND("resume") } resumes it
    { COMMAND("extend") } 5{ TYPED("units.minute") } gives more time
    { COMMAND("undo") } undoes the last turn
    { COMMAND("skip") } skips the turn of a player who’s away, { COMMAND("remove") } removes them, { COMMAND("replace") } finds a substitute (players decide on these by vote)
    { COMMAND("cancel") } ends the game without a result
    { COMMAND("add-word") } { sample-word } and { COMMAND("remove-word") } { sample-word } change the chat’s words from the next game on
    { COMMAND("log") } shows the decisions made
    { COMMAND("doctor") } shows what the bot can’t do in this group, and what to do about it
    { COMMAND("records") } opens the records of finished games: start a season, leave a game out, export or erase the records
help-settings =
    <b>Settings</b>
    { COMMAND("settings") } opens the settings (in our private chat, your own)
    { COMMAND("daily") } 09:00 posts a puzzle every day
    { COMMAND("language") } chooses the language
    { COMMAND("theme") } { TYPED("themes.dark") } chooses the theme of the pictures
    { COMMAND("labels") } { TYPED("labels.game") } chooses the language of the board’s labels
    { COMMAND("reading") } chooses how plays without a direction are read
    { COMMAND("ping") } tells you when the next table opens
    { COMMAND("tables") } lists the tables here, { COMMAND("games") } your games, in private
    { COMMAND("stats") } shows your stats, { COMMAND("top") } the group’s ranking
    <code>{ COMMAND("score") } #2</code> picks the second of several tables
    { COMMAND("puzzle") } shows a puzzle: 100 points, less 10 for each hint and wrong answer (at least 10)
    { COMMAND("mydata") } shows what’s kept about you, and deletes it if you like
button-help-game = 🎲 Game commands
button-help-admins = 🛠 Administrators
button-help-settings = ⚙️ Settings
button-help-back = ‹ Help
help-start-game = <code>{ COMMAND("new") } { $id }</code> { $game }
help-member = If the bot isn’t a group administrator, add its name to commands: <code>{ $example }</code>

## Help: a game's commands
help-head = <b>{ $game }: commands</b>
help-move =
    <b>Your turn</b>
    { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample } or { COMMAND("play") } { $cell } { TYPED("directions.down") } { $sample }. For short: { $row }{ $column } { $sample } across, { $cell } { $sample } down. In a reply to the picture of the board, you don’t need { COMMAND("play") }.
help-move-more =
    Write the whole word, with the letters already on the board. Put a blank in square brackets: { $blank }
    { COMMAND("try") } { $cell } { TYPED("directions.across") } { $sample }, in private, previews a play and its score
    { COMMAND("exchange") } 1 3 5 exchanges the 1st, 3rd and 5th tile of your rack · { COMMAND("pass") } passes · { COMMAND("surrender") } surrenders
help-challenge = { COMMAND("challenge") } challenges the last play, { COMMAND("challenge") } { $sample } just that word
help-draw = { COMMAND("draw") } offers a draw · to answer: { COMMAND("draw") } { TYPED("draw.yes") } or { COMMAND("draw") } { TYPED("draw.no") }
help-take-back = { COMMAND("take-back") } takes back your last play while there’s time
help-hint = { COMMAND("hint") } tells you, and nobody else, the best turn step by step
help-look =
    <b>Look things up</b>
    { COMMAND("rack") } opens your own board with your rack, for you alone · { COMMAND("board") } shows the board ({ COMMAND("board") } { TYPED("answers.text") }: as text) · { COMMAND("score") } shows the scores · { COMMAND("bag") } shows what’s left in the bag
help-cards =
    <b>Cards</b>
    { COMMAND("flip") } 12 34 turns these cards up (or use the buttons, or reply “12 34” to the picture)
    { COMMAND("form") } СЛОВО forms a word from your cards · put a letter that polysemy stands for in square brackets: { COMMAND("form") } м[о]л[о]к[о]
    { COMMAND("pass") } ends your turn without turning up more cards, or without another word once the table is empty
    { COMMAND("trade") } О 2 А trades your О for player 2’s А (or mention the player, or reply to them) · to name a colour, write Ож for yellow, Ос for blue
    { COMMAND("chaos") } shuffles the cards on the table · { COMMAND("surrender") } surrenders
help-look-cards =
    <b>Look things up</b>
    { COMMAND("board") } shows the table ({ COMMAND("board") } { TYPED("answers.text") }: as text) · { COMMAND("score") } shows the scores and everybody’s cards · { COMMAND("bag") } shows how many cards are left
help-word = { COMMAND("word") } { $sample } looks a word up
help-clock = { COMMAND("clock") } shows the time left
help-looks = { COMMAND("settings") } sets language, theme and boards, { COMMAND("labels") } { TYPED("labels.game") } the board’s labels
help-looks-without-labels = { COMMAND("settings") } sets language, theme and boards
help-table =
    <b>Table and chat</b>
    { COMMAND("join") } takes a seat · { COMMAND("leave") } leaves it · { COMMAND("invite") } @who keeps one · { COMMAND("computer") } { TYPED("levels.kolay") } seats a computer · { COMMAND("begin") } starts the game · <code>{ COMMAND("cancel") }</code> closes the table, a running game too · { COMMAND("rules") } explains the rules
    { $looks } · without the chat’s own words: { TYPED("options.chat-words") }={ TYPED("values.chat-words.off") }
    Another game’s commands: { COMMAND("help") } { $other }
help-proof-without-gcg = { COMMAND("proof") } sends you the proof of a finished game’s tile draw: its secret, the log of all turns ({ COMMAND("proof") } { TYPED("answers.group") }: to the group)
