# English texts of the panel of settings and of groups as they are.

## Panel
settings-head-group =
    ⚙️ <b>This group’s settings</b>
    Pick what you’d like to change. Only administrators can.
settings-head-private =
    ⚙️ <b>Your settings</b>
    They apply only to you. Pick what you’d like to change.
settings-line = { $what }: <b>{ $value }</b>
settings-name-looks = 🎨 Language and pictures
settings-name-play = 🎲 Games
settings-name-doors = 🚪 Tables
settings-name-language = 🌐 Language
settings-name-theme = 🎨 Theme
settings-name-labels = 🔤 Board labels
settings-name-boards = 🔕 Board messages
settings-name-openers = 🚪 Who opens tables
settings-name-topics = 🧵 Topics for games
settings-name-words = 📖 The chat’s words
settings-name-turn = 🔔 “Your turn” notices
settings-name-order = 🔡 Rack order
settings-name-reading = 🧭 Plays without a direction
settings-about-language = The language I speak in the group and below its boards. The games keep their own.
settings-about-language-private =
    The language I speak to you in private.
    • <b>Same as my Telegram</b>: your Telegram’s language, if I know it
settings-about-theme =
    What should the pictures in this group look like?
    • <b>Light</b>: a bright board
    • <b>Dark</b>: easy on the eyes at night
    • <b>High contrast</b>: tiles and labels as clear as can be
    • <b>Wood</b>: a wooden board with wooden tiles
settings-about-theme-private =
    What should pictures look like in private, and on the board that only you see?
    • <b>As in the group</b>: each table as in its own group
    • <b>Light</b>, <b>Dark</b>, <b>High contrast</b>, <b>Wood</b>: as you choose, whichever table it is
settings-about-labels =
    What should the premium cells say?
    • <b>The chat’s</b>: in the language the group speaks
    • <b>The game’s</b>: in the game’s own language, such as H² and K³ in Turkish games
settings-about-labels-private =
    What should the premium cells say on the boards you see?
    • <b>As in the group</b>: each table as in its own group
    • <b>The chat’s</b>: in the language I speak to you
    • <b>The game’s</b>: in the game’s own language, such as H² and K³ in Turkish games
settings-about-boards =
    What should happen to the board after a play?
    • <b>A new board each turn</b>: old ones stay, too
    • <b>Keep only the newest board</b>: I delete the old one
    • <b>One board, edited in place</b>: I write the play below it
    • <b>One board, pinned</b>: the same, and pinned (for that I need the right to pin messages)
settings-about-openers =
    Who can open tables, with { COMMAND("new") } or buttons? Anybody can join an open table.
    • <b>Everybody</b>: every member of the group
    • <b>Administrators only</b>: everybody else joins open tables
settings-about-topics =
    In which topics can tables be opened? Running games end where they are.
    • <b>All topics</b>: each topic can have tables of its own
    • <b>This topic is listed</b>: adds this panel’s topic to the list, or takes it off. While there is a list, tables open only in its topics.
settings-topics-none = Tables can be opened in all topics now.
settings-topics-now =
    { $count ->
        [one] { $count } topic is listed. { $here ->
            [yes] It’s this one.
           *[no] It isn’t this one.
        }
       *[other] { $count } topics are listed. { $here ->
            [yes] This one is among them.
           *[no] This one isn’t among them.
        }
    }
settings-topics-some =
    { $count ->
        [one] { $count } topic
       *[other] { $count } topics
    }
settings-about-words =
    Words that count in this chat’s games besides the dictionary’s (+), and words that don’t (−). Changes apply from the next game on.
    Add words with { COMMAND("add-word") }, remove them with { COMMAND("remove-word") }.
settings-words-line = { $sign } ({ $language }): { $words }
settings-words-none = This chat has no words of its own.
settings-words-closed = A game is on in which wrong words cost something, so words can’t be looked up. You’ll see the list when it’s over.
settings-about-turn =
    Should I write to you in private when it’s your turn in a game without a clock, or in a slow one (6 hours a turn or more)?
    • <b>Off</b>: I only say so in the group
    • <b>On</b>: I write to you, too, with a button back to the group
settings-about-order =
    How should your rack be sorted until you shuffle it?
    • <b>As drawn</b>: as the tiles came out of the bag
    • <b>Alphabetical</b>: by letter, blanks last
settings-about-reading =
    What should I do when you write <code>{ COMMAND("play") } H8 WORD</code> without a direction? (<code>8H WORD</code> is always across.)
    • <b>Ask when both ways fit</b>: if it fits one way only, I play it
    • <b>Always read it as down (GCG)</b>: as in GCG records
