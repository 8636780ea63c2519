## Options of an open table
button-alter = ⚙️ Options
alter-done = ✕ Close
alter-back = ‹ Back
alter-menu = ⚙️ <b>{ $game }</b>: tap the option you want to change.
alter-option =
    <b>{ $option }</b>
    { $about }
lobby-altered = ⚙️ Changed since the table opened: { $options }
about-option-bag = Which tiles the bag holds.
about-option-challenge = What becomes of a word that isn’t in the dictionary: it is refused at once, or players challenge it, and what a failed challenge costs.
about-option-challenge-per = Whether the points of a challenge count once, or for each challenged word.
about-option-challenge-to = Whether a failed challenge brings the points to the mover, or takes them from the challenger.
about-option-window = How long a play may be challenged.
about-option-clock = How much time there is per move or per player.
about-option-out = Whether whoever goes out gets the points left on the other racks once or twice.
about-option-bingo = Whether the bonus is for seven tiles, or for the whole rack.
about-option-four-word = Which word a 4W cell multiplies by four.
about-option-ex = Whether a tile laid on an EX cell is exchanged with the bag or with an opponent, or not at all.
about-option-exchange-least = How many tiles the bag must hold for an exchange.
about-option-centre = Whether the centre cell doubles the first word.
about-option-dictionary = Which dictionary judges the words.
about-option-chat-words = Whether words that this chat added or removed count.
about-option-places = Whether whoever writes just a word is shown where it fits.
about-option-preview = Whether a move that is tried out tells if its words are valid.
about-option-deck = How many cards are played with.
about-option-words = Whether every form of a word counts, or nouns only.
about-option-repeats = Whether a word may be formed again in the same game.
about-option-double = Which words score double.
about-option-skip-after = At a table without a clock, how long a player may be away before the turn can be skipped.
about-option-allowance = At a table without a clock, whether the turn of a player who is away for three days is skipped by itself.
about-option-take-back = Within how many seconds a play can be taken back; no tiles are drawn until then.

# A table that nobody cares for
lobby-abandoned = ⌛ Nobody came or went for { $hours ->
        [one] { $hours } hour
       *[other] { $hours } hours
    }, so the table has been closed. To open another, write { COMMAND("new") }.

# When the game starts
option-start = Start
value-start-asked = by a player
value-start-full = when the table is full
about-option-start = Whether the game starts by itself as soon as the last seat is taken; anybody seated may start it earlier.
refusal-full-already = The table is full already; start the game with { COMMAND("begin") }.

# Seats that are kept for invited people
invited = ✉️ A seat is kept for { $name } for { $hours ->
        [one] { $hours } hour
       *[other] { $hours } hours
    }: they take it with the button under the table’s message, or with { COMMAND("join") }.
invited-several = ✉️ Seats are kept for { $names } for { $hours ->
        [one] { $hours } hour
       *[other] { $hours } hours
    }: they take them with the buttons under the table’s message, or with { COMMAND("join") }.
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
refusal-whom-to-invite = I don’t know whom you’re inviting: write { COMMAND("invite") } @username, or reply { COMMAND("invite") } to a message of theirs. You can name several people in a row, ten at most.
refusal-seats-kept = The free seats are kept for invited players. One comes free if somebody declines or runs out of time.
refusal-invited-is-seated = That person already has a seat at this table.
refusal-invited-already = A seat is already kept for that person; to take it back, press “{ button-invited-no }” under the table’s message.
refusal-invited-is-bot = Bots can’t be invited.
refusal-invited-is-banned = That person is banned and can’t be invited.
refusal-invited-is-away = That person isn’t in this group.
refusal-invitation-over = That seat is no longer kept for anybody.
refusal-not-invited = That seat isn’t kept for you.

## How a new table is opened
lobby-rotated = 🔁 Rematch: if the same players sit down, the order moves on by one and { $name } goes first.
button-bell = 🔔 Tell me of the next
bell-on = 🔔 When the next table opens here, I’ll mention you once. To call it off, send { COMMAND("ping") } again.
bell-off = All right, I won’t mention you when a table opens.
lobby-called = 🔔 Asked to be told: { $names }
refusal-bell-full = { $most } people already wait here to be told. Try again once a table has opened.
button-there = 👥 Choose the group
there-group = In which group shall I open the table? Use the button below to choose one that both of us are in.
there-chosen = The table will open in <b>{ $group }</b>.
there-wanted = 🎲 The game: <b>{ $game }</b>
button-open-there = 🎲 Open the table
there-opening = 🎲 { $game }: the table is open.
there-opened = 🎲 Your table is open in <b>{ $group }</b> ({ $game }). You can change its options there with ⚙️.
refusal-not-there = For that, both you and I have to be in that group.
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
computer-which = 🤖 How strong a computer player should sit down? The ✖ beside a name sends it away.
computer-seated = { $name } has sat down.
computer-alone = 🤖 Against a computer, in this chat. How strong should it be, and which game?
refusal-computers-forbidden = Computer players are off in this group. Administrators can allow them with { COMMAND("settings") }.
refusal-no-computers = No computer plays this game.
refusal-no-draws-with-computers = Computer players agree to no draws; play on, or surrender.
refusal-no-such-computer = That computer player is not at the table any more.
refusal-nobody-sought = Computer players sit down before a game begins. To have one take over a seat in a running game, write { COMMAND("replace") } first.
refusal-unknown-level = There is no level “{ $typed }”. The levels are { TYPED("levels.acemi") }, { TYPED("levels.kolay") }, { TYPED("levels.orta") }, { TYPED("levels.iyi") } and { TYPED("levels.usta") }.
there-alone = Or play here, against a computer, without waiting for anybody.
this-chat = this chat
