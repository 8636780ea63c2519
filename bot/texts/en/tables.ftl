## Several tables in one chat
which-table = Which table do you mean?
which-table-in-private = I couldn’t show only you which tables you might mean. Write the same in our private chat.
refusal-no-such-table = There is no table { $number } here right now.
refusal-no-table-of-yours = You aren’t playing at any table { $number } right now. { COMMAND("games") } lists your games.
refusal-edit-of-another-table = This message was a play for another table and stays with it. For the other table, write a new one.
refusal-too-many-tables = { $most } tables are open here already, and that’s the most this group allows. { COMMAND("tables") } lists them: take a seat at one, or wait for a game to end.
refusal-too-many-tables-private = You already have { $most } games here, and that’s the most there can be. Finish one first: { COMMAND("games") } lists them.
refusal-too-many-tables-there = { $most } tables are open in that group already, and that’s the most it allows. Take a seat at one of them, or wait for a game to end.
refusal-too-many-seats = You already sit at { $most ->
        [one] { $most } table
       *[other] { $most } tables
    } here, and that’s the most this group allows one person. Use { COMMAND("leave") } at a table that hasn’t started, or wait for one of your games to end.
refusal-too-many-seats-there = You already sit at { $most ->
        [one] { $most } table
       *[other] { $most } tables
    } in that group, and that’s the most it allows one person. Leave a table that hasn’t started, or wait for one of your games to end.
refusal-rematch-open = The rematch of this game is open already: table { $number }.
refusal-game-begun = The game at this table has already started. To open another table, write { COMMAND("new") }.
refusal-game-begun-private = The game at this table has already started. For another game, write { COMMAND("computer") }.

## Lists of tables and games
tables-head = 🎲 <b>Tables here</b>
games-head = 🎲 <b>Your games</b>
games-your-turn = <b>Your turn</b>
answer-open = You can answer
games-turn-since = for { $time }
games-in-private = I list all of your games in our private chat, those where it’s your turn first.
own-board-next-game = ▶️ Your next game
tables-elsewhere = 🧵 In other topics tables are open, too. If a topic is gone, an administrator can go on with its table here.
button-move-here = 📍 Go on here: { $table }
table-moved-here = 📍 The game goes on here.
table-moved-away = 📍 A table of this topic goes on in another one.
back-to-round = I’m back! The game goes on where it stopped. For the board, write { COMMAND("board") }.
back-to-tables = I’m back! The games go on where they stopped. For the tables, write { COMMAND("tables") }.
stale-tables =
    That table no longer exists. Open now:
    { $tables }

## How many tables
settings-name-tables = 🗂 Number of tables
settings-name-seats = 👤 Tables per person
settings-about-tables =
    How many tables may be open at once? In a group with topics, each topic counts separately.
    Where there are several, each has a number (#1, #2, …). A smaller number doesn’t close any open table.
settings-about-seats =
    At how many tables may one person sit at once? In a group with topics, each topic counts separately.
    A smaller number doesn’t take anybody’s seat away.
