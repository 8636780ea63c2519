# The daily puzzle
settings-name-daily = 🧩 Daily puzzle
settings-about-daily =
    Shall I post a puzzle every day, at a time of your choice? Everybody gets the same one and answers in a private chat with me. The next day I give the answer and say who solved it first.
    Tap a full hour below. For another time or time zone, write, for example, <code>{ COMMAND("daily") } 09:30 Europe/London</code>
value-daily-off = Off
daily-when = { $clock } ({ $zone })
daily-zone-now = 🌍 Time zone: { $zone }, where it is { $clock } now
daily-zone-guess = I guessed the time zone from the chat’s language. You can change it before you pick an hour.
daily-chosen = There will be a puzzle every day: { $when }
daily-off-chosen = The daily puzzle is off.
daily-about-zones = Pick your time zone. If it isn’t listed, write its name: <code>{ COMMAND("daily") } Asia/Tbilisi</code>
button-daily-zone = 🌍 Time zone
button-daily-solve = 🧩 Solve
button-daily-share = ↗️ Share the result
refusal-unknown-daily-time = “{ $typed }” is neither a time nor a time zone that I know. For example: { COMMAND("daily") } 09:30 Europe/London
daily-post =
    🧩 <b>Daily puzzle, { $day }</b>
    { $game }, words: { $words }
    Find the best play. The button opens the puzzle in our private chat, where only I see your answer.
daily-answer = The answer to the previous puzzle: { $answer }.
daily-solved-by-nobody = Nobody solved it.
daily-solved-by-you = You solved it.
daily-not-solved-by-you = You didn’t solve it.
daily-solved-by =
    { $count ->
        [one] { $count } person solved it.
       *[other] { $count } people solved it.
    }
daily-solved-first =
    { $count ->
        [one] { $count } person solved it: { $name }.
       *[other] { $count } people solved it, { $name } first.
    }
daily-result =
    { $first ->
        [yes] 🥇 You are the first to solve the daily puzzle.
       *[other] 🧩 You have solved the daily puzzle.
    } { $streak ->
        [one] Streak: { $streak } day.
       *[other] Streak: { $streak } days.
    }
daily-share =
    Harfiyen { $day } · { $tries ->
        [one] { $tries } try
       *[other] { $tries } tries
    } · { $hints ->
        [one] { $hints } hint
       *[other] { $hints } hints
    }
stats-daily-streak = Daily puzzle, streak
stats-daily-longest = Daily puzzle, longest streak

settings-name-week = 🗓 Week’s game
settings-about-week =
    Should a game of Duplicate start by itself every Monday? Everybody gets the same rack, one a day for seven days, and answers in secret. The player with the most points after the seventh wins the week.
    It starts at the daily puzzle’s time, and each round ends at that time.
value-week-off = Off
value-week-on = On
week-when = on Mondays, { $clock } ({ $zone })
week-chosen = There will be a game every week: { $when }
