## Refusals
refusal-no-game = There’s no game here. To open a table, write { COMMAND("new") }.
refusal-table-unreadable = I can’t read this chat’s table: it’s damaged, or another version of me wrote it. { COMMAND("new") } or { COMMAND("cancel") } puts it aside, and nothing is deleted.
refusal-no-game-of-yours = You’re not in a game right now. Write { COMMAND("computer") } to play against a computer here, or { COMMAND("new") } in a group to play with others.
refusal-group-only = This command is for groups. Add me to one and use it there.
refusal-not-begun = The game hasn’t started yet. Once enough players are seated, write { COMMAND("begin") }.
refusal-game-over = This game is over. To play another, write { COMMAND("new") }.
refusal-game-running = There’s already a game in this chat, and it has to end first. The host or a group administrator can { COMMAND("cancel") } it.
refusal-already-begun = The game has already started. To see the board, write { COMMAND("board") }.
refusal-lobby-open = A table is already open in this chat: { COMMAND("join") } to take a seat, { COMMAND("begin") } to start.
refusal-lobby-open-private = A table is already open here: { COMMAND("begin") } starts the game, { COMMAND("cancel") } closes the table.
refusal-leave-is-surrender = The game has started. To leave it, write { COMMAND("surrender") }.
refusal-not-seated = You don’t have a seat at this table.
refusal-already-seated = You already have a seat at this table.
refusal-table-full = The table is full: this game is for up to { $most ->
        [one] { $most } player
       *[other] { $most } players
    }.
refusal-too-few-players = It takes at least { $least ->
        [one] { $least } player
       *[other] { $least } players
    } to start, and only { $seated } seated so far.
refusal-not-your-turn = It’s not your turn. To play: { $name }
refusal-has-surrendered = You have surrendered in this game.
refusal-was-removed = { $why ->
    [vote] The players voted to remove you from this game.
   *[ruling] An administrator has removed you from this game.
}
refusal-not-allowed-to-cancel = Only the host or a group administrator can cancel the table.
refusal-anonymous = You’re writing as an anonymous administrator, but I need to know who you are. Please write under your own name.
refusal-admins-only = Only group administrators can do that.
refusal-unknown-game = There’s no game called “{ $typed }”. Games: { $games }
refusal-unknown-language = I don’t speak “{ $typed }”. Languages: { $languages }
refusal-stale-button = This button is out of date. For the current board, write { COMMAND("board") }.
refusal-not-your-button = This button isn’t for you.
refusal-busy = Too many requests at once. Please try again.
refusal-mistyped-command = There’s no command { $typed }. Did you mean { $near }?
refusal-too-hasty = You’re going too fast, so I skipped that. Please wait a moment, and I’ll answer again.
refusal-crowded = Too many requests here at once, so I skipped some. Please try again in a moment.
refusal-empty-move = Write your play like this: { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample }
refusal-garbled-move = I don’t understand the play “{ $text }”. Write it like this: { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample }
refusal-no-word = There’s no word after { $cell }. Write it like this: { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample }
refusal-brackets = The brackets in “{ $word }” don’t match. Put a blank in square brackets: { $blank }
refusal-not-letters = Not in this game’s alphabet: { $letters }
refusal-foreign-letters =
    { $script ->
        [latin] These letters are Latin: { $letters }. Please write the word in Cyrillic.
       *[cyrillic] These letters are Cyrillic: { $letters }. Please write the word in Latin letters.
    }
refusal-glued-move = Put spaces between the parts: { COMMAND("play") } { $move }
refusal-strange-move = Not in this game’s alphabet: { $letters }. Write your play like this: { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample }
refusal-word-not-laid = { $word } can’t be played right now: either there’s no place for it, or you don’t have the tiles. To see your tiles, tap “{ button-rack }”.
refusal-word-not-laid-private = { $word } can’t be played right now: either there’s no place for it, or you don’t have the tiles. To see your tiles, write { COMMAND("rack") }.
refusal-bare-pass = To pass, write { COMMAND("pass") }. To play { $word } as a word: { COMMAND("play") } { $word }
refusal-bare-command = I can’t play that as a word. If you meant the command: { $near }
refusal-too-short = “{ $word }” is too short: a word needs at least two letters.
refusal-unknown-cell = There’s no cell { $cell } on this board. Cells run from A1 to { $last }.
refusal-unknown-tile = There’s no tile “{ $tile }” in this game.
refusal-cell-twice = You named cell { $cell } twice.
refusal-off-board = The word runs off the board: from { $cell } there’s room for { $room ->
        [one] { $room } letter
       *[other] { $room } letters
    }, but the word has { $length }.
