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
owner-status-workers =
    <b>Harfiyen { $version }</b>
    Processes: { $workers } · Uptime: { $uptime }
    Memory: { $memory } MiB · Held back by Telegram in the last hour: { $held }
owner-status-chats = Groups: { $groups } · Private chats: { $people }
owner-status-games = Games in progress: { $games } · Turns in the last hour: { $moves }
owner-status-queues = Updates waiting: { $inbox } (oldest { $waited }) · Notices waiting: { $outbox } (oldest { $kept })
owner-status-dead = Dead letters: { $count }
owner-status-redis = Redis: { $milliseconds } ms · { $memory } MiB
owner-status-closed = 🛠 Maintenance: no new games.

## Maintenance
owner-maintenance-off = New games can be opened. Start maintenance? Games in progress go on.
owner-maintenance-on = 🛠 Maintenance: no new games, but those in progress go on. It lasts until you end it.
owner-maintenance-until = 🛠 Maintenance: no new games, but those in progress go on. It ends in { $time }.
owner-maintenance-how = “{ $typed }” isn’t a length of time. Write 45 min or 2 h, for example, up to seven days.
owner-button-close = 🛠 Until I end it
owner-button-reopen = ✅ End maintenance

## Bans
owner-banned = 🚫 { $who } is banned. I’ll tell them so once a day at most. Other people’s games go on.
owner-banned-chat = 🚫 The chat { $who } is banned. I’ll say so there once a day at most.
owner-banned-before = { $who } is already banned.
owner-unbanned = ✅ { $who } is no longer banned.
owner-not-banned = { $who } isn’t banned.
owner-ban-owner = The bot’s owners can’t be banned.
owner-author-hidden = Whoever wrote that message hides who they are. Give their ID or @name.
owner-name-unknown = I’ve never seen the name { $name }. Give their ID, or forward me one of their messages and reply to it.
owner-nobody-named = “{ $typed }” is neither an ID nor an @name.
owner-bans = Banned: { $count }
owner-bans-none = Nobody is banned.
owner-ban-line = { $who } · { $time } ago
owner-ban-how = To ban, write { $ban } and an ID or an @name, or reply with it to a message that you forwarded to me. Group IDs start with a minus.

## Broadcasts
owner-broadcast-how = Write the announcement after the command: { $command } There will be short maintenance work tonight.
owner-broadcast-ask = ⬆️ This is what it will look like. Who should get it?
owner-broadcast-busy = Another broadcast is being sent, and it has to end first.
owner-broadcast-stale = This broadcast can no longer be sent. Write the command again.
owner-broadcast-dropped = The broadcast wasn’t sent.
owner-broadcast-begins = 📣 { $bar } Sending…
owner-broadcast-goes = 📣 { $bar } { $done } / { $total } · not reached: { $missed }
owner-broadcast-stops = Stopping.
owner-broadcast-over = 📣 Done: sent to { $told } of { $total } chats. Not delivered, or unknown: { $missed }.
owner-broadcast-stopped = ⏹ Stopped: sent to { $told } of { $total } chats. The rest: { $missed }.
owner-broadcast-missed = The chats that weren’t reached, may not have been reached, or weren’t tried. They won’t be tried again.
owner-button-groups = 👥 Groups ({ $count })
owner-button-people = 👤 Private chats ({ $count })
owner-button-all = 🌍 Everybody ({ $count })
owner-button-drop = ✖️ Cancel
owner-button-stop = ⏹ Stop
owner-missed-gone = the bot isn’t there, or is blocked
owner-missed-refused = refused by Telegram
owner-missed-unknown = unknown whether it arrived
owner-missed-untried = not tried
owner-missed-banned = banned while it was being sent

## Alerts
owner-alert-dead =
    { $count ->
        [one] ⚠️ { $count } update or notice was dead-lettered. To see why: <code>harfiyen inbox</code>
       *[other] ⚠️ { $count } updates or notices were dead-lettered. To see why: <code>harfiyen inbox</code>
    }
owner-alert-inbox = ⚠️ Updates waiting to be handled: { $count }, the oldest for { $time }. The log says what is failing.
owner-alert-outbox = ⚠️ Notices waiting to be sent: { $count }, the oldest for { $time }. The log says whether Telegram can be reached.
owner-alert-limits =
    { $count ->
        [one] ⚠️ Telegram told me to slow down { $count } time in the last hour.
       *[other] ⚠️ Telegram told me to slow down { $count } times in the last hour.
    }
owner-alert-redis = ⚠️ Redis isn’t answering, so games are on hold.
owner-alert-redis-refuses = ⚠️ Redis refuses to store anything, so games are on hold: <code>{ $reason }</code>
owner-alert-updates = ⚠️ What people send isn’t reaching me, so clocks are standing still: <code>{ $reason }</code>
owner-account = 🛠 I’ve set up my account at Telegram: { $settings }. If you change any of it at @BotFather, I’ll leave it as you want it.
owner-account-inline = inline mode is on
owner-account-feedback = Telegram reports chosen inline results
owner-account-groups = groups can add me
owner-well = ✅ Recovered: { $what }.
owner-well-redis = ✅ Redis is working again, after { $time }.
owner-well-telegram = ✅ Telegram is answering again, after { $time }. Clocks stood still meanwhile.
owner-well-updates = ✅ What people send is reaching me again, after { $time }. Clocks stood still meanwhile.
owner-trouble-inbox = updates are handled in time
owner-trouble-outbox = notices are sent in time
owner-trouble-limits = Telegram is no longer slowing me down
