## Help: without a table
help-brief = Choose a game with { COMMAND("new") }, take a seat with { COMMAND("join") }, start with { COMMAND("begin") }.
button-whole-rules = 📖 All the rules
button-whole-help = 📖 All the commands
help-start =
    <b>Harfiyen</b> brings word games to your group.

    <b>Getting started</b>
    Choose a game with { COMMAND("new") }, take a seat with { COMMAND("join") }, start with { COMMAND("begin") }. { COMMAND("leave") } gives up your seat, { COMMAND("cancel") } closes the table. Anybody seated may start; whoever opened the table keeps a seat for somebody with { COMMAND("invite") } @who. A table where nobody comes or goes for a day closes by itself.
    For options, tap ⚙️ or write them after the name: { COMMAND("new") } scrabble-en { TYPED("options.clock") }=25{ TYPED("units.minute") } { TYPED("options.challenge") }={ TYPED("values.challenge.double") }

    <b>Games</b>
    { $games }

    <b>More</b>
    { COMMAND("help") } klepka lists a game’s commands, { COMMAND("rules") } klepka explains its rules; once a table is open, you can leave out the name.
    { COMMAND("word") } BOARD looks a word up · { COMMAND("theme") } { TYPED("themes.dark") } changes the look of the pictures · { COMMAND("language") } changes the language
    { COMMAND("skip") } skips the turn of a player who is away, { COMMAND("remove") } takes them out of the game, { COMMAND("replace") } gives the seat to somebody else · { COMMAND("ping") } tells you when the next table opens · { COMMAND("pause") } pauses the game, { COMMAND("resume") } lets it go on, { COMMAND("extend") } 5{ TYPED("units.minute") } gives more time, { COMMAND("undo") } undoes the last turn, { COMMAND("log") } shows what was decided (administrators)
help-start-game = <code>{ COMMAND("new") } { $id }</code> { $game }
help-member = If the bot isn’t a group administrator, add its name to commands: <code>{ $example }</code>

## Help: a game's commands
help-head = <b>{ $game }: commands</b>
help-move =
    <b>Your move</b>
    { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample } or { COMMAND("play") } { $cell } { TYPED("directions.down") } { $sample }; for short, { $row }{ $column } { $sample } across, { $cell } { $sample } down. Replying to the picture of the board, you don’t need { COMMAND("play") }.
help-move-more =
    Write the whole word, with the letters already on the board. Put a blank in brackets: { $blank }
    { COMMAND("try") } { $cell } { TYPED("directions.across") } { $sample }, in private, shows how a move would look and score
    { COMMAND("exchange") } 1 3 5 exchanges the 1st, 3rd and 5th tile of your rack · { COMMAND("pass") } passes · { COMMAND("surrender") } gives up
help-challenge = { COMMAND("challenge") } challenges the last play, { COMMAND("challenge") } { $sample } just that word
help-draw = { COMMAND("draw") } offers a draw; answer with { COMMAND("draw") } { TYPED("draw.yes") } or { COMMAND("draw") } { TYPED("draw.no") }
help-take-back = { COMMAND("take-back") } takes your last play back while there’s time
help-look =
    <b>Look things up</b>
    { COMMAND("rack") } opens your own board with your rack, for you alone · { COMMAND("board") } shows the board ({ COMMAND("board") } { TYPED("answers.text") }: in letters) · { COMMAND("score") } shows the scores · { COMMAND("bag") } shows what’s left in the bag
help-cards =
    <b>Cards</b>
    { COMMAND("flip") } 12 34 turns these cards up; or use the buttons, or reply “12 34” to the picture
    { COMMAND("form") } СЛОВО forms a word from your cards; put a letter that polysemy stands for in brackets: { COMMAND("form") } м[о]л[о]к[о]
    { COMMAND("pass") } ends your turn without turning up more cards; once the table is empty, it means you form no more words
    { COMMAND("trade") } О 2 А trades your О for player 2’s А (or mention the player, or reply to them); to name a colour, write Ож for yellow, Ос for blue
    { COMMAND("chaos") } shuffles the cards on the table · { COMMAND("surrender") } gives up
help-look-cards =
    <b>Look things up</b>
    { COMMAND("board") } shows the table ({ COMMAND("board") } { TYPED("answers.text") }: in letters) · { COMMAND("score") } shows the scores and everybody’s cards · { COMMAND("bag") } shows how many cards are left
help-word = { COMMAND("word") } { $sample } looks a word up
help-clock = { COMMAND("clock") } shows the time left
help-looks = { COMMAND("settings") } sets language, theme and boards, { COMMAND("labels") } { TYPED("labels.game") } the board’s labels
help-looks-without-labels = { COMMAND("settings") } sets language, theme and boards
help-table =
    <b>Table and chat</b>
    { COMMAND("join") } takes a seat · { COMMAND("leave") } gives it up · { COMMAND("invite") } @who keeps one · { COMMAND("computer") } { TYPED("levels.kolay") } seats a computer · { COMMAND("begin") } starts the game · <code>{ COMMAND("cancel") }</code> closes the table, a running game too · { COMMAND("rules") } explains the rules
    { $looks } · { COMMAND("add-word") } { $sample } and { COMMAND("remove-word") } { $sample } change the chat’s own words from the next game on (administrators); to play without them: { TYPED("options.chat-words") }={ TYPED("values.chat-words.off") }
    Another game’s commands: { COMMAND("help") } { $other }
help-proof-without-gcg = { COMMAND("proof") } sends the proof of a finished game’s draws: their secret, the log of all moves