refusal-clash = { $cell } already has { $there }, but you wrote { $typed }.
refusal-cell-taken = Cell { $cell } is taken ({ $letter }).
refusal-nothing-there = Cell { $cell } is empty, so write the letter that goes there.
refusal-longer-word = With the letters next to it, the word becomes { $word } (from { $cell }). Write the whole word.
refusal-no-new-tiles = This word is already on the board. You have to add at least one tile.
refusal-no-tiles = You have to play at least one tile.
refusal-too-many-tiles = You can play at most { $most ->
        [one] { $most } tile
       *[other] { $most } tiles
    } in one turn.
refusal-not-in-line = The tiles have to be in a single row or column.
refusal-gap = There’s a gap between the tiles: { $cell } is empty.
refusal-off-centre = The first word has to cover the centre, { $centre }.
refusal-one-letter = The first word needs at least two letters.
refusal-not-touching = The word doesn’t touch any letter on the board.
refusal-no-place = There’s no place on the board for this word.
refusal-no-place-in-row = There’s no place for this word in row { $line }.
refusal-no-place-in-column = There’s no place for this word in column { $line }.
refusal-which-place = Choose where the word goes: { $places }
refusal-not-on-rack = You don’t have the tiles for this word. To see your rack, tap “{ button-rack }”.
refusal-not-on-rack-private = You don’t have the tiles for this word. To see your rack, write { COMMAND("rack") }.
refusal-blanks-not-held = You don’t have that many blanks. To see your rack, tap “{ button-rack }”.
refusal-blanks-not-held-private = You don’t have that many blanks. To see your rack, write { COMMAND("rack") }.
refusal-not-words = Not in the dictionary: { $words }. The play doesn’t count, so try again.
refusal-nothing-to-exchange = Which tiles do you want to exchange? Give their positions on your rack: { COMMAND("exchange") } 1 3 5
refusal-garbled-exchange = I don’t understand which tiles you mean. Give their positions on your rack: { COMMAND("exchange") } 1 3 5
refusal-tile-twice = You named tile { $position } twice, so nothing was exchanged.
refusal-exchange-not-held = Not all of these tiles are on your rack. You can also give their positions: { COMMAND("exchange") } 1 3 5
refusal-no-such-position = There’s no tile { $position } on your rack. Positions run from 1 to { $most }.
refusal-bag-too-small = There aren’t enough tiles in the bag ({ $bag }). An exchange needs at least { $least }.
refusal-exchange-beyond-bag = You can exchange at most { $most ->
        [one] { $most } tile
       *[other] { $most } tiles
    }: the bag holds no more.
refusal-no-word-to-look-up = Add the word to look up: { COMMAND("word") } { $sample }
refusal-no-word-to-add = Add the word: { COMMAND("add-word") } { $sample } (in another language: { COMMAND("add-word") } { $other } { $foreign })
refusal-no-word-to-remove = Add the word: { COMMAND("remove-word") } { $sample } (in another language: { COMMAND("remove-word") } { $other } { $foreign })
refusal-foreign-word-to-add = Not in the alphabet of this list ({ $words }): { $letters }. For a word of another language: { COMMAND("add-word") } { $other } { $word }
refusal-foreign-word-to-remove = Not in the alphabet of this list ({ $words }): { $letters }. For a word of another language: { COMMAND("remove-word") } { $other } { $word }
refusal-too-many-words = A chat can have at most { $most ->
        [one] { $most } word
       *[other] { $most } words
    } of its own. Remove one first.
refusal-word-too-long = “{ $word }” is too long: a word can have at most { $most ->
        [one] { $most } letter
       *[other] { $most } letters
    }.
refusal-words-at-once = You can give at most { $most ->
        [one] { $most } word
       *[other] { $most } words
    } at a time.
