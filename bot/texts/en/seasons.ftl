## The panel of records
records-head-group =
    📋 <b>This group’s records</b>
    The games that ended. Only administrators can manage them.
records-head-private =
    📋 <b>Your records</b>
    The games that ended here.
records-none = No game has ended with a result yet.
records-count = { $count ->
    [one] <b>{ $count }</b> game is recorded.
   *[other] <b>{ $count }</b> games are recorded.
}
records-season = Current season: <b>{ $number }</b>
button-records-season = ▶ New season
button-records-games = 🗂 Games
button-records-export = 📄 Send as a file
button-records-erase = ✖ Erase everything

## Seasons
records-season-sure =
    Start season { $number }? Games that end from then on count for it.
    Earlier games and all ratings stay. A season that has started can’t be undone.
button-records-season-yes = ▶ Yes, start
records-season-begun = ▶ <b>{ $name }</b> started season { $number }: games that end from now on count for it.

## Games
records-games =
    <b>Recorded games</b>, the newest first
    Tap a game to leave it out, and tap it again to have it count. All stats and ratings are worked out anew.
    ✓ counts · ✕ left out
records-game = { $game } ({ $date }: { $players })
button-records-newest = ‹ Newest
button-records-older = Older ›
records-left-out = ✕ <b>{ $name }</b> decided that a game doesn’t count: { $game }
records-counted = ✓ <b>{ $name }</b> decided that a game counts again: { $game }

## The file, and erasing
records-export =
    All records: each line is a game or the start of a season (JSON), with times in seconds since 1970 (UTC).
    It’s for you to keep and to work with. The bot doesn’t read it back.
records-no-files = I can’t send files here.
refusal-no-records = No game is recorded.
records-erase-sure = Erase all records? { $count ->
        [one] The result of <b>{ $count }</b> game goes, with its replay and proof
       *[other] The results of <b>{ $count }</b> games go, with their replays and proofs
    }, and so do everybody’s stats, ratings and titles, and the seasons. <b>This can’t be undone.</b>
    To keep a copy, get the file first. Running games aren’t affected.
button-records-erase-yes = ✖ Yes, erase everything
records-erased = ✖ <b>{ $name }</b> erased all records: stats and ratings start anew.

## The log of decisions
act-records-season = { $at } · <b>{ $name }</b> started season { $number }
act-records-leave-out = { $at } · <b>{ $name }</b> left out the game of { $date } ({ $game })
act-records-count = { $at } · <b>{ $name }</b> had the game of { $date } count again ({ $game })
act-records-erase = { $at } · <b>{ $name }</b> erased all records ({ $number ->
    [one] { $number } game
   *[other] { $number } games
})
