## The tables of the players’ guide that follow from rules and commands: the headings above them, and what they say
guide-commands = Commands
guide-games = The games
guide-options = Options of a table
guide-challenges = Challenges
guide-clocks = Clocks
guide-settings = Settings of a chat
guide-passes = { $count ->
        [one] { $count } pass
       *[other] { $count } passes in a row
    }
guide-scoreless = { $count ->
        [one] { $count } scoreless turn
       *[other] { $count } scoreless turns in a row
    }
guide-passes-each = { $count ->
        [one] { $count } pass each in a row
       *[other] { $count } passes each in a row
    }
guide-instant-win = the word { $word }
guide-least-in-bag = at least { $count ->
        [one] { $count } tile in the bag
       *[other] { $count } tiles in the bag
    }
guide-cell = { $count ->
        [one] { $count } point more
       *[other] { $count } points more
    }
guide-who-anybody = anybody
guide-who-member = anybody in the group
guide-who-seated = seated players
guide-who-mover = the player to move
guide-who-player = players
guide-who-anytime = players, at any time
guide-who-other = players but its author
guide-who-host = who opened it, and administrators
guide-who-chooser = in groups, administrators
guide-who-administrator = administrators