button-settings-back = ‹ Back
button-done = Done
value-language-telegram = Same as my Telegram
value-theme-group = As in the group
value-labels-group = As in the group
value-boards-each = A new board each turn
value-boards-last = Keep only the newest board
value-boards-one = One board, edited in place
value-boards-pin = One board, pinned
value-openers-all = Everybody
value-openers-admins = Administrators only
value-topics-all = All topics
value-topics-here = This topic is listed
value-turn-off = Off
value-turn-on = On
value-order-drawn = As drawn
value-order-letters = Alphabetical
value-reading-ask = Ask when both ways fit
value-reading-gcg = Always read it as down (GCG)

## Who may open tables, and where
refusal-only-admins-open = In this group only administrators open tables. Anybody can join an open table.
refusal-not-in-this-topic = No tables in this topic: administrators have chosen others for games.
refusal-too-many-topics = The list holds { $most } topics at most.

## Channels
refusal-channel-speaks = You’re writing as a channel or another group, but I need to know who you are before I can let you play. Please write under your own name.

## “Your turn”
turn-call =
    🔔 It’s your turn in <b>{ $group }</b> ({ $game }).
    You can turn these notices off with { COMMAND("settings") }.
button-turn-call = Go to the game

## What the bot is, plain
profile-whole =
    I’m Harfiyen, and I run word games in groups: English and Turkish Scrabble (also Super, Mini and tournament), Kelimelik, WordBox and Klepka. I deal the tiles, check the words and keep the score. Nobody but you sees your rack, and every game’s tile draw can be proved fair afterwards.

    Add me to a group and write { COMMAND("new") } there.
profile-short = Word games for groups: Scrabble, Kelimelik, WordBox, Klepka. Deals the tiles, checks the words, keeps the score.

## The game of a group, its words, and reminders in private
settings-name-game = 🎲 The group’s game
settings-about-game =
    Which game should { COMMAND("new") } alone open a table for?
    • <b>Ask each time</b>: whoever opens the table picks from the list
    • <b>A game</b>: its table opens at once. Clock, challenges and other options are behind ⚙️. Write <code>{ COMMAND("new") } { TYPED("answers.list") }</code> for the list, or { COMMAND("new") } and a name for another game.
settings-game-now = Now: <b>{ $what }</b>
value-game-ask = Ask each time
value-game-this = This table’s game and options
settings-words-count = { $language }: <b>+{ $added }</b>, <b>−{ $removed }</b>
settings-name-nudge = ⏰ Reminders
settings-about-nudge =
    When you haven’t played for a long time in a game without a clock, I remind you in the group. Should I write to you in private, too?
    • <b>Off</b>: in the group only
    • <b>On</b>: I write to you, too, with a button back to the game
value-nudge-off = Off
value-nudge-on = On
nudge-call =
    ⏰ They’re waiting for you in <b>{ $group }</b> ({ $game }): it’s been your turn for a long while, and it can be skipped now.
    You can turn these notices off with { COMMAND("settings") }.
settings-name-call = 📣 Last call
settings-about-call =
    Should I write to you in private when a round of Duplicate is about to end and you haven’t answered? Nobody else learns of it.
    • <b>Off</b>: the group’s message alone says that time is short
    • <b>On</b>: I write to you, too, with a button to your board
value-call-off = Off
value-call-on = On
round-call =
    📣 Round { $round } in <b>{ $group }</b> ({ $game }) ends in { $time }, and you haven’t answered yet.
    You can turn these notices off with { COMMAND("settings") }.
settings-name-computers = 🤖 Computer players
settings-about-computers =
    Can computer players sit at tables here?
    • <b>Welcome</b>: a table’s host or an administrator seats them with { COMMAND("computer") }
    • <b>Not here</b>: only people play
value-computers-welcome = Welcome
value-computers-forbidden = Not here

## Doctor: what the bot can't do in a group
doctor-good = ✅ I can do everything I need to in this group: write, send pictures and see every message about the game.
doctor-head = <b>What I can’t do in this group</b>
doctor-no-text = • <b>I can’t send text.</b> Let members send messages in the group’s permissions, or make me an administrator.
doctor-topic-closed = • <b>This topic is closed, and I can’t write here.</b> Reopen it, or make me an administrator who can manage topics.
doctor-no-photos = • <b>I can’t send pictures, so I show boards as text.</b> Let members send photos in the group’s permissions, or make me an administrator.
doctor-slow-mode = • <b>Slow mode is on, and I can send only one message every { $time }.</b> That’s why turns are shown late. Turn it off, or make me an administrator.
doctor-privacy-mode = • <b>I don’t see every message.</b> Commands need { $bot } after them, and plays have to be replies to my messages. Make me an administrator, and neither is needed.
doctor-no-pins = • <b>I can’t pin the board.</b> Give me the right to pin messages, or stop pinning boards in { COMMAND("settings") }.
doctor-other-topic = • <b>I can’t open tables in this topic</b>: administrators have chosen others for games. Change the topics in { COMMAND("settings") }.
