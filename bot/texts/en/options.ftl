## Options of an open table
button-alter = ⚙️ Options
alter-done = ✕ Close
alter-back = ‹ Back
alter-menu = ⚙️ <b>{ $game }</b>: how would you like to play?
alter-more = ⚙️ <b>{ $game }</b>: what would you like to change?
alter-group = ⚙️ <b>{ $game }</b> · { $group }: tap an option to change it.
button-more-options = More …
option-preset = Preset
option-group-time = ⏱ Time
option-group-words = 📖 Words
option-group-help = 💡 Help
option-group-board = 🎲 Tiles and points
preset-relaxed = ☕ Relaxed
preset-fast = ⚡ Fast
preset-tournament = 🏆 Tournament
preset-learning = 🎓 Learning
preset-line = <b>{ $preset }</b>: { $about }
preset-about-relaxed = { $undo ->
        [yes] the game’s usual rules, and 30 seconds to take a play back
       *[no] the game’s usual rules
    }
preset-about-fast = the game’s rules, { $clock }
preset-about-tournament = { $clock }, words are challenged, and nobody is shown where they fit
preset-about-learning = { $undo ->
        [yes] hints are free, there’s a minute to take a play back, and against the computer I review your moves
       *[no] hints are free, and against the computer I review your moves
    }
alter-option =
    <b>{ $option }</b>
    { $about }
lobby-altered = ⚙️ Changed since the table was opened: { $options }
about-option-bag = Which tiles should be in the bag?
about-option-challenge = Should words that aren’t in the dictionary be refused at once, or can players challenge them? And what does a failed challenge cost?
about-option-challenge-per = Do the points of a failed challenge count once, or for each challenged word?
about-option-challenge-to = Does a failed challenge give the points to whoever played, or take them from the challenger?
about-option-window = How long can a play be challenged?
about-option-clock = How much time is there per turn or per player?
about-option-out = Does whoever goes out get the points left on the other racks once or twice?
about-option-bingo = Is the bonus for seven tiles, or for the whole rack?
about-option-four-word = Which word does a 4W cell quadruple?
about-option-ex = Is a tile on an EX cell exchanged with the bag, with an opponent, or not at all?
about-option-exchange-least = How many tiles must be in the bag for an exchange?
about-option-centre = Does the centre cell double the first word?
about-option-dictionary = Which dictionary judges the words?
about-option-chat-words = Do words that this chat has added or removed count?
about-option-places = Should somebody who writes just a word be shown where it fits?
about-option-deck = How many cards should there be?
about-option-words = Does every form of a word count, or only singular nouns?
about-option-repeats = Can a word be formed again in the same game?
about-option-double = Which words score double?
about-option-skip-after = At a table without a clock, how long before somebody’s turn can be skipped?
about-option-allowance = At a table without a clock, should a turn be skipped automatically after three days?
about-option-take-back = How long can a play be taken back? No tiles are drawn until then.
about-option-hints = May players ask for hints about the best turn? If hints have a price, each step takes points off the score at the end.

# A table that nobody cares for
lobby-abandoned = ⌛ Nobody came or went for { $hours ->
        [one] { $hours } hour
       *[other] { $hours } hours
    }, so the table has been closed. To open another, write { COMMAND("new") }.

# When the game starts
option-start = Start
value-start-asked = by a player
value-start-full = when the table is full
about-option-start = Should the game start automatically once the last seat is taken? Any seated player can start it earlier.
refusal-not-host = Only the host of the table or an administrator can do that.
refusal-full-already = The table is full already. Start the game with { COMMAND("begin") }.

# Seats that are kept for invited people
invited = ✉️ A seat is kept for { $name } for { $hours ->
        [one] { $hours } hour
       *[other] { $hours } hours
    }: take it with the button below the table’s message, or with { COMMAND("join") }.
invited-several = ✉️ Seats are kept for { $names } for { $hours ->
        [one] { $hours } hour
       *[other] { $hours } hours
    }: take them with the buttons below the table’s message, or with { COMMAND("join") }.
