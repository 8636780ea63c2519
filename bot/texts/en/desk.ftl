## Bans and maintenance, as everybody sees them
refusal-banned = You’re banned from using this bot, so I won’t answer your commands.
refusal-banned-chat = This bot is banned in this chat, so I won’t answer commands here.
refusal-banned-chat-private = This bot is banned in that group, so nothing can be done at its table.
refusal-maintenance = 🛠 Maintenance: no new games for now. Games in progress go on.
refusal-maintenance-minutes =
    { $minutes ->
        [one] 🛠 Maintenance: no new games for about { $minutes } minute. Games in progress go on.
       *[other] 🛠 Maintenance: no new games for about { $minutes } minutes. Games in progress go on.
    }
refusal-maintenance-hours =
    { $hours ->
        [one] 🛠 Maintenance: no new games for about { $hours } hour. Games in progress go on.
       *[other] 🛠 Maintenance: no new games for about { $hours } hours. Games in progress go on.
    }

## Status
desk-status-workers =
    <b>Harfiyen { $version }</b>
    Processes: { $workers } · Uptime: { $uptime }
    Memory: { $memory } MiB · Held back by Telegram in the last hour: { $held }
desk-status-chats = Groups: { $groups } · Private chats: { $people }
desk-status-games = Games in progress: { $games } · Turns in the last hour: { $moves }
desk-status-queues = Updates waiting: { $inbox } (oldest { $waited }) · Notices waiting: { $outbox } (oldest { $kept })
desk-status-dead = Dead letters: { $count }
desk-status-redis = Redis: { $milliseconds } ms · { $memory } MiB
desk-status-closed = 🛠 Maintenance: no new games.

## Maintenance
desk-maintenance-off = New games can be opened. Start maintenance? Games in progress go on.
desk-maintenance-on = 🛠 Maintenance: no new games, but those in progress go on. It lasts until you end it.
desk-maintenance-until = 🛠 Maintenance: no new games, but those in progress go on. It ends in { $time }.
desk-maintenance-how = “{ $typed }” isn’t a length of time. Write 45 min or 2 h, for example, up to seven days.
desk-button-close = 🛠 Until I end it
desk-button-reopen = ✅ End maintenance

## Bans
desk-banned = 🚫 { $who } is banned. I’ll tell them so once a day at most. Other people’s games go on.
desk-banned-chat = 🚫 The chat { $who } is banned. I’ll say so there once a day at most.
desk-banned-before = { $who } is already banned.
desk-unbanned = ✅ { $who } is no longer banned.
desk-not-banned = { $who } isn’t banned.
desk-ban-owner = The bot’s owners can’t be banned.
desk-author-hidden = Whoever wrote that message hides who they are. Give their ID or @name.
desk-name-unknown = I’ve never seen the name { $name }. Give their ID, or forward me one of their messages and reply to it.
desk-nobody-named = “{ $typed }” is neither an ID nor an @name.
desk-bans = Banned: { $count }
desk-bans-none = Nobody is banned.
desk-ban-line = { $who } · { $time } ago
desk-ban-how = To ban, write { $ban } and an ID or an @name, or reply with it to a message that you forwarded to me. Group IDs start with a minus.

## Broadcasts
desk-broadcast-how = Write the announcement after the command: { $command } There will be short maintenance work tonight.
desk-broadcast-ask = ⬆️ This is what it will look like. Who should get it?
desk-broadcast-busy = Another broadcast is being sent, and it has to end first.
desk-broadcast-stale = This broadcast can no longer be sent. Write the command again.
desk-broadcast-dropped = The broadcast wasn’t sent.
desk-broadcast-begins = 📣 { $bar } Sending…
desk-broadcast-goes = 📣 { $bar } { $done } / { $total } · not reached: { $missed }
desk-broadcast-stops = Stopping.
desk-broadcast-over = 📣 Done: sent to { $told } of { $total } chats. Not delivered, or unknown: { $missed }.
desk-broadcast-stopped = ⏹ Stopped: sent to { $told } of { $total } chats. The rest: { $missed }.
desk-broadcast-missed = The chats that weren’t reached, may not have been reached, or weren’t tried. They won’t be tried again.
desk-button-groups = 👥 Groups ({ $count })
desk-button-people = 👤 Private chats ({ $count })
desk-button-all = 🌍 Everybody ({ $count })
desk-button-drop = ✖️ Cancel
desk-button-stop = ⏹ Stop
desk-missed-gone = the bot isn’t there, or is blocked
desk-missed-refused = refused by Telegram
desk-missed-unknown = unknown whether it arrived
desk-missed-untried = not tried
desk-missed-banned = banned while it was being sent

## Alerts
desk-alert-dead =
    { $count ->
        [one] ⚠️ { $count } update or notice was dead-lettered. To see why: <code>harfiyen inbox</code>
       *[other] ⚠️ { $count } updates or notices were dead-lettered. To see why: <code>harfiyen inbox</code>
    }
desk-alert-inbox = ⚠️ Updates waiting to be handled: { $count }, the oldest for { $time }. The log says what is failing.
desk-alert-outbox = ⚠️ Notices waiting to be sent: { $count }, the oldest for { $time }. The log says whether Telegram can be reached.
desk-alert-limits =
    { $count ->
        [one] ⚠️ Telegram told me to slow down { $count } time in the last hour.
       *[other] ⚠️ Telegram told me to slow down { $count } times in the last hour.
    }
desk-alert-redis = ⚠️ Redis isn’t answering, so games are on hold.
desk-alert-redis-refuses = ⚠️ Redis refuses to store anything, so games are on hold: <code>{ $reason }</code>
desk-alert-updates = ⚠️ What people send isn’t reaching me, so clocks are standing still: <code>{ $reason }</code>
desk-well = ✅ Recovered: { $what }.
desk-well-redis = ✅ Redis is working again, after { $time }.
desk-well-telegram = ✅ Telegram is answering again, after { $time }. Clocks stood still meanwhile.
desk-well-updates = ✅ What people send is reaching me again, after { $time }. Clocks stood still meanwhile.
desk-trouble-inbox = updates are handled in time
desk-trouble-outbox = notices are sent in time
desk-trouble-limits = Telegram is no longer slowing me down