refusal-look-ups-closed = Words can’t be looked up while a game is on in which wrong words cost something.
refusal-look-ups-closed-in = While your game in “{ $group }” is on, I don’t check words for you, not even in answers to puzzles.
refusal-look-ups-closed-elsewhere = You can’t look words up while your game in another group is on.
refusal-another-game = This game doesn’t have that command. For its rules, write { COMMAND("rules") }.
refusal-another-game-private = None of your games has that command. For the commands of a game, write { COMMAND("help") } and its name.
refusal-unknown-option = There’s no option “{ $option }”. Options: { $options }
refusal-unknown-value = “{ $option }” can’t be “{ $value }”. Choose one of these: { $values }
refusal-value-missing = The option “{ $option }” needs a value. Write { $option }=… with one of these: { $values }
refusal-not-set-up = “{ $value }” isn’t set up on this bot, and only its owner can set it up. Choose one of these: { $values }
refusal-option-repeated = The option “{ $option }” appears twice. Please give it only once.
refusal-option-idle = “{ $option }” makes no difference at this table. It needs “{ $needed }” with one of these: { $values }
refusal-no-challenges = There are no challenges at this table: invalid words are simply refused.
refusal-nothing-to-challenge = There’s no play to challenge.
refusal-challenge-too-late = It’s too late to challenge: the play stands.
refusal-challenged-already = This play has already been challenged.
refusal-own-play = You can’t challenge your own play.
refusal-word-not-in-play = “{ $word }” isn’t in the last play. Its words: { $words }
refusal-window-open = { $name }’s play can still be challenged. Wait { $seconds ->
        [one] { $seconds } second
       *[other] { $seconds } seconds
    }.
refusal-exchange-limit = You only get { $most ->
        [one] { $most } exchange
       *[other] { $most } exchanges
    } in this game, and you’ve used them all.
refusal-no-draws = You can’t offer a draw in this game.
refusal-draw-offered = { $name } has already offered a draw. Answer with the buttons below the offer.
refusal-draw-offered-already = You’ve already offered a draw. Wait for the others to answer. To withdraw it: { COMMAND("draw") } { TYPED("draw.no") }
refusal-draw-offered-lately = You’ve already offered a draw this turn. Wait until somebody plays before you offer another.
refusal-unknown-draw-answer = I don’t understand “{ $typed }”. Answer an offer with { COMMAND("draw") } { TYPED("draw.yes") } or { COMMAND("draw") } { TYPED("draw.no") }. To offer a draw yourself, write just { COMMAND("draw") }.
refusal-no-draw-offer = There’s no draw offer to answer.
refusal-own-draw-offer = You can’t accept your own offer. The others have to answer it.
refusal-draw-accepted = You’ve already agreed to the draw.
refusal-no-clock = There’s no clock in this game.
refusal-already-paused = The game is already paused.
refusal-not-paused = The game isn’t paused.
refusal-paused = The game is paused. It goes on once an administrator writes { COMMAND("resume") }.
refusal-out-of-reach = I can’t write in this game’s group or topic, so nothing has changed. The game goes on once I can. Is the topic gone? An administrator can move the game: { COMMAND("tables") } in the group.
refusal-out-of-time = You’re out of time.
refusal-not-due = It’s too early for that. Try again in a moment.
refusal-no-take-back = Plays can’t be taken back at this table. A table without challenges can allow it when it is opened, or with ⚙️ before the game starts: “{ option-take-back }”.
refusal-nothing-to-take-back = You have no play to take back.
refusal-take-back-too-late = This play can no longer be taken back.
refusal-no-hints = There are no hints at this table. A table without challenges can have them: choose so when you open it, or with ⚙️ before the game starts: “{ option-hints }”.
refusal-hint-is-stale = This button belongs to an earlier hint. For the current one, write { COMMAND("hint") }.
refusal-hint-is-whole = You have the whole hint. Write { COMMAND("hint") } to see it again.
refusal-no-hint-found = I found no hint this time. It cost you nothing.
refusal-play-of-another = Only { $name } can take this play back.
refusal-take-back-open = { $name } can still take back the last play. Wait { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}.
refusal-nothing-to-undo = There’s no turn to undo: only the last one can be undone, and only if no tile was drawn after it.
