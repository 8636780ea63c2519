## Bans and maintenance, as everybody sees them
refusal-banned = You have been banned from using this bot; I cannot answer your commands.
refusal-banned-chat = This bot has been banned from this chat; I cannot answer commands here.
refusal-banned-chat-private = This bot has been banned from that group; nothing can be done at its table.
refusal-maintenance = 🛠 We are doing some maintenance, so no new game can be opened for now. Games in progress go on.
refusal-maintenance-minutes =
    { $minutes ->
        [one] 🛠 We are doing some maintenance: new games can be opened in about { $minutes } minute. Games in progress go on.
       *[other] 🛠 We are doing some maintenance: new games can be opened in about { $minutes } minutes. Games in progress go on.
    }
refusal-maintenance-hours =
    { $hours ->
        [one] 🛠 We are doing some maintenance: new games can be opened in about { $hours } hour. Games in progress go on.
       *[other] 🛠 We are doing some maintenance: new games can be opened in about { $hours } hours. Games in progress go on.
    }

## Status
desk-status-workers =
    <b>Harfiyen { $version }</b>
    Processes: { $workers } · Uptime: { $uptime }
    Memory: { $memory } MiB · Held back by Telegram in the last hour: { $held }
desk-status-chats = Groups: { $groups } · Private chats: { $people }
desk-status-games = Games in progress: { $games } · Moves in the last hour: { $moves }
desk-status-queues = Updates waiting: { $inbox } (oldest { $waited }) · Notices waiting: { $outbox } (oldest { $kept })
desk-status-dead = Dead letters: { $count }
desk-status-redis = Redis: { $milliseconds } ms · { $memory } MiB
desk-status-closed = 🛠 Maintenance: no new games.

## Maintenance
desk-maintenance-off = New games may be opened. Begin maintenance? Games in progress go on.
desk-maintenance-on = 🛠 Maintenance: no new games; those in progress go on. It lasts until you end it.
desk-maintenance-until = 🛠 Maintenance: no new games; those in progress go on. It ends in { $time }.
desk-maintenance-how = “{ $typed }” is no length of time. Write it as 45 min or 2 h, seven days at most.
desk-button-close = 🛠 Until I end it
desk-button-reopen = ✅ End maintenance

## Bans
desk-banned = 🚫 { $who } is banned, and is told so once a day at most. Other people’s games go on.
desk-banned-chat = 🚫 The chat { $who } is banned, and is told so once a day at most.
desk-banned-before = { $who } is banned already.
desk-unbanned = ✅ { $who } is no longer banned.
desk-not-banned = { $who } is not banned.
desk-ban-owner = Owners of the bot cannot be banned.
desk-author-hidden = Whoever wrote that message hides who they are. Give the number or the @name.
desk-name-unknown = I have never seen the name { $name }. Give the number, or forward me a message and reply to it.
desk-nobody-named = “{ $typed }” is neither a number nor an @name.
desk-bans = Banned: { $count }
desk-bans-none = Nobody is banned.
desk-ban-line = { $who } · { $time } ago
desk-ban-how = To ban, write { $ban } and a number or an @name, or write it as a reply to a message that you forwarded. Numbers of groups begin with a minus.

## Broadcasts
desk-broadcast-how = Write what to tell after the command: { $command } There will be short maintenance work tonight.
desk-broadcast-ask = ⬆️ This is what it will look like. Who is to be told?
desk-broadcast-busy = Another broadcast is being sent. It has to end first.
desk-broadcast-stale = This broadcast can no longer be sent. Write the command again.
desk-broadcast-dropped = Nobody was told.
desk-broadcast-begins = 📣 { $bar } Sending…
desk-broadcast-goes = 📣 { $bar } { $done } / { $total } · not reached: { $missed }
desk-broadcast-stops = Stopping.
desk-broadcast-over = 📣 Done: { $told } of { $total } chats were told; not reached, or not known to be: { $missed }.
desk-broadcast-stopped = ⏹ Stopped: { $told } of { $total } chats were told; the rest: { $missed }.
desk-broadcast-missed = The chats that were not reached, may not have been reached, or were not tried. None of them is tried again.
desk-button-groups = 👥 Groups ({ $count })
desk-button-people = 👤 Private chats ({ $count })
desk-button-all = 🌍 Everybody ({ $count })
desk-button-drop = ✖️ Cancel
desk-button-stop = ⏹ Stop
desk-missed-gone = the bot is not there, or is blocked
desk-missed-refused = refused by Telegram
desk-missed-unknown = nobody knows whether it arrived
desk-missed-untried = not tried
desk-missed-banned = banned while it was being sent

## Alerts
desk-alert-dead =
    { $count ->
        [one] ⚠️ { $count } update or notice was given up. Why: <code>harfiyen inbox</code>
       *[other] ⚠️ { $count } updates or notices were given up. Why: <code>harfiyen inbox</code>
    }
desk-alert-inbox = ⚠️ Updates wait to be handled: { $count }, the oldest for { $time }. See in the log what fails.
desk-alert-outbox = ⚠️ Notices wait to be told: { $count }, the oldest for { $time }. See in the log whether Telegram can be reached.
desk-alert-limits =
    { $count ->
        [one] ⚠️ Telegram wanted me to slow down { $count } time in the last hour.
       *[other] ⚠️ Telegram wanted me to slow down { $count } times in the last hour.
    }
desk-alert-redis = ⚠️ Redis does not answer; games stand still.
desk-well = ✅ Well again: { $what }.
desk-well-redis = ✅ Redis answers again, after { $time }.
desk-well-telegram = ✅ Telegram answers again, after { $time }. Clocks stood still meanwhile.
desk-trouble-inbox = updates are handled in time
desk-trouble-outbox = notices are told in time
desk-trouble-limits = Telegram no longer slows me down