invited-not = ✖️ No seat is kept for { $name }. { $why }
lobby-invited = ✉️ Seats are kept for: { $names }. Whoever doesn’t take theirs with the button or { COMMAND("join") } within { $hours ->
        [one] { $hours } hour
       *[other] { $hours } hours
    } loses it.
lobby-kept = invited
button-invited-yes = ✅ { $name }: I’m in
button-invited-no = ❌ Free the seat
invitation-declined = The seat kept for you is free again.
invitation-withdrawn = The seat is free again.
refusal-whom-to-invite = I don’t know who you’re inviting: write { COMMAND("invite") } @username, or reply { COMMAND("invite") } to one of their messages. You can name up to ten people at once.
refusal-seats-kept = The free seats are kept for invited players. One becomes free if somebody declines or doesn’t come in time.
refusal-invited-is-seated = That person already has a seat at this table.
refusal-invited-already = A seat is already kept for that person. To free it, tap “{ button-invited-no }” below the table’s message.
refusal-invited-is-bot = Bots can’t be invited.
refusal-invited-is-banned = That person is banned and can’t be invited.
refusal-invited-is-away = That person isn’t in this group.
refusal-invitation-over = That seat is no longer kept for anybody.
refusal-not-invited = That seat isn’t kept for you.

## How a new table is opened
lobby-rotated = 🔁 Rematch: if the same players sit down, the order moves on by one and { $name } goes first.
button-table-alert = 🔔 Tell me about the next table
table-alert-offer = 🔔 I can mention you, once, when the next table opens here. Tap the button to switch that on or off.
table-alert-on = 🔔 When the next table opens here, I’ll mention you once. To cancel that, tap again.
table-alert-off = All right, I won’t mention you when a table opens.
lobby-called = 🔔 You asked to be told: { $names }
refusal-bell-full = { $most } people are already waiting for the next table here. Try again once it has opened.
button-there = 👥 Choose the group
there-group = Which group should the table be in? Use the button below to choose one that we’re both in.
there-chosen = The table will open in <b>{ $group }</b>.
there-wanted = 🎲 The game: <b>{ $game }</b>
button-open-there = 🎲 Open the table
there-opening = 🎲 { $game }: the table is open.
there-opened = 🎲 Your table is open in <b>{ $group }</b> ({ $game }). You can change its options there with ⚙️.
refusal-not-there = For that, we both have to be in that group.
refusal-lobby-open-there = A table is already open in that group. You can take a seat there.
refusal-game-running-there = There’s already a game in that group, and it has to end first.

## Computer players
button-computer = 🤖 Computer
button-stand-in = 🤖 Let a computer take over
button-play-alone = 🤖 Here, against a computer
computer-name = 🤖 { $level }
computer-another = 🤖 { $level } { $number }
level-acemi = Novice
level-kolay = Easy
level-orta = Medium
level-iyi = Good
level-usta = Master
computer-which = 🤖 How strong should the computer be? Tap ✖ beside a name to remove it.
computer-seated = { $name } joined the table.
computer-alone = 🤖 Play against a computer right here. How strong should it be, and which game?
computer-alone-level = How strong should the computer be?
refusal-computers-forbidden = Computer players are off in this group. Administrators can allow them with { COMMAND("settings") }.
refusal-no-computers = Computers can’t play this game.
refusal-no-draws-with-computers = Computer players don’t accept draws. Play on, or surrender.
refusal-no-such-computer = That computer player is no longer at the table.
refusal-nobody-sought = Computers join a table before the game starts. To have one take over a seat in a running game, write { COMMAND("replace") } first.
refusal-unknown-level = There is no level “{ $typed }”. The levels are { TYPED("levels.acemi") }, { TYPED("levels.kolay") }, { TYPED("levels.orta") }, { TYPED("levels.iyi") } and { TYPED("levels.usta") }.
there-alone = Or don’t wait for anybody and play against a computer here.
this-chat = this chat
