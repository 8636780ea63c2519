## The tables of the players’ guide that follow from rules and commands: the headings above them, and what they say
guide-commands = Commands
guide-games = The games
guide-options = Table options
guide-challenges = Challenges
guide-clocks = Clocks
guide-settings = Chat settings
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
        [one] { $count } more point
       *[other] { $count } more points
    }
guide-who-anybody = anybody
guide-who-member = anybody in the group
guide-who-seated = seated players
guide-who-mover = whoever’s turn it is
guide-who-player = players
guide-who-anytime = players, at any time
guide-who-other = everyone except whoever played it
guide-who-host = the host and administrators
guide-who-chooser = in groups, administrators
guide-who-administrator = administrators
