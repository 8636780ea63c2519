# A player's figures and the group's ranking, in the picture and in the text below it.

## Periods and games
stats-span-week = This week
stats-span-month = This month
stats-span-season = This season
stats-span-ever = All time
button-span-week = Week
button-span-month = Month
button-span-season = Season
button-span-ever = All
stats-all-games = All games
stats-family-crossword = Board games
stats-family-klepka = Klepka
stats-family-duplicate-tr = Duplicate, Turkish
stats-family-duplicate-en = Duplicate, English
stats-family-duplicate-uk = Duplicate, Ukrainian
stats-tenths = { $whole }.{ $tenth }
stats-day = { $year }-{ $month }-{ $day }

## A player's figures
stats-subtitle = <i>{ $what }</i>
stats-line = { $what }: <b>{ $value }</b>
stats-with-computers = With the computer
stats-all-groups = All groups
stats-nothing = No finished games here.
stats-rating = Rating
stats-rating-in = Rating · { $group }
stats-games = Games
stats-wins = Wins
stats-draws = Draws
stats-points = Points
stats-average-game = Per game
stats-average-play = Per play
stats-best-game = Best game
stats-best-play = Best play
stats-best-round = Best round
stats-best-word = Best word
stats-longest-word = Longest word
stats-bingos = Bingos
stats-share = % of the top, last 20 games
stats-percent = { $share }%
stats-tops = Tops
stats-challenges-won = Challenges won
stats-challenges-lost = Challenges lost
stats-streak = Winning streak
stats-best-streak = Longest streak
stats-opponents = Plays most with
stats-word-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
button-with-computers = 🤖 With the computer
button-without-computers = 👥 With people
refusal-no-figures = You haven’t finished a game here yet. Once you have, your stats will be here.
refusal-no-figures-private = You haven’t finished a game yet. Once you have, your stats will be here.
refusal-no-figures-of-player = They haven’t finished a game here.
refusal-player-unlisted = This person doesn’t show their stats to others.
refusal-several-players = Several people here go by that name. Reply to one of their messages, or write their @username.

## The ranking
top-title = Ranking: { $measure }
top-by-rating = Rating
top-by-points = Points
top-by-wins = Wins
top-by-average = Average
top-by-share = % of the top
top-games = { $games ->
    [one] { $games } game
   *[other] { $games } games
}
top-unsure = “?”: the rating isn’t certain yet.
top-least-games = Points per game, for players with at least { $games ->
    [one] { $games } game
   *[other] { $games } games
}.
top-about-share = The share of all tops’ points in the newest 20 games of Duplicate.
top-hidden = Those who haven’t played for a month aren’t shown.
top-nobody = Nobody to rank in this period.
